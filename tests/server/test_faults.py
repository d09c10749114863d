"""Faults that must not stop a node: a clock set back, a bad log, a failing store."""

import asyncio
import base64
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazziere.bots.bot import Bot
from mazziere.server.bots import seated_bots
from mazziere.server.operations.admin import build_admin, first_password
from mazziere.server.rooms import presence
from mazziere.server.rooms import registry as rooms_module
from mazziere.server.rooms.bus import NoBus
from mazziere.store import NotWritten, Store, TableFacts, Unavailable
from mazziere.store.store import OnResult
from mazziere.table import playing, sitting
from mazziere.table.entries import Settings
from mazziere.table.refusals import CommandDeferred
from mazziere.table.table import Draft, TableState
from tests.server.running import QUICK, Running, running
from tests.server.test_rooms import QUIET, RoomsNode, node, open_room, store
from tests.waiting import deadline, until

__all__ = ["node", "store"]

pytestmark = pytest.mark.asyncio

HOUR_S = 3600.0
DUE = TableFacts("waiting", None, ("ada",), 1.0, None, "dieci")


class SetBack:
    """A clock that can be set back."""

    def __init__(self) -> None:
        self.behind_s = 0.0

    def __call__(self) -> float:
        return time.time() - self.behind_s


class Gone(NoBus):
    """A shared bus that is down."""

    is_up = False
    is_shared = True


# The clock


async def test_bots_move_after_the_clock_is_set_back(store: Store) -> None:
    clock = SetBack()
    node = RoomsNode(store, clock=clock)
    room = await node.rooms.open_table("ada", "one_to_ten", 2, {}, Settings(pace_ms=500))
    await room.act(lambda table, at: sitting.sit(table, "ada", "Ada", 0, at))
    await room.act(lambda table, at: sitting.seat_bot(table, "ada", 1, "easy", at))
    await room.act(lambda table, at: playing.start(table, "ada", 1, at))
    before = room.table.seq
    clock.behind_s = HOUR_S
    await until(lambda: room.table.seq > before, "the bot moves")
    rows = await store.read(room.table.id)
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    await node.stop()


async def test_a_deferred_move_is_not_delayed_by_a_clock_set_back(
    store: Store,
) -> None:
    clock = SetBack()
    node = RoomsNode(store, clock=clock)
    room = await open_room(node)
    end = clock() + 0.2
    asked: list[float] = []

    def waits(table: TableState, at: float) -> Draft | None:
        asked.append(at)
        if at < end:
            raise CommandDeferred(end)
        return None

    waiting = asyncio.create_task(room.act(waits))
    await until(lambda: bool(asked), "the command is asked for")
    clock.behind_s = HOUR_S
    async with deadline("the command that waited is carried out"):
        await waiting
    await node.stop()


async def test_a_missing_person_is_marked_away_after_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = SetBack()
    async with running(tmp_path / "store.db", clock=clock) as server:
        table, (ada, _) = await server.seated("dieci", 2)
        async with ada.connect(table):
            pass
        room = await server.node.rooms.room(table)
        await until(lambda: bool(server.node.presence._missing), "the server misses the person")
        clock.behind_s = HOUR_S
        await until(lambda: room.table.seats[0].is_away, "the person is marked away")


# Bad logs


async def test_a_bad_log_does_not_stop_the_sweep(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "SWEEP_S", 0.05)
    await store.create("bad", [b"{}"], DUE, 1.0)
    other = RoomsNode(store)
    name = (await open_room(other)).table.id
    await other.stop()
    await store.append(name, await store.head(name), [b'{"entry":"left","seat":0}'], DUE, 1.0)
    node = RoomsNode(store)
    node.rooms.start()
    await until(lambda: node.rooms.open_room(name) is not None, "the table is open")
    await until(lambda: node.metrics.value("failures"), "the bad log is counted")
    seen = node.metrics.value("failures")
    await until(lambda: node.metrics.value("failures") > seen, "the sweep continues")
    await node.stop()


async def test_a_bad_log_does_not_stop_polling(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "POLL_S", 0.05)
    here = RoomsNode(store, Gone())
    rooms = [await open_room(here) for _ in range(3)]
    for number, room in enumerate(rooms):
        head = room.table.seq
        data = b"{}" if number == 1 else b'{"entry":"left","seat":0}'
        await store.append(room.table.id, head, [data], DUE, 1.0)
    here.rooms.start()
    here.rooms.on_missed_messages()
    await until(
        lambda: rooms[0].table.seats[0].is_away and rooms[2].table.seats[0].is_away,
        "both tables have read the entry",
    )
    assert not rooms[1].table.seats[0].is_away
    await here.stop()


async def test_a_table_deleted_meanwhile_is_not_listed(
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


# A store that fails for a while


@pytest.mark.parametrize("server", [QUICK], indirect=True)
async def test_a_missing_person_is_marked_away_once_the_store_works_again(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.node.presence._away_after_s = 0.1
    table, (ada, _) = await server.seated("dieci", 2)
    room = await server.node.rooms.room(table)
    asked: list[str] = []

    def begin_append(table: str, *args: Any) -> None:
        on_result: OnResult = args[-1]
        asked.append(table)
        asyncio.get_running_loop().call_soon(on_result, Unavailable("gone"))

    async def read(*args: Any) -> Any:
        raise Unavailable("gone")

    with monkeypatch.context() as patched:
        async with ada.connect(table):
            patched.setattr(server.store, "begin_append", begin_append)
            patched.setattr(server.store, "read", read)
        await until(lambda: bool(asked), "the person is to be marked away")
        assert not room.table.seats[0].is_away
    await until(lambda: room.table.seats[0].is_away, "the person is marked away")


async def test_a_failed_hint_can_be_repeated(
    node: RoomsNode, monkeypatch: pytest.MonkeyPatch
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


async def test_the_admin_page_says_that_the_store_fails(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def counts() -> Any:
        raise Unavailable("the hand is r7 g2")

    monkeypatch.setattr(server.store, "counts", counts)
    password, hashed = await first_password(server.store)
    sent: list[dict[str, Any]] = []
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
        sent.append(message)

    await build_admin(server.node, hashed)(scope, receive, send)
    assert sent[0]["status"] == 503
    assert sent[1]["body"] == b"the store does not answer\n"


async def test_a_bot_that_cannot_be_made_is_replaced_by_random_moves(
    node: RoomsNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*args: Any) -> Any:
        raise RuntimeError("cannot start new thread")

    monkeypatch.setattr(seated_bots, "make", make)
    monkeypatch.setattr(rooms_module, "SWEEP_S", 1e6)  # no sweep takes the table up
    node.rooms.start()
    room = await node.rooms.open_table("ada", "one_to_ten", 2, {}, QUIET)
    await room.act(lambda table, at: sitting.sit(table, "ada", "Ada", 0, at))
    await room.act(lambda table, at: sitting.seat_bot(table, "ada", 1, "easy", at))
    await room.act(lambda table, at: playing.start(table, "ada", 1, at))
    await until(lambda: bool(room.table.seats[1].moved), "the bot moves")
    assert node.metrics.value("bot_failures")


async def test_a_person_returns_while_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They see the table at once, and are marked as back when there is space again."""
    monkeypatch.setattr(presence, "CHECK_S", 0.05)
    async with running(tmp_path / "store.db", replace(QUICK, away_after_s=0.1)) as server:
        table, (ada, _) = await server.seated("dieci", 2)
        await ada.start(table, named=0)
        (room,) = server.node.rooms.open_rooms
        await until(lambda: room.table.seats[0].is_away, "the person is marked away")

        def begin_append(*args: Any) -> None:
            asyncio.get_running_loop().call_soon(args[-1], NotWritten("no space"))

        with monkeypatch.context() as full:
            full.setattr(server.store, "begin_append", begin_append)
            line = ada.connect(table)
            await line.__aenter__()
            assert line.table.seats[0].away
        await until(lambda: not room.table.seats[0].is_away, "the person is marked as back")
        await line.__aexit__(None, None, None)
