"""Views of UNO from facts, and facts that contradict each other."""

from typing import Any

import pytest

import mazziere
from tests.games.facts import refused

FACTS: dict[str, Any] = {"hand": ["r5", "b7"], "top": "r6", "sizes": [2, 3]}


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"hand": ["r5"], "sizes": [1, 3]}, "top: is missing"),
        ({"top": "r5", "sizes": [1, 3]}, "hand is missing"),
        (FACTS | {"top": "zz"}, "top: 'zz' is not a card"),
        (FACTS | {"sizes": [1, 3]}, "sizes: 1 for seat 0"),
        (FACTS | {"sizes": [2]}, "sizes: 1 numbers for 2 seats"),
        (FACTS | {"hand": ["r0", "b7"], "top": "r0"}, "r0: 2 copies; the pack has 1"),
        (FACTS | {"top": "wild"}, "colour: needed after wild"),
        (FACTS | {"sizes": [2, 111]}, "sizes: hands and discards"),
        (FACTS | {"direction": 0}, "direction: 0 is not 1 or -1"),
        (FACTS | {"turn": 5}, "turn: 5 is not a whole number from 0 to 1"),
        (FACTS | {"discards": []}, "discards: the pile has at least"),
        (FACTS | {"discards": ["r5"]}, "top: the last discard is r5"),
        (FACTS | {"discards": ["r6"] * 130}, "discards: 130 cards are more than"),
        (FACTS | {"colour": "g"}, "colour: r6 lies on top"),
        (FACTS | {"colour": "pink"}, "colour: 'pink' is not one of"),
        (FACTS | {"drawn": "r5"}, "drawn: belongs to another phase"),
        (FACTS | {"phase": "drawn", "drawn": "g1"}, "drawn: g1 is not in the hand"),
        (FACTS | {"phase": "answer"}, "phase: r6 needs no answer"),
        (FACTS | {"hand": "r5"}, "hand: 'r5' is not a list"),
    ],
)
def test_facts_that_contradict_each_other(facts: dict[str, Any], why: str) -> None:
    assert refused("uno", 2, facts).startswith(why)


def test_an_answer_to_a_wild_draw_four() -> None:
    facts = {**FACTS, "top": "wild+4", "colour": "b", "phase": "answer", "before": "r"}
    assert mazziere.view("uno", 2, 0, facts).moves == ["accept", "challenge"]


def test_moves_hand_and_observation() -> None:
    facts = {"hand": ["r5", "b7", "wild"], "top": "r9", "sizes": [3, 6]}
    view = mazziere.view("uno", 2, 0, facts)
    assert view.moves[:2] == ["play r5", "play wild r"]
    assert view.layout.decode(view.observation)["hand"] == {"r5": 1, "b7": 1, "wild": 1}
    assert list(view.picture.hand) == ["r5", "b7", "wild"]
