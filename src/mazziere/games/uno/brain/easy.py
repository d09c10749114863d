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
def easy(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Play some card that fits; sometimes forget the call, or overlook another seat's."""
    if view.debt and below(rng, 2) == 0:
        return shout(view, seat)
    if seat != view.turn:
        if view.jump_in and jumpers(view) >> seat & 1 and below(rng, SLEEPS) > 0:
            return jump_of(view, seat, below(rng, FORGETS) > 0)
        return WAIT
    if below(rng, CARELESS) > 0:
        if view.phase == TURN:
            return some_play(view, seat, playable(view, seat), DRAW, rng)
        if view.phase == DRAWN:
            cards = 1 << view.drawn if fits(view, seat, view.drawn) else 0
            return some_play(view, seat, cards, PASS, rng)
        if view.phase == ANSWER and view.stacked:
            return some_play(view, seat, stackable(view, seat), ACCEPT, rng)
        if view.phase == SWAPPING:
            return SWAP + smallest_hand(view, seat, rng)
    return moves[below(rng, move_count)]


@jit
def some_play(view: State, seat: int, cards: int, otherwise: int, rng: Fast) -> int:
    """Return a random coloured play, else a wild in the longest colour, else `otherwise`."""
    if cards == 0:
        return otherwise
    coloured = cards & ((1 << COLOURED) - 1)
    if coloured != 0:
        cards = coloured
    card = nth(cards, below(rng, count(cards)))
    colour = 0 if coloured != 0 else longest_colour(view, seat, rng)
    return play_of(view, seat, card, colour, below(rng, FORGETS) > 0)
