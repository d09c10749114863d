"""The paired search: which moves it plays, drops and prefers."""

import time
from typing import Any

import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.bots.paired import LEAST, conclude, drop, gain
from mazziere.games import find
from mazziere.kernel.jit import Linker
from mazziere.kernel.match import match_seed
from mazziere.kernel.state import Plain, aligned
from tests.games.uno.table import BOTH, UnoTable, place

both_boxes = pytest.mark.parametrize("box", BOTH)
linked = Linker("plain", "test", {})


def ask(table: UnoTable, text: str) -> tuple[str, dict[str, int]]:
    """Return the move of a bot on seat 0, and how often it tried each move."""
    game = table.match.game
    bot = Bot(game, read_spec(text), 0, match_seed(3, 0), "plain")
    moves = table.match.engine.legal(table.states, 0, 0)
    action = bot.ask(table.seen(0), moves)
    assert action is not None
    return game.name(action), {game.name(row.action): row.visits for row in bot.shares()}


# A search


@both_boxes
def test_every_move_is_played_in_every_world(box: str) -> None:
    table = place(box, "r5 r7 r9 b9", "g1 g2 g3 g4", "y1 y2 y3 y4")
    move, tries = ask(table, "hard:iterations=12")
    assert next(iter(tries)) == move
    assert tries == {"play r5": 3, "play r7": 3, "play r9": 3, "draw": 3}
    _, tries = ask(table, "hard:iterations=14")
    assert sorted(tries.values()) == [3, 3, 4, 4]


@both_boxes
def test_a_play_that_forgets_the_call_is_not_looked_at(box: str) -> None:
    table = place(box, "r5 b9", "g1 g2 g3 g4", "y1 y2 y3 y4")
    move, tries = ask(table, "hard:iterations=40")
    assert move == "play r5 uno"
    assert tries["play r5"] == 0
    assert tries["play r5 uno"] >= LEAST
    buffers = bot_engine(find(box), "plain").room.buffers[0]
    actions = [find(box).name(action) for action in buffers["asked"][: len(tries)].tolist()]
    out = dict(zip(actions, buffers["out"].tolist(), strict=False))
    assert out["play r5"] == 1
    assert out["play r5 uno"] == 0


@both_boxes
def test_a_search_ends_when_one_move_is_left(box: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = place(box, "r5", "g1 g2 g3 g4", "y1 y2 y3 y4")
    move, tries = ask(table, "hard:iterations=400")  # it wins; drawing may still lose
    assert move == "play r5"
    assert 2 * LEAST <= sum(tries.values()) < 100
    buffers = bot_engine(find(box), "plain").room.buffers
    monkeypatch.setattr(time, "perf_counter", lambda: int(buffers["done"][0]) / 1000)
    buffers["done"] = 0
    move, tries = ask(table, "hard:ms=400")
    assert move == "play r5"
    assert sum(tries.values()) < 100


@both_boxes
def test_one_round_sums_each_difference_and_its_square(box: str) -> None:
    table = place(box, "r5 r7 r9 b9", "g1 g2 g3 g4", "y1 y2 y3 y4")
    buffers = bot_engine(find(box), "plain").room.buffers
    buffers["gains"], buffers["squares"] = 7.0, 7.0  # those of another search
    ask(table, "hard:iterations=4")
    (search,) = buffers
    baseline, means = int(search["baseline"]), search["means"][:4]
    differences = [float(mean - means[baseline]) for mean in means]
    assert search["gains"][:4].tolist() == pytest.approx(differences)
    assert search["squares"][:4].tolist() == pytest.approx([more**2 for more in differences])
    assert len({round(mean, 9) for mean in means.tolist()}) > 1


# From differences to a decision


def thought(gains: list[tuple[float, float]], tries: int) -> Plain:
    """Build search buffers: each difference to the first move holds in half of the worlds."""
    room = aligned(1, bot_engine(find("uno"), "plain").room.buffers.dtype)
    count = 1 + len(gains)
    room["moves"] = room["left"] = count
    room["tries"][0, :count] = tries
    room["asked"][0, :count] = range(10, 10 + count)
    for place_, (one, other) in enumerate(gains, 1):
        room["gains"][0, place_] = tries / 2 * (one + other)
        room["squares"][0, place_] = tries / 2 * (one**2 + other**2)
    return Plain(room)


def chosen(gains: list[tuple[float, float]], tries: int) -> int:
    """Return the place of the move that a search ends with."""
    room = thought(gains, tries)
    end: Any = linked.entry(conclude)
    return int(end(None, room[0], None, None, 0, 1 + len(gains))) - 10


def test_a_gain_is_the_mean_with_its_error() -> None:
    room = thought([(0.3, 0.1)], 100)[0]
    for errors in (-3, 0, 0.5):
        error = (0.05 / 100) ** 0.5  # the mean square of 0.3 and 0.1 is 0.05
        assert linked.entry(gain)(room, 1, errors) == pytest.approx(0.2 + errors * error)
        assert linked.entry(gain)(room, 0, errors) == 0


def test_the_rules_of_thumb_stand_unless_another_move_is_better_by_more_than_chance() -> None:
    assert chosen([(-0.2, -0.1)], 100) == 0
    assert chosen([(0.5, -0.49)], 100) == 0
    assert chosen([(0.5, -0.40)], 100) == 1
    assert chosen([(0.5, -0.40)], 16) == 0  # with so few worlds this may be luck
    assert chosen([(0.02, 0.02), (0.05, 0.05), (0.04, 0.04)], 100) == 2


def test_moves_that_fall_behind_are_dropped_but_never_that_of_the_rules_of_thumb() -> None:
    room = thought([(0.3, 0.3), (0.01, 0.02), (0.5, 0.0), (-0.1, -0.1)], 100)
    linked.entry(drop)(room[0])
    assert list(room[0].out[:5]) == [0, 0, 1, 0, 1]
    assert room[0].left == 3


def test_the_last_move_may_be_the_one_that_the_others_fall_behind() -> None:
    room = thought([(0.01, 0.02), (0.3, 0.3)], 100)
    linked.entry(drop)(room[0])
    assert list(room[0].out[:3]) == [0, 1, 0]
