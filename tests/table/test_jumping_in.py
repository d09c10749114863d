"""Jumping in is a race: the first command that arrives counts, and the other is refused."""

from collections import Counter

import pytest

from mazziere.games import find
from mazziere.kernel.match import Match
from mazziere.kernel.record import Record, Recorder, read, write
from mazziere.table import playing
from tests.table.evening import Evening

Command = tuple[str, int, tuple[str, ...], str, int]

HANDS = (
    ("r1", "g1", "g2", "g3", "g4", "g6", "g7"),
    ("r5", "y1", "y2", "y3", "y4", "y6", "y7"),
    ("b1", "b2", "b3", "b4", "b6", "b7", "b8"),
)


def opening(jumper: int) -> Record:
    """Return a match with the red 5 on top; seat 0 begins, and the jumper has the other red 5."""
    match = Match(find("uno"), 3, {"jump_in": True})
    recorder = Recorder(match)
    recorder.take({"chance": "dealer", "seat": 2})
    hands = HANDS if jumper == 1 else (HANDS[0], HANDS[2], HANDS[1])
    first = [card for cards in zip(*hands, strict=True) for card in cards] + ["r5"]
    pack = Counter(match.game.cards[card] for card in match.engine.chance(match.states, 0)[0])
    rest = sorted((pack - Counter(first)).elements())
    recorder.take({"chance": "deck", "cards": [*first, *rest]})
    return read(write(recorder.record()).encode(), find)


def race(jumper: int = 1) -> tuple[Evening, Command, Command]:
    """Return a table, a play of the seat on turn, and a jump; both have seen the same entry."""
    evening = Evening("uno", ["Anna", "Bea", "Carl"], record=opening(jumper))
    evening.start()
    assert sorted(evening.table.legal) == [0, jumper]
    play = evening.move_arguments(0, "play r1", move_id="a")
    jump = evening.move_arguments(jumper, "jump r5", move_id="b")
    return evening, play, jump


def top(evening: Evening) -> str:
    match = evening.table.match
    return match.game.cards[int(match.states["top"][0])]


def test_a_jump_that_arrives_first_takes_the_turn() -> None:
    evening, play, jump = race()
    evening.do(playing.move, *jump)
    no = evening.refused(playing.move, *play)
    assert (no.code, no.rule) == ("illegal", "UNO-TURN-4")
    assert top(evening) == "r5"
    assert list(evening.table.legal) == [2]


def test_a_play_that_arrives_first_leaves_nothing_to_jump_on() -> None:
    evening, play, jump = race(jumper=2)
    evening.do(playing.move, *play)
    no = evening.refused(playing.move, *jump)
    assert (no.code, no.rule) == ("illegal", "HOUSE-UNO-5")
    assert top(evening) == "r1"


def test_a_late_jump_is_no_move_of_the_own_turn() -> None:
    """The jumper is the next seat: after the play it has a new decision."""
    evening, play, jump = race(jumper=1)
    evening.do(playing.move, *play)
    assert evening.refused(playing.move, *jump).code == "stale"
    assert top(evening) == "r1"


def test_a_jump_that_brings_the_turn_back_leaves_the_sent_play_valid() -> None:
    """The same card lies on top, and the seat that was on turn still is."""
    evening, play, jump = race(jumper=2)
    evening.do(playing.move, *jump)
    assert list(evening.table.legal) == [0]
    evening.do(playing.move, *play)
    assert top(evening) == "r1"


def test_a_second_tap_of_the_same_jump_counts_once() -> None:
    evening, _, jump = race()
    evening.do(playing.move, *jump)
    with pytest.raises(playing.AlreadyMoved):
        evening.do(playing.move, *jump)
    assert top(evening) == "r5"
