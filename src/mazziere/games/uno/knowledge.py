"""What seats know of each other's hands, with perfect memory.

Two things teach it. A challenged hand is shown: each of its cards is noted in a slot with the seats
that know it. And when the discards are reshuffled, or all hands are, whoever can subtract knows
what the others hold together: that is the seat's pool, cards in the others' hands beyond the slots.
Both are lower bounds. Of a card that leaves a hand nobody can tell which copy it was, so every
bound on it falls by one.
"""

from mazziere.games.uno.constants import COPIES, FIRST_SLOT, KINDS, SEATS, SLOTS
from mazziere.games.uno.state import State, add_set, copies_in, drop_set
from mazziere.kernel.bits import lowest
from mazziere.kernel.jit import jit

FREE = -1


@jit
def forget_all(s: State) -> None:
    """Nobody knows anything of another hand."""
    s.entries = 0
    s.pooled = 0
    for slot in range(SLOTS):
        s.slot_owner[slot] = FREE
        s.slot_knowers[slot] = 0
    for seat in range(SEATS + 1):  # who only watches has a pool too, but it stays empty
        for level in range(4):
            s.pool[seat, level] = 0


@jit
def known_copies(s: State, viewer: int, owner: int, card: int) -> int:
    """How many copies of a card the viewer knows to be in a hand."""
    known = 0
    for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
        if s.slot_owner[slot] == owner:
            known += s.slot_knowers[slot] >> viewer & 1
    return known


@jit
def card_left(s: State, owner: int, card: int) -> None:
    """A card has left a hand for all to see: every bound on it falls by one."""
    knew = lower_slots(s, owner, card) if s.entries > 0 else 0
    if s.pooled:
        for viewer in range(s.players):
            if viewer != owner and s.pool[viewer, 0] >> card & 1 and not knew >> viewer & 1:
                drop_set(s.pool, viewer, 1 << card)


@jit
def lower_slots(s: State, owner: int, card: int) -> int:
    """Give each viewer one known copy less and free what nobody knows; return who knew one."""
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
    """The viewer sees the whole hand (UNO-DRAW4-3, H2O-DRAW4-2)."""
    cards = s.hand[owner, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        new = note(s, owner, viewer, card, copies_in(s.hand, owner, card))
        if s.pool[viewer, 0] >> card & 1:  # copies that he knew of without knowing where
            for _ in range(new):
                drop_set(s.pool, viewer, 1 << card)


@jit
def note(s: State, owner: int, viewer: int, card: int, copies: int) -> int:
    """Let the viewer know of so many copies of a card in a hand; return how many are new."""
    first, last = FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]
    new = copies - known_copies(s, viewer, owner, card)
    left = new
    slot = first
    while left > 0 and slot < last:  # copies that somebody else knows of
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
    """The draw pile is the old discards: what is in no pile and not mine, the others hold."""
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
                while knowers:  # beyond what he knows from the slots
                    drop_set(s.pool, lowest(knowers), 1 << card)
                    knowers &= knowers - 1


@jit
def pool_hands(s: State) -> None:
    """Before all hands are shuffled: add up what each seat knows to be among them."""
    s.pooled = 1
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
    """After they were dealt: what I got myself the others do not have."""
    for viewer in range(s.players):
        for level in range(4):
            drop_set(s.pool, viewer, s.hand[viewer, level])
