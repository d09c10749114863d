"""What a player of ROOKIE keeps in mind: cards that were open on the table and lie covered again.

A card is noted or not when it is covered. A turn of the memory is anybody's turn: the count goes up
with the first card that another player turns over. So what the player before has covered is fresh,
and with more players more is forgotten between two turns of one's own.
"""

from typing import Annotated, Any

from mazziere.bots.memory import is_known, take_note
from mazziere.games.rookie.constants import (
    COVERED,
    FLIPPED,
    HIDDEN,
    MOVED,
    MOVED_UNDER,
    PLACES,
    REFILLED,
)
from mazziere.kernel.bits import lowest
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast
from mazziere.kernel.state import I1, I2, I4, Grid, Ints, cells


class Memory:
    """The nine top cards, as far as they are kept in mind; and which of them lie open."""

    turn: I4  # turns of anybody so far
    mover: I1  # whose turn it is: the seat + 1, at the start 0
    open: I2  # places whose card lies open
    card: Annotated[Ints, cells("i1", PLACES)]  # the open cards
    until: Annotated[Ints, cells("i4", PLACES)]  # the turn from which a place is forgotten


@jit
def hear(m: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Follow the cards on the table, and take note of those that are covered."""
    for row in range(1, log[0, 0] + 1):
        kind, a, b = log[row, 0], log[row, 2], log[row, 3]
        if kind == FLIPPED:
            if m.mover != log[row, 1] + 1:
                m.mover = log[row, 1] + 1
                m.turn += 1
            see(m, a, b)
        elif kind == COVERED:
            while m.open != 0:
                take_note(m, lowest(m.open), share, half_life, rng)
                m.open &= m.open - 1
        elif kind == MOVED_UNDER or (kind == REFILLED and m.open >> a & 1):
            m.until[b] = 0  # from beneath an open card: nobody has seen it
        elif kind == MOVED or kind == REFILLED:
            m.until[b] = m.until[a]
            m.until[a] = 0


@jit
def see(m: Any, card: int, place: int) -> None:
    """A card is opened; with another one of its kind it leaves the table at once."""
    others = m.open
    while others != 0:
        other = lowest(others)
        if m.card[other] == card:
            m.open &= ~(1 << other)
            m.until[other] = 0
            m.until[place] = 0
            return
        others &= others - 1
    m.open |= 1 << place
    m.card[place] = card


@jit
def recall(v: Any, m: Any) -> None:
    """Blank the covered cards that are forgotten."""
    places = v.seen & ~v.open
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if not is_known(m, place):
            v.seen &= ~(1 << place)
            v.table[place, v.height[place] - 1] = HIDDEN
