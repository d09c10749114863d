"""Many tables of bots on one node: what is asked, dropped and run, counted without a clock."""

import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from mazziere.bots.bot import Bot, Share
from mazziere.server.bots import seated_bots
from mazziere.server.rooms.room import Room
from mazziere.table.entries import Began
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import AppliedEntry
from tests.server.test_rooms import RoomsNode, bare_room, make_move, node, plain_moves, store
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio

__all__ = ["node", "store"]


class Asked:
    """The bots that were asked; those that search wait until `go` is set."""

    def __init__(self) -> None:
        self.levels: list[str] = []
        self.go = threading.Event()

    def ask(self, bot: Bot, moves: Sequence[int]) -> int:
        """Note the question; return the last move."""
        self.levels.append(bot.spec.level)
        if bot.spec.searches:
            self.go.wait()
        return moves[-1]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """Bots whose decisions are counted."""
    noted = Asked()
    monkeypatch.setattr(seated_bots, "is_ready", lambda game: True)  # uncompiled bots take turns
    monkeypatch.setattr(Bot, "tell", lambda bot, events: None)
    monkeypatch.setattr(Bot, "ask", lambda bot, view, moves: noted.ask(bot, moves))
    yield noted
    noted.go.set()


async def bot_to_move(node: RoomsNode, bot: str) -> Room:
    """Return a table of DIECI at which the bot is to move."""
    room = await bare_room(node, "dieci", bot)
    while not room.table.must_act(2):
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        await make_move(room, seat, room.table.legal[seat][0])
    return room


def like(room: Room, number: int) -> Room:
    """Return the room of another table in the same state."""
    table = room.table.fork()
    table.id = f"{number:032x}"
    return Room(room._store, time.time, room._metrics, table, room.history)


async def test_a_hundred_tables_of_masters_do_not_delay_an_easy_bot(
    node: RoomsNode, asked: Asked
) -> None:
    searching = await bot_to_move(node, "master")
    easy = await bot_to_move(node, "easy")
    rooms = [like(searching, number) for number in range(100)]
    for room in rooms:
        node.bots.think_ahead(room)
    await until(lambda: len(asked.levels) == 2, "both threads search")
    async with deadline("the easy bot moves"):
        await node.bots.move(easy)
    assert easy.table.seats[2].moved
    assert asked.levels == ["master", "master", "easy"]


async def test_a_search_without_a_turn_is_dropped_and_rules_of_thumb_decide(
    node: RoomsNode, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await bot_to_move(node, "master")
    for number in range(2):
        node.bots.think_ahead(like(room, number))
    await until(lambda: len(asked.levels) == 2, "both threads search")
    monkeypatch.setattr(seated_bots, "THINK_S", 0.01)
    with capture_logs() as logs:
        async with deadline("the bot moves"):
            await node.bots.move(room)
    assert [(log["log_level"], log["event"]) for log in logs] == [
        ("warning", "a bot had no time to search")
    ]
    assert room.table.seats[2].moved
    asked.go.set()
    threads: Any = node.bots._threads
    await until(lambda: not threads._searches.job_count, "all searches have ended")
    assert asked.levels == ["master", "master", "normal"]


async def test_a_newer_question_replaces_the_older_one(node: RoomsNode, asked: Asked) -> None:
    """Whoever waits for the older answer hears that it is stale."""
    room = await bot_to_move(node, "master")
    for number in range(2):
        node.bots.think_ahead(like(room, number))
    await until(lambda: len(asked.levels) == 2, "both threads search")
    table = room.table
    moves = table.match.engine.legal(table.match.states, 0, 2)
    choices = [node.bots._decide(room, table, 2, "master", moves[:count]) for count in (2, 1)]
    assert isinstance(choices[0].exception(), CommandRefused)
    asked.go.set()
    async with deadline("the newer question is answered"):
        assert (await choices[1]).action == moves[0]
    assert asked.levels == ["master"] * 3


@pytest.mark.parametrize("spec", ["hard:ms=400", "hard:iterations=400"])
async def test_a_search_in_a_crowd_is_cut_and_times_no_machine(
    node: RoomsNode, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    """The reply of later searches depends on the time of whole ones only."""
    budgets: list[int] = []

    def ask(bot: Bot, view: Any, moves: Sequence[int]) -> int:
        budgets.append(bot.spec.ms or bot.spec.iterations)
        return moves[0]

    async def sleep(seconds: float) -> None:
        return

    monkeypatch.setattr(Bot, "ask", ask)
    monkeypatch.setattr(Bot, "stands_in", False)
    monkeypatch.setattr(Bot, "shares", lambda bot: [Share(0, 1, 1.0, 0.5)])
    monkeypatch.setattr(node.bots, "_sleep", sleep)
    shares = [0.25, 1.0]
    monkeypatch.setattr(node.bots._threads, "share_of", lambda limit_s: shares.pop(0))
    for whole in (False, True):
        await node.bots.move(await bot_to_move(node, spec))
        assert bool(node.bots._iteration_s) == (whole and "iterations" in spec)
    assert budgets == [100, 400]


class Touched(list[AppliedEntry]):
    """A history that counts the entries that are read."""

    entries = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        self.entries += len(found) if isinstance(place, slice) else 1
        return found

    def __iter__(self) -> Iterator[AppliedEntry]:
        self.entries += len(self)
        return super().__iter__()


async def test_a_bot_is_told_each_entry_once(node: RoomsNode) -> None:
    """The cost of a decision does not grow with the match."""
    room = await bare_room(node, "uno", "easy")
    history = room._history = Touched(room._history)
    decisions = 0
    while decisions < 40:
        seat = next(seat for seat in room.table.legal if room.table.must_act(seat))
        decisions += seat == 2
        if seat == 2:
            await node.bots.move(room)
        else:
            await make_move(room, seat, plain_moves(room, seat)[0])
    assert len(history) > 100
    assert history.entries <= len(history) + 2 * decisions


async def test_a_bot_that_comes_later_is_told_the_whole_match(node: RoomsNode) -> None:
    room = await bot_to_move(node, "easy")
    began = room.table.seq - room.table.match.steps
    assert began > 1
    assert isinstance(room.match_entries(0, room.table.seq)[0].entry, Began)
    assert [item.seq for item in room.match_entries(began + 1, began + 3)] == [began + 2, began + 3]
