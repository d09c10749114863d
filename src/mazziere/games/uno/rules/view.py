"""Views of a seat, and the worlds that agree with them."""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.hands import add_set, copies_in, size_of
from mazziere.games.uno.rules.knowledge import FREE, forget_all
from mazziere.games.uno.rules.matching import fits, guilt_cards
from mazziere.games.uno.rules.start import copies
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def redact(s: State, seat: int) -> None:
    """Hide the draw pile and the others' hands, except for known cards.

    In a view the hand of another seat holds only the cards that the viewer knows to be there;
    `size` still says how many there are.
    """
    for other in range(s.players):
        if other != seat:
            for level in range(4):
                s.hand[other, level] = 0
                s.pool[other, level] = 0
    if s.entries > 0:
        redact_slots(s, seat)
    for place in range(s.rest):
        s.pile[place] = UNKNOWN
    if seat != s.turn:
        s.drawn = UNKNOWN
    if s.bluffer >= 0 and seat != s.bluffer:  # also while a caught bluffer's cards are shuffled
        s.guilty = 2


@jit
def redact_slots(s: State, seat: int) -> None:
    """Keep the slots that the seat knows or owns, in an order that reveals nothing else.

    Known cards of other seats go into their hands. Spectators know nothing, so they have no row in
    `aware`.
    """
    left = s.entries
    s.entries = 0
    used = 0
    while left > 0:
        while s.slot_owner[used] == FREE:
            used += 1
        card = SLOT_CARD[used]
        first = FIRST_SLOT[card]
        used = first + COPIES[card]
        kept = first
        for slot in range(first, first + COPIES[card]):
            owner, knowers = s.slot_owner[slot], s.slot_knowers[slot]
            if owner == FREE:
                continue
            left -= 1
            knowers &= s.aware[seat] if owner == seat else 1 << seat
            if knowers == 0:
                continue
            if owner != seat:
                add_set(s.hand, owner, 1 << card)
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
    """Tell whether an entry sorts before the one in a slot."""
    if owner != s.slot_owner[slot]:
        return owner < s.slot_owner[slot]
    return knowers < s.slot_knowers[slot]


@jit
def redact_unseen(s: State, seat: int) -> None:
    """Show the own hand and the table, without memory."""
    forget_all(s)
    redact(s, seat)


# Worlds


@jit
def unseen_copies(s: State, seat: int, card: int) -> int:
    """Return the copies of a card in the draw pile or other hands that are not in the pool."""
    unseen = copies(s, card)
    for other in range(s.players):
        unseen -= copies_in(s.hand, other, card)
    for place in range(s.discards):
        unseen -= 1 if s.discard[place] == card else 0
    return unseen - copies_in(s.pool, seat, card)


@jit
def hidden_in(s: State, other: int) -> int:
    """Return the number of cards in another hand that the viewer does not know."""
    return s.size[other] - size_of(s.hand, other)


@jit
def is_deciding(s: State, seat: int) -> bool:
    """Tell whether another seat is deciding on a card that it has just drawn."""
    return s.phase == DRAWN and s.turn != seat


@jit
def drew_a_fit(s: State) -> bool:
    """Tell whether everybody knows that the card just drawn may be played.

    In version 1 of the rules the turn would have passed otherwise. Where a seat draws until a card
    fits (HOUSE-UNO-2), it does so unless there was no further card.
    """
    return s.rules == 1 or (s.draw_rule == UNTIL_PLAYABLE and s.rest + s.discards > 1)


@jit
def hidden_places(s: State, seat: int) -> int:
    """Return the places for hidden cards in other hands, without a card just drawn."""
    places = -1 if is_deciding(s, seat) else 0
    for other in range(s.players):
        if other != seat:
            places += hidden_in(s, other)
    return places


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write up to three groups: unseen cards, places in other hands, possible drawn cards.

    The places are filled from the pool and the first unseen cards; the draw pile is the rest. While
    another seat decides on a card just drawn, that card is the first unseen one. If it is known to
    fit, there is a third group of the cards that fit, and the first of these is the drawn card.
    """
    if s.rest == 0 and s.discards == 0:  # no card is dealt yet
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
    if not is_deciding(s, seat) or not drew_a_fit(s):
        return 2
    sizes[2] = write_drawable(s, seat, cards, n)
    return 3


@jit
def write_drawable(s: State, seat: int, cards: Ints, place: int) -> int:
    """Write the unseen cards that another seat may have drawn, given that it may be played."""
    first = place
    for card in range(KINDS):
        if card != WILD_DRAW_FOUR and fits(s, s.turn, card):
            for _ in range(unseen_copies(s, seat, card)):
                cards[place] = card
                place += 1
    if s.wd4 != STRICT or place == first:  # under `strict` it fits only some hands
        for _ in range(unseen_copies(s, seat, WILD_DRAW_FOUR)):
            cards[place] = WILD_DRAW_FOUR
            place += 1
    return place - first


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Turn the view into a world, with an order of the groups that `complete` wrote."""
    if s.rest == 0 and s.discards == 0:
        return
    pooled = size_of(s.pool, seat)
    places = hidden_places(s, seat)
    deciding = is_deciding(s, seat)
    unseen = s.rest + places + (1 if deciding else 0) - pooled
    if deciding:
        s.drawn = cards[unseen + places if drew_a_fit(s) else 0]
        take_out(cards, unseen, s.drawn)
    place = unseen
    for other in range(s.players):
        if other != seat:
            place = fill_hand(s, seat, other, cards, place, pooled)
    for i in range(s.rest):
        s.pile[i] = cards[places - pooled + i]


@jit
def take_out(cards: Ints, size: int, card: int) -> None:
    """Remove the first copy of a card from a list of `size` cards."""
    i = 0
    while cards[i] != card:
        i += 1
    while i + 1 < size:
        cards[i] = cards[i + 1]
        i += 1


@jit
def fill_hand(s: State, seat: int, other: int, cards: Ints, place: int, pooled: int) -> int:
    """Fill the hidden places of one hand; return the first place of the next hand."""
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
    """Decide the bluffer's guilt by the cards that the hand holds so far."""
    s.guilty = 1 if s.hand[s.bluffer, 0] & guilt_cards(s, s.before) else 0


@jit
def pool_card(s: State, seat: int, number: int) -> int:
    """Return the card at an index of the viewer's pool."""
    card = 0
    number -= copies_in(s.pool, seat, 0)
    while number >= 0:
        card += 1
        number -= copies_in(s.pool, seat, card)
    return card
