"""Endpoints for tables and the people at them. Moves go over a WebSocket instead.

The docstring of an endpoint is its summary in the OpenAPI schema.
"""

import secrets

import msgspec
from starlette.responses import Response

from mazziere.bots.levels import CUSTOM, BadSpec, read_spec
from mazziere.games import find, ids
from mazziere.kernel.record import Record, RecordError, read
from mazziere.server.http.qr_codes import qr_svg
from mazziere.server.http.request import ApiRequest
from mazziere.server.identity.codes import LENGTH, clean_code, new_code, split_code
from mazziere.server.limits import UNFINISHED
from mazziere.server.rooms.room import Room
from mazziere.store import NoSuchTable
from mazziere.table import asking, opening, playing, presence, sitting
from mazziere.table.entries import Settings
from mazziere.table.nicknames import clean_nick
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState
from mazziere.wire import http as w
from mazziere.wire.shared import TableInfo

RECORD_BYTES = 524_288
"""Upper bound on the body of a request with a record."""
RECORD_STEPS = 2000
"""Upper bound on the steps of a record that a match continues; its start replays all at once."""
MOST_ITERATIONS, MOST_MS = 3200, 2000
"""Upper bounds on a bot's search: twice those of `master`. All tables share the threads."""
MOST_FINISHED = 10
"""Finished tables in the list of a person's tables; unfinished ones are all in it."""

MOST_SEARCHED = 100
"""Upper bound on the unfinished tables that are listed."""
SEAT_CODE = "seat-"
"""Begins the fragment of a link with the code of a seat."""


def _settings(request: ApiRequest, wanted: w.AskedSettings) -> Settings:
    """Return the wanted settings, within the limits of the server."""
    config = request.node.config
    return msgspec.structs.replace(
        msgspec.convert(wanted, Settings, from_attributes=True),
        pace_ms=max(wanted.pace_ms, config.least_pace_ms),
        chat=wanted.chat and config.chat,
        mix=clean_nick(wanted.mix) if wanted.mix else "",
    )


def _check_bot(text: str) -> str:
    """Return a bot specification in its normal form; `bad_bot`."""
    try:
        spec = read_spec(text)
    except BadSpec as error:
        raise CommandRefused("bad_bot", reason=str(error)) from None
    if spec.level == CUSTOM:  # the operator allows it
        return spec.text
    if spec.iterations > MOST_ITERATIONS or (spec.ms or 0) > MOST_MS:
        raise CommandRefused("bad_bot", reason="thinks for longer than others can wait")
    return spec.text


async def open_table(request: ApiRequest) -> TableInfo:
    """Open a table: the person who asks is its host and sits at seat 0."""
    node, address = request.node, request.address
    is_counted = False

    def count() -> None:
        nonlocal is_counted
        if not is_counted:
            node.limits.count_table(address)
        is_counted = True

    body = await request.body(w.OpenTable, RECORD_BYTES, count)
    if body.record is not None:
        count()  # a record is costly to read and to replay, also if it is refused
    if body.game not in ids():
        raise CommandRefused("bad_body", reason=f"there is no game {body.game!r}")
    person = request.person
    bots = [_check_bot(text) for text in body.bots]
    if len(bots) >= body.players:
        raise CommandRefused("full")
    nick = clean_nick(body.nick)  # before the table exists, or an empty table could stay behind
    sitting.check_avatar(body.avatar)
    settings = _settings(request, body.settings)
    record = _record(body) if body.record is not None else None
    async with node.limits.opening_table(person, address, is_counted):
        if record is not None:
            room = await node.rooms.open_from_record(person, record, settings)
        else:
            room = await node.rooms.open_table(
                person, body.game, body.players, body.options, settings
            )
    await room.act(lambda table, at: sitting.sit(table, person, nick, 0, at, body.avatar))
    for seat, bot in enumerate(bots, 1):
        await _seat_bot(room, person, seat, bot)
    return request.info(room)


async def _seat_bot(room: Room, person: str, seat: int, bot: str) -> None:
    await room.act(lambda table, at: sitting.seat_bot(table, person, seat, bot, at))


def _record(body: w.OpenTable) -> Record:
    """Return the record that a table is to continue; `bad_record`."""
    try:
        record = read(msgspec.json.encode(body.record), find)
    except RecordError as error:
        raise CommandRefused("bad_record", reason=str(error)[:200]) from None
    if (record.game.id, record.players) != (body.game, body.players):
        reason = "of another game, or for another number of players"
        raise CommandRefused("bad_record", reason=reason)
    if len(record.steps) > RECORD_STEPS:
        raise CommandRefused("bad_record", reason="too long")
    return record


async def my_tables(request: ApiRequest) -> w.Mine:
    """List the tables at which the person has a seat, the latest first."""
    tables, turns = [], {}
    if request.known_person:
        for name in await _tables_of(request, request.known_person):
            try:
                room = await request.node.rooms.room(name)
            except NoSuchTable:  # deleted meanwhile
                continue
            if room.table.phase != "closed":
                tables.append(request.info(room))
            if room.table.phase == "playing":
                turns[room.table.id] = room.table.to_move()
    return w.Mine(tuple(tables), turns)


async def _tables_of(request: ApiRequest, person: str) -> list[str]:
    """Return all unfinished tables of a person, and the latest finished ones."""
    most = request.node.config.tables_per_person
    found = await request.node.store.tables_of(person, 4 * min(most, MOST_SEARCHED))
    finished = [table.table for table in found if table.status == "over"][:MOST_FINISHED]
    return [table.table for table in found if table.status in UNFINISHED or table.table in finished]


async def show_table(request: ApiRequest) -> TableInfo:
    """Show a table."""
    return request.info(await request.room())


async def arrange(request: ApiRequest) -> TableInfo:
    """Change the number of seats, the options and the settings."""
    body = await request.body(w.Arrange)
    settings, secret = _settings(request, body.settings), secrets.token_bytes(32)
    return await request.act(
        lambda table, at: opening.arrange(
            table, request.known_person, body.players, body.options, settings, secret, at
        )
    )


async def close(request: ApiRequest) -> Response:
    """Close a table for good."""
    room = await request.room()
    await room.act(lambda table, at: opening.close(table, request.known_person, at))
    return Response(status_code=204)


async def find_by_code(request: ApiRequest) -> w.Found:
    """Find the table with a join code, or with the code of a seat that follows it."""
    body = await request.body(w.ByCode)
    code, seat_code = split_code(body.code)
    with request.node.limits.trying_code(request.address):
        room = await request.node.search.with_code(code, seat_code, request.known_person)
    return w.Found(room.table.id, seat_code or None)


async def qr(request: ApiRequest) -> Response:
    """Show the link to a table as a QR code."""
    room = await request.room()
    return Response(qr_svg(_link(request, room.table.id)), media_type="image/svg+xml")


def _link(request: ApiRequest, table: str) -> str:
    site = request.node.config.public_url or str(request.http.base_url).rstrip("/")
    return f"{site}/t/{table}"


# Seats


async def join(request: ApiRequest) -> TableInfo:
    """Sit down."""
    body = await request.body(w.Join)
    person = request.person
    return await request.act(
        lambda table, at: sitting.sit(table, person, body.nick, body.seat, at, body.avatar)
    )


async def seat_bot(request: ApiRequest) -> TableInfo:
    """Put a bot on a seat."""
    body = await request.body(w.SeatBot)
    bot, seat = _check_bot(body.bot), request.number("seat")
    return await request.act(
        lambda table, at: sitting.seat_bot(table, request.known_person, seat, bot, at)
    )


async def stand(request: ApiRequest) -> TableInfo:
    """Leave a seat, or clear one as the host."""
    seat, person = request.number("seat"), request.known_person

    def command(table: TableState, at: float) -> Draft:
        if seat in table.seats_of(person):
            return sitting.stand(table, person, seat, at)
        return sitting.clear(table, person, seat, at)

    return await request.act(command, always=True)


async def let_in(request: ApiRequest) -> TableInfo:
    """Readmit a person whom a host has removed."""
    number = request.number("removed")
    return await request.act(
        lambda table, at: sitting.let_in(table, request.known_person, number, at)
    )


async def ask_for_seat(request: ApiRequest) -> TableInfo:
    """Ask the host for the seat of a bot."""
    body = await request.body(w.AskForSeat)
    person = request.person
    request.node.limits.check_seat_request(person, request.address)
    return await request.act(
        lambda table, at: asking.ask(table, person, body.nick, at, body.avatar)
    )


async def admit(request: ApiRequest) -> TableInfo:
    """Give the seat of a bot to a person who has asked for one."""
    body, number = await request.body(w.ForSeat), request.number("request")
    return await request.act(
        lambda table, at: asking.admit(table, request.known_person, number, body.seat, at)
    )


async def refuse_request(request: ApiRequest) -> TableInfo:
    """Withdraw a request for a seat, or decline one as the host."""
    number = request.number("request")
    return await request.act(
        lambda table, at: asking.refuse_request(table, request.known_person, number, at),
        always=True,
    )


async def hand_over(request: ApiRequest) -> TableInfo:
    """Make another person the host."""
    body = await request.body(w.ForSeat)
    return await request.act(
        lambda table, at: sitting.hand_over(table, request.known_person, body.seat, at)
    )


async def lend(request: ApiRequest) -> w.Lent:
    """Make a code with which another device can take the seat."""
    seat, code = request.number("seat"), new_code()
    table = await request.act(
        lambda table, at: sitting.lend(table, request.known_person, seat, code, at)
    )
    link = f"{_link(request, table.id)}#{SEAT_CODE}{code}"  # servers are not told of a fragment
    return w.Lent((table.code or "") + code, link, qr_svg(link).decode())


async def take(request: ApiRequest) -> TableInfo:
    """Take a seat on this device, with a code from another device."""
    body = await request.body(w.ByCode)
    with request.node.limits.trying_code(request.address):
        person, code = request.person, clean_code(body.code)
        if len(code) == 2 * LENGTH:  # with the table's join code before it
            code = code[LENGTH:]
        room = await request.node.search.visible_or_lent(request.table, person, code)
        await room.act(lambda table, at: sitting.take(table, person, code, at))
    return request.info(room)


# Matches


async def start(request: ApiRequest) -> TableInfo:
    """Start the match."""
    body = await request.body(w.Start)
    return await request.act(
        lambda table, at: playing.start(table, request.known_person, body.named, at)
    )


async def again(request: ApiRequest) -> TableInfo:
    """Ask for another match."""
    body, secret = await request.body(w.ForSeat), secrets.token_bytes(32)
    return await request.act(
        lambda table, at: playing.agree(table, request.known_person, body.seat, secret, at)
    )


async def hurry(request: ApiRequest) -> TableInfo:
    """Ask the bots to play the rest of the match quickly."""
    body = await request.body(w.ForSeat)
    return await request.act(
        lambda table, at: playing.hurry(table, request.known_person, body.seat, at), always=True
    )


async def stand_in(request: ApiRequest) -> TableInfo:
    """Let a bot play for a person who is away."""
    seat = request.number("seat")
    return await request.act(
        lambda table, at: presence.replace_away(table, request.known_person, seat, at),
        always=True,
    )


async def give_back(request: ApiRequest) -> TableInfo:
    """Give a seat back to its person, for whom a bot has played."""
    seat = request.number("seat")
    return await request.act(
        lambda table, at: presence.give_back(table, request.known_person, seat, at), always=True
    )
