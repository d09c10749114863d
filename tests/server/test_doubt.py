"""Doubtful refusals: reads of the log outside the room's turn, shared and limited."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio

from mazziere.server.identity.sessions import COOKIE
from mazziere.server.rooms import room as room_module
from mazziere.server.rooms.room import Command, PendingCommand, Room
from mazziere.server.rooms.table_search import TableSearch
from mazziere.store import Store
from mazziere.store.store import settle
from mazziere.table import asking, chat, opening, playing, sitting
from mazziere.table.entries import Settings
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState
from mazziere.wire.server import Done
from tests.server.running import Running, server
from tests.server.test_old_matches import counted
from tests.server.test_rooms import RoomsNode, Shared, Watching, next_move, open_room, sit, store
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio

__all__ = ["server", "store"]

CROWD = 100


@pytest_asyncio.fixture
async def node(store: Store) -> AsyncIterator[RoomsNode]:
    """A node that may have other nodes beside it."""
    made = RoomsNode(store, Shared())
    yield made
    await made.stop()


@pytest_asyncio.fixture
async def room(node: RoomsNode) -> Room:
    """A table at which ada and bea play."""
    return await open_room(node)


def wrong_move(person: str, seat: int, name: str, table: TableState, at: float) -> Draft:
    """Make a move that no game has."""
    return playing.move(table, person, seat, ("nonsense",), name, table.seq, at)


def submitted(room: Room, asker: Watching, seat: int, name: str) -> "asyncio.Future[Draft | None]":
    """Submit a wrong move as a connection does; return its outcome."""
    outcome: asyncio.Future[Draft | None] = asyncio.get_running_loop().create_future()
    command = partial(wrong_move, asker.person, seat, name)
    room.submit(PendingCommand(command, partial(settle, outcome), asker=asker))
    return outcome


async def codes(*outcomes: "asyncio.Future[Draft | None]") -> set[str]:
    """Return the codes of refusals."""
    async with deadline("the commands are refused"):
        found = await asyncio.gather(*outcomes, return_exceptions=True)
    assert all(isinstance(error, CommandRefused) for error in found), found
    return {error.code for error in found if isinstance(error, CommandRefused)}


async def test_people_without_a_seat_are_refused_without_a_read(room: Room, store: Store) -> None:
    with counted(store) as reads:
        strangers = [Watching(f"stranger {number}") for number in range(CROWD)]
        outcomes = [submitted(room, stranger, 0, "m") for stranger in strangers]
        assert await codes(*outcomes) == {"not_seated"}
    assert reads.calls == 0


async def test_refusals_that_no_entry_can_change_need_no_read(room: Room, store: Store) -> None:
    asked: list[tuple[str, Command]] = [
        ("bad_nick", lambda table, at: asking.ask(table, "eve", "\n", at)),
        ("bad_text", lambda table, at: chat.say(table, "ada", 0, "", at)),
        ("bad_avatar", lambda table, at: asking.ask(table, "eve", "Eve", at, "no such animal")),
        ("too_many", lambda table, at: playing.move(table, "ada", 0, (), "m", table.seq, at)),
    ]
    await room.act(lambda table, at: opening.close(table, "ada", at))
    closed = room
    node = RoomsNode(store, Shared())
    waiting = await node.rooms.open_table("ada", "dieci", 2, {}, Settings(grace_ms=0))
    await waiting.act(sit("ada", 0))
    await waiting.act(lambda table, at: sitting.seat_bot(table, "ada", 1, "easy", at))
    await waiting.act(lambda table, at: playing.start(table, "ada", 0, at))
    with counted(store) as reads:
        for code, command in asked:
            with pytest.raises(CommandRefused) as refusal:
                await waiting.act(command)
            assert refusal.value.code == code
        with pytest.raises(CommandRefused, match="closed"):
            await closed.act(lambda table, at: playing.start(table, "ada", 0, at))
    assert reads.calls == 0
    await node.stop()


async def test_refusals_of_strangers_share_a_read(room: Room, store: Store) -> None:
    """Another node may have made them the host, or may have freed a seat."""
    asked: list[tuple[str, Command]] = [
        ("not_host", lambda table, at: playing.start(table, "eve", 0, at)),
        ("full", lambda table, at: sitting.sit(table, "eve", "Eve", None, at)),
        ("full", lambda table, at: asking.ask(table, "eve", "Eve", at)),
    ]
    with counted(store) as reads:
        reads.going.clear()
        first = asyncio.create_task(room.refresh())
        await until(lambda: reads.calls == 1, "a read has begun")
        tasks = [asyncio.ensure_future(room.act(command)) for _, command in asked * CROWD]
        await asyncio.sleep(0)
        _, move = next_move(room, "m1")
        async with deadline("the move is made meanwhile"):
            assert await room.act(move) is not None
        reads.going.set()
        await first
        found = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(error, CommandRefused) for error in found)
    assert reads.calls == 2


@pytest.mark.parametrize("last", [None, 2**53 - 1])
async def test_hellos_share_a_read_and_do_not_delay_a_move(
    server: Running, monkeypatch: pytest.MonkeyPatch, last: int | None
) -> None:
    """Of people who may have been seated just now, or who claim to have seen more."""
    table, (ada, bea) = await server.seated("dieci", 2)
    await ada.start(table, named=0)
    monkeypatch.setattr(Room, "may_be_behind", True)
    crowd = []
    for _ in range(CROWD):
        client = server.client()
        if last is None:
            client.cookie = f"{COOKIE}={server.node.sessions.new()[0]}"
        crowd.append(client.connect(table, last=last))
    monkeypatch.setattr(room_module, "MOST_WATCHERS_OF_ADDRESS", CROWD)
    async with bea.connect(table) as mover:
        with counted(server.store) as reads:
            reads.going.clear()
            greeting = [asyncio.create_task(line.__aenter__()) for line in crowd]
            arrived = server.node.presence
            await until(lambda: arrived.connection_count == CROWD + 1, "all have said hello")
            await until(lambda: reads.calls == 1, "the read has begun")
            async with deadline("the move is made while the read takes its time"):
                assert isinstance(await mover.move(1, "keep"), Done)
            reads.going.set()
            async with deadline("all are shown the table"):
                await asyncio.gather(*greeting)
        assert reads.calls <= 2
        for line in crowd:
            await line.__aexit__(None, None, None)


async def test_doubtful_commands_share_a_read_and_do_not_delay_a_move(
    room: Room, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "REFRESH_S", 3600.0)  # only the first read comes in time
    seat, move = next_move(room, "m1")
    with counted(store) as reads:
        reads.going.clear()
        outcomes = [submitted(room, Watching("ada"), 0, f"w{n}") for n in range(CROWD)]
        await until(lambda: reads.calls == 1, "the doubtful read has begun")
        async with deadline("the move is made while the read takes its time"):
            assert await room.act(move) is not None
        assert room.table.answers[seat]["m1"]
        assert not any(outcome.done() for outcome in outcomes)
        reads.going.set()
        await codes(*outcomes)
    assert reads.calls == 1


async def test_reads_for_doubtful_commands_have_a_rate_limit(
    room: Room, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wait in the loop's own time: `sleep` only notes how long it was asked to wait."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    began = asyncio.get_running_loop().time()
    with counted(store) as reads:
        for number in range(20):
            await codes(submitted(room, Watching("ada"), 0, f"w{number}"))
    lasted = asyncio.get_running_loop().time() - began
    assert reads.calls == 20
    # Each read but the first would have waited for the rest of its tenth of a second.
    assert sum(waits) + lasted >= 19 * room_module.REFRESH_S - 1e-6


async def test_a_connection_waits_for_one_doubtful_command_at_a_time(
    room: Room, store: Store
) -> None:
    ada = Watching("ada")
    with counted(store) as reads:
        reads.going.clear()
        first = submitted(room, ada, 0, "w0")
        await until(lambda: reads.calls == 1, "the doubtful read has begun")
        others = [submitted(room, ada, 0, f"w{number}") for number in range(1, 8)]
        await codes(*others)
        assert not first.done()
        reads.going.set()
        await codes(first)
        assert reads.calls == 1
        await codes(submitted(room, ada, 0, "w8"))  # and after it another one
        assert reads.calls == 2


async def test_a_read_begins_after_the_command_that_waits_for_it(store: Store, room: Room) -> None:
    """A read that was under way may have missed the entry that makes the command right."""
    other = RoomsNode(store, Shared())
    there = await other.rooms.room(room.table.id)
    with counted(store) as reads:
        reads.going.clear()
        first = submitted(room, Watching("ada"), 0, "w0")
        await until(lambda: reads.calls == 1, "the first read has begun")
        before = there.table.seq
        _, command = next_move(there, "m1")
        await there.act(command)
        second = asyncio.create_task(room.refresh())
        await asyncio.sleep(0)
        reads.going.set()
        await codes(first)
        await second
        assert room.table.seq == there.table.seq > before
    await other.stop()


async def test_handshakes_of_strangers_share_reads(node: RoomsNode, store: Store) -> None:
    private = Settings(grace_ms=0, pace_ms=0, watchers=False)
    room = await open_room(node, settings=private)
    search = TableSearch(store, node.rooms, Shared())
    with counted(store) as reads:
        reads.going.clear()
        asking = [
            asyncio.create_task(search.visible(room.table.id, f"stranger {number}"))
            for number in range(CROWD)
        ]
        await until(lambda: reads.calls == 1, "the read has begun")
        _, move = next_move(room, "m1")
        async with deadline("the move is made while strangers wait"):
            assert await room.act(move) is not None
        reads.going.set()
        found = await asyncio.gather(*asking, return_exceptions=True)
    assert {error.code for error in found if isinstance(error, CommandRefused)} == {"not_found"}
    assert reads.calls <= 2


async def test_a_person_seated_by_another_node_is_found(store: Store, node: RoomsNode) -> None:
    here = await node.rooms.open_table("ada", "dieci", 2, {}, Settings(watchers=False))
    other = RoomsNode(store, Shared())
    there = await other.rooms.room(here.table.id)
    await there.act(sit("bea", 1))
    await here.refresh()
    assert here.table.seats_of("bea") == [1]
    await other.stop()
