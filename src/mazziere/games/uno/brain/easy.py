"""The easy bot: any card that fits, wilds only if no other does, sometimes a random move."""

from mazziere.bots.brain import WAIT
from mazziere.games.uno.box import (
    ACCEPT,
    ANSWER,
    COLOURED,
    DRAW,
    DRAWN,
    PASS,
    SWAP,
    SWAPPING,
    TURN,
    State,
)
from mazziere.games.uno.brain.hand import jump_of, longest_colour, play_of, shout, smallest_hand
from mazziere.games.uno.rules.legal import jumpers
from mazziere.games.uno.rules.matching import fits, playable, stackable
from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

FORGETS = 4  # forgets one call in 4
CARELESS = 6  # makes one random move in 6
SLEEPS = 2  # misses one chance to jump in of 2


@jit
def easy(v: State, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Play some card that fits; sometimes forget the call, or overlook another seat's."""
    if v.debt and below(rng, 2) == 0:
        return shout(v, seat)
    if seat != v.turn:
        if v.jump_in and jumpers(v) >> seat & 1 and below(rng, SLEEPS) > 0:
            return jump_of(v, seat, below(rng, FORGETS) > 0)
        return WAIT
    if below(rng, CARELESS) > 0:
        if v.phase == TURN:
            return some_play(v, seat, playable(v, seat), DRAW, rng)
        if v.phase == DRAWN:
            cards = 1 << v.drawn if fits(v, seat, v.drawn) else 0
            return some_play(v, seat, cards, PASS, rng)
        if v.phase == ANSWER and v.stacked:
            return some_play(v, seat, stackable(v, seat), ACCEPT, rng)
        if v.phase == SWAPPING:
            return SWAP + smallest_hand(v, seat, rng)
    return moves[below(rng, n)]


@jit
def some_play(v: State, seat: int, cards: int, otherwise: int, rng: Fast) -> int:
    """Return a random coloured play, else a wild in the longest colour, else `otherwise`."""
    if cards == 0:
        return otherwise
    coloured = cards & ((1 << COLOURED) - 1)
    if coloured != 0:
        cards = coloured
    card = nth(cards, below(rng, count(cards)))
    colour = 0 if coloured != 0 else longest_colour(v, seat, rng)
    return play_of(v, seat, card, colour, below(rng, FORGETS) > 0)
