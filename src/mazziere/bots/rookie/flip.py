"""Which card to turn over: what is known of the nine top cards, counted by kinds."""

from typing import Any

from mazziere.games.rookie.constants import ALL_PLACES, KINDS, NONE, TEAM, X
from mazziere.games.rookie.legal import within_reach
from mazziere.games.rookie.state import top_card
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below

KIND_BITS = 4
ONE_EACH = 0x111111
TWO_OR_MORE = 0xEEEEEE

DARING = 1
"""Between two sides a second new card is turned over with no more than so many kinds known."""


@jit
def tally(v: Any, places: int) -> int:
    """How many of the top cards at some places, all seen, are of each kind: four bits a kind."""
    total = 0
    while places != 0:
        total += 1 << KIND_BITS * top_card(v, lowest(places))
        places &= places - 1
    return total


@jit
def of_kind(known: int, kind: int) -> int:
    """How many of a kind a tally counts."""
    return known >> KIND_BITS * kind & 15


@jit
def kinds_of(known: int) -> int:
    """How many kinds a tally counts."""
    return count((known | known >> 1 | known >> 2 | known >> 3) & ONE_EACH)


@jit
def place_with(v: Any, places: int, kind: int) -> int:
    """The first of some places, all seen, with a card of a kind on top, else NONE."""
    while places != 0:
        place = lowest(places)
        if top_card(v, place) == kind:
            return place
        places &= places - 1
    return NONE


@jit
def any_of(places: int, rng: Fast) -> int:
    """One of some places, at random."""
    return nth(places, below(rng, count(places)))


@jit
def flip_first(v: Any, rng: Fast) -> int:
    """A card of a known pair, colours before X; else one that nobody has seen."""
    covered = ALL_PLACES & ~v.gaps
    seen = covered & v.seen
    known = tally(v, seen)
    pairs = known & TWO_OR_MORE
    if pairs != 0:
        return place_with(v, seen, lowest(pairs) // KIND_BITS)
    if covered != seen:
        return any_of(covered & ~seen, rng)
    return bare(v, covered, known)


@jit
def bare(v: Any, covered: int, known: int) -> int:
    """All top cards are known and no two alike: lift the one with most of its kind beneath.

    There is a gap, so a card of a pile of two or more moves there and lays another one bare.
    """
    best, most = lowest(covered), -1
    places = covered & v.deep
    while places != 0:
        place = lowest(places)
        kind = top_card(v, place)
        beneath = 2 * (v.rest[kind] - of_kind(known, kind)) - (1 if kind == X else 0)
        if beneath > most:
            best, most = place, beneath
        places &= places - 1
    return best


@jit
def partner_place(v: Any) -> int:
    """Where a partner of the one open card is known to lie, else NONE."""
    return place_with(v, v.seen & ~v.open, top_card(v, lowest(v.open)))


@jit
def flip_second(v: Any, rng: Fast) -> int:
    """The known partner; else a new card, or a known colour that gives nothing away.

    A new card fits with a chance of one in the kinds left. If it fits one of the cards known
    instead, the next player has a sure pair. Between two sides his gain is one's own loss.
    """
    covered = within_reach(v)
    if covered & v.open:
        return any_of(covered, rng)
    mate = partner_place(v)
    if mate != NONE:
        return mate
    kind = top_card(v, lowest(v.open))
    seen = covered & v.seen
    unseen = covered & ~seen
    if unseen != 0 and (kind == X or sides(v) > 2 or kinds_of(tally(v, seen)) <= DARING):
        return any_of(unseen, rng)
    colours = without_x(v, seen)
    if colours != 0:
        return any_of(colours, rng)
    return any_of(unseen if unseen != 0 else covered, rng)


@jit
def sides(v: Any) -> int:
    """How many players or teams play against each other."""
    return int(v.players // 2 if v.mode == TEAM else v.players)


@jit
def any_partner(v: Any, rng: Fast) -> int:
    """The known partner of the open card, else any new card."""
    covered = within_reach(v)
    if covered & v.open:
        return any_of(covered, rng)
    mate = partner_place(v)
    if mate != NONE:
        return mate
    seen = covered & v.seen
    return any_of(covered & ~seen if covered != seen else covered, rng)


@jit
def without_x(v: Any, places: int) -> int:
    """Those of some places, all seen, whose top card is a colour."""
    colours = places
    while places != 0:
        place = lowest(places)
        if top_card(v, place) == X:
            colours &= ~(1 << place)
        places &= places - 1
    return colours


@jit
def seek(v: Any, rng: Fast) -> int:
    """The known partner of an open card, colours before X; else a card that nobody has seen."""
    covered = within_reach(v)
    if covered & v.open:
        return any_of(covered, rng)
    shown = tally(v, v.open)
    seen = covered & v.seen
    for kind in range(KINDS):
        if of_kind(shown, kind) > 0:
            place = place_with(v, seen, kind)
            if place != NONE:
                return place
    if covered != seen:
        return any_of(covered & ~seen, rng)
    return any_of(covered, rng)
