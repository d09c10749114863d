"""The choice of piles for cards in hand, and of the seat to rob.

A pair captures if one of the three piles shows its kind: the two cards go on the other two. So
before a capture the piles should show three different kinds, those that are likely to come.
"""

from typing import Any

from mazziere.games.rookie.box import ANY, GIVE, KINDS, NONE, PLACE, PROVISIONAL, ROB, X
from mazziere.games.rookie.brain.flip import of_kind, tally
from mazziere.games.rookie.rules.legal import victims
from mazziere.games.rookie.rules.provisional import has_pool, partner, shown_kinds
from mazziere.kernel.bits import lowest
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below


@jit
def height_of(view: Any, pile: int) -> int:
    """Return the number of cards on a provisional pile."""
    if view.top[pile] == NONE:
        return 0
    total = 0
    for kind in range(KINDS):
        total += view.laid[pile, kind]
    return total


@jit
def uncaptured(view: Any, seat: int) -> int:
    """Return the number of cards on a seat's provisional piles."""
    pile = PROVISIONAL * seat
    return height_of(view, pile) + height_of(view, pile + 1) + height_of(view, pile + 2)


@jit
def showing(view: Any, seat: int, kind: int) -> int:
    """Return the number of a seat's piles that show a kind."""
    pile = PROVISIONAL * seat
    bits = shown_kinds(view, pile) >> kind & 1
    return (
        bits + (shown_kinds(view, pile + 1) >> kind & 1) + (shown_kinds(view, pile + 2) >> kind & 1)
    )


@jit
def completes(view: Any, seat: int, kind: int, cards: int, others: int) -> bool:
    """Tell whether a seat captures with `cards` of a kind, after laying the others beneath."""
    piles = showing(view, seat, kind)
    if has_pool(view):
        piles += showing(view, partner(view, seat), kind)
    if piles == PROVISIONAL and others > 0 and view.capture_by != ANY:
        piles -= 1
    return piles + cards >= PROVISIONAL


@jit
def capturing_kind(view: Any, seat: int) -> int:
    """Return the kind in hand with which a seat captures, X first; NONE if there is none."""
    for kind in range(X, -1, -1):
        cards = view.hand[kind]
        if cards > 0 and completes(view, seat, kind, cards, view.in_hand - cards):
            return kind
    return NONE


@jit
def lay(view: Any, seat: int) -> int:
    """Lay a card to capture now, otherwise so that many kinds can capture next time."""
    own = capturing_kind(view, seat)
    if view.may_give and not has_pool(view):
        mate = partner(view, seat)
        gift = capturing_kind(view, mate)
        if gift != NONE and (own == NONE or uncaptured(view, mate) > uncaptured(view, seat)):
            return lay_to_capture(view, seat, mate, gift)
    if own != NONE:
        return lay_to_capture(view, seat, seat, own)
    return lay_to_wait(view, seat)


@jit
def lay_to_capture(view: Any, seat: int, owner: int, kind: int) -> int:
    """Lay the other cards first, then the kind itself on piles that do not show it yet."""
    card = kind
    if view.in_hand > view.hand[kind]:
        card = 0
        while view.hand[card] == 0 or card == kind:
            card += 1
    pile = PROVISIONAL * owner
    if has_pool(view):  # only piles that show the kind are captured: prefer tall ones
        pile = tallest_without(view, seat, kind)
    else:
        while pile < PROVISIONAL * owner + 2 and shown_kinds(view, pile) >> kind & 1:
            pile += 1
    return laying(seat, card, pile)


@jit
def tallest_without(view: Any, seat: int, kind: int) -> int:
    """Return the tallest pile within reach that does not show a kind; the first if all do."""
    best, most = PROVISIONAL * seat, -1
    for owner in range(view.players):
        if owner == seat or (view.may_give and owner == partner(view, seat)):
            for pile in range(PROVISIONAL * owner, PROVISIONAL * owner + PROVISIONAL):
                if not shown_kinds(view, pile) >> kind & 1 and height_of(view, pile) > most:
                    best, most = pile, height_of(view, pile)
    return best


@jit
def lay_to_wait(view: Any, seat: int) -> int:
    """Lay the least useful card first, where it costs least: useful ones end on top."""
    known = tally(view, view.seen)
    card, least = NONE, 1 << 30
    for kind in range(KINDS):
        if view.hand[kind] > 0 and promise(view, known, kind) < least:
            card, least = kind, promise(view, known, kind)
    best, cost = PROVISIONAL * seat, 1 << 30
    for pile in range(PROVISIONAL * seat, PROVISIONAL * seat + PROVISIONAL):
        lost = loss(view, known, card, pile)
        if lost < cost:
            best, cost = pile, lost
    if view.may_give:
        mate = partner(view, seat)
        for pile in range(PROVISIONAL * mate, PROVISIONAL * mate + PROVISIONAL):
            lost = loss(view, known, card, pile)
            if lost < cost:
                best, cost = pile, lost
    return laying(seat, card, best)


@jit
def promise(view: Any, known: int, kind: int) -> int:
    """Estimate how likely the next pair is of a kind, by the cards left and those known."""
    cards = of_kind(known, kind)
    left = int(view.rest[kind])
    if cards == 1:
        left *= 3
    elif cards > 1:
        left = 100
    return 3 * left // 2 if kind == X else left


@jit
def loss(view: Any, known: int, card: int, pile: int) -> int:
    """Return the cost of covering a pile's top card."""
    if view.capture_by == ANY:
        return shown_kinds(view, pile) >> card & 1
    top = view.top[pile]
    if top == card:
        return -1
    if top == NONE:
        return 0
    if showing(view, pile // PROVISIONAL, top) > 1:
        return 1
    return 2 + promise(view, known, top)


@jit
def laying(seat: int, card: int, pile: int) -> int:
    """Return the move that lays a card on a pile, the seat's own or the partner's."""
    first = PLACE if pile // PROVISIONAL == seat else GIVE
    return first + PROVISIONAL * card + pile % PROVISIONAL


@jit
def victim(view: Any, rng: Fast) -> int:
    """Rob the neighbour with more uncaptured cards; on a tie the leader, otherwise any."""
    best, most, equal = NONE, -1, 0
    bits = victims(view)
    while bits != 0:
        other = lowest(bits)
        bits &= bits - 1
        gain = 128 * uncaptured(view, other) + view.points[other]
        if gain > most:
            best, most, equal = other, gain, 1
        elif gain == most:
            equal += 1
            if below(rng, equal) == 0:
                best = other
    return ROB + best
