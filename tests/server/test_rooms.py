"""Rooms over a real store: doubt, conflicts, waiting, one room for a table, bots."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mazziere.bots.bot import Bot
from mazziere.server import rooms as rooms_module
from mazziere.server.bus import Bus, NoBus
from mazziere.server.metrics import Metrics
from mazziere.server.room import Clock, Errand, Room, fold
from mazziere.server.rooms import Rooms
from mazziere.server.seated_bots import SeatedBots
from mazziere.store import Facts, NoSuchTable, Row, Store, Unavailable, open_store
from mazziere.store.store import Told
from mazziere.table import due, playing, sitting
from mazziere.table.entries import Dealt, Settings
from mazziere.table.refused import Later, No
from mazziere.table.saved import dump
from mazziere.table.table import Draft, Table
from mazziere.wire.server import AnyFromServer, Done, Update, Why
from tests.server.playing import LONG

pytestmark = pytest.mark.asyncio

LOST = [["before"], ["after"], ["before", "after"], ["before", "before"], ["late", "slow"]]
QUIET = Settings(grace_ms=0, pace_ms=0)


class Watching:
    """Somebody who looks, and keeps what was shown."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.shown: list[AnyFromServer] = []
        self.ended: list[Why] = []

    def send(self, *messages: AnyFromServer) -> None:
        self.shown += messages

    def end(self, why: Why) -> None:
        self.ended.append(why)


class Shared(NoBus):
    """A bus to others, on which every word gets lost."""

    is_shared = True


class Node:
    """The rooms of a node."""

    def __init__(self, store: Store, bus: Bus | None = None, clock: Clock = time.time) -> None:
        self.store = store
        self.metrics = Metrics()
        self.bots = SeatedBots(self.metrics)
        self.rooms = Rooms(store, bus or NoBus(), clock, self.bots, self.metrics)

    async def stop(self) -> None:
        await self.rooms.stop()
        self.bots.stop()


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def node(store: Store) -> AsyncIterator[Node]:
    made = Node(store)
    yield made
    await made.stop()


async def open_room(
    node: Node,
    game: str = "dieci",
    settings: Settings = QUIET,
) -> Room:
    """A table at which a match of ada and bea has begun."""
    room = await node.rooms.open("ada", game, 2, {}, settings)
    for seat, person in enumerate(("ada", "bea")):
        await room.act(lambda t, at, s=seat, p=person: sitting.sit(t, p, p, s, at))  # type: ignore[misc]
    await room.act(lambda t, at: playing.start(t, "ada", None, at))
    return room


def next_move(room: Room, name: str) -> tuple[int, Callable[[Table, float], Draft]]:
    """A move that is legal now, as a wish with an id."""
    seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
    text, seq = room.table.legal[seat][0], room.table.seq
    person = room.table.seats[seat].person
    return seat, lambda t, at: playing.move(t, person, seat, (text,), name, seq, at)


class Doubtful(Store):
    """A store whose answers get lost: before, or after it has written."""

    def __init__(self, real: Store) -> None:
        self._real = real
        self.lose: list[str] = []

    def __getattribute__(self, name: str) -> Any:
        if name in ("begin_append", "lose", "_real"):
            return object.__getattribute__(self, name)
        return getattr(object.__getattribute__(self, "_real"), name)

    def begin_append(
        self,
        table: str,
        expect: int,
        entries: Sequence[bytes],
        facts: Facts,
        at: float,
        told: Told,
    ) -> None:
        how = self.lose.pop(0) if self.lose else ""
        append = partial(self._real.begin_append, table, expect, entries, facts, at)
        loop = asyncio.get_running_loop()
        if how in ("before", "late"):
            loop.call_soon(told, Unavailable("cut"))
        if how == "late":  # it is written only when we have looked already
            loop.call_later(0.05, append, lambda result: None)
        elif how == "slow":
            loop.call_later(0.2, append, told)
        elif how == "after":
            append(lambda result: told(Unavailable("cut")))
        elif how != "before":
            append(told)


@pytest.mark.parametrize("lost", LOST)
async def test_in_doubt_the_log_is_read_before_the_answer(store: Store, lost: list[str]) -> None:
    doubtful = Doubtful(store)
    node = Node(doubtful)
    room = await open_room(node)
    other = Watching("bea")
    room.watchers.add(other)
    seat, wish = next_move(room, "m1")
    asker = Watching("ada")
    doubtful.lose = list(lost)
    pen = await room.act(wish, lambda done: Done("m1", done.table.answers[seat]["m1"]), asker)
    assert pen is not None
    assert asker.shown == [Done("m1", room.table.answers[seat]["m1"])]
    rows = await store.read(room.table.id)
    assert sum(b'"id":"m1"' in row.data for row in rows) == 1
    assert room.table.seq == len(rows)
    shown = [item.seq for update in other.shown for item in update.news]  # type: ignore[union-attr]
    assert shown == sorted(set(shown))
    assert node.metrics.in_doubt == len(set(enumerate(lost)) - {(1, "slow")})
    assert node.metrics.conflicts == lost.count("slow")
    await node.stop()


async def test_other_wishes_are_not_refused_for_having_been_granted(store: Store) -> None:
    doubtful = Doubtful(store)
    node = Node(doubtful)
    room = await node.rooms.open("ada", "dieci", 2, {}, QUIET)
    doubtful.lose = ["after"]
    await room.act(lambda t, at: sitting.sit(t, "ada", "Ada", 0, at))  # not “not_free”
    assert room.table.seats[0].nick == "Ada"
    doubtful.lose = ["before"] * 20
    with pytest.raises(No) as no:
        await room.act(lambda t, at: sitting.sit(t, "bea", "Bea", 1, at))
    assert no.value.code == "busy"
    await node.stop()


async def test_two_nodes_judge_anew_when_the_other_was_quicker(store: Store) -> None:
    one, two = Node(store), Node(store)
    here = await one.rooms.open("ada", "dieci", 4, {}, QUIET)
    there = await two.rooms.room(here.table.id)
    await asyncio.gather(
        *(
            room.act(lambda t, at, n=n: sitting.sit(t, f"p{n}", f"Person {n}", None, at))  # type: ignore[misc]
            for n, room in enumerate((here, there, here, there))
        )
    )
    await here.hear()
    await there.hear()
    assert [seat.kind for seat in here.table.seats] == ["person"] * 4
    assert here.table.seats == there.table.seats
    assert one.metrics.conflicts + two.metrics.conflicts > 0
    with pytest.raises(No) as no:
        await here.act(lambda t, at: sitting.sit(t, "late", "Late", None, at))
    assert no.value.code == "full"
    for node in (one, two):
        await node.stop()


async def test_nothing_is_refused_for_what_another_node_has_changed(store: Store) -> None:
    one, two = Node(store, Shared()), Node(store, Shared())
    here = await one.rooms.open("ada", "dieci", 2, {}, QUIET)
    there = await two.rooms.room(here.table.id)
    for seat, person in enumerate(("ada", "bea")):
        await there.act(lambda t, at, s=seat, p=person: sitting.sit(t, p, p, s, at))  # type: ignore[misc]
    assert here.table.seats[1].kind == "open"  # nobody has told it
    await here.act(lambda t, at: playing.start(t, "ada", None, at))
    assert here.table.phase == "playing"
    with pytest.raises(No) as no:
        await there.act(lambda t, at: sitting.clear(t, "ada", 1, at))  # too late by now
    assert no.value.code == "busy"
    assert there.table.seq == here.table.seq
    for node in (one, two):
        await node.stop()


async def test_the_asker_is_answered_before_others_are_shown(node: Node) -> None:
    room = await open_room(node)
    seat, wish = next_move(room, "m1")
    mover, other = (Watching(room.table.seats[n].person) for n in (seat, 1 - seat))
    room.watchers |= {mover, other}
    seen_at_answer: list[int] = []

    def answer(pen: Draft) -> Done:
        seen_at_answer.append(len(other.shown))
        return Done("m1", pen.table.answers[seat]["m1"])

    await room.act(wish, answer, mover)
    assert seen_at_answer == [0]
    assert [type(message) for message in mover.shown] == [Update, Done]
    assert [type(message) for message in other.shown] == [Update]


async def test_a_move_that_waits_for_a_call_does_not_hold_up_others(node: Node) -> None:
    room = await open_room(node, settings=Settings(grace_ms=10_000, pace_ms=0))
    _, wish = next_move(room, "m1")
    waiting = Later(time.time() + 60)

    def waits(table: Table, at: float) -> Draft:
        raise waiting

    task = asyncio.create_task(room.act(waits))
    await asyncio.sleep(0.01)
    assert not task.done()
    assert await room.act(wish) is not None  # the lock is free
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_wish_is_carried_out_though_whoever_asked_has_gone(node: Node) -> None:
    room = await open_room(node)
    _, wish = next_move(room, "m1")
    before = room.table.seq
    task = asyncio.create_task(room.act(wish))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await room.hear()  # its turn comes after the wish
    assert room.table.seq > before
    assert len(await node.store.read(room.table.id)) == room.table.seq


async def test_whatever_fails_in_an_answer_the_room_goes_on(node: Node) -> None:
    room = await open_room(node)

    def fails(*_: object) -> Any:
        raise RuntimeError("so")

    _, wish = next_move(room, "m1")
    room.ask(Errand(wish, ended=fails))
    await room.hear()
    _, wish = next_move(room, "m2")
    with pytest.raises(RuntimeError, match="so"):
        await room.act(wish, answer=fails)
    await room.hear()
    assert len(await node.store.read(room.table.id)) == room.table.seq
    with pytest.raises(RuntimeError, match="so"):
        await room.act(fails)
    _, wish = next_move(room, "m3")
    assert await room.act(wish) is not None


async def test_a_table_that_many_ask_for_at_once_is_read_once(store: Store) -> None:
    one, two = Node(store), Node(store)
    name = (await one.rooms.open("ada", "dieci", 2, {}, QUIET)).table.id
    found = await asyncio.gather(*(two.rooms.room(name) for _ in range(20)))
    assert len({id(room) for room in found}) == 1
    answers = await asyncio.gather(
        *(two.rooms.room("0" * 32) for _ in range(3)), return_exceptions=True
    )
    assert all(isinstance(answer, NoSuchTable) for answer in answers)
    assert not two.rooms._loading
    for node in (one, two):
        await node.stop()


async def test_a_room_that_somebody_holds_stays_the_one(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_RECENT", 2)
    held = await node.rooms.open("ada", "dieci", 2, {}, QUIET)
    names = [(await node.rooms.open("ada", "dieci", 2, {}, QUIET)).table.id for _ in range(5)]
    gc.collect()
    assert len(node.rooms.open_rooms) == 3
    assert await node.rooms.room(held.table.id) is held
    again = await node.rooms.room(names[0])
    assert again.table.seq == 2


async def test_a_table_is_folded_from_the_end_of_the_last_match_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = Node(store)
    room = await open_room(node)
    await play_out(room)
    ended = room.table.seq
    for seat, person in enumerate(("ada", "bea")):
        await room.act(
            lambda t, at, s=seat, p=person: playing.agree(t, p, s, bytes(32), at)  # type: ignore[misc]
        )
    await room.act(due.tick)
    await room.act(lambda t, at: due.tick(t, at + due.MIX_S))
    assert room.table.phase == "playing"
    await node.stop()

    whole = Table(room.table.id)
    await fold(whole, await store.read(whole.id))
    asked: list[int] = []
    real_read = store.read

    async def read(table: str, after: int = 0) -> list[Row]:
        asked.append(after)
        return await real_read(table, after)

    monkeypatch.setattr(store, "read", read)
    other = Node(store)
    again = await other.rooms.room(room.table.id)
    assert asked == [ended]
    assert dump(again.table) == dump(whole)
    assert [item.seq for item in again.history] == list(range(ended + 1, whole.seq + 1))
    assert isinstance(again.history[-1].entry, Dealt)  # bots hear the match from its deal on
    await other.stop()


@pytest.mark.parametrize("wrong", [b"", b"\x93\xa8elsewhere", b"\x90" * 50])
async def test_a_snapshot_of_another_program_is_not_read(store: Store, wrong: bytes) -> None:
    node = Node(store)
    room = await open_room(node)
    await store.save_snapshot(room.table.id, 3, wrong)
    await node.stop()
    other = Node(store)
    again = await other.rooms.room(room.table.id)
    assert dump(again.table) == dump(room.table)
    await other.stop()


async def play_out(room: Room) -> None:
    """Play a match to its end."""
    while room.table.phase == "playing":
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        await make_move(room, seat, room.table.legal[seat][0])


async def test_a_deleted_table_is_gone_for_those_who_hold_it(node: Node) -> None:
    room = await open_room(node)
    watcher = Watching("ada")
    room.watchers.add(watcher)
    _, wish = next_move(room, "m1")
    await node.rooms.delete(room.table.id)
    assert watcher.ended == ["closed"]
    with pytest.raises(No) as no:
        await room.act(wish)
    assert no.value.code == "not_found"
    with pytest.raises(NoSuchTable):
        await node.rooms.room(room.table.id)


# Bots


async def bare_room(node: Node, game: str, bot: str) -> Room:
    """A match with a bot at seat 2 that nobody brings on."""
    waiting = await node.rooms.open("ada", game, 3, LONG if game == "uno" else {}, QUIET)
    table = Table(waiting.table.id)
    history = await fold(table, await node.store.read(table.id))
    room = Room(node.store, time.time, node.metrics, table, history)
    for seat, person in enumerate(("ada", "bea")):
        await room.act(lambda t, at, s=seat, p=person: sitting.sit(t, p, p, s, at))  # type: ignore[misc]
    await room.act(lambda t, at: sitting.seat_bot(t, "ada", 2, bot, at))
    await room.act(lambda t, at: playing.start(t, "ada", None, at))
    return room


def plain_moves(room: Room, seat: int) -> list[str]:
    """A seat's moves without any calls, plays first."""
    asides = room.table.match.game.asides
    moves = [move for move in room.table.legal[seat] if not move.endswith(" uno")]
    return sorted(
        (move for move in moves if move.split()[0] not in asides),
        key=lambda move: (not move.startswith("play"), move),
    )


async def make_move(room: Room, seat: int, move: str) -> None:
    table = room.table
    if table.seats[seat].plays_itself:
        await room.act(lambda t, at: playing.move_for(t, seat, move, table.seq, at))
    else:
        person, name = table.seats[seat].person, f"m{table.seq}"
        await room.act(lambda t, at: playing.move(t, person, seat, (move,), name, table.seq, at))


@pytest.mark.parametrize(("game", "bot"), [("rookie", "normal"), ("yooloo", "random")])
async def test_any_node_has_the_same_bots(node: Node, game: str, bot: str) -> None:
    """One that is asked all along chooses as one that has only read the log."""
    room = await bare_room(node, game, bot)
    chosen: list[int] = []
    while len(chosen) < 8 and room.table.phase == "playing":
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        if seat != 2:
            await make_move(room, seat, room.table.legal[seat][-1])
            continue
        moves = room.table.match.engine.legal(room.table.match.states, 0, 2)
        afresh = SeatedBots(node.metrics)
        here, there = [
            await bots._thought(room, room.table, 2, bot, moves) for bots in (node.bots, afresh)
        ]
        afresh.stop()
        assert here == there
        assert here[0] is not None
        chosen.append(here[0])
        await make_move(room, 2, room.table.match.game.name(here[0]))
    assert len(set(chosen)) > 2


async def test_a_bot_that_fails_does_not_stop_the_table(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(self: Bot, view: Any, moves: Any) -> int:
        raise RuntimeError("lost its head")

    monkeypatch.setattr(Bot, "ask", ask)
    room = await bare_room(node, "dieci", "easy")
    for _ in range(12):
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        if seat == 2:
            before = room.table.seq
            await node.bots.move(room)
            assert room.table.seq > before
        else:
            await make_move(room, seat, room.table.legal[seat][0])
        if room.table.phase != "playing":
            break
    assert node.metrics.bot_failures == node.metrics.bot_moves > 0


async def test_a_bot_that_would_rather_wait_is_not_asked_again(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In UNO somebody has not called; the bot may, but it is for a person to move."""
    asked: list[Sequence[int]] = []
    monkeypatch.setattr(Bot, "ask", lambda self, view, moves: asked.append(moves))
    room = await bare_room(node, "uno", "easy")
    while 2 not in room.table.legal or room.table.must_act(2):
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        await make_move(room, seat, plain_moves(room, seat)[0])
    due = room.due
    assert due is not None
    assert due <= time.time()
    for _ in range(3):
        await node.bots.move(room)
    assert len(asked) == 1
    assert room.due is None  # nothing rings until somebody moves


async def test_a_bot_thinks_while_it_pauses(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()
    loop, count = asyncio.get_running_loop(), 0

    def ask(self: Bot, view: Any, moves: Sequence[int]) -> int:
        nonlocal count
        count += 1
        loop.call_soon_threadsafe(asked.set)
        return moves[0]

    monkeypatch.setattr(Bot, "ask", ask)
    room = await bare_room(node, "dieci", "easy")
    while not room.table.must_act(2):
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        await make_move(room, seat, room.table.legal[seat][0])
    before = room.table.seq
    node.bots.think_ahead(room)
    await asyncio.wait_for(asked.wait(), 30)
    assert room.table.seq == before
    await node.bots.move(room)
    assert room.table.seq > before
    assert count == 1  # it knew already


@pytest.mark.parametrize("limit_ms", [0, 250, 500])
async def test_how_soon_a_bot_knows_its_move_is_not_to_be_seen(
    node: Node, monkeypatch: pytest.MonkeyPatch, limit_ms: int
) -> None:
    """It has one move, or finds one of several before its time is up; others have none to hide."""
    monkeypatch.setattr(Bot, "limit_ms", limit_ms)
    monkeypatch.setattr(Bot, "ask", lambda self, view, moves: moves[0])
    room = await bare_room(node, "dieci", "easy")
    while not room.table.must_act(2):
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        await make_move(room, seat, room.table.legal[seat][0])
    since = room.table.since[2][1]
    await node.bots.move(room)
    assert room.table.seats[2].moved
    assert room.table.at - since >= limit_ms / 1000


async def test_a_node_that_stops_does_not_wait_for_a_bot(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bot, "limit_ms", 600_000)
    monkeypatch.setattr(Bot, "ask", lambda self, view, moves: moves[0])
    room = await node.rooms.open("ada", "one_to_ten", 2, {}, QUIET)
    await room.act(lambda t, at: sitting.sit(t, "ada", "Ada", 0, at))
    await room.act(lambda t, at: sitting.seat_bot(t, "ada", 1, "easy", at))
    await room.act(lambda t, at: playing.start(t, "ada", 1, at))
    async with asyncio.timeout(30):
        while not node.bots._pauses:
            await asyncio.sleep(0.01)
        node.bots.stop()
        await node.rooms.stop()
    assert not room.table.seats[1].moved
