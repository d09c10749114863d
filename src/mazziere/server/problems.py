"""Refusals as HTTP answers: a status and one typed line."""

from typing import Any

import msgspec
from starlette.responses import Response

from mazziere.table.refused import No
from mazziere.wire.http import Problem

STATUS = {
    "bad_code": 403,
    "bad_origin": 403,
    "bad_type": 415,
    "internal": 500,
    "not_allowed": 405,
    "not_found": 404,
    "not_host": 403,
    "not_seated": 403,
    "too_big": 413,
    "too_many": 429,
    "unavailable": 503,
}
"""Of refusals; any other is a 409, or a 400 if its name begins with “bad”."""
AGAIN_S = 10
"""When to try again what was too much."""

_encoder = msgspec.json.Encoder()


def answer_json(value: Any, status: int = 200) -> Response:
    """Something typed, as an answer."""
    return Response(_encoder.encode(value), status, media_type="application/json")


def refusal(no: No) -> Response:
    """A refusal as a typed answer."""
    detail = no.facts.get("reason")
    response = answer_json(Problem(no.code, no.rule, str(detail) if detail else None), status(no))
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(AGAIN_S)
    return response


def status(no: No) -> int:
    """The status of a refusal."""
    return STATUS.get(no.code, 400 if no.code.startswith("bad") else 409)
