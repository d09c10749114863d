"""Bots at the arena’s table: how the matches between two of them are played.

Compiled bots play whole matches inside compiled code that lets go of Python’s lock, so threads use
all cores, share the compiled code and start at once; processes would each load it again.
"""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import Spec
from mazziere.kernel.jit import Mode
from mazziere.lab.arena import Pair, Plan, Play
from mazziere.lab.seatings import Seating


def player_of(plan: Plan, specs: Sequence[Spec], mode: Mode, jobs: int) -> tuple[Play, int]:
    """Build what plays the matches of a plan, compiled by now; and how many threads are of use."""
    built = bot_engine(plan.game, mode)

    def play(
        pair: Pair, numbers: Sequence[int], table: Sequence[Seating]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        bots = [specs[bot] for bot in pair]
        scores, results = built.play_matches(
            plan.players, plan.options, bots, plan.seed, numbers, table
        )
        return scores, results[:, 2]

    play((0, 1), [], [])
    return play, jobs if mode != "plain" else 1  # uncompiled code holds Python’s lock anyway
