"""Hands of cards, held as four nested sets, and the order of the seats."""

from mazziere.games.uno.box import *
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid


@jit
def copies_in(sets: Grid, seat: int, card: int) -> int:
    """Return the number of copies of a card in four nested sets."""
    return (
        (sets[seat, 0] >> card & 1)
        + (sets[seat, 1] >> card & 1)
        + (sets[seat, 2] >> card & 1)
        + (sets[seat, 3] >> card & 1)
    )


@jit
def size_of(sets: Grid, seat: int) -> int:
    """Return the number of cards in four nested sets."""
    return count(sets[seat, 0]) + count(sets[seat, 1]) + count(sets[seat, 2]) + count(sets[seat, 3])


@jit
def add_set(sets: Grid, seat: int, cards: int) -> None:
    """Add one copy of each card of a set."""
    for level in range(4):
        before = sets[seat, level]
        sets[seat, level] = before | cards
        cards &= before


@jit
def drop_set(sets: Grid, seat: int, cards: int) -> None:
    """Remove one copy of each card of a set, where there is one."""
    for level in range(3, -1, -1):
        before = sets[seat, level]
        sets[seat, level] = before & ~cards
        cards &= ~before


@jit
def add_card(s: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    add_set(s.hand, seat, 1 << card)
    s.size[seat] += 1


@jit
def take_card(s: State, seat: int, card: int) -> None:
    """Remove a card from a hand that holds it."""
    drop_set(s.hand, seat, 1 << card)
    s.size[seat] -= 1


@jit
def next_seat(s: State, seat: int) -> int:
    """Return the next seat in the direction of play."""
    after = seat + s.direction
    if after < 0:
        return s.players - 1
    return after if after < s.players else 0
