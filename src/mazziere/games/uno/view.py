"""What a seat can know, and the worlds that agree with it."""

from mazziere.games.uno.constants import (
    COPIES,
    DRAWN,
    FIRST_SLOT,
    KINDS,
    UNKNOWN,
    WILD_DRAW_FOUR,
)
from mazziere.games.uno.draw import fits
from mazziere.games.uno.knowledge import FREE, forget_all, known_copies
from mazziere.games.uno.start import copies
from mazziere.games.uno.state import (
    STRICT,
    State,
    add_set,
    copies_in,
    guilt_cards,
    set_copies,
    size_of,
)
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def redact(s: State, seat: int) -> None:
    """Hide the draw pile and the others' hands, but for what was shown and can be worked out.

    In a view the hand of another seat holds only the cards that the viewer knows to be there;
    `size` still says how many there are.
    """
    for other in range(s.players):
        if other != seat:
            for card in range(KINDS):
                set_copies(s.hand, other, card, known_copies(s, seat, other, card))
            for level in range(4):
                s.pool[other, level] = 0
    redact_slots(s, seat)
    for place in range(s.rest):
        s.pile[place] = UNKNOWN
    if seat != s.turn:
        s.drawn = UNKNOWN
    if s.bluffer >= 0 and seat != s.bluffer:  # also while a caught bluffer's cards are shuffled
        s.guilty = 2


@jit
def redact_slots(s: State, seat: int) -> None:
    """Keep what the seat was shown and what it showed, in an order that tells nothing else."""
    s.entries = 0
    for card in range(KINDS):
        first = FIRST_SLOT[card]
        kept = first
        for slot in range(first, first + COPIES[card]):
            owner, knowers = s.slot_owner[slot], s.slot_knowers[slot]
            if owner != seat:
                knowers &= 1 << seat
            if owner == FREE or knowers == 0:
                continue
            place = kept
            while place > first and is_before(s, owner, knowers, place - 1):
                s.slot_owner[place] = s.slot_owner[place - 1]
                s.slot_knowers[place] = s.slot_knowers[place - 1]
                place -= 1
            s.slot_owner[place] = owner
            s.slot_knowers[place] = knowers
            kept += 1
        s.entries += kept - first
        for slot in range(kept, first + COPIES[card]):
            s.slot_owner[slot] = FREE
            s.slot_knowers[slot] = 0


@jit
def is_before(s: State, owner: int, knowers: int, slot: int) -> bool:
    """Whether an entry sorts before the one in a slot."""
    if owner != s.slot_owner[slot]:
        return owner < s.slot_owner[slot]
    return knowers < s.slot_knowers[slot]


@jit
def glance(s: State, seat: int) -> None:
    """What lies before a person's eyes: the own hand, the table, and no memory."""
    forget_all(s)
    redact(s, seat)


# Worlds


@jit
def unseen_copies(s: State, seat: int, card: int) -> int:
    """Copies of a card that may be in the draw pile or in any other hand, beyond the pool."""
    unseen = copies(s, card)
    for other in range(s.players):
        unseen -= copies_in(s.hand, other, card)
    for place in range(s.discards):
        unseen -= 1 if s.discard[place] == card else 0
    return unseen - copies_in(s.pool, seat, card)


@jit
def hidden_in(s: State, other: int) -> int:
    """How many cards of another hand the viewer does not know."""
    return s.size[other] - size_of(s.hand, other)


@jit
def is_deciding(s: State, seat: int) -> bool:
    """Whether another seat is deciding on a card that it has just drawn."""
    return s.phase == DRAWN and s.turn != seat


@jit
def hidden_places(s: State, seat: int) -> int:
    """Places for hidden cards in the other hands, a card just drawn apart."""
    places = -1 if is_deciding(s, seat) else 0
    for other in range(s.players):
        if other != seat:
            places += hidden_in(s, other)
    return places


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Three groups: the unseen cards, the places in the other hands, the cards just drawn.

    The places are filled from the pool and the first unseen cards; the draw pile is the rest. The
    third group is there while another seat decides on a card just drawn: it may be played, and
    the first of the group is the one.
    """
    if s.rest == 0 and s.discards == 0:  # nothing is dealt yet
        return 0
    n = 0
    for card in range(KINDS):
        for _ in range(unseen_copies(s, seat, card)):
            cards[n] = card
            n += 1
    sizes[0] = n
    sizes[1] = hidden_places(s, seat)
    for place in range(sizes[1]):
        cards[n] = place
        n += 1
    if not is_deciding(s, seat):
        return 2
    sizes[2] = write_drawable(s, seat, cards, n)
    return 3


@jit
def write_drawable(s: State, seat: int, cards: Ints, n: int) -> int:
    """Write the unseen cards that another seat may have drawn, given that it may be played."""
    first = n
    for card in range(KINDS):
        if card != WILD_DRAW_FOUR and fits(s, s.turn, card):
            for _ in range(unseen_copies(s, seat, card)):
                cards[n] = card
                n += 1
    if s.wd4 != STRICT or n == first:  # under `strict` it fits only some hands: the last resort
        for _ in range(unseen_copies(s, seat, WILD_DRAW_FOUR)):
            cards[n] = WILD_DRAW_FOUR
            n += 1
    return n - first


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Make a world of the view, from the order of the groups that `complete` wrote."""
    if s.rest == 0 and s.discards == 0:
        return
    pooled = size_of(s.pool, seat)
    places = hidden_places(s, seat)
    deciding = is_deciding(s, seat)
    unseen = s.rest + places + (1 if deciding else 0) - pooled
    if deciding:
        s.drawn = cards[unseen + places]
        take_out(cards, unseen, s.drawn)
    place = unseen
    for other in range(s.players):
        if other != seat:
            place = fill_hand(s, seat, other, cards, place, pooled)
    for i in range(s.rest):
        s.pile[i] = cards[places - pooled + i]


@jit
def take_out(cards: Ints, size: int, card: int) -> None:
    """Take the first copy of a card out of a list of that size, and close the gap."""
    i = 0
    while cards[i] != card:
        i += 1
    while i + 1 < size:
        cards[i] = cards[i + 1]
        i += 1


@jit
def fill_hand(s: State, seat: int, other: int, cards: Ints, place: int, pooled: int) -> int:
    """Fill the hidden places of one hand; return where the next hand's places begin."""
    hidden = hidden_in(s, other)
    if is_deciding(s, seat) and other == s.turn:
        add_set(s.hand, other, 1 << s.drawn)
        hidden -= 1
    for i in range(hidden):
        if other == s.bluffer and i == max(hidden - s.late, 0):
            judge(s)
        which = cards[place]
        card = pool_card(s, seat, which) if which < pooled else cards[which - pooled]
        add_set(s.hand, other, 1 << card)
        place += 1
    if other == s.bluffer and s.guilty == 2:
        judge(s)
    return place


@jit
def judge(s: State) -> None:
    """Settle a bluff by the hand as it was when the wild +4 was played."""
    s.guilty = 1 if s.hand[s.bluffer, 0] & guilt_cards(s, s.before) else 0


@jit
def pool_card(s: State, seat: int, number: int) -> int:
    """The card with so many before it in the viewer's pool."""
    card = 0
    number -= copies_in(s.pool, seat, 0)
    while number >= 0:
        card += 1
        number -= copies_in(s.pool, seat, card)
    return card
