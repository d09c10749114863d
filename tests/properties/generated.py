"""Matches for Hypothesis: options, a deal and a list of choices, so that a failure shrinks."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from mazziere.games import find
from mazziere.kernel.engine import engine
from tests.properties.play import CHANCE, Recording, Run, Step, driven

LONGEST = 250
LARGEST = 999


class Plan(NamedTuple):
    """A match to be played: each choice, modulo the number of legal moves, is a move."""

    game: str
    players: int
    options: Mapping[str, Any]
    deal: int  # the seed of all chance steps
    choices: tuple[int, ...]

    def play(self) -> Recording:
        """Play until the choices are used up or the match is over."""
        machine = engine(find(self.game), "plain")
        rng = Random(self.deal)
        choices = iter(self.choices)

        def choose(run: Run) -> Step | None:
            if run.due is not None:
                groups = machine.chance(run.states, 0)
                return Step(CHANCE, 0, tuple(tuple(rng.sample(g, len(g))) for g in groups))
            choice = next(choices, None)
            if choice is None:
                return None
            moves = [
                Step(seat, action)
                for seat in machine.actors(run.states, 0)
                for action in machine.legal(run.states, 0, seat)
            ]
            return moves[choice % len(moves)]

        return driven(Run(machine, self.players, self.options), choose)


@st.composite
def plans(draw: st.DrawFn, name: str, longest: int = LONGEST) -> Plan:
    """Draw a match of a game: any options, any number of players that they allow."""
    game = find(name)
    options = {option.name: draw(st.sampled_from(option.samples())) for option in game.options}
    players = draw(st.sampled_from(game.allowed_players(options)))
    deal = draw(st.integers(0, LARGEST))
    length = draw(st.integers(0, longest))
    choices = draw(st.lists(st.integers(0, LARGEST), min_size=length, max_size=length))
    return Plan(name, players, options, deal, tuple(choices))
