"""HTTP: tables, and who sits at them. Play itself goes over a socket."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from mazziere.bots.levels import BadSpec, read_spec
from mazziere.games import find
from mazziere.kernel.record import Record, RecordError, read
from mazziere.server import finding, shown
from mazziere.server.codes import clean_code, new_code
from mazziere.server.node import Node
from mazziere.server.persons import COOKIE, YEAR_S
from mazziere.server.problems import answer_json, refusal
from mazziere.server.room import Room, Wish
from mazziere.store import NoSuchTable, StoreError
from mazziere.table import opening, playing, presence, sitting, talk
from mazziere.table.entries import Settings
from mazziere.table.nicks import clean_nick
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table
from mazziere.wire import http as w

BODY_BYTES = 16_384
RECORD_BYTES = 524_288
RECORD_STEPS = 4000
MOST_ITERATIONS, MOST_MS = 3200, 2000
"""So much may a bot think about a move: twice what the master does, whose threads all share."""

Body = TypeVar("Body")
Endpoint = Callable[["Asked"], Awaitable[Any]]
_log = structlog.get_logger()


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
        kind_of = self.request.headers.get("content-type", "").partition(";")[0]
        if kind_of.strip().lower() != "application/json":
            raise No("bad_type")
        data = bytearray()
        async for chunk in self.request.stream():
            data += chunk
            if len(data) > limit:
                raise No("too_big")
        try:
            return msgspec.json.decode(bytes(data), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise No("bad_body", reason=str(error)[:200]) from None

    def number(self, name: str) -> int:
        """A number in the path."""
        text: str = self.request.path_params[name]
        if not (text.isascii() and text.isdigit() and len(text) <= 6):
            raise No("not_found")
        return int(text)

    async def room(self) -> Room:
        """The table in the path, if this person may see it."""
        return await finding.find_table(self.node, self.request.path_params["table"], self.known)

    async def act(self, wish: Wish, always: bool = False) -> Any:
        """Carry out a wish at the table in the path, and show the table.

        One that a match needs to be finished is granted however long the log is.
        """
        room = await self.room()
        await room.act(wish if always else self.node.limits.within(wish))
        return self.info(room)

    def info(self, room: Room) -> Any:
        """The table, as the one who asks sees it."""
        return shown.table_info(room.table, self.known)


async def answer(request: Request, node: Node, endpoint: Endpoint) -> Response:
    """Answer a request, or say in one typed line why not."""
    asked = Asked(request, node, node.sessions.read(request.cookies.get(COOKIE)))
    try:
        node.limits.request(asked.address)
        result = await endpoint(asked)
        response = result if isinstance(result, Response) else answer_json(result)
    except No as no:
        response = refusal(no)
    except ClientDisconnect:
        return Response(status_code=400)  # nobody reads it
    except StoreError as error:
        _log.error("store failed", error=type(error).__name__)
        response = refusal(No("unavailable"))
    except Exception:
        _log.exception("request failed", way=getattr(endpoint, "__name__", ""))
        response = refusal(No("internal"))
    if asked.new_cookie is not None:
        response.set_cookie(
            COOKIE,
            asked.new_cookie,
            max_age=YEAR_S,
            path=node.config.base_path or "/",
            secure=is_secure(node, request),
            httponly=True,
            samesite="lax",
        )
    return response


def is_secure(node: Node, request: Request) -> bool:
    """Whether people reach us over HTTPS."""
    public = node.config.public_url or ""
    return node.config.secure or request.url.scheme == "https" or public.startswith("https://")


# Tables


def _settings(asked: Asked, wanted: w.AskedSettings) -> Settings:
    return Settings(
        wanted.clock,
        wanted.stand_in,
        wanted.grace_ms,
        max(wanted.pace_ms, asked.node.config.least_pace_ms),
        wanted.hints,
        wanted.chat and asked.node.config.chat,
        wanted.watchers,
    )


def _check_bot(text: str) -> str:
    try:
        spec = read_spec(text)
    except BadSpec as error:
        raise No("bad_bot", reason=str(error)) from None
    if spec.iterations > MOST_ITERATIONS or (spec.ms or 0) > MOST_MS:
        raise No("bad_bot", reason="thinks for longer than others can wait")
    return spec.text


async def open_table(asked: Asked) -> Any:
    """Open a table: the one who asks is its host and sits at seat 0."""
    body = await asked.body(w.OpenTable, RECORD_BYTES)
    node, person = asked.node, asked.person
    bots = [_check_bot(text) for text in body.bots]
    if len(bots) >= body.players:
        raise No("full")
    nick = clean_nick(body.nick)  # before there is a table at which nobody sits
    settings = _settings(asked, body.settings)
    record = _record(body) if body.record is not None else None
    is_costly = record is not None  # it has to be replayed
    async with node.limits.opening(person, asked.address, is_costly):
        if record is not None:
            room = await node.rooms.open_from(person, record, settings)
        else:
            room = await node.rooms.open(person, body.game, body.players, body.options, settings)
    await room.act(lambda table, at: sitting.sit(table, person, nick, 0, at))
    for seat, bot in enumerate(bots, 1):
        await room.act(lambda t, at, s=seat, b=bot: sitting.seat_bot(t, person, s, b, at))  # type: ignore[misc]
    return asked.info(room)


def _record(body: w.OpenTable) -> Record:
    """The record that a table is to go on from."""
    try:
        record = read(msgspec.json.encode(body.record), find)
    except RecordError as error:
        raise No("bad_record", reason=str(error)[:200]) from None
    if (record.game.id, record.players) != (body.game, body.players):
        raise No("bad_record", reason="of another game, or for another number of players")
    if len(record.steps) > RECORD_STEPS:
        raise No("bad_record", reason="too long")
    return record


async def my_tables(asked: Asked) -> Any:
    """The tables at which the one who asks has a seat, the latest first."""
    tables, turns = [], {}
    if asked.known:
        for found in await asked.node.store.tables_of(asked.known, 30):
            try:
                room = await asked.node.rooms.room(found.table)
            except NoSuchTable:  # deleted meanwhile
                continue
            if room.table.phase != "closed":
                tables.append(asked.info(room))
            if room.table.phase == "playing":
                turns[room.table.id] = room.table.to_move()
    return w.Mine(tuple(tables), turns)


async def show_table(asked: Asked) -> Any:
    """A table."""
    return asked.info(await asked.room())


async def arrange(asked: Asked) -> Any:
    """Change what is agreed."""
    body = await asked.body(w.Arrange)
    settings, secret = _settings(asked, body.settings), secrets.token_bytes(32)
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
    asked.node.limits.code(asked.address)
    room = await finding.find_by_code(asked.node, body.code)
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

    return await asked.act(wish, always=True)


async def let_in(asked: Asked) -> Any:
    """Let somebody in again whom a host has removed."""
    number = asked.number("removed")
    return await asked.act(lambda table, at: sitting.let_in(table, asked.known, number, at))


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
    return await asked.act(
        lambda table, at: presence.replace_away(table, asked.known, seat, at), always=True
    )


async def give_back(asked: Asked) -> Any:
    """End a bot's sitting in."""
    seat = asked.number("seat")
    return await asked.act(
        lambda table, at: presence.give_back(table, asked.known, seat, at), always=True
    )


async def lend(asked: Asked) -> Any:
    """A code for another device."""
    seat, code = asked.number("seat"), new_code(8)
    await asked.act(lambda table, at: sitting.lend(table, asked.known, seat, code, at))
    return w.Lent(code)


async def take(asked: Asked) -> Any:
    """Take a seat along to this device."""
    body = await asked.body(w.ByCode)
    asked.node.limits.code(asked.address)
    person, code = asked.person, clean_code(body.code)
    room = await finding.find_with_code(
        asked.node, asked.request.path_params["table"], person, code
    )
    await room.act(lambda table, at: sitting.take(table, person, code, at))
    return asked.info(room)
