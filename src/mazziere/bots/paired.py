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
    view: Any,
    search: SearchBuffers,
    tree: Tree,
    bot: BotState,
    seat: int,
    move_count: int,
    iterations: int,
) -> None:
    """Reset the statistics and find the baseline move."""
    search.moves = move_count
    search.left = move_count
    search.done = 0
    search.steps = 0
    search.played = 0
    search.rounds = 0
    baseline = normal(view, seat, search.asked, move_count, bot.rng)
    search.baseline = 0
    for i in range(move_count):
        search.tries[i] = 0
        search.means[i] = 0.0
        search.gains[i] = 0.0
        search.squares[i] = 0.0
        search.out[i] = 0
        if search.asked[i] == baseline:
            search.baseline = i
        elif is_dominated(view, seat, search.asked[i]):
            search.out[i] = 1
            search.left -= 1
    search.next = search.baseline


@jit
def think(
    boards: Any,
    search: SearchBuffers,
    tree: Tree,
    bot: BotState,
    seat: int,
    iterations: int,
    log: Grid,
) -> None:
    """Run more playouts while more than one move can be the best.

    The first board holds the view, the others are for worlds.
    """
    for word in range(4):
        search.deal.word[word] = bot.rng.word[word]
    until = search.done + iterations
    while search.done < until and search.left > 1:
        if search.next == search.baseline:
            draw_world(boards, search, bot, seat)
        play_next(boards, search, bot, seat)
        search.done += 1
    for word in range(4):
        bot.rng.word[word] = search.deal.word[word]


@jit
def play_next(boards: Any, search: SearchBuffers, bot: BotState, seat: int) -> None:
    """Play the next move of the round in its world and store its value."""
    boards[2] = boards[1]
    view, s = boards[0], boards[2]
    place = search.next
    apply(s, seat, search.asked[place], None)
    play_on(view, s, search, bot.reach)
    value = evaluate(view, s, seat)
    search.tries[place] += 1
    search.means[place] += (value - search.means[place]) / search.tries[place]
    if place == search.baseline:
        search.base = value
    else:
        more = value - search.base
        search.gains[place] += more
        search.squares[place] += more * more
    step_on(search)


@jit
def step_on(search: SearchBuffers) -> None:
    """Advance to the next move; at the end of a round, drop the moves that fell behind."""
    place = (search.next + 1) % search.moves
    while search.out[place]:
        place = (place + 1) % search.moves
    search.next = place
    if place == search.baseline:
        search.rounds += 1
        if search.rounds >= LEAST:
            drop(search)


@jit
def gain(search: SearchBuffers, place: int, errors: float) -> float:
    """Return the mean gain of a move over the baseline, plus a number of standard errors.

    They are taken about 0, not about the mean: after one round nothing is certain.
    """
    tries = search.tries[place]
    if place == search.baseline or tries == 0:
        return 0.0
    return (search.gains[place] + errors * math.sqrt(search.squares[place])) / tries


@jit
def drop(search: SearchBuffers) -> None:
    """Drop moves that are worse than another with confidence; never the baseline."""
    best = 0.0
    for i in range(search.moves):
        if not search.out[i]:
            best = max(best, gain(search, i, -ERRORS_TO_DROP))
    for i in range(search.moves):
        if i != search.baseline and not search.out[i] and gain(search, i, ERRORS_TO_DROP) < best:
            search.out[i] = 1
            search.left -= 1


@jit
def conclude(
    view: Any, search: SearchBuffers, tree: Tree, bot: BotState, seat: int, move_count: int
) -> int:
    """Return the move with the largest confident gain, or the baseline."""
    best, chosen = 0.0, search.baseline
    for i in range(move_count):
        if not search.out[i] and gain(search, i, -ERRORS_TO_PREFER) > best:
            best, chosen = gain(search, i, -ERRORS_TO_PREFER), i
    return search.asked[chosen]
