"""A search that plays every move in the same possible worlds, and compares what came of it.

Where luck moves the worth of a position much more than any move does, a tree learns little: its
means are of different worlds, and it tries replies that nobody would give. Here each round draws
one world and plays every move in it, first the one that the rules of thumb would make; then all
seats go by rules of thumb for so many moves, and the brain says what has been reached. What counts
is the difference to the first move in the same world, in which most of the luck cancels.

A move that falls behind is dropped; and another move takes the place of the rules of thumb's only
if it is better by more than the error of the difference.
"""

import math
from typing import Any

from mazziere.bots.hooks import is_idle, normal, worth
from mazziere.bots.mind import Mind, Thought, Tree
from mazziere.bots.search import draw_world, play_on
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import apply
from mazziere.kernel.state import Grid

LEAST = 8
"""Rounds before a move may be dropped."""
ERRORS_TO_DROP = 3.0
"""How many standard errors two moves must be apart, on either side, for the worse to be dropped."""
ERRORS_TO_PREFER = 0.5
"""By how many a move must be better than that of the rules of thumb."""


@jit
def line_up(v: Any, d: Thought, t: Tree, m: Mind, seat: int, n: int, iterations: int) -> None:
    """Begin: nothing is known of the moves, but which one the rules of thumb would make."""
    d.moves = n
    d.left = n
    d.done = 0
    d.steps = 0
    d.played = 0
    d.rounds = 0
    usual = normal(v, seat, d.asked, n, m.rng)
    d.usual = 0
    for i in range(n):
        d.tries[i] = 0
        d.means[i] = 0.0
        d.gains[i] = 0.0
        d.squares[i] = 0.0
        d.out[i] = 0
        if d.asked[i] == usual:
            d.usual = i
        elif is_idle(v, seat, d.asked[i]):
            d.out[i] = 1
            d.left -= 1
    d.next = d.usual


@jit
def think(boards: Any, d: Thought, t: Tree, m: Mind, seat: int, iterations: int, log: Grid) -> None:
    """Play so many more moves out, while it is open which is best.

    The first board holds the view, the others are for worlds.
    """
    for word in range(4):
        d.deal.word[word] = m.rng.word[word]
    until = d.done + iterations
    while d.done < until and d.left > 1:
        if d.next == d.usual:
            draw_world(boards, d, m, seat)
        play_next(boards, d, m, seat)
        d.done += 1
    for word in range(4):
        m.rng.word[word] = d.deal.word[word]


@jit
def play_next(boards: Any, d: Thought, m: Mind, seat: int) -> None:
    """Play the next move of the round in its world, and note what it was worth."""
    boards[2] = boards[1]
    v, s = boards[0], boards[2]
    place = d.next
    apply(s, seat, d.asked[place], None)
    play_on(v, s, d, m.reach)
    value = worth(v, s, seat)
    d.tries[place] += 1
    d.means[place] += (value - d.means[place]) / d.tries[place]
    if place == d.usual:
        d.base = value
    else:
        d.gains[place] += value - d.base
        d.squares[place] += (value - d.base) ** 2
    step_on(d)


@jit
def step_on(d: Thought) -> None:
    """Find the move that is next; after the last one of a round, drop those that fell behind."""
    place = (d.next + 1) % d.moves
    while d.out[place]:
        place = (place + 1) % d.moves
    d.next = place
    if place == d.usual:
        d.rounds += 1
        if d.rounds >= LEAST:
            drop(d)


@jit
def gain(d: Thought, place: int, errors: float) -> float:
    """By how much a move was better than the usual one, plus so many standard errors.

    They are taken about 0, not about the mean: after one round nothing is certain.
    """
    tries = d.tries[place]
    if place == d.usual or tries == 0:
        return 0.0
    return (d.gains[place] + errors * math.sqrt(d.squares[place])) / tries


@jit
def drop(d: Thought) -> None:
    """Drop the moves that are surely worse than another; never the usual one."""
    best = 0.0
    for i in range(d.moves):
        if not d.out[i]:
            best = max(best, gain(d, i, -ERRORS_TO_DROP))
    for i in range(d.moves):
        if i != d.usual and not d.out[i] and gain(d, i, ERRORS_TO_DROP) < best:
            d.out[i] = 1
            d.left -= 1


@jit
def conclude(v: Any, d: Thought, t: Tree, m: Mind, seat: int, n: int) -> int:
    """The move that is surely better than the usual one by most; else the usual one."""
    best, chosen = 0.0, d.usual
    for i in range(n):
        if not d.out[i] and gain(d, i, -ERRORS_TO_PREFER) > best:
            best, chosen = gain(d, i, -ERRORS_TO_PREFER), i
    return d.asked[chosen]
