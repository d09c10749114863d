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
    "removed": 403,
    "too_big": 413,
    "too_many": 429,
    "unavailable": 503,
}
"""Of refusals; any other is a 409, or a 400 if its name begins with “bad”."""
CODES = {
    "bad_body": "the body of a request makes no sense",
    "bad_bot": "there is no such bot",
    "bad_message": "a message makes no sense",
    "bad_origin": "not from our own page, by its `Origin`",
    "bad_record": "a record to start from that cannot be replayed, or is of another game",
    "bad_type": "a body that is not `application/json`",
    "busy": "not now: in this phase of the table, or others were quicker again and again",
    "chat_off": "nobody talks on this server",
    "full": "more bots than seats",
    "hello_first": "the first message is `hello`",
    "internal": "our fault; nothing has changed that was not acknowledged",
    "no_hints": "not at this table",
    "not_allowed": "not with this method",
    "not_found": "there is no such thing, or none that one may see",
    "not_seated": "not one's own seat",
    "too_big": "a body that is too long, or a match that is too long to be shown step by step",
    "too_long": "so much has happened at this table that no further match begins: open another",
    "too_many": "requests, guesses, words, tables or connections",
    "unavailable": "the store did not answer; ask again, with the same id",
}
"""What the server refuses by itself, beside what a table does."""
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
