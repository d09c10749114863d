"""The memory of a player of ROOKIE: cards that were open on the table and are covered again.

When a card is covered, the player remembers it or not. Time is counted in turns of all players: the
count goes up with the first card that another player turns over. So cards covered by the previous
player are fresh, and with more players more is forgotten between two turns of the same player.
"""

from typing import Annotated, Any

from mazziere.bots.memory import is_known, take_note
from mazziere.games.rookie.box import (
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


class PileMemory:
    """The remembered top cards of the nine piles, and the places of open ones."""

    turn: I4  # turns so far, of all players
    mover: I1  # the seat on turn + 1; 0 at the start
    open: I2  # places whose card lies open
    card: Annotated[Ints, cells("i1", PLACES)]  # the open cards
    until: Annotated[Ints, cells("i4", PLACES)]  # the turn from which a place is forgotten


@jit
def hear(memory: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Track the cards on the table, and remember some of those that are covered."""
    for row in range(1, log[0, 0] + 1):
        kind, a, b = log[row, 0], log[row, 2], log[row, 3]
        if kind == FLIPPED:
            if memory.mover != log[row, 1] + 1:
                memory.mover = log[row, 1] + 1
                memory.turn += 1
            see(memory, a, b)
        elif kind == COVERED:
            while memory.open != 0:
                take_note(memory, lowest(memory.open), share, half_life, rng)
                memory.open &= memory.open - 1
        elif kind == MOVED_UNDER or (kind == REFILLED and memory.open >> a & 1):
            memory.until[b] = 0  # it lay beneath an open card, unseen
        elif kind == MOVED or kind == REFILLED:
            memory.until[b] = memory.until[a]
            memory.until[a] = 0


@jit
def see(memory: Any, card: int, place: int) -> None:
    """Note an opened card; with an open card of its kind it leaves the table at once."""
    others = memory.open
    while others != 0:
        other = lowest(others)
        if memory.card[other] == card:
            memory.open &= ~(1 << other)
            memory.until[other] = 0
            memory.until[place] = 0
            return
        others &= others - 1
    memory.open |= 1 << place
    memory.card[place] = card


@jit
def recall(view: Any, memory: Any) -> None:
    """Blank the covered cards that were forgotten."""
    places = view.seen & ~view.open
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if not is_known(memory, place):
            view.seen &= ~(1 << place)
            view.table[place, view.height[place] - 1] = HIDDEN
