"""What must not stop a node: a clock that is set back, a log that cannot be read, a store gone."""

import asyncio
import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mazziere.bots.bot import Bot
from mazziere.server import rooms as rooms_module
from mazziere.server import seated_bots
from mazziere.server.admin import build_admin, first_password
from mazziere.server.bus import NoBus
from mazziere.store import Facts, Store, Unavailable
from mazziere.store.store import Told
from mazziere.table import playing, sitting
from mazziere.table.entries import Settings
from mazziere.table.refused import Later
from mazziere.table.table import Draft, Table
from tests.server.running import QUICK, Running, running
from tests.server.test_rooms import QUIET, Node, node, open_room, store

__all__ = ["node", "store"]

pytestmark = pytest.mark.asyncio

HOUR_S = 3600.0
DUE = Facts("waiting", None, ("ada",), 1.0, None, "dieci")


class SetBack:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.behind_s = 0.0

    def __call__(self) -> float:
        return time.time() - self.behind_s


class Gone(NoBus):
    """A bus to others that is gone."""

    is_up = False
    is_shared = True


async def soon(is_so: Callable[[], bool], limit_s: float = 30.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(limit_s):
        while not is_so():
            await asyncio.sleep(0.01)


# The clock


async def test_bots_go_on_when_the_clock_is_set_back(store: Store) -> None:
    clock = SetBack()
    node = Node(store, clock=clock)
    room = await node.rooms.open("ada", "one_to_ten", 2, {}, Settings(pace_ms=500))
    await room.act(lambda t, at: sitting.sit(t, "ada", "Ada", 0, at))
    await room.act(lambda t, at: sitting.seat_bot(t, "ada", 1, "easy", at))
    await room.act(lambda t, at: playing.start(t, "ada", 1, at))
    before = room.table.seq
    clock.behind_s = HOUR_S
    await soon(lambda: room.table.seq > before)
    rows = await store.read(room.table.id)
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    await node.stop()


async def test_a_move_that_waits_for_a_call_waits_no_longer_when_the_clock_is_set_back(
    store: Store,
) -> None:
    clock = SetBack()
    node = Node(store, clock=clock)
    room = await open_room(node)
    until = clock() + 0.2
    asked: list[float] = []

    def waits(table: Table, at: float) -> Draft | None:
        asked.append(at)
        if at < until:
            raise Later(until)
        return None

    waiting = asyncio.create_task(room.act(waits))
    await soon(lambda: bool(asked))
    clock.behind_s = HOUR_S
    await asyncio.wait_for(waiting, 30)
    await node.stop()


async def test_who_is_gone_is_away_when_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = SetBack()
    async with running(tmp_path / "store.db", clock=clock) as server:
        table, (ada, _) = await server.seated("dieci", 2)
        async with ada.line(table):
            pass
        room = await server.node.rooms.room(table)
        await soon(lambda: bool(server.node.people._missing))
        clock.behind_s = HOUR_S
        await soon(lambda: room.table.seats[0].is_away)


# Logs that cannot be read


async def test_a_log_that_cannot_be_read_keeps_no_other_table_from_being_taken_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "SWEEP_S", 0.05)
    await store.create("bad", [b"{}"], DUE, 1.0)
    other = Node(store)
    name = (await open_room(other)).table.id
    await other.stop()
    await store.append(name, await store.head(name), [b'{"entry":"left","seat":0}'], DUE, 1.0)
    node = Node(store)
    node.rooms.start()
    await soon(lambda: node.rooms.known(name) is not None)
    seen = node.metrics.failures
    assert seen > 0
    await soon(lambda: node.metrics.failures > seen)  # it goes on looking
    await node.stop()


async def test_a_log_that_cannot_be_read_keeps_no_other_table_from_being_heard(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "POLL_S", 0.05)
    here = Node(store, Gone())
    rooms = [await open_room(here) for _ in range(3)]
    for number, room in enumerate(rooms):
        head = room.table.seq
        data = b"{}" if number == 1 else b'{"entry":"left","seat":0}'
        await store.append(room.table.id, head, [data], DUE, 1.0)
    here.rooms.start()
    here.rooms.catch_up()
    await soon(lambda: rooms[0].table.seats[0].is_away and rooms[2].table.seats[0].is_away)
    assert not rooms[1].table.seats[0].is_away
    await here.stop()


async def test_a_table_that_was_deleted_meanwhile_is_not_among_mine(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, _) = await server.seated("dieci", 2)
    gone, _ = await server.seated("dieci", 2)
    found = await server.store.tables_of(server.node.sessions.read(_value(ada.cookie)) or "", 9)

    async def tables_of(person: str, limit: int) -> Any:
        return [found[0]._replace(table=gone), *found]

    await server.node.rooms.delete(gone)
    monkeypatch.setattr(server.store, "tables_of", tables_of)
    assert [one.id for one in await ada.tables()] == [table]


def _value(cookie: str | None) -> str:
    assert cookie is not None
    return cookie.partition("=")[2]


# A store that is gone for a while


@pytest.mark.parametrize("server", [QUICK], indirect=True)
async def test_who_is_gone_is_marked_away_as_soon_as_that_can_be_written(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.node.people._away_after_s = 0.1
    table, (ada, _) = await server.seated("dieci", 2)
    room = await server.node.rooms.room(table)
    asked: list[str] = []

    def begin_append(table: str, *args: Any) -> None:
        told: Told = args[-1]
        asked.append(table)
        asyncio.get_running_loop().call_soon(told, Unavailable("gone"))

    async def read(*args: Any) -> Any:
        raise Unavailable("gone")

    with monkeypatch.context() as patched:
        async with ada.line(table):
            patched.setattr(server.store, "begin_append", begin_append)
            patched.setattr(server.store, "read", read)
        await soon(lambda: bool(asked))
        assert not room.table.seats[0].is_away
    await soon(lambda: room.table.seats[0].is_away)


async def test_a_hint_that_failed_can_be_asked_for_again(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(self: Bot, view: Any, moves: Any) -> int:
        raise RuntimeError("lost its head")

    room = await open_room(node, settings=QUIET)
    seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
    with monkeypatch.context() as patched:
        patched.setattr(Bot, "ask", ask)
        with pytest.raises(RuntimeError, match="lost its head"):
            await node.bots.advise(room, seat)
    assert (await node.bots.advise(room, seat))[0] == room.table.seq


async def test_the_admin_is_told_in_a_line_that_the_store_is_gone(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def counts() -> Any:
        raise Unavailable("the hand is r7 g2")

    monkeypatch.setattr(server.store, "counts", counts)
    password, hashed = await first_password(server.store)
    told: list[dict[str, Any]] = []
    word = base64.b64encode(f"admin:{password}".encode())
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"authorization", b"Basic " + word)],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        told.append(message)

    await build_admin(server.node, hashed)(scope, receive, send)
    assert told[0]["status"] == 503
    assert told[1]["body"] == b"the store does not answer\n"


async def test_a_bot_that_cannot_be_seated_moves_by_lot(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*args: Any) -> Any:
        raise RuntimeError("cannot start new thread")

    monkeypatch.setattr(seated_bots, "make", make)
    monkeypatch.setattr(rooms_module, "SWEEP_S", 1e6)  # nobody else takes it up
    node.rooms.start()
    room = await node.rooms.open("ada", "one_to_ten", 2, {}, QUIET)
    await room.act(lambda t, at: sitting.sit(t, "ada", "Ada", 0, at))
    await room.act(lambda t, at: sitting.seat_bot(t, "ada", 1, "easy", at))
    await room.act(lambda t, at: playing.start(t, "ada", 1, at))
    await soon(lambda: bool(room.table.seats[1].moved))
    assert node.metrics.bot_failures
