"""A match of UNO H2O whose first card is a wild, which chance seldom turns up."""

from random import Random

from mazziere.games.uno.box import NAMING
from mazziere.kernel.engine import Engine
from tests.games.uno.set_up import stacked_deck
from tests.properties.play import RANDOM, Recording, Run, Step, driven

PLAYERS = 2
DEALT = 7 * PLAYERS


def opened_by_a_wild(machine: Engine, rng: Random) -> Recording:
    """Turn up a wild, and let the first seat name the colour (H2O-START-5)."""

    def choose(run: Run) -> Step | None:
        if run.due == "deck":
            pack = machine.chance(run.states, 0)[0]
            return stacked_deck(machine, pack, [*"?" * DEALT, "wild"], rng)
        if run.due is None and run.states["phase"][0] != NAMING:
            return None
        return run.choose(rng, RANDOM)

    return driven(Run(machine, PLAYERS, {}), choose)
