"""Views of YOOLOO from facts, and facts that contradict each other."""

from typing import Any

import pytest

import mazziere
from tests.games.facts import refused

A, B = {"variant": "a"}, {"variant": "b"}
TWO_ROUNDS: dict[str, Any] = {
    "played": [["9", "2"], ["4", "3"], ["1", "10"]],
    "points": [1, 0, 2],
    "opener": 2,
}


def test_a_stack_that_is_being_built() -> None:
    view = mazziere.view("yooloo", 2, 0, {"stack": ["10", "1"], "stacked": [2, 7]})
    assert view.moves == [f"stack {card}" for card in range(2, 10)]
    assert view.picture.stack == ("10", "1")
    assert view.picture.stacked == (2, 7)


def test_a_round_of_a_variant() -> None:
    view = mazziere.view("yooloo", 3, 0, TWO_ROUNDS | {"laid": [1]}, A)
    assert view.moves == [f"play {card}" for card in (1, 3, 4, 5, 6, 7, 8, 10)]
    assert view.picture.prize == "3"
    assert view.picture.waiting == (0, 2)
    assert view.picture.chosen == (None, "?", None)


def test_a_card_that_was_laid_cannot_be_taken_back() -> None:
    view = mazziere.view("yooloo", 3, 0, TWO_ROUNDS | {"chosen": "10"}, A)
    assert view.moves == []
    assert view.picture.chosen == ("10", None, None)


def test_shuffled_points_cards() -> None:
    facts = TWO_ROUNDS | {"prizes": ["7", "4", "9"], "points": [7, 0, 4]}
    view = mazziere.view("yooloo", 3, 0, facts, B)
    assert view.picture.prize == "9"
    assert view.pile == [6, 3, 8, *[-2] * 7]


def test_a_showdown() -> None:
    facts = {"phase": "showdown", "points": [30, 15, 0], "parked": 1, "laid": [2]}
    view = mazziere.view("yooloo", 3, 0, facts)
    assert view.moves == [f"play {card}" for card in range(1, 11)]


@pytest.mark.parametrize(
    ("facts", "options", "why"),
    [
        ({"phase": "choosing"}, {}, "phase: belongs to another variant"),
        ({"phase": "stacking"}, A, "phase: belongs to another variant"),
        ({"phase": "noon"}, {}, "phase: 'noon' is not one of stacking, choosing, showdown"),
        ({"played": [[], [], []]}, {}, "played: belongs to another phase"),
        ({"stack": ["1"]}, A, "stack: belongs to another phase"),
        ({"stack": ["1", "1"]}, {}, "stack: a card is in it twice"),
        ({"stack": ["1"], "stacked": [2, 0, 0]}, {}, "stacked: 2 for seat 0, whose has 1"),
        (
            {"stack": [str(n) for n in range(1, 11)], "stacked": [10, 10, 10]},
            {},
            "stacked: all stacks are complete",
        ),
        (TWO_ROUNDS | {"played": [["9"], ["4", "3"], []]}, A, "played: seat 1 played 2, seat 0 1"),
        (TWO_ROUNDS | {"played": [["9", "9"], [], []]}, A, "played: seat 0 played a card twice"),
        (
            {"played": [[str(n) for n in range(1, 11)]] * 3},
            A,
            "played: all 10 rounds are over",
        ),
        (TWO_ROUNDS | {"prizes": ["1"]}, A, "prizes: they lie in order in this variant"),
        (TWO_ROUNDS, B, "prizes: 0 uncovered; it must be 3"),
        (TWO_ROUNDS | {"prizes": ["1", "1", "2"]}, B, "prizes: a card is there twice"),
        (TWO_ROUNDS | {"points": [1, 0, 0]}, A, "points: 1 in all; the rounds so far had 3"),
        (TWO_ROUNDS | {"points": [4, 0, 0]}, A, "points: 4 in all; the rounds so far had 3"),
        (TWO_ROUNDS | {"parked": 1}, A, "points: 3 in all; the rounds so far had 1"),
        (TWO_ROUNDS | {"parked": 3}, A, "parked: 3 is not a whole number from 0 to 2"),
        (TWO_ROUNDS | {"chosen": "9"}, A, "chosen: the 9 was played before"),
        (TWO_ROUNDS | {"laid": [0]}, A, "laid: seat 0 is the viewer"),
        (TWO_ROUNDS | {"laid": [1, 2], "chosen": "8"}, A, "laid: all seats have laid a card"),
        ({"games_over": 1}, {}, "games_over: 1 is not a whole number from 0 to 0"),
        ({"totals": [1, 0, 0]}, {}, "totals: 1 is not a whole number from 0 to 0"),
        (
            {"games_over": 1, "totals": [55, 55, 0]},
            {"games": 2},
            "totals: 110 points in 1 games",
        ),
    ],
)
def test_facts_that_contradict_each_other(
    facts: dict[str, Any], options: dict[str, Any], why: str
) -> None:
    assert refused("yooloo", 3, facts, options).startswith(why)


def test_with_two_players_no_card_is_parked() -> None:
    facts = {"played": [["9"], ["9"]], "parked": 1}
    assert refused("yooloo", 2, facts, A).startswith("parked: with two players")
