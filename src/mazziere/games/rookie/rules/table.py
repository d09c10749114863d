"""The nine piles on the table: turning cards over, lifting pairs, filling gaps."""

from mazziere.games.rookie.box import *
from mazziere.kernel.bits import count, lowest
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid


@jit
def top_card(s: State, place: int) -> int:
    """Return the top card of a pile on the table."""
    return s.table[place, s.height[place] - 1]


@jit
def turn_over(s: State, pile: int, log: Grid | None) -> int:
    """Open a card of a pile, in a gap if there is one (ROO-T5); return its place."""
    place = pile
    if s.open >> pile & 1:  # AMB-ROO-5, AMB-ROO-21: no other card is left to turn over
        place = move_to_gap(s, pile)
        emit(log, MOVED_UNDER, s.turn, pile, place, EVERYONE)
    elif s.refill == NEXT and s.gaps != 0 and s.deep >> pile & 1:  # AMB-ROO-5: a single card stays
        place = move_to_gap(s, pile)
        emit(log, MOVED, s.turn, pile, place, EVERYONE)
    s.open |= 1 << place
    s.seen |= 1 << place
    emit(log, FLIPPED, s.turn, top_card(s, place), place, EVERYONE)
    return place


@jit
def move_to_gap(s: State, pile: int) -> int:
    """Put the uppermost face-down card of a pile into the lowest gap, and return that place."""
    gap = lowest(s.gaps)
    if s.open >> pile & 1:
        level = s.height[pile] - 2
        card = s.table[pile, level]
        s.table[pile, level] = s.table[pile, level + 1]
    else:
        card = top_card(s, pile)
        s.seen |= (s.seen >> pile & 1) << gap
        s.seen &= ~(1 << pile)
    shrink(s, pile)
    s.table[gap, 0] = card
    s.height[gap] = 1
    s.gaps &= ~(1 << gap)
    return gap


@jit
def shrink(s: State, pile: int) -> None:
    """Remove the uppermost card of a pile."""
    height = s.height[pile] - 1
    s.height[pile] = height
    s.table[pile, height] = NONE
    if height == 1:
        s.deep &= ~(1 << pile)
    elif height == 0:
        s.gaps |= 1 << pile


@jit
def open_place(s: State, kind: int, but: int) -> int:
    """Return the place of an open card of a kind, except `but`; NONE if there is none."""
    places = s.open & ~(1 << but)
    while places != 0:
        place = lowest(places)
        if top_card(s, place) == kind:
            return place
        places &= places - 1
    return NONE


@jit
def lift(s: State, first: int, second: int, log: Grid | None) -> None:
    """Take an open pair from the table; only pairs leave it, so the last two match (AMB-ROO-6)."""
    s.rest[top_card(s, first)] -= 2
    gone = 1 << first | 1 << second
    s.open &= ~gone
    s.seen &= ~gone
    shrink(s, first)
    shrink(s, second)
    if s.refill == TALLEST:  # AMB-ROO-5: at once, before anything is covered
        while s.gaps != 0 and s.deep != 0:
            source = tallest(s)
            emit(log, REFILLED, s.turn, source, move_to_gap(s, source), EVERYONE)


@jit
def tallest(s: State) -> int:
    """Return the pile with most cards, open ones included; the lowest number on a tie."""
    best = 0
    for place in range(1, PLACES):
        if s.height[place] > s.height[best]:
            best = place
    return best


@jit
def bar_covered(s: State) -> None:
    """Bar the open cards, about to be covered, from the next two flips (AMB-ROO-8, contract R12).

    They are not barred if fewer than two other piles are left.
    """
    others = ALL_PLACES & ~(s.gaps | s.open)
    if s.after_cover == OTHER and count(others) >= 2:
        s.barred = s.open


@jit
def cover(s: State, log: Grid | None) -> None:
    """Turn all open cards face down in their places; they stay seen."""
    if s.open != 0:
        s.open = 0
        emit(log, COVERED, s.turn, 0, 0, EVERYONE)
