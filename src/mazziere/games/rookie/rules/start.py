"""Start and chance: the first player and the nine piles."""

from mazziere.games.rookie.box import *
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints


@jit
def start(s: State) -> None:
    """Clear the table; chance decides the first player."""
    s.phase = STARTER
    s.turn = 0
    s.actor = 0
    s.found = NONE
    s.sought = 0
    s.may_give = 0
    s.gave = 0
    s.todo = 0
    s.in_hand = 0
    s.winners = 0
    s.gaps = ALL_PLACES
    s.deep = 0
    s.open = 0
    s.seen = 0
    s.barred = 0
    for kind in range(KINDS):
        s.hand[kind] = 0
        s.rest[kind] = 0
    for place in range(PLACES):
        s.height[place] = 0
        for level in range(DEPTH):
            s.table[place, level] = NONE
    for seat in range(SEATS):
        s.points[seat] = 0
    for pile in range(SEATS * PROVISIONAL):
        s.top[pile] = NONE
        for kind in range(KINDS):
            s.laid[pile, kind] = 0


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Write the seats; or the places, of which the first get one card more, and the pack."""
    if s.phase == STARTER:
        for seat in range(s.players):
            cards[seat] = seat
        sizes[0] = s.players
        return 1
    if s.phase != PILES:
        return 0
    for place in range(PLACES):
        cards[place] = place
    n = PLACES
    for kind in range(kinds_in_play(s)):
        for _ in range(COPIES[s.edition]):
            cards[n] = kind
            n += 1
    sizes[0] = PLACES
    sizes[1] = n - PLACES
    return 2


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Set the first player (AMB-ROO-22), or lay out the piles."""
    if s.phase == STARTER:
        s.turn = cards[0]  # ROO-T1: then anticlockwise, as the seats are numbered
        s.actor = s.turn
        s.phase = PILES
        emit(log, BEGAN, s.turn, 0, 0, EVERYONE)
    else:
        lay_out(s, cards, log)
        s.phase = FIRST


@jit
def lay_out(s: State, cards: Ints, log: Grid | None) -> None:
    """Make nine face-down piles of equal size (ROO-0d); `cards` has the top card of each first."""
    total = kinds_in_play(s) * COPIES[s.edition]
    for place in range(PLACES):
        s.height[cards[place]] = total // PLACES + (1 if place < total % PLACES else 0)
    for kind in range(kinds_in_play(s)):
        s.rest[kind] = COPIES[s.edition]
    n = PLACES
    for place in range(PLACES):
        for level in range(s.height[place] - 1, -1, -1):
            s.table[place, level] = cards[n]
            n += 1
    s.gaps = 0
    s.deep = ALL_PLACES
    emit(log, LAID_OUT, s.turn, total, 0, EVERYONE)


@jit
def kinds_in_play(s: State) -> int:
    """Return the number of kinds in the pack: children play without X, the last one (ROO-K1)."""
    return X if s.mode == KIDS else KINDS
