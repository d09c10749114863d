"""Matches between bots: many at a time in compiled code, or one by one at a table.

Compiled bots play whole matches in compiled code, which releases Python’s lock. So threads use all
cores. They share the code, while each process would have to load it again. A player that is a
Python object, such as one that looks its moves up in a table of solutions, plays move by move in a
single thread: Python’s lock would let no second one run, and an engine lends its buffers to one
caller at a time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import CUSTOM, Spec
from mazziere.bots.seating import make
from mazziere.bots.sitting import Sitting
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.match import Match, match_seed

Rows = tuple[NDArray[np.int32], NDArray[np.int32]]
"""A row of scores for each match, and a row of its moves, steps and winners (as bits)."""


def is_compiled(game: Game, specs: Sequence[Spec], mode: Mode) -> bool:
    """Tell whether all of the bots can play inside compiled code."""
    if any(spec.level == CUSTOM for spec in specs):
        return False
    return all(isinstance(make(game, spec, 0, (0, 0, 0, 0), mode), Bot) for spec in specs)


def sit_down(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    bots: Sequence[Spec],
    seed: Sequence[int],
    mode: Mode,
    with_legal: bool = False,
) -> Sitting:
    """Put a bot on each seat; searches count iterations, as in the compiled loops."""
    match = Match(game, players, options, mode)
    counted = [spec if spec.level == CUSTOM else replace(spec, ms=None) for spec in bots]
    seated = [make(game, spec, seat, seed, mode) for seat, spec in enumerate(counted)]
    return Sitting(match, seated, seed, with_legal)


def play_bots(
    game: Game,
    mode: Mode,
    players: int,
    options: Mapping[str, Any],
    specs: Sequence[Spec],
    seed: int,
    numbers: Sequence[int],
    seatings: Sequence[Sequence[int]],
) -> Rows:
    """Play matches of a seed; `seatings[i][seat]` is the place of a bot in `specs`."""
    if is_compiled(game, specs, mode):
        built = bot_engine(game, mode)
        return built.play_matches(players, options, specs, seed, numbers, seatings, MAX_STEPS)
    scores = np.zeros((len(numbers), players), np.int32)
    results = np.zeros((len(numbers), 3), np.int32)
    for row, (number, seating) in enumerate(zip(numbers, seatings, strict=True)):
        bots = [specs[place] for place in seating]
        sitting = sit_down(game, players, options, bots, match_seed(seed, number), mode)
        sitting.play()
        steps = sitting.recorder.record()["steps"]
        moves = sum("move" in step for step in steps)
        winners = sum(1 << seat for seat in sitting.match.winners())
        scores[row] = sitting.match.scores()
        results[row] = moves, len(steps), winners
    return scores, results


def threads_for(game: Game, specs: Sequence[Spec], mode: Mode, jobs: int) -> int:
    """Return the number of useful threads: one where Python’s lock is held."""
    return jobs if mode != "plain" and is_compiled(game, specs, mode) else 1
