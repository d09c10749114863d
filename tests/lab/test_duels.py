"""Matches between bots: equal results in the loop and at a table, and Python players."""

from collections.abc import Sequence
from typing import Any

import pytest

from mazziere.bots.levels import read_spec
from mazziere.bots.seating import make
from mazziere.games import find
from mazziere.kernel.match import match_seed
from mazziere.lab import duels
from mazziere.lab.duels import is_compiled, play_bots, sit_down, threads_for

DIECI = find("dieci")
OPTIONS = {"tokens": 1}
BOTS = [read_spec(text) for text in ("easy", "hard:iterations=3", "master:iterations=2")]
NUMBERS = [0, 0, 7]
SEATINGS = [(0, 1, 2), (1, 2, 0), (2, 2, 1)]


class Keeper:
    """Keeps its card and accepts every swap; counts the questions."""

    asked = 0

    def tell(self, events: Sequence[Any]) -> None:
        pass

    def ask(self, view: Any, moves: Sequence[int]) -> int:
        Keeper.asked += 1
        return moves[0]


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the master of DIECI a player that is no compiled bot."""

    def seat(game: Any, spec: Any, *rest: Any) -> Any:
        return Keeper() if spec.level == "master" else make(game, spec, *rest)

    monkeypatch.setattr(duels, "make", seat)
    monkeypatch.setattr(Keeper, "asked", 0)


def rows(mode: Any = "plain") -> tuple[Any, Any]:
    scores, results = play_bots(DIECI, mode, 3, OPTIONS, BOTS, 5, NUMBERS, SEATINGS)
    return scores.tolist(), results[:, [0, 2]].tolist()


def test_the_loop_plays_what_a_table_plays() -> None:
    scores, results = rows()
    for row, (number, seating) in enumerate(zip(NUMBERS, SEATINGS, strict=True)):
        bots = [BOTS[place] for place in seating]
        sitting = sit_down(DIECI, 3, OPTIONS, bots, match_seed(5, number), "plain")
        sitting.play()
        record = sitting.recorder.record()
        assert record["result"]["scores"] == scores[row]
        assert sum(1 << seat for seat in record["result"]["winners"]) == results[row][1]
        assert sum("move" in step for step in record["steps"]) == results[row][0]


def test_players_that_are_no_bots_sit_at_a_table(keeper: None) -> None:
    assert is_compiled(DIECI, BOTS[:2], "plain")
    assert not is_compiled(DIECI, BOTS, "plain")
    first = rows()
    assert Keeper.asked > 0
    assert rows() == first
    assert all(moves > 0 and 0 < winners < 8 for moves, winners in first[1])
    play_bots(DIECI, "plain", 3, OPTIONS, BOTS[:2], 5, [0], [(0, 1, 0)])
    assert is_compiled(DIECI, BOTS[:2], "plain")


def test_the_master_of_yooloo_sits_at_a_table() -> None:
    """And plays by the solution, not by the search that a compiled loop would give it."""
    yooloo = find("yooloo")
    bots = [read_spec("random"), read_spec("master:iterations=1")]
    assert not is_compiled(yooloo, bots, "plain")
    table = [(0, 1), (1, 0)]
    scores, results = play_bots(yooloo, "plain", 2, {}, bots, 1, [0, 0, 1, 1], table * 2)
    assert (results[:, 0] >= 20).all()
    other = [bots[0], read_spec("master:iterations=2")]
    again, _ = play_bots(yooloo, "plain", 2, {}, other, 1, [0, 0, 1, 1], table * 2)
    assert (again == scores).all()


def test_a_table_counts_as_the_loop_does(monkeypatch: pytest.MonkeyPatch) -> None:
    looped = rows()
    monkeypatch.setattr(duels, "is_compiled", lambda *table: False)
    assert rows() == looped


def test_threads_where_they_are_of_use(keeper: None) -> None:
    assert threads_for(DIECI, BOTS[:2], "compiled", 5) == 5
    assert threads_for(DIECI, BOTS[:2], "plain", 5) == 1
    assert threads_for(DIECI, BOTS, "compiled", 5) == 1
