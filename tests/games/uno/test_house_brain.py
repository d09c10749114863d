"""Bots and the house rules: stacking, jumping in, taking a hand, remembering a hand given away."""

from typing import Any

import pytest

from mazziere.games.uno.box import SWAPPING
from tests.games.uno.table import BOTH, UnoTable, place
from tests.games.uno.test_brain import choices

both_boxes = pytest.mark.parametrize("box", BOTH)
every_level = pytest.mark.parametrize(
    ("level", "seeds", "share"),  # the least share of bots that play well
    [("easy", 60, 0.6), ("normal", 20, 1.0), ("hard:iterations=120", 1, 1.0)],
)


def share_of(table: UnoTable, seat: int, level: str, seeds: int, *words: str) -> float:
    """Return the share of bots that make a move which begins with these words."""
    seen = choices(table, seat, level, seeds)
    return sum(times for move, times in seen.items() if move.startswith(words)) / seeds


# Stacking


@both_boxes
@every_level
def test_a_debt_is_passed_on(box: str, level: str, seeds: int, share: float) -> None:
    table = place(box, "r+2 b1 b2", "g+2 y1 y2 y3", "b3 b4 b5", stacking="same")
    table.move(0, "play r+2")
    assert table.options(1) == ["accept", "play g+2"]
    assert share_of(table, 1, level, seeds, "play g+2") >= share


@both_boxes
def test_a_wild_draw_four_is_kept_if_a_two_does_as_well(box: str) -> None:
    table = place(box, "r+2 b1 b2", "g+2 wild+4 g1 g2", "b3 b4 b5", stacking="up")
    table.move(0, "play r+2")
    assert set(choices(table, 1, "normal")) == {"play g+2"}


@both_boxes
def test_the_more_cards_are_at_stake_the_more_often_a_bluff_is_called(box: str) -> None:
    doubts = []
    for debt in (4, 12):
        table = place(box, "wild+4 b1 b2 b3", "g1 g2 g3", "y1 y2 y3", stacking="same")
        table.move(0, "play wild+4 b")
        table.states["stacked"][0] = debt
        doubts.append(choices(table, 1, "normal", 100)["challenge"])
    assert doubts[1] > doubts[0]


# Jumping in


@both_boxes
@every_level
def test_bots_jump_in(box: str, level: str, seeds: int, share: float) -> None:
    table = place(box, "r1 b1 b2", "b3 b4 b5", "r5 y1 y2", top="r5", jump_in=True)
    jumped = share_of(table, 2, level, seeds, "jump r5")
    assert jumped >= share / 2  # the easy bot misses every second chance


@both_boxes
def test_a_jump_that_costs_a_good_hand_is_left(box: str) -> None:
    many = "g1 g2 g3 g4 g5 g6"
    table = place(box, many, f"{many} g9", "r7 y1", top="r7", jump_in=True, seven_zero=True)
    assert set(choices(table, 2, "normal")) == {"wait"}


@both_boxes
def test_a_jump_with_the_last_but_one_card_includes_the_call(box: str) -> None:
    table = place(box, "r1 b1 b2", "b3 b4 b5", "r5 y1", top="r5", jump_in=True)
    assert set(choices(table, 2, "normal")) == {"jump r5 uno"}


# Taking a hand


def swapping(box: str, *hands: str, **options: Any) -> UnoTable:
    """Return a table at which seat 0 has just played a 7."""
    table = place(box, *hands, top="r1", seven_zero=True, **options)
    table.move(0, "play r7")
    assert table.read("phase") == SWAPPING
    return table


@both_boxes
@every_level
def test_the_smallest_hand_is_taken(box: str, level: str, seeds: int, share: float) -> None:
    table = swapping(box, "r7 b1 b2 b3 b4 b5", "g1 g2 g3 g4 g5", "y1 y2", "y3 y4 y5 y6")
    assert share_of(table, 0, level, seeds, "swap 2") >= share


@both_boxes
def test_of_two_equal_hands_the_known_good_one_is_taken(box: str) -> None:
    """Seat 0 gave its wilds to seat 2, and takes them back."""
    table = place(
        box, "r7 r7 wild wild", "g1 g2 g3", "y1 y2 y3", top="r1", pile="b1", seven_zero=True
    )
    table.moves((0, "play r7"), (0, "swap 2"), (1, "draw"), (1, "pass"))
    table.states["colour"][0] = 0
    assert table.known(0, 2) == ["r7", "wild", "wild"]
    table.moves((2, "play r7"), (2, "swap 1"), (0, "draw"), (0, "pass"))
    assert table.known(0, 1) == ["wild", "wild"]
    # Seat 1 now holds the two wilds; another hand of two is unknown.
    again = place(box, "r7 b1 b2", "wild wild", "y1 y2", top="r1", seven_zero=True)
    again.states["slot_owner"][0] = table.states["slot_owner"][0]
    again.states["slot_knowers"][0] = table.states["slot_knowers"][0]
    again.states["entries"][0] = table.states["entries"][0]
    again.move(0, "play r7")
    assert set(choices(again, 0, "normal")) == {"swap 1"}


# Remembering the hand given away


@both_boxes
@pytest.mark.parametrize(("level", "seeds"), [("normal", 40), ("hard:iterations=4", 2)])
@pytest.mark.parametrize(
    ("given", "move"), [("r7 wild+4 r3 b1", "challenge"), ("r7 wild+4 b2 b1", "accept")]
)
def test_a_bluff_from_a_hand_given_away_is_known(
    box: str, level: str, seeds: int, given: str, move: str
) -> None:
    table = place(box, given, "y1 y2 y3", "g1 g2 g3", top="r1", pile="y9 y8", seven_zero=True)
    table.moves((0, "play r7"), (0, "swap 2"), (1, "draw"), (1, "pass"))
    table.move(2, "play wild+4 b")
    assert set(choices(table, 0, level, seeds)) == {move}
