"""Views from facts: those of real views build them again, and contradictions are refused."""

from random import Random
from typing import Any

import numpy as np
import pytest

import mazziere
from mazziere.bots.bot import Bot
from mazziere.bots.levels import read_spec
from mazziere.games import find, ids
from mazziere.kernel.facts import BadFacts, facts_of, facts_part, view_of
from tests.rl.tables import positions

GAMES = [name for name in ids() if find(name).part("facts") is not None]


@pytest.mark.parametrize("name", GAMES)
def test_the_facts_of_a_view_build_it_again(name: str) -> None:
    game = find(name)
    checked = 0
    for seed in range(4):
        for match in positions(name, 3, {}, Random(seed), every=3, most=30):
            for seat in range(3):
                view = match.view(seat)
                try:
                    facts = facts_of(game, view, seat)
                except BadFacts:
                    continue
                again = view_of(game, 3, seat, facts)
                for field in set(game.dtype.names or ()) - facts_part(game).UNSAID:
                    assert np.array_equal(view[field], again[field]), (field, facts)
                if seat in match.actors():
                    assert match.engine.legal(again, 0, seat) == match.moves(seat)
                    checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"hand": ["r5"], "sizes": [1, 3]}, "uno: top: is missing"),
        ({"top": "r5", "sizes": [1, 3]}, "uno: hand is missing"),
        ({"hand": ["r5"], "top": "zz", "sizes": [1, 3]}, "uno: top: 'zz' is not a card"),
        ({"hand": ["r5"], "top": "r6", "sizes": [2, 3]}, "uno: sizes: 2 for seat 0"),
        ({"hand": ["r5"], "top": "r6", "sizes": [1]}, "uno: sizes: 1 numbers for 2 seats"),
        ({"hand": ["r0"], "top": "r0", "sizes": [1, 3]}, "uno: r0: 2 copies; the pack has 1"),
        ({"hand": ["r5"], "top": "wild", "sizes": [1, 3]}, "uno: colour: needed after wild"),
        ({"hand": ["r5"], "top": "r6", "sizes": [1, 112]}, "uno: sizes: hands and discards"),
        ({"hand": ["r5"], "top": "r6", "sizes": [1, 3], "luck": 1}, "uno has no fact 'luck'"),
    ],
)
def test_bad_facts_are_named_in_one_line(facts: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFacts) as caught:
        mazziere.view("uno", 2, 0, facts)
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


UNO: dict[str, Any] = {"hand": ["r5", "b7"], "top": "r6", "sizes": [2, 3]}
DIECI: dict[str, Any] = {"card": "5", "tokens": [3, 3, 3], "dealer": 2}


@pytest.mark.parametrize(
    ("game", "facts", "why"),
    [
        ("uno", UNO | {"direction": 0}, "direction: 0 is not 1 or -1"),
        ("uno", UNO | {"owes_call": [1], "turn": 5}, "turn: 5 is not a whole number from 0 to 1"),
        ("uno", UNO | {"discards": [], "top": "r6"}, "discards: the pile has at least"),
        ("uno", UNO | {"discards": ["r5"]}, "top: the last discard is r5"),
        ("uno", UNO | {"discards": ["r6"] * 130}, "discards: 130 cards are more than"),
        ("uno", UNO | {"colour": "g"}, "colour: r6 lies on top"),
        ("uno", UNO | {"colour": "pink"}, "colour: 'pink' is not one of"),
        ("uno", UNO | {"drawn": "r5"}, "drawn: belongs to another phase"),
        ("uno", UNO | {"phase": "drawn", "drawn": "g1"}, "drawn: g1 is not in the hand"),
        ("uno", UNO | {"phase": "answer"}, "phase: r6 needs no answer"),
        ("uno", UNO | {"hand": "r5"}, "hand: 'r5' is not a list"),
        ("dieci", DIECI | {"aside": ["1"] * 99}, "aside: 99 cards"),
        ("dieci", DIECI | {"asked": 0}, "asked: a seat cannot be offered its own swap"),
        ("dieci", DIECI | {"tokens": [3, 3, 0]}, "dealer: seat 2 holds no card"),
        ("dieci", DIECI | {"known": {1: "5", 2: "5"}, "aside": ["5", "5"]}, "5: 5 copies"),
        ("dieci", DIECI | {"known": ["5"]}, "known: ['5'] is not a mapping"),
        ("dieci", DIECI | {"blocked": [1], "asked": 1, "jumped": 2}, "jumped: 2 is not"),
    ],
)
def test_facts_that_contradict_each_other(game: str, facts: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFacts) as caught:
        mazziere.view(game, len(facts.get("tokens", [0, 0])), 0, facts)
    assert str(caught.value).startswith(f"{game}: {why}")


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(BadFacts, match="uno: seat 2 is not from 0 to 1"):
        mazziere.view("uno", 2, 2, UNO)


def test_an_answer_to_a_wild_draw_four() -> None:
    facts = {**UNO, "top": "wild+4", "colour": "b", "phase": "answer", "before": "r"}
    assert mazziere.view("uno", 2, 0, facts).moves == ["accept", "challenge"]


def test_bots_and_observations_take_a_view_from_facts() -> None:
    facts = {"hand": ["r5", "b7", "wild"], "top": "r9", "sizes": [3, 6]}
    view = mazziere.view("uno", 2, 0, facts)
    assert view.moves[:2] == ["play r5", "play wild r"]
    assert view.layout.decode(view.observation)["hand"] == {"r5": 1, "b7": 1, "wild": 1}
    assert list(view.picture.hand) == ["r5", "b7", "wild"]
    bot = Bot(find("uno"), read_spec("normal"), 0, (1, 2, 3, 4), "plain")
    assert bot.ask(view.record, view.numbers) in view.numbers


def test_a_game_without_facts_says_so() -> None:
    with pytest.raises(BadFacts, match="one_to_ten builds no views from facts"):
        mazziere.view("one_to_ten", 2, 0, {})
