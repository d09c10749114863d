"""Loads of tables with long logs: one at a time, with a short queue; rows are counted."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mazziere.server.rooms import registry
from mazziere.server.rooms.room import Room
from mazziere.server.rooms.shared_work import MOST_QUEUED
from mazziere.store import Store
from mazziere.table import chat
from mazziere.table.snapshot import dump
from mazziere.wire.server import Goodbye
from tests.server.running import Running, server, turned_away
from tests.server.test_old_matches import counted
from tests.server.test_rooms import QUIET, RoomsNode, sit, store
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio

__all__ = ["server", "store"]

SHORT, PAGE, LONG = 20, 10, 75


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few entries count as many."""
    monkeypatch.setattr(registry, "LONG_FOLD", SHORT)
    monkeypatch.setattr(registry, "ROWS_PER_READ", PAGE)


@pytest_asyncio.fixture
async def node(store: Store) -> AsyncIterator[RoomsNode]:
    """A node that has no table open."""
    made = RoomsNode(store)
    yield made
    await made.stop()


async def tables(store: Store, count: int, entries: int) -> list[Room]:
    """Write tables with so many entries, by another node."""
    writer = RoomsNode(store)
    rooms = []
    for _ in range(count):
        room = await writer.rooms.open_table("ada", "dieci", 2, {}, QUIET)
        await room.act(sit("ada", 0))
        while room.table.seq < entries:
            await room.act(lambda table, at: chat.say(table, "ada", 0, "hi", at))
        rooms.append(room)
    await writer.stop()
    return rooms


def loads(node: RoomsNode, rooms: list[Room]) -> list["asyncio.Task[Room]"]:
    """Start to load tables."""
    return [asyncio.create_task(node.rooms.room(room.table.id)) for room in rooms]


@pytest.mark.parametrize("snapshot", [None, b"of another version"])
async def test_one_long_load_runs_at_a_time(
    node: RoomsNode, store: Store, snapshot: bytes | None
) -> None:
    rooms = await tables(store, 3, LONG)
    if snapshot is not None:
        for room in rooms:
            await store.save_snapshot(room.table.id, room.table.seq, snapshot)
    (short,) = await tables(store, 1, SHORT - 1)
    reading, most, real = 0, 0, store.read

    async def read(table: str, after: int = 0, upto: int | None = None) -> Any:
        nonlocal reading, most
        assert upto is not None
        if after:
            reading += 1
            most = max(most, reading)
        rows = await real(table, after, upto)
        assert len(rows) <= (PAGE if after else SHORT)
        await asyncio.sleep(0.001)
        reading -= bool(after)
        return rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "read", read)
        found = await asyncio.gather(*loads(node, [*rooms, short]))
    assert most == 1
    for room, original in zip(found, [*rooms, short], strict=True):
        assert dump(room.table) == dump(original.table)
        assert [item.seq for item in room.history] == list(range(1, room.table.seq + 1))


async def test_a_short_table_does_not_wait_for_long_ones(node: RoomsNode, store: Store) -> None:
    rooms = await tables(store, 1, LONG)
    (short,) = await tables(store, 1, SHORT - 1)
    async with node.rooms._long_loads.turn():
        loading = loads(node, rooms)
        async with deadline("the short table is loaded"):
            assert (await node.rooms.room(short.table.id)).table.seq == SHORT - 1
        assert not loading[0].done()
    await loading[0]


async def test_a_full_queue_is_refused(server: Running) -> None:
    rooms = await tables(server.store, MOST_QUEUED + 1, LONG)
    node: Any = server.node
    async with node.rooms._long_loads.turn():
        waiting = loads(node, rooms[: MOST_QUEUED - 1])
        queue = node.rooms._long_loads
        await until(lambda: queue._queued == MOST_QUEUED, "the queue is full")
        refused = Goodbye("internal", True, "long_tables", 5)
        line = server.client().connect(rooms[-1].table.id)
        assert await turned_away(line) == (1011, refused)
        with counted(server.store) as reads:
            await node.rooms._take_up(rooms[-1].table.id)  # a sweep only tries again later
        assert reads.entries == SHORT
    await asyncio.gather(*waiting)
    assert not queue._queued
    assert not node.rooms._loading


async def test_a_load_that_nobody_waits_for_is_cancelled(node: RoomsNode, store: Store) -> None:
    rooms = await tables(store, 1, LONG)
    with counted(store) as reads:
        async with node.rooms._long_loads.turn():
            first, second = loads(node, rooms * 2)
            await until(lambda: node.rooms._long_loads._queued == 2, "the load waits")
            first.cancel()
            await asyncio.sleep(0)
            assert node.rooms._loading
            second.cancel()
            await asyncio.gather(first, second, return_exceptions=True)
        assert not node.rooms._loading
        await until(lambda: not node.rooms._long_loads._queued, "the load has ended")
        assert reads.entries == SHORT
    assert (await node.rooms.room(rooms[0].table.id)).table.seq == LONG
