"""A flat search that compares all moves in the same sampled worlds.

Where luck moves the value of a position much more than any move does, a tree search learns little:
its means are of different worlds, and it tries replies that nobody would give. This search works in
rounds. A round draws one world and plays every move in it, first the baseline: the move of the
rules of thumb. After each move all seats follow the rules of thumb for a fixed number of moves, and
the brain evaluates the position. The gain of a move is the difference to the baseline in the same
world, so most of the luck cancels.

The search drops a move that falls behind. It prefers another move to the baseline only if the mean
gain is larger than its standard error.
"""

import math
from typing import Any

from mazziere.bots.buffers import BotState, SearchBuffers, Tree
from mazziere.bots.hooks import evaluate, is_dominated, normal
from mazziere.bots.search import draw_world, play_on
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import apply
from mazziere.kernel.state import Grid

LEAST = 8
"""Minimum number of rounds before a move may be dropped."""
ERRORS_TO_DROP = 3.0
"""Standard errors on either side that must separate two moves before the worse is dropped."""
ERRORS_TO_PREFER = 0.5
"""Standard errors by which a move must beat the baseline to replace it."""


@jit
def begin(
    v: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, n: int, iterations: int
) -> None:
    """Reset the statistics and find the baseline move."""
    d.moves = n
    d.left = n
    d.done = 0
    d.steps = 0
    d.played = 0
    d.rounds = 0
    baseline = normal(v, seat, d.asked, n, m.rng)
    d.baseline = 0
    for i in range(n):
        d.tries[i] = 0
        d.means[i] = 0.0
        d.gains[i] = 0.0
        d.squares[i] = 0.0
        d.out[i] = 0
        if d.asked[i] == baseline:
            d.baseline = i
        elif is_dominated(v, seat, d.asked[i]):
            d.out[i] = 1
            d.left -= 1
    d.next = d.baseline


@jit
def think(
    boards: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, iterations: int, log: Grid
) -> None:
    """Run more playouts while more than one move can be the best.

    The first board holds the view, the others are for worlds.
    """
    for word in range(4):
        d.deal.word[word] = m.rng.word[word]
    until = d.done + iterations
    while d.done < until and d.left > 1:
        if d.next == d.baseline:
            draw_world(boards, d, m, seat)
        play_next(boards, d, m, seat)
        d.done += 1
    for word in range(4):
        m.rng.word[word] = d.deal.word[word]


@jit
def play_next(boards: Any, d: SearchBuffers, m: BotState, seat: int) -> None:
    """Play the next move of the round in its world and store its value."""
    boards[2] = boards[1]
    v, s = boards[0], boards[2]
    place = d.next
    apply(s, seat, d.asked[place], None)
    play_on(v, s, d, m.reach)
    value = evaluate(v, s, seat)
    d.tries[place] += 1
    d.means[place] += (value - d.means[place]) / d.tries[place]
    if place == d.baseline:
        d.base = value
    else:
        more = value - d.base
        d.gains[place] += more
        d.squares[place] += more * more
    step_on(d)


@jit
def step_on(d: SearchBuffers) -> None:
    """Advance to the next move; at the end of a round, drop the moves that fell behind."""
    place = (d.next + 1) % d.moves
    while d.out[place]:
        place = (place + 1) % d.moves
    d.next = place
    if place == d.baseline:
        d.rounds += 1
        if d.rounds >= LEAST:
            drop(d)


@jit
def gain(d: SearchBuffers, place: int, errors: float) -> float:
    """Return the mean gain of a move over the baseline, plus a number of standard errors.

    They are taken about 0, not about the mean: after one round nothing is certain.
    """
    tries = d.tries[place]
    if place == d.baseline or tries == 0:
        return 0.0
    return (d.gains[place] + errors * math.sqrt(d.squares[place])) / tries


@jit
def drop(d: SearchBuffers) -> None:
    """Drop moves that are worse than another with confidence; never the baseline."""
    best = 0.0
    for i in range(d.moves):
        if not d.out[i]:
            best = max(best, gain(d, i, -ERRORS_TO_DROP))
    for i in range(d.moves):
        if i != d.baseline and not d.out[i] and gain(d, i, ERRORS_TO_DROP) < best:
            d.out[i] = 1
            d.left -= 1


@jit
def conclude(v: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, n: int) -> int:
    """Return the move with the largest confident gain, or the baseline."""
    best, chosen = 0.0, d.baseline
    for i in range(n):
        if not d.out[i] and gain(d, i, -ERRORS_TO_PREFER) > best:
            best, chosen = gain(d, i, -ERRORS_TO_PREFER), i
    return d.asked[chosen]
