"""What a move does: keeping, swapping, and the five cards that block."""

from mazziere.games.dieci.constants import (
    ACCEPT,
    ANSWER,
    BLOCK,
    BLOCKED,
    BLOCKER,
    DREW,
    DREW_SECRETLY,
    DREW_UNSEEN,
    FAILED,
    FROM_DECK,
    GALLOHOTEL,
    JUMPED,
    KEEP,
    KEPT,
    LUPO,
    NONE,
    OFFERED,
    OUT,
    PAID,
    PAID_TO,
    PLAY,
    PUZZOLA,
    RECEIVED,
    SALTACONIGLIO,
    SET_ASIDE,
    SWAP,
    SWAPPED,
    TOOK_BACK,
    TOOK_BACK_UNSEEN,
)
from mazziere.games.dieci.scoring import reveal
from mazziere.games.dieci.start import after, top_card
from mazziere.games.dieci.state import State
from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move."""
    if action == KEEP:
        keep(s, seat, log)
    elif action == SWAP:
        s.phase = ANSWER
        s.jumped = 0
        s.asked = after(s, seat)  # DIE-R3b: only the right neighbour
        emit(log, OFFERED, seat, s.asked, 0, EVERYONE)
    elif action == ACCEPT:
        swap(s, s.turn, seat, log)
    elif action == BLOCK:
        block(s, s.turn, seat, log)
    else:
        exchange(s, seat, log)


@jit
def keep(s: State, seat: int, log: Grid | None) -> None:
    """Keep the card; a chain ends when its last receiver does."""
    emit(log, KEPT, seat, 0, 0, EVERYONE)
    if s.links > 0 and s.taker[s.links - 1] == seat:
        s.links = 0
    go_on(s, seat, log)


@jit
def go_on(s: State, seat: int, log: Grid | None) -> None:
    """The seat has used up its play (DIE-R3b): the next one in order plays, the dealer last."""
    s.phase = PLAY
    turn = seat
    while turn != s.dealer:
        turn = after(s, turn)
        if not s.passed_over >> turn & 1:
            s.turn = turn
            return
    reveal(s, log)


@jit
def swap(s: State, passer: int, taker: int, log: Grid | None) -> None:
    """Exchange the two cards; the taker may keep or pass on what he got (DIE-R3)."""
    exchange_cards(s, passer, taker)
    emit(log, SWAPPED, passer, taker, 0, EVERYONE)
    emit(log, RECEIVED, passer, s.card[passer], 0, only(passer))
    emit(log, RECEIVED, taker, s.card[taker], 0, only(taker))
    s.giver[s.links] = passer
    s.taker[s.links] = taker
    s.links += 1
    if s.blocker_acts:  # AMB-DIE-3: also who let the offer jump has a play, in seat order
        go_on(s, passer, log)
    else:
        s.phase = PLAY
        s.turn = taker


@jit
def exchange_cards(s: State, one: int, other: int) -> None:
    """Two seats change cards: each knows what it gets, and what it gave."""
    card, known = s.card[one], s.known[one]
    s.card[one] = s.card[other]
    s.known[one] = s.known[other] | only(one)
    s.card[other] = card
    s.known[other] = known | only(other)


@jit
def block(s: State, passer: int, blocker: int, log: Grid | None) -> None:
    """Show a card from 6 to 10 instead of swapping (DIE-R2, DIE-R4)."""
    card = s.card[blocker]
    s.known[blocker] = EVERYONE
    emit(log, BLOCKED, blocker, card, 0, EVERYONE)
    if not s.blocker_acts:  # AMB-DIE-3: his card is fixed, he counts as keeping
        s.passed_over |= 1 << blocker
    if card == SALTACONIGLIO:
        jump(s, passer, blocker, log)
        return
    # DIE-OWL-1 and DIE-HOTEL-1 block and do no more; DIE-WOLF-1 and DIE-SKUNK-1 cost a token.
    if card == LUPO or card == PUZZOLA:
        pay_blocker(s, passer, blocker, log)
    if card == PUZZOLA:
        undo_chain(s, log)
    s.links = 0
    if s.out_now and s.purse[passer] == 0:  # AMB-DIE-10
        remove(s, passer, log)
    go_on(s, passer, log)


@jit
def jump(s: State, passer: int, rabbit: int, log: Grid | None) -> None:
    """The offer jumps to the next seat (DIE-RABBIT-1, AMB-DIE-6); beyond the dealer is nobody."""
    if rabbit != s.dealer:
        s.asked = after(s, rabbit)
        s.jumped = 1
        emit(log, JUMPED, passer, s.asked, 0, EVERYONE)
        return
    s.links = 0
    if s.rabbit_dealer == FROM_DECK:  # AMB-DIE-5
        replace(s, passer, only(passer), log)
    else:
        emit(log, FAILED, passer, 0, 0, EVERYONE)
    go_on(s, passer, log)


@jit
def pay_blocker(s: State, passer: int, blocker: int, log: Grid | None) -> None:
    """The passer, never a rabbit between (AMB-DIE-7), pays to the bank or blocker (AMB-DIE-9)."""
    s.purse[passer] -= 1
    if s.pay_to == BLOCKER:
        s.purse[blocker] += 1
        emit(log, PAID_TO, passer, blocker, 0, EVERYONE)
    else:
        emit(log, PAID, passer, 0, 0, EVERYONE)


@jit
def undo_chain(s: State, log: Grid | None) -> None:
    """Everybody in the chain takes back his card (DIE-SKUNK-2); plays stay used up, AMB-DIE-22.

    A chain runs until its last receiver keeps or somebody blocks, a jump apart (AMB-DIE-8).
    """
    seats = 0
    while s.links > 0:
        s.links -= 1
        exchange_cards(s, s.giver[s.links], s.taker[s.links])
        seats |= 1 << s.giver[s.links] | 1 << s.taker[s.links]
    for seat in range(s.players):
        if seats >> seat & 1:
            emit(log, TOOK_BACK, seat, s.card[seat], 0, only(seat))
            emit(log, TOOK_BACK_UNSEEN, seat, 0, 0, EVERYONE & ~only(seat))


@jit
def remove(s: State, seat: int, log: Grid | None) -> None:
    """Out at once: his card is not compared."""
    emit(log, OUT, seat, 0, 0, EVERYONE)
    s.aside[s.asides] = s.card[seat]
    s.aside_known[s.asides] = s.known[seat]
    s.asides += 1
    s.card[seat] = NONE
    s.known[seat] = 0
    s.in_round &= ~(1 << seat)


@jit
def replace(s: State, seat: int, audience: int, log: Grid | None) -> None:
    """Change the card for the top card of the deck; the old one is set aside (AMB-DIE-12)."""
    card = top_card(s)
    if s.deck_blocks and card <= GALLOHOTEL:  # AMB-DIE-11
        emit(log, SET_ASIDE, seat, card, 0, EVERYONE)
        s.aside[s.asides] = card
        s.aside_known[s.asides] = EVERYONE
    else:
        s.aside[s.asides] = s.card[seat]
        s.aside_known[s.asides] = s.known[seat]
        s.card[seat] = card
        s.known[seat] = audience
        if audience == EVERYONE:
            emit(log, DREW, seat, card, 0, EVERYONE)
        else:
            emit(log, DREW_SECRETLY, seat, card, 0, audience)
            emit(log, DREW_UNSEEN, seat, 0, 0, EVERYONE & ~audience)
    s.asides += 1


@jit
def exchange(s: State, seat: int, log: Grid | None) -> None:
    """The dealer takes the top card of the deck instead, and all reveal (DIE-R5)."""
    replace(s, seat, EVERYONE, log)
    go_on(s, seat, log)
