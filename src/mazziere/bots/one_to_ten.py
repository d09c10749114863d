"""How "from 1 to 10" is played: turn over the wanted card if you know it, else one not seen yet.

With a memory that keeps everything there is nothing better (`docs/strategy/one_to_ten.md`), so the
levels differ by what they remember. Of the rows only one's own is kept in mind, and a turn of
the memory is a turn of one's own: how many others play does not matter.
"""

from typing import Annotated, Any

from mazziere.bots.brain import Brain
from mazziere.bots.memory import is_known, take_note
from mazziere.bots.usual import always_thinks, any_world, no_secret
from mazziere.games.one_to_ten import (
    ALL,
    FOUND,
    HIDDEN,
    MISSED,
    PLACES,
)
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import I4, Grid, Ints, cells

CARELESS = 8
"""A child turns over just any card one time in so many."""

# Memory


class Memory:
    """The own row, as far as it is kept in mind."""

    turn: I4  # own turns so far
    going: I4  # 1 within an own turn
    until: Annotated[Ints, cells("i4", PLACES)]  # the turn from which a place is forgotten


@jit
def hear(m: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Take note of the own cards that are turned over; a turn begins with the first of them."""
    for row in range(1, log[0, 0] + 1):
        kind = log[row, 0]
        if kind != FOUND and kind != MISSED:
            continue
        if log[row, 1] != seat:
            m.going = 0
            continue
        if m.going == 0:
            m.going = 1
            m.turn += 1
        take_note(m, log[row, 3] - 1, share, half_life, rng)


@jit
def recall(v: Any, m: Any) -> None:
    """Blank the own face-down cards that are forgotten; only who is on turn is asked."""
    seat = v.turn
    places = v.seen[seat] & ~v.face_up[seat]
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if not is_known(m, place):
            v.seen[seat] &= ~(1 << place)
            v.row[seat, place] = HIDDEN


# Rules of thumb


@jit
def wanted_place(v: Any, seat: int) -> int:
    """Where the wanted card is known to lie, else -1."""
    places = v.seen[seat] & ~v.face_up[seat]
    while places != 0:
        place = lowest(places)
        if v.row[seat, place] == v.found[seat]:
            return place
        places &= places - 1
    return -1


@jit
def normal(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """The wanted card, or a place not seen; if it is the last one, it is the wanted card."""
    place = wanted_place(v, seat)
    if place >= 0:
        return place
    unseen = ALL & ~v.seen[seat]
    return nth(unseen, below(rng, count(unseen)))


@jit
def easy(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """The same, but now and then just any card."""
    if below(rng, CARELESS) == 0:
        return moves[below(rng, n)]
    return normal(v, seat, moves, n, rng)


# Search: one card ahead is enough, since what a card gains or loses is known exactly.


@jit
def is_settled(v: Any, s: Any) -> bool:
    """A card has been turned over."""
    return bool(s.phase == OVER or s.turn != v.turn or s.found[v.turn] != v.found[v.turn])


@jit
def worth(v: Any, s: Any, seat: int) -> float:
    """One half, and half of the turns that the card saved or lost against the best play.

    Of n cards not seen the best play turns over 1/n + 1/(n-1) + … + 1 as wanted ones, on average,
    and each of the others costs a turn. So a card not seen costs 1 - 1/n turns; a miss costs one.
    """
    if seat != v.turn:
        return 0.5
    gain = 0.0
    if s.seen[seat] != v.seen[seat]:
        gain += 1.0 - 1.0 / (PLACES - count(v.seen[seat]))
    if s.found[seat] <= v.found[seat]:
        gain -= 1.0
    return 0.5 + gain / 2.0


BRAIN = Brain(
    easy=easy,
    normal=normal,
    by_rules=always_thinks,
    hear=hear,
    recall=recall,
    imagine=any_world,
    secret=no_secret,
    is_settled=is_settled,
    worth=worth,
    memory=Memory,
    explore=100,
)
