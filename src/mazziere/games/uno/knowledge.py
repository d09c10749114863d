"""What seats know of each other's hands, with perfect memory.

Two things teach it. A challenged hand is shown: each of its cards is noted in a slot with the seats
that know it. And when the discards are reshuffled, or all hands are, whoever can subtract knows
what the others hold together: that is the seat's pool, cards in the others' hands beyond the slots.
Both are lower bounds. Of a card that leaves a hand nobody can tell which copy it was, so every
bound on it falls by one.
"""

from mazziere.games.uno.constants import COPIES, FIRST_SLOT, KINDS, SEATS, SLOTS
from mazziere.games.uno.state import State, add_set, copies_in, drop_set, set_copies
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
def known_elsewhere(s: State, viewer: int, card: int) -> int:
    """How many copies of a card the viewer knows to be in any other hand."""
    known = 0
    for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
        if s.slot_owner[slot] != FREE and s.slot_owner[slot] != viewer:
            known += s.slot_knowers[slot] >> viewer & 1
    return known


@jit
def card_left(s: State, owner: int, card: int) -> None:
    """A card has left a hand for all to see: every bound on it falls by one."""
    for viewer in range(s.players):
        if viewer != owner and s.pool[viewer, 0] >> card & 1:
            if s.entries == 0 or known_copies(s, viewer, owner, card) == 0:
                drop_set(s.pool, viewer, 1 << card)
    if s.entries > 0:
        lower_slots(s, owner, card)


@jit
def lower_slots(s: State, owner: int, card: int) -> None:
    """Give each viewer one known copy less, and free the slots that nobody knows any more."""
    first, last = FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]
    for viewer in range(s.players):
        for slot in range(first, last):
            if s.slot_owner[slot] == owner and s.slot_knowers[slot] >> viewer & 1:
                s.slot_knowers[slot] &= ~(1 << viewer)
                break
    for slot in range(first, last):
        if s.slot_owner[slot] == owner and s.slot_knowers[slot] == 0:
            s.slot_owner[slot] = FREE
            s.entries -= 1


@jit
def show_hand(s: State, owner: int, viewer: int) -> None:
    """The viewer sees the whole hand (UNO-DRAW4-3, H2O-DRAW4-2)."""
    cards = s.hand[owner, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        known = known_elsewhere(s, viewer, card) + copies_in(s.pool, viewer, card)
        note(s, owner, viewer, card, copies_in(s.hand, owner, card))
        rest = known - known_elsewhere(s, viewer, card)
        set_copies(s.pool, viewer, card, max(rest, 0))


@jit
def note(s: State, owner: int, viewer: int, card: int, copies: int) -> None:
    """Let the viewer know of so many copies of a card in a hand."""
    first, last = FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]
    known = known_copies(s, viewer, owner, card)
    for slot in range(first, last):  # copies that somebody else knows of
        is_known = s.slot_knowers[slot] >> viewer & 1
        if known < copies and s.slot_owner[slot] == owner and not is_known:
            s.slot_knowers[slot] |= 1 << viewer
            known += 1
    for slot in range(first, last):
        if known < copies and s.slot_owner[slot] == FREE:
            s.slot_owner[slot] = owner
            s.slot_knowers[slot] = 1 << viewer
            s.entries += 1
            known += 1


@jit
def learn_by_reshuffle(s: State) -> None:
    """The draw pile is the old discards: what is in no pile and not mine, the others hold."""
    s.pooled = 1
    for viewer in range(s.players):
        for level in range(4):
            s.pool[viewer, level] = 0
        for other in range(s.players):
            if other != viewer:
                for level in range(4):
                    add_set(s.pool, viewer, s.hand[other, level])
    if s.entries > 0:
        for card in range(KINDS):
            for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
                for viewer in range(s.players):  # beyond what he knows from the slots
                    if s.slot_knowers[slot] >> viewer & 1:
                        drop_set(s.pool, viewer, 1 << card)


@jit
def pool_hands(s: State) -> None:
    """Before all hands are shuffled: add up what each seat knows to be among them."""
    s.pooled = 1
    for card in range(KINDS):
        for slot in range(FIRST_SLOT[card], FIRST_SLOT[card] + COPIES[card]):
            for viewer in range(s.players):
                if s.slot_knowers[slot] >> viewer & 1:
                    add_set(s.pool, viewer, 1 << card)
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
