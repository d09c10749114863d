"""Views of ROOKIE from facts, and facts that contradict each other."""

from typing import Any

import pytest

import mazziere
from tests.games.facts import refused

POCKET = {"edition": "pocket"}
TEAM = {**POCKET, "mode": "team"}
FULL = [8] * 9  # 72 cards
HEIGHTS = [7, 7, 8, 8, 8, 8, 8, 8, 8]
FACTS: dict[str, Any] = {
    "heights": HEIGHTS,
    "laid": [["R"], ["R"], [], [], [], []],
    "seen": {3: "B"},
    "open": {5: "X"},
    "phase": "cover_or_seek",
}
PAIR: dict[str, Any] = {"heights": HEIGHTS, "phase": "lay", "in_hand": ["G", "G"], "found": "G"}


def test_open_and_seen_cards() -> None:
    view = mazziere.view("rookie", 2, 0, FACTS, POCKET)
    assert view.moves == [f"flip {place}" for place in (1, 2, 3, 4, 6, 7, 8, 9)] + ["cover"]
    assert [pile.open for pile in view.picture.piles].count(None) == 8
    assert view.picture.piles[4].open == "X"
    found = view.layout.decode(view.observation)
    assert found["tops"] == {"pile 3 B": 1, "pile 5 X": 1}
    assert found["left"] == {"R": 10, "G": 12, "B": 12, "Y": 12, "P": 12, "X": 12}


def test_a_pair_to_lay() -> None:
    view = mazziere.view("rookie", 2, 0, PAIR, POCKET)
    assert view.moves == ["place G 1", "place G 2", "place G 3"]
    assert view.todo == 0


def test_a_pair_of_x_leaves_a_robbery() -> None:
    facts = PAIR | {"in_hand": ["X", "X"], "found": "X"}
    assert mazziere.view("rookie", 2, 0, facts, POCKET).todo != 0
    assert mazziere.view("rookie", 2, 0, facts | {"tasks": []}, POCKET).todo == 0


def test_the_last_pair_is_rewarded_by_the_strict_reading() -> None:
    last = PAIR | {"heights": [0] * 9, "points": [35, 35], "left": {}}
    strict = mazziere.view("rookie", 2, 0, last, {**POCKET, "end_loot": "strict"})
    assert strict.todo != mazziere.view("rookie", 2, 0, last, POCKET).todo


def test_partners_may_give() -> None:
    view = mazziere.view("rookie", 4, 0, PAIR | {"gave": 0}, TEAM)
    assert view.moves[-1] == "give G 3"
    other = mazziere.view("rookie", 4, 2, PAIR | {"turn": 0, "actor": 2}, TEAM)
    assert other.moves == ["place G 1", "place G 2", "place G 3"]


def test_a_question_before_the_turn() -> None:
    facts = {
        "heights": [7, 7, 7, 7, *FULL[4:]],
        "laid": [["R"], ["R"], ["R", "R"], [], [], []],
        "phase": "ask",
    }
    view = mazziere.view("rookie", 2, 0, facts, {**POCKET, "capture": "manual"})
    assert view.moves == ["capture", "hold"]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({}, "heights is missing"),
        ({"heights": [8] * 8}, "heights: 8 numbers instead of 9"),
        ({"heights": [13, *[8] * 8]}, "heights: 13 is not a whole number from 0 to 12"),
        ({"heights": [7, *[8] * 8]}, "heights: 71 cards on the table, but 72 are left"),
        (FACTS | {"open": {5: "X", 6: "X"}}, "open: two X are a pair"),
        (FACTS | {"seen": {5: "X"}}, "seen: the card at place 5 lies open"),
        (FACTS | {"open": {10: "X"}}, "open: 10 is not a whole number from 1 to 9"),
        (FACTS | {"open": ["X"]}, "open: ['X'] is not a mapping of places to cards"),
        (FACTS | {"laid": [["R"], ["G"], [], [], [], []]}, "left: 11 R; only pairs leave"),
        (FACTS | {"laid": [["R"]]}, "laid: 1 lists instead of 6"),
        ({"heights": FULL, "phase": "second"}, "phase: no card lies open"),
        (FACTS | {"in_hand": ["R"]}, "in_hand: belongs to another phase"),
        (FACTS | {"barred": [5]}, "barred: no card lies face down at place 5"),
        (FACTS | {"barred": [1, 2, 3, 4, 6, 7, 8, 9]}, "barred: no other pile is left"),
        ({"heights": [0] * 9, "points": [36, 36]}, "heights: no pile is left"),
        (FACTS | {"points": [2, 0]}, "left: needed once cards are captured"),
        (FACTS | {"left": {"R": 13}}, "left: 13 is not a whole number from 0 to 12"),
        (FACTS | {"left": ["R"]}, "left: ['R'] is not a mapping of cards to numbers"),
        (FACTS | {"left": {"R": 12, "G": 12}}, "R: 14 cards; the pack has 12"),
        (FACTS | {"left": {"R": 10, "G": 12}}, "left: 0 B, but more were seen"),
        (
            FACTS | {"left": {"R": 8, "G": 12, "B": 12, "Y": 12, "P": 12, "X": 12}},
            "heights: 70 cards on the table, but 68 are left",
        ),
        (
            {"heights": [7, 7, *FULL[2:]], "points": [2, 2],
             "left": {"R": 10, "G": 12, "B": 12, "Y": 12, "P": 12, "X": 12}},
            "points: 74 cards in all; the pack has 72",
        ),
        (PAIR | {"in_hand": []}, "in_hand: cards are in hand in the phase lay"),
        (PAIR | {"found": None}, "found: is missing"),
        (PAIR | {"barred": [1]}, "barred: belongs to another phase"),
        (PAIR | {"actor": 1}, "actor: seat 1 is not on turn, nor the partner"),
        (PAIR | {"gave": 1}, "gave: only partners give cards"),
        (PAIR | {"tasks": ["sleep"]}, "tasks: 'sleep' is not one of check_own"),
        (PAIR | {"phase": "rob"}, "in_hand: cards are in hand in the phase lay"),
    ],
)  # fmt: skip
def test_facts_that_contradict_each_other(facts: dict[str, Any], why: str) -> None:
    assert refused("rookie", 2, facts, POCKET).startswith(why)


def test_children_have_neither_x_nor_piles() -> None:
    kids = {**POCKET, "mode": "kids"}
    heights = [7, 7, 7, 7, 7, 7, 6, 6, 6]
    assert mazziere.view("rookie", 2, 0, {"heights": heights}, kids).moves[0] == "flip 1"
    assert refused("rookie", 2, PAIR, kids).startswith("phase: children count a pair at once")
    shown = {"heights": heights, "seen": {1: "X"}}
    assert refused("rookie", 2, shown, kids).startswith("left: 0 X, but more were seen")
