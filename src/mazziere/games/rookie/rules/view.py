"""Views: the cards that a seat knows or sees.

Every action in ROOKIE is public. So all seats and spectators know the same cards: those that lie
open, and those that were seen and covered again.
"""

from mazziere.games.rookie.box import *
from mazziere.games.rookie.rules.table import top_card
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def redact(s: State, seat: int) -> None:
    """Hide the cards on the table that nobody has seen."""
    for place in range(PLACES):
        height = s.height[place]
        known = s.seen >> place & 1
        for level in range(height - known):
            s.table[place, level] = HIDDEN


@jit
def redact_unseen(s: State, seat: int) -> None:
    """Hide all cards that lie face down, and the marks of those that were seen."""
    s.seen = s.open
    redact(s, seat)


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write all unseen cards on the table as one group."""
    n = 0
    for kind in range(KINDS):
        unseen = s.rest[kind]
        for place in range(PLACES):
            if s.seen >> place & 1 and top_card(s, place) == kind:
                unseen -= 1
        for _ in range(unseen):
            cards[n] = kind
            n += 1
    sizes[0] = n
    return 1 if n > 0 else 0


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Put the unseen cards into the piles, one after the other, each from the bottom."""
    n = 0
    for place in range(PLACES):
        for level in range(s.height[place] - (s.seen >> place & 1)):
            s.table[place, level] = cards[n]
            n += 1
