"""The knowledge of seats about each other's hands, with perfect memory.

It has two sources. A challenged hand is shown: each of its cards is noted in a slot with the seats
that know it. After a reshuffle of the discards, or of all hands, a seat can subtract the cards it
sees from the pack. The rest are cards in the others' hands: the seat's pool, which does not repeat
the slots. Both are lower bounds. When a card leaves a hand, nobody can tell which copy it was. So
every bound on it falls by one.

Code that is linked without views notes nothing (`VIEWS`).

A seat also knows which of its own cards others know: those that it was challenged for, or that it
got from them. The new owner of a hand does not know the knowledge of third seats about it.
"""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.hands import add_set, copies_in, drop_set
from mazziere.kernel.bits import lowest
from mazziere.kernel.jit import VIEWS, jit

FREE = -1
ALL_SEATS = (1 << SEATS) - 1


@jit
def forget_all(s: State) -> None:
    """Erase all knowledge about hands."""
    s.entries = 0
    s.pooled = 0
    for seat in range(SEATS):
        s.aware[seat] = ALL_SEATS
    for slot in range(SLOTS):
        s.slot_owner[slot] = FREE
        s.slot_knowers[slot] = 0
    for seat in range(SEATS + 1):  # spectators have a pool too, but it stays empty
        for level in range(4):
            s.pool[seat, level] = 0


@jit
def known_copies(s: State, viewer: int, owner: int, card: int) -> int:
    """Return the number of copies of a card that the viewer knows to be in a hand."""
    known = 0
    for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
        if s.slot_owner[slot] == owner:
            known += s.slot_knowers[slot] >> viewer & 1
    return known


@jit
def card_left(s: State, owner: int, card: int) -> None:
    """Lower every bound on a card by one, after it has left a hand in view of all seats."""
    if not VIEWS:
        return
    knew = lower_slots(s, owner, card) if s.entries > 0 else 0
    if s.pooled:
        for viewer in range(s.players):
            if viewer != owner and s.pool[viewer, 0] >> card & 1 and not knew >> viewer & 1:
                drop_set(s.pool, viewer, 1 << card)


@jit
def lower_slots(s: State, owner: int, card: int) -> int:
    """Remove one known copy from each viewer; return the seats that knew one."""
    knew = 0
    for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
        if s.slot_owner[slot] == owner:
            still = s.slot_knowers[slot] & knew
            knew |= s.slot_knowers[slot]
            s.slot_knowers[slot] = still
            if still == 0:
                s.slot_owner[slot] = FREE
                s.entries -= 1
    return knew


@jit
def show_hand(s: State, owner: int, viewer: int) -> None:
    """Note the whole hand as known to the viewer (UNO-DRAW4-3, H2O-DRAW4-2)."""
    if not VIEWS:
        return
    s.aware[owner] |= 1 << viewer
    cards = s.hand[owner, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        new = note(s, owner, viewer, card, copies_in(s.hand, owner, card))
        if s.pool[viewer, 0] >> card & 1:  # copies that the viewer knew of, but not in which hand
            for _ in range(new):
                drop_set(s.pool, viewer, 1 << card)


@jit
def note(s: State, owner: int, viewer: int, card: int, copies: int) -> int:
    """Let the viewer know `copies` of a card in a hand; return how many are new."""
    if not VIEWS:
        return 0
    first, last = FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]
    new = copies - known_copies(s, viewer, owner, card)
    left = new
    slot = first
    while left > 0 and slot < last:  # copies that other seats know of
        if s.slot_owner[slot] == owner and not s.slot_knowers[slot] >> viewer & 1:
            s.slot_knowers[slot] |= 1 << viewer
            left -= 1
        slot += 1
    slot = first
    while left > 0 and slot < last:
        if s.slot_owner[slot] == FREE:
            s.slot_owner[slot] = owner
            s.slot_knowers[slot] = 1 << viewer
            s.entries += 1
            left -= 1
        slot += 1
    return new - left


@jit
def learn_by_reshuffle(s: State) -> None:
    """Fill the pools: cards outside the piles and the own hand are in the others' hands."""
    if not VIEWS:
        return
    s.pooled = 1
    for level in range(4):
        s.pool[0, level] = 0
    for seat in range(s.players):
        for level in range(4):
            add_set(s.pool, 0, s.hand[seat, level])
    for viewer in range(1, s.players):
        for level in range(4):
            s.pool[viewer, level] = s.pool[0, level]
    subtract_hands(s)
    if s.entries > 0:
        for card in range(KINDS):
            for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
                knowers = s.slot_knowers[slot]
                while knowers:  # the pool does not repeat the slots
                    drop_set(s.pool, lowest(knowers), 1 << card)
                    knowers &= knowers - 1


@jit
def pool_hands(s: State) -> None:
    """Move all that each seat knows of the hands into its pool, before they are shuffled."""
    if not VIEWS:
        return
    s.pooled = 1
    for seat in range(SEATS):
        s.aware[seat] = ALL_SEATS
    if s.entries > 0:
        for card in range(KINDS):
            for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
                knowers = s.slot_knowers[slot]
                while knowers:
                    add_set(s.pool, lowest(knowers), 1 << card)
                    knowers &= knowers - 1
                s.slot_owner[slot] = FREE
                s.slot_knowers[slot] = 0
        s.entries = 0
    for viewer in range(s.players):
        for level in range(4):
            add_set(s.pool, viewer, s.hand[viewer, level])


@jit
def subtract_hands(s: State) -> None:
    """Remove each seat's own cards from its pool, after the deal."""
    if not VIEWS:
        return
    for viewer in range(s.players):
        for level in range(4):
            drop_set(s.pool, viewer, s.hand[viewer, level])
