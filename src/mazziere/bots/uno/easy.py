"""A child who knows the rules: any card that fits, wilds when nothing else does, and dreams."""

from mazziere.bots.brain import WAIT
from mazziere.bots.uno.hand import longest_colour, play_of, shout
from mazziere.games.uno.constants import COLOURED, DRAW, DRAWN, PASS, TURN
from mazziere.games.uno.legal import playable
from mazziere.games.uno.state import State
from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

FORGETS = 4  # one in so many calls
DREAMS = 6  # one in so many moves is any move at all


@jit
def easy(v: State, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Some card that fits; may forget the call, and not notice that another did."""
    if v.debt and below(rng, 2) == 0:
        return shout(v, seat)
    if seat != v.turn:
        return WAIT
    if below(rng, DREAMS) > 0:
        if v.phase == TURN:
            return some_play(v, seat, playable(v, seat), DRAW, rng)
        if v.phase == DRAWN:
            return some_play(v, seat, 1 << v.drawn, PASS, rng)
    return moves[below(rng, n)]


@jit
def some_play(v: State, seat: int, cards: int, otherwise: int, rng: Fast) -> int:
    """Any of the coloured cards, else any wild in the colour held most, else the other move."""
    if cards == 0:
        return otherwise
    coloured = cards & ((1 << COLOURED) - 1)
    if coloured != 0:
        cards = coloured
    card = nth(cards, below(rng, count(cards)))
    colour = 0 if coloured != 0 else longest_colour(v, seat, rng)
    return play_of(v, seat, card, colour, below(rng, FORGETS) > 0)
