"""Hands that change owner: a swap after a 7, and all hands moving on after a 0 (HOUSE-UNO-4).

Every seat keeps its knowledge of a hand that changes owner. A seat that gives its hand away
knows all of it, and a seat that takes a hand over has seen it.
"""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.hands import copies_in, next_seat
from mazziere.games.uno.rules.knowledge import FREE, note, show_hand
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.jit import glue, jit
from mazziere.kernel.state import Grid


@glue
def move_hands(s: State, seat: int, rank: int, log: Grid | None) -> None:
    """Carry out a 7 or a 0 that was not the last card; the turn has already passed on."""
    s.debt = 0  # contract U15: calls are owed after the hands have moved
    if rank == 7:
        s.turn = seat
        s.phase = SWAPPING
        return
    emit(log, HANDS_MOVED, seat, next_seat(s, seat), s.players, EVERYONE)
    for giver in range(s.players):
        remember(s, giver, next_seat(s, giver))
    rotate_hands(s)
    for slot in range(SLOTS):
        if s.slot_owner[slot] != FREE:
            give_slot(s, slot, next_seat(s, s.slot_owner[slot]))
    for giver in range(s.players):
        s.aware[next_seat(s, giver)] = 1 << giver
    owe_calls(s, seat, (1 << s.players) - 1)
    for taker in range(s.players):
        tell_hand(s, taker, log)


@glue
def swap_hands(s: State, seat: int, other: int, log: Grid | None) -> None:
    """Swap two hands, and pass the turn."""
    emit(log, SWAPPED, seat, other, 0, EVERYONE)
    remember(s, seat, other)
    remember(s, other, seat)
    for level in range(4):
        kept = s.hand[seat, level]
        s.hand[seat, level] = s.hand[other, level]
        s.hand[other, level] = kept
    size = s.size[seat]
    s.size[seat] = s.size[other]
    s.size[other] = size
    for slot in range(SLOTS):
        owner = s.slot_owner[slot]
        if owner == seat:
            give_slot(s, slot, other)
        elif owner == other:
            give_slot(s, slot, seat)
    s.aware[seat] = 1 << other
    s.aware[other] = 1 << seat
    s.phase = TURN
    s.turn = next_seat(s, seat)
    owe_calls(s, seat, 1 << seat | 1 << other)
    tell_hand(s, seat, log)
    tell_hand(s, other, log)


@jit
def remember(s: State, giver: int, taker: int) -> None:
    """Let the taker and the giver know the whole hand that the giver is about to give away."""
    show_hand(s, giver, taker)
    cards = s.hand[giver, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        note(s, giver, giver, card, copies_in(s.hand, giver, card))


@jit
def give_slot(s: State, slot: int, owner: int) -> None:
    """Change the owner of a known card; its owner is not one of those who know it from outside."""
    s.slot_owner[slot] = owner
    s.slot_knowers[slot] &= ~(1 << owner)
    if s.slot_knowers[slot] == 0:
        s.slot_owner[slot] = FREE
        s.entries -= 1


@jit
def rotate_hands(s: State) -> None:
    """Give every hand to the next seat in the direction of play."""
    kept0, kept1, kept2, kept3 = s.hand[0, 0], s.hand[0, 1], s.hand[0, 2], s.hand[0, 3]
    size = s.size[0]
    seat, before = 0, previous_seat(s, 0)
    while before != 0:
        for level in range(4):
            s.hand[seat, level] = s.hand[before, level]
        s.size[seat] = s.size[before]
        seat, before = before, previous_seat(s, before)
    s.hand[seat, 0] = kept0
    s.hand[seat, 1] = kept1
    s.hand[seat, 2] = kept2
    s.hand[seat, 3] = kept3
    s.size[seat] = size


@jit
def previous_seat(s: State, seat: int) -> int:
    """Return the seat before this one in the direction of play."""
    before = seat - s.direction
    if before < 0:
        return s.players - 1
    return before if before < s.players else 0


@jit
def owe_calls(s: State, seat: int, changed: int) -> None:
    """Let every seat with a new hand of one card owe a call, except a caller (contract U15)."""
    if s.uno_call != AUTO:
        for other in range(s.players):
            called = other == seat and s.caller
            if changed >> other & 1 and s.size[other] == 1 and not called:
                s.debt |= 1 << other
    s.caller = 0


@jit
def tell_hand(s: State, seat: int, log: Grid | None) -> None:
    """Tell a seat the cards of its new hand."""
    cards = s.hand[seat, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for _ in range(copies_in(s.hand, seat, card)):
            emit(log, TOOK_OVER, seat, card, 0, only(seat))
