"""The ways of the HTTP interface: the one list from which routes and their description come."""

from typing import Any, NamedTuple

from mazziere.server import http
from mazziere.wire import http as w
from mazziere.wire.shared import TableInfo


class Way(NamedTuple):
    """One thing that can be asked for."""

    method: str
    path: str
    endpoint: http.Endpoint
    body: type | None = None
    answer: Any = TableInfo  # None: something else than JSON of ours


_TABLE = "/api/tables/{table}"
_SEAT = _TABLE + "/seats/{seat:int}"

WAYS = (
    Way("GET", "/api/games", http.games, answer=None),
    Way("GET", "/api/games/{game}/{lang}", http.rules, answer=None),
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
    Way("POST", _TABLE + "/host", http.hand_over, w.ForSeat),
    Way("POST", _TABLE + "/start", http.start, w.Start),
    Way("POST", _TABLE + "/again", http.again, w.ForSeat),
    Way("GET", _TABLE + "/qr.svg", http.qr, answer=None),
    Way("GET", _TABLE + "/matches", http.evening, answer=w.Evening),
    Way("GET", _TABLE + "/matches/{match:int}", http.match_record, answer=None),
)
