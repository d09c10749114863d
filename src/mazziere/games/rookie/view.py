"""Scores, and what can be known of a match.

Everything that happens in ROOKIE happens before everyone's eyes, so all seats and those who watch
know the same: the cards that lie open, and those that have been seen and covered again.
"""

from mazziere.games.rookie.constants import HIDDEN, KINDS, PLACES
from mazziere.games.rookie.state import State, top_card
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def score(s: State, out: Ints) -> int:
    """A point for each captured card (ROO-0c); the winners when the match is over."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
    return s.winners


@jit
def redact(s: State, seat: int) -> None:
    """Hide the cards on the table that nobody has seen."""
    for place in range(PLACES):
        height = s.height[place]
        known = s.seen >> place & 1
        for level in range(height - known):
            s.table[place, level] = HIDDEN


@jit
def glance(s: State, seat: int) -> None:
    """Hide all cards that lie face down, and which of them have been seen."""
    s.seen = s.open
    redact(s, seat)


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """All cards on the table that are not seen, in one group."""
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
    """Pile by pile, each from the bottom."""
    n = 0
    for place in range(PLACES):
        for level in range(s.height[place] - (s.seen >> place & 1)):
            s.table[place, level] = cards[n]
            n += 1
