"""The start of a match, what chance decides, and the deal of a round."""

from mazziere.games.dieci.constants import (
    ASIDES,
    COPIES,
    DEALER,
    DEALS,
    DEALT,
    DECK,
    DREW_ONE,
    KINDS,
    NONE,
    PACK,
    PLAY,
    SEATS,
)
from mazziere.games.dieci.state import State
from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints


@jit
def start(s: State) -> None:
    """Five tokens for everybody (DIE-SET-1); chance names the first dealer (DIE-SET-2)."""
    s.phase = DEALER
    s.dealer = 0
    s.in_round = 0
    s.winners = 0
    for seat in range(SEATS):
        s.purse[seat] = s.tokens if seat < s.players else 0
    clear(s)


@jit
def clear(s: State) -> None:
    """Gather all cards (AMB-DIE-18)."""
    s.turn = 0
    s.asked = 0
    s.jumped = 0
    s.links = 0
    s.rest = 0
    s.asides = 0
    s.passed_over = 0
    for seat in range(SEATS):
        s.card[seat] = NONE
        s.known[seat] = 0
        s.giver[seat] = 0
        s.taker[seat] = 0
    for place in range(ASIDES):
        s.aside[place] = NONE
        s.aside_known[place] = 0
    for place in range(PACK):
        s.pile[place] = NONE


@jit
def copies(s: State, card: int) -> int:
    """How often a card is in the pack (DIE-0b, DIE-0c, AMB-DIE-1)."""
    return COPIES[s.deck][card // 5]


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """The first dealer among all seats, or the whole pack to be shuffled."""
    n = 0
    if s.phase == DEALER:
        for seat in range(s.players):
            cards[n] = seat
            n += 1
    elif s.phase == DECK:
        for card in range(KINDS):
            for _ in range(copies(s, card)):
                cards[n] = card
                n += 1
    sizes[0] = n
    return 1 if n > 0 else 0


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Take the dealer, or deal a round."""
    if s.phase == DEALER:
        s.dealer = cards[0]  # DIE-SET-2, AMB-DIE-19
        s.phase = DECK
    else:
        deal(s, cards, log)


@jit
def deal(s: State, cards: Ints, log: Grid | None) -> None:
    """One card each, the dealer first (DIE-SET-3); then his right neighbour plays (DIE-R1)."""
    clear(s)
    emit(log, DEALS, s.dealer, 0, 0, EVERYONE)
    for place in range(PACK):
        s.pile[PACK - 1 - place] = cards[place]
    s.rest = PACK
    s.in_round = 0
    for step in range(s.players):
        seat = (s.dealer + step) % s.players
        if s.purse[seat] > 0:
            s.in_round |= 1 << seat
            s.card[seat] = top_card(s)
            s.known[seat] = only(seat)
            emit(log, DEALT, seat, s.card[seat], 0, only(seat))
            emit(log, DREW_ONE, seat, 0, 0, EVERYONE & ~only(seat))
    s.turn = after(s, s.dealer)
    s.phase = PLAY


@jit
def top_card(s: State) -> int:
    """Take the top card of the deck."""
    s.rest -= 1
    card = s.pile[s.rest]
    s.pile[s.rest] = NONE
    return card


@jit
def after(s: State, seat: int) -> int:
    """The next seat to the right that is in the round."""
    seat = (seat + 1) % s.players
    while not s.in_round >> seat & 1:
        seat = (seat + 1) % s.players
    return seat
