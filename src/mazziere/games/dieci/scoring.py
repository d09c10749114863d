"""The end of a round and of the match, and the score."""

from mazziere.games.dieci.constants import (
    CATS,
    DECK,
    EQUAL,
    JOLLYGATTO,
    LEONE,
    LOST,
    OUT,
    REPLAY,
    REPLAYED,
    RETURNED,
    REVEALED,
    WON,
)
from mazziere.games.dieci.state import State
from mazziere.kernel.bits import count
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints


@jit
def reveal(s: State, log: Grid | None) -> None:
    """All show their cards; the lowest pays; then another round, or the end."""
    for seat in range(s.players):
        if s.in_round >> seat & 1:
            s.known[seat] = EVERYONE
            emit(log, REVEALED, seat, s.card[seat], 0, EVERYONE)
    cats = cats_drawn(s)
    payers = settle_round(s, cats, log)
    if cats >= 3:
        let_return(s, log)
    left = 0
    for seat in range(s.players):
        if s.purse[seat] > 0:
            left += 1
        elif s.in_round >> seat & 1:
            emit(log, OUT, seat, 0, 0, EVERYONE)
    if left <= 1:  # DIE-ELIM-1; only now, AMB-DIE-24
        finish(s, payers, log)
        return
    s.phase = DECK
    s.dealer = (s.dealer + 1) % s.players  # AMB-DIE-18
    while s.purse[s.dealer] == 0:
        s.dealer = (s.dealer + 1) % s.players


@jit
def cats_drawn(s: State) -> int:
    """Joker-cats drawn in the round: in hands, set aside (AMB-DIE-12) or of a seat removed."""
    cats = 0
    for seat in range(s.players):
        cats += 1 if s.card[seat] == JOLLYGATTO else 0
    for place in range(s.asides):
        cats += 1 if s.aside[place] == JOLLYGATTO else 0
    return cats


@jit
def settle_round(s: State, cats: int, log: Grid | None) -> int:
    """The lowest card pays a token, unless cats, equality of two or a wipe-out forbid it.

    Returns those who paid.
    """
    compared, held_cats, lowest, holders = 0, 0, -1, 0
    for seat in range(s.players):
        if s.in_round >> seat & 1:
            compared += 1
            if s.card[seat] == JOLLYGATTO:
                held_cats += 1
            rank = min(s.card[seat], LEONE)  # AMB-DIE-14: lion and cat are equal
            if rank > lowest:
                lowest, holders = rank, 0
            if rank == lowest:
                holders |= 1 << seat
    # DIE-CAT-1, DIE-CAT-2: mostly the second means the first, AMB-DIE-15; no refunds, AMB-DIE-13
    if held_cats >= 2 or cats >= 3:
        emit(log, CATS, s.dealer, cats, 0, EVERYONE)
        return 0
    if compared == 1 or (compared == 2 and count(holders) == 2):  # DIE-2P-1, AMB-DIE-20
        emit(log, EQUAL, s.dealer, 0, 0, EVERYONE)
        return 0
    if is_wiped_out(s, holders) and s.wipe_out == REPLAY:  # AMB-DIE-17
        emit(log, REPLAYED, s.dealer, 0, 0, EVERYONE)
        return 0
    for seat in range(s.players):  # DIE-LOSE-1; who has nothing left cannot pay, AMB-DIE-10
        if holders >> seat & 1 and s.purse[seat] > 0:
            s.purse[seat] -= 1
            emit(log, LOST, seat, s.card[seat], 0, EVERYONE)
        else:
            holders &= ~(1 << seat)
    return holders


@jit
def is_wiped_out(s: State, payers: int) -> bool:
    """Whether nobody would have a token after these have paid."""
    for seat in range(s.players):
        if s.purse[seat] > (payers >> seat & 1):
            return False
    return True


@jit
def let_return(s: State, log: Grid | None) -> None:
    """Three cats were drawn: everybody without tokens comes back with one (AMB-DIE-16)."""
    for seat in range(s.players):
        if s.purse[seat] == 0:
            s.purse[seat] = 1
            emit(log, RETURNED, seat, 0, 0, EVERYONE)


@jit
def finish(s: State, payers: int, log: Grid | None) -> None:
    """The last seat with tokens wins; after a wipe-out those who paid last share the win."""
    s.phase = OVER
    for seat in range(s.players):
        if s.purse[seat] > 0:
            s.winners |= 1 << seat
    if s.winners == 0:
        s.winners = payers
    for seat in range(s.players):
        if s.winners >> seat & 1:
            emit(log, WON, seat, 0, 0, EVERYONE)


@jit
def score(s: State, out: Ints) -> int:
    """Tokens left; the winners when the match is over."""
    for seat in range(s.players):
        out[seat] = s.purse[seat]
    return s.winners
