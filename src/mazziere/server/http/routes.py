"""The routes of the HTTP interface: one list, from which routing and the schema derive."""

from typing import Any, NamedTuple

from mazziere.server.http import games, matches, tables
from mazziere.server.http.request import Endpoint
from mazziere.wire import http as w
from mazziere.wire.shared import JsonObject, TableInfo

SVG = "image/svg+xml"


class ApiRoute(NamedTuple):
    """A method and a path, with the types of the request's and the answer's body."""

    method: str
    path: str
    endpoint: Endpoint
    body: type | None = None
    answer: Any = TableInfo  # a wire type, a media type, or None for an empty answer


_TABLE = "/api/tables/{table}"
_SEAT = _TABLE + "/seats/{seat}"
_MATCH = _TABLE + "/matches/{match}"

NUMERIC_PARAMETERS = ("seat", "match", "removed", "request")
"""Path parameters that are numbers."""

ROUTES = (
    ApiRoute("GET", "/api/games", games.games, answer=w.Games),
    ApiRoute("GET", "/api/games/{game}/{lang}", games.rules, answer=w.RulesText),
    ApiRoute("GET", "/api/tables", tables.my_tables, answer=w.Mine),
    ApiRoute("POST", "/api/tables", tables.open_table, w.OpenTable),
    ApiRoute("POST", "/api/codes", tables.find_by_code, w.ByCode, w.Found),
    ApiRoute("GET", _TABLE, tables.show_table),
    ApiRoute("PUT", _TABLE, tables.arrange, w.Arrange),
    ApiRoute("DELETE", _TABLE, tables.close, answer=None),
    ApiRoute("POST", _TABLE + "/seats", tables.join, w.Join),
    ApiRoute("PUT", _SEAT, tables.seat_bot, w.SeatBot),
    ApiRoute("DELETE", _SEAT, tables.stand),
    ApiRoute("POST", _SEAT + "/stand-in", tables.stand_in),
    ApiRoute("DELETE", _SEAT + "/stand-in", tables.give_back),
    ApiRoute("POST", _SEAT + "/code", tables.lend, answer=w.Lent),
    ApiRoute("POST", _TABLE + "/take", tables.take, w.ByCode),
    ApiRoute("DELETE", _TABLE + "/removed/{removed}", tables.let_in),
    ApiRoute("POST", _TABLE + "/requests", tables.ask_for_seat, w.AskForSeat),
    ApiRoute("PUT", _TABLE + "/requests/{request}", tables.admit, w.ForSeat),
    ApiRoute("DELETE", _TABLE + "/requests/{request}", tables.refuse_request),
    ApiRoute("POST", _TABLE + "/host", tables.hand_over, w.ForSeat),
    ApiRoute("POST", _TABLE + "/start", tables.start, w.Start),
    ApiRoute("POST", _TABLE + "/again", tables.again, w.ForSeat),
    ApiRoute("POST", _TABLE + "/hurry", tables.hurry, w.ForSeat),
    ApiRoute("GET", _TABLE + "/qr.svg", tables.qr, answer=SVG),
    ApiRoute("GET", _TABLE + "/matches", matches.evening, answer=w.Evening),
    ApiRoute("GET", _MATCH, matches.match_record, answer=JsonObject),
    ApiRoute("GET", _MATCH + "/replay", matches.match_replay, answer=w.Replay),
    ApiRoute("GET", "/api/shared/{share}", matches.shared_replay, answer=w.Replay),
    ApiRoute("GET", "/api/shared/{share}/record", matches.shared_record, answer=JsonObject),
)
