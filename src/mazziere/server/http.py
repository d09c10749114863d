"""HTTP: tables, joining, history. Play itself goes over a socket."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from mazziere.bots.levels import BadSpec, read_spec
from mazziere.games import IDS, find
from mazziere.kernel.record import RecordError, read, write
from mazziere.rules import LANGUAGES, sections, words
from mazziere.server import shown
from mazziere.server.codes import clean_code, new_code
from mazziere.server.history import record_of
from mazziere.server.node import Node
from mazziere.server.persons import COOKIE, YEAR_S
from mazziere.server.room import Room
from mazziere.table import opening, playing, presence, sitting, talk
from mazziere.table.entries import Settings
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table
from mazziere.wire import http as w
from mazziere.wire.shared import MatchResult

BODY_BYTES = 65_536
RECORD_BYTES = 4_000_000
STATUS = {
    "not_found": 404,
    "too_many": 429,
    "not_host": 403,
    "not_seated": 403,
    "no_session": 401,
    "bad_code": 403,
    "too_big": 413,
    "unavailable": 503,
}
"""Of refusals; any other is a 409, or a 400 if its name begins with “bad”."""

Body = TypeVar("Body")
Endpoint = Callable[["Asked"], Awaitable[Any]]
_encoder = msgspec.json.Encoder()


class Asked:
    """A request, with who asks."""

    def __init__(self, request: Request, node: Node, person: str | None) -> None:
        self.request = request
        self.node = node
        self._person = person
        self.new_cookie: str | None = None

    @property
    def person(self) -> str:
        """Who asks; a new person gets a cookie with the answer."""
        if self._person is None:
            self.new_cookie, self._person = self.node.sessions.new()
        return self._person

    @property
    def known(self) -> str:
        """Who asks, empty for somebody new."""
        return self._person or ""

    @property
    def address(self) -> str:
        """Where the request comes from."""
        client = self.request.client
        return client.host if client else ""

    async def body(self, kind: type[Body], limit: int = BODY_BYTES) -> Body:
        """The body of the request."""
        data = bytearray()
        async for chunk in self.request.stream():
            data += chunk
            if len(data) > limit:
                raise No("too_big")
        try:
            return msgspec.json.decode(bytes(data), type=kind)
        except msgspec.DecodeError as error:
            raise No("bad_body", reason=str(error)[:200]) from None

    def number(self, name: str) -> int:
        """A number in the path."""
        return int(self.request.path_params[name])

    async def room(self) -> Room:
        """The table in the path, if this person may see it."""
        room = await self.node.room(self.request.path_params["table"])
        table = room.table
        may_see = self.known in (table.host, *(seat.person for seat in table.seats if seat.person))
        if not may_see and table.phase != "waiting" and not table.settings.watchers:
            raise No("not_found")
        return room

    async def act(self, wish: Callable[[Table, float], Draft | None]) -> Any:
        """Carry out a wish at the table in the path, and show the table."""
        room = await self.room()
        await room.act(wish)
        return self.info(room)

    def info(self, room: Room) -> Any:
        """The table, as the one who asks sees it."""
        return shown.table_info(room.table, self.known)


async def answer(request: Request, node: Node, endpoint: Endpoint) -> Response:
    """Answer a request, or say in one typed line why not."""
    asked = Asked(request, node, node.sessions.read(request.cookies.get(COOKIE)))
    try:
        node.check_request(asked.address)
        result = await endpoint(asked)
        response = result if isinstance(result, Response) else _json(result)
    except No as no:
        response = refusal(no)
    if asked.new_cookie is not None:
        response.set_cookie(
            COOKIE,
            asked.new_cookie,
            max_age=YEAR_S,
            path=node.config.base_path or "/",
            secure=node.config.secure,
            httponly=True,
            samesite="lax",
        )
    return response


def refusal(no: No) -> Response:
    """A refusal as a typed answer."""
    usual = 400 if no.code.startswith("bad") else 409
    detail = no.facts.get("reason")
    problem = w.Problem(no.code, no.rule, str(detail) if detail else None)
    return _json(problem, STATUS.get(no.code, usual))


def _json(value: Any, status: int = 200) -> Response:
    return Response(_encoder.encode(value), status, media_type="application/json")


# Tables


def _settings(asked: w.AskedSettings) -> Settings:
    return Settings(
        asked.clock,
        asked.stand_in,
        asked.grace_ms,
        asked.pace_ms,
        asked.hints,
        asked.chat,
        asked.watchers,
    )


def _check_bot(text: str) -> str:
    try:
        return read_spec(text).text
    except BadSpec as error:
        raise No("bad_bot", reason=str(error)) from None


async def open_table(asked: Asked) -> Any:
    """Open a table: the one who asks is its host and sits at seat 0."""
    body = await asked.body(w.OpenTable, RECORD_BYTES)
    node, person = asked.node, asked.person
    node.check_opening(person, asked.address)
    bots = [_check_bot(text) for text in body.bots]
    settings = _settings(body.settings)
    if body.record is not None:
        room = await _open_from(node, person, body.record, settings)
    else:
        room = await node.rooms.open(person, body.game, body.players, body.options, settings)
    await room.act(lambda table, at: sitting.sit(table, person, body.nick, 0, at))
    for seat, bot in enumerate(bots[: room.table.players - 1], 1):
        await room.act(lambda t, at, s=seat, b=bot: sitting.seat_bot(t, person, s, b, at))  # type: ignore[misc]
    return asked.info(room)


async def _open_from(node: Node, person: str, record: Any, settings: Settings) -> Room:
    try:
        parsed = read(msgspec.json.encode(record), find)
    except RecordError as error:
        raise No("bad_record", reason=str(error)[:200]) from None
    return await node.rooms.open_from(person, parsed, settings)


async def my_tables(asked: Asked) -> Any:
    """The tables at which the one who asks has a seat, the latest first."""
    tables = []
    if asked.known:
        for found in await asked.node.store.tables_of(asked.known, 30):
            room = await asked.node.rooms.room(found.table)
            if room.table.phase != "closed":
                tables.append(asked.info(room))
    return w.Mine(tuple(tables))


async def show_table(asked: Asked) -> Any:
    """A table."""
    return asked.info(await asked.room())


async def arrange(asked: Asked) -> Any:
    """Change what is agreed."""
    body = await asked.body(w.Arrange)
    settings, secret = _settings(body.settings), secrets.token_bytes(32)
    return await asked.act(
        lambda table, at: opening.arrange(
            table, asked.known, body.players, body.options, settings, secret, at
        )
    )


async def close(asked: Asked) -> Any:
    """Close a table for good."""
    room = await asked.room()
    await room.act(lambda table, at: talk.close(table, asked.known, at))
    return Response(status_code=204)


async def find_by_code(asked: Asked) -> Any:
    """The table that waits with a code."""
    body = await asked.body(w.ByCode)
    room = await asked.node.find(body.code, asked.address)
    return w.Found(room.table.id)


async def join(asked: Asked) -> Any:
    """Sit down."""
    body = await asked.body(w.Join)
    person = asked.person
    return await asked.act(lambda table, at: sitting.sit(table, person, body.nick, body.seat, at))


async def seat_bot(asked: Asked) -> Any:
    """Put a bot on a seat."""
    body = await asked.body(w.SeatBot)
    bot, seat = _check_bot(body.bot), asked.number("seat")
    return await asked.act(lambda table, at: sitting.seat_bot(table, asked.known, seat, bot, at))


async def stand(asked: Asked) -> Any:
    """Leave a seat, or clear one as the host."""
    seat = asked.number("seat")

    def wish(table: Table, at: float) -> Draft:
        if seat in table.seats_of(asked.known):
            return sitting.stand(table, asked.known, seat, at)
        return sitting.clear(table, asked.known, seat, at)

    return await asked.act(wish)


async def hand_over(asked: Asked) -> Any:
    """Make somebody else the host."""
    body = await asked.body(w.ForSeat)
    return await asked.act(lambda table, at: sitting.hand_over(table, asked.known, body.seat, at))


async def start(asked: Asked) -> Any:
    """Start the match."""
    body = await asked.body(w.Start)
    return await asked.act(lambda table, at: playing.start(table, asked.known, body.named, at))


async def again(asked: Asked) -> Any:
    """Ask for another match."""
    body, secret = await asked.body(w.ForSeat), secrets.token_bytes(32)
    return await asked.act(
        lambda table, at: playing.agree(table, asked.known, body.seat, secret, at)
    )


async def stand_in(asked: Asked) -> Any:
    """Let a bot sit in for somebody who is away."""
    seat = asked.number("seat")
    return await asked.act(lambda table, at: presence.replace_away(table, asked.known, seat, at))


async def give_back(asked: Asked) -> Any:
    """End a bot's sitting in."""
    seat = asked.number("seat")
    return await asked.act(lambda table, at: presence.give_back(table, asked.known, seat, at))


async def lend(asked: Asked) -> Any:
    """A code for another device."""
    seat, code = asked.number("seat"), new_code(8)
    await asked.act(lambda table, at: sitting.lend(table, asked.known, seat, code, at))
    return w.Lent(code)


async def take(asked: Asked) -> Any:
    """Take a seat along to this device."""
    body = await asked.body(w.ByCode)
    asked.node.check_code(asked.address)
    person, code = asked.person, clean_code(body.code)
    return await asked.act(lambda table, at: sitting.take(table, person, code, at))


# Pictures and papers


async def qr(asked: Asked) -> Any:
    """The link to a table as a QR code."""
    room = await asked.room()
    site = asked.node.config.public_url or str(asked.request.base_url).rstrip("/")
    link = f"{site}/t/{room.table.id}"
    data = segno.make(link, error="m").svg_inline(scale=4, border=2)
    return Response(data, media_type="image/svg+xml")


async def evening(asked: Asked) -> Any:
    """The matches that are over."""
    room = await asked.room()
    return w.Evening(tuple(MatchResult(*result) for result in room.table.evening))


async def match_record(asked: Asked) -> Any:
    """The record of a match that is over: everything that happened, with the proof of its deal."""
    room = await asked.room()
    record = await record_of(asked.node.store, room, asked.number("match"))
    name = f"mazziere-{room.table.game}-{asked.number('match')}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(write(record), media_type="application/json", headers=headers)


async def games(asked: Asked) -> Any:
    """The games, their options and who can play."""
    listed = []
    for name in IDS:
        game = find(name)
        listed.append(
            {
                "id": name,
                "title": game.title,
                "rules": game.rules,
                "players": list(game.seats),
                "clockwise": game.clockwise,
                "options": [
                    {
                        "name": option.name,
                        "default": option.default,
                        "rules": option.rules,
                        **option.allowed(),
                    }
                    for option in game.options
                ],
                "cards": game.cards,
                "colours": game.colours,
            }
        )
    return {"games": listed}


async def rules(asked: Asked) -> Any:
    """The rules of a game in a language, with its words."""
    name, lang = asked.request.path_params["game"], asked.request.path_params["lang"]
    if name not in IDS or lang not in LANGUAGES:
        raise No("not_found")
    known = words(name, lang)
    return {
        "sections": [
            {
                "title": section.title,
                "blocks": [
                    {"id": block.id, "text": block.text, "options": block.options}
                    for block in section.blocks
                ],
            }
            for section in sections(name, lang)
        ],
        "events": known.events,
        "refusals": known.refusals,
        "cards": known.cards,
        "colours": known.colours,
        "options": known.options,
    }
