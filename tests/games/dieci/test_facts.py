"""Facts of DIECI that contradict each other."""

from typing import Any

import pytest

import mazziere
from tests.games.facts import refused

FACTS: dict[str, Any] = {"card": "5", "tokens": [3, 3, 3], "dealer": 2}


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (FACTS | {"aside": ["1"] * 99}, "aside: 99 cards"),
        (FACTS | {"asked": 0}, "asked: a seat cannot be offered its own swap"),
        (FACTS | {"tokens": [3, 3, 0]}, "dealer: seat 2 holds no card"),
        (FACTS | {"known": {1: "5", 2: "5"}, "aside": ["5", "5"]}, "5: 5 copies"),
        (FACTS | {"known": ["5"]}, "known: ['5'] is not a mapping of seats to cards"),
        (FACTS | {"blocked": [1], "asked": 1, "jumped": 2}, "jumped: 2 is not"),
    ],
)
def test_facts_that_contradict_each_other(facts: dict[str, Any], why: str) -> None:
    assert refused("dieci", 3, facts).startswith(why)


def test_moves_and_cards() -> None:
    view = mazziere.view("dieci", 3, 0, FACTS | {"known": {1: "cat"}})
    assert view.moves == ["keep", "swap"]
    assert view.layout.decode(view.observation)["cards"] == {"me 5": 1, "seat +1 cat": 1}
