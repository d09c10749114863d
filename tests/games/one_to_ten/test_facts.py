"""Views of "from 1 to 10" from facts, and facts that contradict each other."""

from typing import Any

import pytest

import mazziere
from tests.games.facts import refused

ROW = ["3", None, "1", None, None, "2", None, None, None, None]
BLANK = [None] * 10
DONE = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
FACTS: dict[str, Any] = {"rows": [ROW, BLANK], "found": [2, 0]}
BEST_RUN = {"variant": "one_go", "one_go_score": "best_run"}


def test_found_cards_lie_face_up_and_others_are_remembered() -> None:
    view = mazziere.view("one_to_ten", 2, 0, FACTS)
    assert view.moves == [f"turn {place}" for place in (1, 2, 4, 5, 7, 8, 9, 10)]
    assert view.picture.rows[0] == ("?", "?", "1", "?", "?", "2", "?", "?", "?", "?")
    found = view.layout.decode(view.observation)
    assert found["found"] == {"me": 2}
    assert found["rows"] == {"me place 1 3": 1, "me place 3 1": 1, "me place 6 2": 1}


def test_the_last_round() -> None:
    rows = {"rows": [DONE, BLANK, BLANK], "found": [10, 0, 0], "turn": 1}
    view = mazziere.view("one_to_ten", 3, 1, rows)
    assert view.ending == 1
    assert len(view.moves) == 10


def test_the_longest_run() -> None:
    view = mazziere.view("one_to_ten", 2, 0, FACTS | {"best": [5, 1]}, BEST_RUN)
    assert view.best[:2] == [5, 1]
    assert mazziere.view("one_to_ten", 2, 0, FACTS, BEST_RUN).best[:2] == [2, 0]


@pytest.mark.parametrize(
    ("facts", "options", "why"),
    [
        (FACTS | {"rows": [ROW]}, {}, "rows: 1 lists instead of 2"),
        (FACTS | {"rows": [ROW, "1"]}, {}, "rows: '1' is not a list of cards"),
        (FACTS | {"rows": [ROW, ["1"]]}, {}, "rows: seat 1 has 1 places, not 10"),
        (FACTS | {"rows": [["1", "1", *[None] * 8], BLANK]}, {}, "rows: seat 0 has the 1 twice"),
        (FACTS | {"rows": [["11", *[None] * 9], BLANK]}, {}, "rows: '11' is not a card"),
        (FACTS | {"found": [4, 0]}, {}, "found: seat 0 has found 4 cards, but its row"),
        (FACTS | {"found": [2, 1]}, {}, "found: seat 1 has found 1 cards, but its row"),
        (FACTS | {"found": [11, 0]}, {}, "found: 11 is not a whole number from 0 to 10"),
        (FACTS | {"best": [2, 0]}, {}, "best: the longest run does not count"),
        (FACTS | {"best": [1, 0]}, BEST_RUN, "best: 1 for seat 0, which has found 2"),
        (FACTS | {"turn": 2}, {}, "turn: 2 is not a whole number from 0 to 1"),
        ({"rows": [DONE, BLANK], "found": [10, 0]}, {}, "turn: seat 0 has found all ten"),
        (
            {"rows": [DONE, BLANK], "found": [10, 0], "turn": 1, "starter": 1},
            {},
            "turn: seat 0 has found all ten and cannot play after it",
        ),
        (
            {"rows": [DONE, BLANK], "found": [10, 0], "turn": 1},
            {"end": "now"},
            "found: seat 0 has found all ten: the match is over",
        ),
    ],
)
def test_facts_that_contradict_each_other(
    facts: dict[str, Any], options: dict[str, Any], why: str
) -> None:
    assert refused("one_to_ten", 2, facts, options).startswith(why)
