"""Refusals as HTTP answers: a status and a typed body."""

from typing import Any

import msgspec
from starlette.responses import Response

from mazziere.server.limits import seconds
from mazziere.table.refusals import CommandRefused
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
"""The HTTP status by code; other codes have 400 if they begin with “bad”, and 409 otherwise."""
CODES = {
    "bad_body": "the body of the request is not valid",
    "bad_bot": "the bot specification is not valid",
    "bad_message": "the message is not valid",
    "bad_origin": "the `Origin` header is not that of our own page",
    "bad_record": "the record cannot be replayed, or is of another game",
    "bad_type": "the body is not `application/json`",
    "busy": "not possible in this phase of the table, or too many conflicting writes",
    "chat_off": "chat is off on this server",
    "full": "there are more bots than seats",
    "hello_first": "the first message must be `hello`",
    "internal": "a fault of the server; only acknowledged changes were made",
    "no_hints": "this table allows no hints",
    "not_allowed": "the path does not support this method",
    "not_found": "it does not exist, or the person may not see it",
    "not_seated": "the seat is another person's",
    "too_big": "the body is too large, or the match is too long for a replay",
    "too_long": "the table's log is too long for a further match: open another table",
    "too_many": "a rate limit or a quota was exceeded; `limit` names it",
    "unavailable": "the store did not answer, or too much work waits; ask again with the same id",
}
"""Codes of the server itself; the table has others."""
RETRY_AFTER_S = 10
"""The `Retry-After` header of statuses 429 and 503 if the wait is not known."""

_encoder = msgspec.json.Encoder()


def answer_json(value: Any, status: int = 200) -> Response:
    """Return a value as a JSON answer."""
    return Response(_encoder.encode(value), status, media_type="application/json")


def refusal_response(refusal: CommandRefused) -> Response:
    """Return a refusal as a typed answer."""
    detail = refusal.facts.get("reason")
    wait_s = seconds(refusal)
    text = str(detail) if detail else None
    facts = refusal.facts
    limit, most = facts.get("limit"), facts.get("most")
    problem = Problem(refusal.code, refusal.rule, text, limit, wait_s, most)
    response = answer_json(problem, status(refusal))
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(wait_s or RETRY_AFTER_S)
    return response


def status(refusal: CommandRefused) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS.get(refusal.code, 400 if refusal.code.startswith("bad") else 409)
