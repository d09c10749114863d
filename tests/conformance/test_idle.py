"""Options without effect beside certain values of others: the declarations are true."""

from random import Random
from typing import Any

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.engine import engine
from mazziere.kernel.options import Option
from tests.cases import short
from tests.properties.play import CHANCE, Run, record, styles

IDLE = [
    (name, option, other, value)
    for name in shelf()
    for option in find(name).options
    for other, values in option.idle.items()
    for value in values
]
"""A game's id, an option, and another's value under which it means nothing."""
STEPS = 400


@pytest.mark.parametrize(("name", "option", "other", "value"), IDLE)
def test_an_idle_option_changes_neither_a_move_nor_who_wins(
    name: str, option: Option, other: str, value: Any
) -> None:
    game, rng = find(name), Random(5)
    usual = game.full_options({**short(name), other: value})
    assert option.is_idle(usual)
    machine = engine(game, "plain")
    for style in styles(name):
        players = rng.choice(game.allowed_players(usual))
        played = record(machine, players, usual, rng, style, STEPS)
        for another in option.samples()[1:]:
            run = Run(machine, players, {**usual, option.name: another})
            for step, before in zip(played.steps, played.states[:-1], strict=True):
                if step.seat != CHANCE:
                    for seat in range(players):
                        moves = machine.legal(before, 0, seat)
                        assert machine.legal(run.states, 0, seat) == moves
                run.take(step)
            assert machine.winners(run.states, 0) == machine.winners(played.states[-1], 0)


@pytest.mark.parametrize("name", shelf())
def test_an_option_that_is_not_idle_is_asked_for(name: str) -> None:
    game = find(name)
    known = {option.name: option for option in game.options}
    for option in game.options:
        for other in option.idle:
            assert other != option.name
            assert not known[other].idle, "what decides must itself be asked for"
            asked = [v for v in known[other].samples() if not option.is_idle({other: v})]
            assert asked, f"{option.name} would never be asked for"
