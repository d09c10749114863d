"""What a seat can know, and the worlds that agree with it."""

from mazziere.games.dieci.constants import HIDDEN, KINDS, NONE
from mazziere.games.dieci.start import copies
from mazziere.games.dieci.state import State
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def redact(s: State, seat: int) -> None:
    """Hide the deck and every card that the seat has neither held, passed on nor been shown."""
    for other in range(s.players):
        if s.card[other] != NONE and not s.known[other] >> seat & 1:  # AMB-DIE-23
            s.card[other] = HIDDEN
    for place in range(s.asides):
        if not s.aside_known[place] >> seat & 1:
            s.aside[place] = HIDDEN
    for place in range(s.rest):
        s.pile[place] = HIDDEN


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """All cards that the seat does not see, in one group."""
    n = 0
    for card in range(KINDS):
        unseen = copies(s, card)
        for other in range(s.players):
            unseen -= 1 if s.card[other] == card else 0
        for place in range(s.asides):
            unseen -= 1 if s.aside[place] == card else 0
        for _ in range(unseen):
            cards[n] = card
            n += 1
    sizes[0] = n
    return 1 if s.rest > 0 else 0


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Hidden hands first, then what was set aside, then the deck."""
    n = 0
    for other in range(s.players):
        if s.card[other] == HIDDEN:
            s.card[other] = cards[n]
            n += 1
    for place in range(s.asides):
        if s.aside[place] == HIDDEN:
            s.aside[place] = cards[n]
            n += 1
    for place in range(s.rest):
        s.pile[place] = cards[n]
        n += 1
