"""Views from facts: those of real views build them again, for every game, option and seat."""

from random import Random
from typing import Any

import numpy as np
import pytest

import mazziere
from mazziere import rl
from mazziere.bots.bot import Bot
from mazziere.bots.levels import read_spec
from mazziere.games import find, ids
from mazziere.kernel.facts import BadFacts, facts_of, facts_part, view_of
from mazziere.rl.setup import BadEnvironment
from tests.cases import case
from tests.rl.tables import option_sets, positions

TABLES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name in ids()
    if find(name).package.startswith("mazziere.")
    for number, options in enumerate([*option_sets(name), *case(name).from_facts])
    for players in find(name).allowed_players(find(name).full_options(options))[:2]
]
NAMES = [name for name in ids() if find(name).package.startswith("mazziere.")]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_the_facts_of_a_view_build_it_again(
    name: str, players: int, options: dict[str, Any]
) -> None:
    game, checked = find(name), 0
    said = set(game.dtype.names or ()) - facts_part(game).UNSAID
    for seed in range(4):
        rng = Random(f"{name} {players} {seed}")
        for match in positions(name, players, options, rng, every=5, most=40):
            for seat in range(players):
                view = match.view(seat)
                try:
                    facts = facts_of(game, view, seat)
                except BadFacts:
                    continue
                again = view_of(game, players, seat, facts, options)
                for field in said:
                    assert np.array_equal(view[field], again[field]), (field, facts)
                if seat in match.actors():
                    assert match.engine.legal(again, 0, seat) == match.moves(seat)
                    checked += 1
    assert checked > 5


@pytest.mark.parametrize("name", NAMES)
def test_bots_play_from_a_view_of_facts(name: str) -> None:
    game = find(name)
    for match in positions(name, 2, {}, Random(7), every=9, most=3):
        if match.is_over:
            return
        seat = match.actors()[0]
        facts = facts_of(game, match.view(seat), seat)
        position = mazziere.view(name, 2, seat, facts)
        assert position.numbers == match.moves(seat)
        for level in ("normal", "hard:iterations=3"):
            bot = Bot(game, read_spec(level), seat, (1, 2, 3, 4), "plain")
            assert bot.ask(position.record, position.numbers) in position.numbers


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_is_explained(name: str) -> None:
    lines = rl.explain_facts(name).splitlines()
    assert len(lines) == len(facts_part(find(name)).FACTS)
    assert all(": " in line for line in lines)


def test_wrong_names_seats_and_options_are_named() -> None:
    name = NAMES[0]
    with pytest.raises(BadEnvironment, match="there is no game 'chess'"):
        mazziere.view("chess", 2, 0, {})
    with pytest.raises(BadFacts, match=f"{name} has no fact 'luck'; it has "):
        mazziere.view(name, 2, 0, {"luck": 1})
    with pytest.raises(BadEnvironment, match=f"{name} is for"):
        mazziere.view(name, 99, 0, good_facts(name))
    with pytest.raises(BadFacts, match=f"{name}: seat 2 is not from 0 to 1"):
        mazziere.view(name, 2, 2, good_facts(name))
    with pytest.raises(BadEnvironment, match="luck"):
        mazziere.view(name, 2, 0, good_facts(name), {"luck": 1})


def good_facts(name: str) -> dict[str, Any]:
    """Return the facts of some view of a game for two."""
    match = next(iter(positions(name, 2, {}, Random(1), every=1)))
    return facts_of(find(name), match.view(0), 0)


def test_a_game_without_facts_says_so() -> None:
    from tests.bots.heap import GAME

    with pytest.raises(BadFacts, match=f"{GAME.id} builds no views from facts"):
        view_of(GAME, 2, 0, {})
