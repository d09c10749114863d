"""The ways of the HTTP interface: the one list from which routes and their description come."""

from typing import Any, NamedTuple

from mazziere.server import http, papers
from mazziere.wire import http as w
from mazziere.wire.shared import Chosen, TableInfo

SVG = "image/svg+xml"


class Way(NamedTuple):
    """One thing that can be asked for."""

    method: str
    path: str
    endpoint: http.Endpoint
    body: type | None = None
    answer: Any = TableInfo  # a type of ours; a media type; None if there is nothing to say


_TABLE = "/api/tables/{table}"
_SEAT = _TABLE + "/seats/{seat}"
_MATCH = _TABLE + "/matches/{match}"

NUMBERS = ("seat", "match", "removed")
"""Parameters that are numbers."""

WAYS = (
    Way("GET", "/api/games", papers.games, answer=w.Games),
    Way("GET", "/api/games/{game}/{lang}", papers.rules, answer=w.RulesText),
    Way("GET", "/api/tables", http.my_tables, answer=w.Mine),
    Way("POST", "/api/tables", http.open_table, w.OpenTable),
    Way("POST", "/api/codes", http.find_by_code, w.ByCode, w.Found),
    Way("GET", _TABLE, http.show_table),
    Way("PUT", _TABLE, http.arrange, w.Arrange),
    Way("DELETE", _TABLE, http.close, answer=None),
    Way("POST", _TABLE + "/seats", http.join, w.Join),
    Way("PUT", _SEAT, http.seat_bot, w.SeatBot),
    Way("DELETE", _SEAT, http.stand),
    Way("POST", _SEAT + "/stand-in", http.stand_in),
    Way("DELETE", _SEAT + "/stand-in", http.give_back),
    Way("POST", _SEAT + "/code", http.lend, answer=w.Lent),
    Way("POST", _TABLE + "/take", http.take, w.ByCode),
    Way("DELETE", _TABLE + "/removed/{removed}", http.let_in),
    Way("POST", _TABLE + "/host", http.hand_over, w.ForSeat),
    Way("POST", _TABLE + "/start", http.start, w.Start),
    Way("POST", _TABLE + "/again", http.again, w.ForSeat),
    Way("GET", _TABLE + "/qr.svg", papers.qr, answer=SVG),
    Way("GET", _TABLE + "/matches", papers.evening, answer=w.Evening),
    Way("GET", _MATCH, papers.match_record, answer=Chosen),
    Way("GET", _MATCH + "/replay", papers.match_replay, answer=w.Replay),
    Way("GET", "/api/shared/{share}", papers.shared_replay, answer=w.Replay),
    Way("GET", "/api/shared/{share}/record", papers.shared_record, answer=Chosen),
)
