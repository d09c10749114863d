"""The choice of the card to turn over, by the known top cards of the nine piles.

A *tally* counts known cards by kind, with four bits for each kind.
"""

from typing import Any

from mazziere.games.rookie.box import ALL_PLACES, ANY_PILE, COVER, KINDS, NONE, TEAM, X
from mazziere.games.rookie.rules.legal import within_reach
from mazziere.games.rookie.rules.table import top_card
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below

KIND_BITS = 4
ONE_EACH = 0x111111
TWO_OR_MORE = 0xEEEEEE

DARING = 1
"""Upper bound on the known kinds for which a second new card is turned over, with two sides."""


@jit
def tally(view: Any, places: int) -> int:
    """Return the tally of the top cards at some places, all seen."""
    total = 0
    while places != 0:
        total += 1 << KIND_BITS * top_card(view, lowest(places))
        places &= places - 1
    return total


@jit
def of_kind(known: int, kind: int) -> int:
    """Return the number of cards of a kind in a tally."""
    return known >> KIND_BITS * kind & 15


@jit
def kinds_of(known: int) -> int:
    """Return the number of kinds in a tally."""
    return count((known | known >> 1 | known >> 2 | known >> 3) & ONE_EACH)


@jit
def place_with(view: Any, places: int, kind: int) -> int:
    """Return the first of some places, all seen, with a kind on top; NONE if there is none."""
    while places != 0:
        place = lowest(places)
        if top_card(view, place) == kind:
            return place
        places &= places - 1
    return NONE


@jit
def any_of(places: int, rng: Fast) -> int:
    """Return a random one of some places."""
    return nth(places, below(rng, count(places)))


@jit
def flip_first(view: Any, rng: Fast) -> int:
    """Choose a card of a known pair, colours before X; otherwise one that nobody has seen."""
    covered = within_reach(view)
    seen = covered & view.seen
    known = tally(view, seen)
    pairs = known & TWO_OR_MORE
    if pairs != 0:
        return place_with(view, seen, lowest(pairs) // KIND_BITS)
    if covered != seen:
        return any_of(covered & ~seen, rng)
    return bare(view, covered, known)


@jit
def bare(view: Any, covered: int, known: int) -> int:
    """Choose when all top cards are known and differ: one with many of its kind face down.

    There is a gap, so a card of a pile of two or more moves there and uncovers another pile top.
    """
    best, most = lowest(covered), -1
    places = covered & view.deep
    while places != 0:
        place = lowest(places)
        kind = top_card(view, place)
        beneath = 2 * (view.rest[kind] - of_kind(known, kind)) - (1 if kind == X else 0)
        if beneath > most:
            best, most = place, beneath
        places &= places - 1
    return best


@jit
def partner_place(view: Any) -> int:
    """Return the place of a known partner of the one open card; NONE if there is none."""
    places = within_reach(view) & view.seen & ~view.open
    return place_with(view, places, top_card(view, lowest(view.open)))


@jit
def flip_second(view: Any, rng: Fast) -> int:
    """Choose the known partner; otherwise a new card, or a known colour that reveals nothing.

    The chance of a new card to match is one in the kinds left. If it matches another known card
    instead, the next player has a sure pair. With two sides that gain is the seat's own loss.
    """
    covered = within_reach(view)
    if covered & view.open:
        return any_of(covered, rng)
    mate = partner_place(view)
    if mate != NONE:
        return mate
    kind = top_card(view, lowest(view.open))
    seen = covered & view.seen
    unseen = covered & ~seen
    if unseen != 0 and (kind == X or sides(view) > 2 or kinds_of(tally(view, seen)) <= DARING):
        return any_of(unseen, rng)
    colours = without_x(view, seen)
    if colours != 0:
        return any_of(colours, rng)
    return any_of(unseen if unseen != 0 else covered, rng)


@jit
def sides(view: Any) -> int:
    """Return the number of players or teams that play against each other."""
    return int(view.players // 2 if view.mode == TEAM else view.players)


@jit
def any_partner(view: Any, rng: Fast) -> int:
    """Choose the known partner of the open card, otherwise any new card."""
    covered = within_reach(view)
    if covered & view.open:
        return any_of(covered, rng)
    mate = partner_place(view)
    if mate != NONE:
        return mate
    seen = covered & view.seen
    return any_of(covered & ~seen if covered != seen else covered, rng)


@jit
def without_x(view: Any, places: int) -> int:
    """Return those of some places, all seen, whose top card is a colour."""
    colours = places
    while places != 0:
        place = lowest(places)
        if top_card(view, place) == X:
            colours &= ~(1 << place)
        places &= places - 1
    return colours


@jit
def seek(view: Any, rng: Fast) -> int:
    """Choose the known partner of an open card, colours before X; otherwise an unseen card."""
    covered = within_reach(view)
    if covered & view.open:
        return any_of(covered, rng)
    shown = tally(view, view.open)
    seen = covered & view.seen
    for kind in range(KINDS):
        if of_kind(shown, kind) > 0:
            place = place_with(view, seen, kind)
            if place != NONE:
                return place
    if covered != seen:
        return any_of(covered & ~seen, rng)
    return any_of(covered, rng)


@jit
def cover_or_seek(view: Any, rng: Fast) -> int:
    """Cover if that leads to a sure pair, otherwise seek.

    A known pair among the other piles can be taken after covering, and the open cards stay known.
    A known partner of an open card can be taken only by seeking, if the cards just covered are
    barred. If they are not barred, covering has all the chances of seeking, and a second card.
    """
    others = ALL_PLACES & ~(view.gaps | view.open)
    seen = others & view.seen
    known = tally(view, seen)
    if known & TWO_OR_MORE or view.after_cover == ANY_PILE or count(others) < 2:
        return COVER
    if others != seen or known & tally(view, view.open):
        return seek(view, rng)
    return COVER  # every card within reach is known, and none is a partner
