"""The rules of Sorpasso."""

from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints
from sorpasso.box import *

# Start and chance


@jit
def start(s: State) -> None:
    """Set up an empty table; a chance step deals the cards."""
    s.phase = DEAL
    s.turn = 0
    s.top = NONE
    s.owner = 0
    s.winners = 0
    s.gone = 0
    for seat in range(SEATS):
        s.points[seat] = 0
        s.size[seat] = 0
        s.held[seat] = 0


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Write the cards to shuffle: the whole pack."""
    if s.phase != DEAL:
        return 0
    for card in range(KINDS):
        cards[card] = card
    sizes[0] = KINDS
    return 1


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Deal the first cards of the pack, hand by hand (SOR-1)."""
    place = 0
    for seat in range(s.players):
        for _ in range(s.hand):
            s.held[seat] |= 1 << cards[place]
            emit(log, DEALT, seat, cards[place], 0, only(seat))
            place += 1
        s.size[seat] = s.hand
        emit(log, DEALT_UNSEEN, seat, s.hand, 0, EVERYONE & ~only(seat))
    s.phase = TURN


# Legal moves


@jit
def actors(s: State) -> int:
    """Return the seat on turn."""
    return 1 << s.turn if s.phase == TURN else 0


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the legal moves: higher cards than the one on the road, and passing if there is one."""
    n = 0
    if s.phase == TURN and seat == s.turn:
        for card in range(KINDS):
            if s.held[seat] >> card & 1 and card > s.top:
                out[n] = PLAY + card
                n += 1
        if s.top != NONE:
            out[n] = PASS
            n += 1
    return n


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """Return the refusal of an illegal move."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase == DEAL:
        return IS_CHANCE
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action == PASS:
        return MUST_LEAD if s.top == NONE else NO
    if not s.held[seat] >> action & 1:
        return NOT_HELD
    return TOO_LOW if action <= s.top else NO


# Moves


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Play a card or pass; the road is scored when the turn comes back to its owner."""
    if action == PASS:
        emit(log, PASSED, seat, 0, 0, EVERYONE)
    else:
        s.held[seat] &= ~(1 << action)
        s.gone |= 1 << action
        s.size[seat] -= 1
        s.top = action
        s.owner = seat
        emit(log, PLAYED, seat, action, 0, EVERYONE)
    s.turn = (seat + 1) % s.players
    while s.turn != s.owner and s.size[s.turn] == 0:  # skip seats without cards
        s.turn = (s.turn + 1) % s.players
    if s.turn == s.owner:
        score_road(s, log)


@jit
def score_road(s: State, log: Grid | None) -> None:
    """Give a point to the owner of the road (SOR-4).

    The owner leads, or the next seat with cards.
    """
    s.points[s.owner] += 1
    emit(log, SCORED, s.owner, 0, 0, EVERYONE)
    s.top = NONE
    for _ in range(s.players):
        if s.size[s.turn] > 0:
            return
        s.turn = (s.turn + 1) % s.players
    finish(s, log)


@jit
def finish(s: State, log: Grid | None) -> None:
    """End the match: most points win (SOR-5)."""
    s.phase = OVER
    best = 0
    for seat in range(s.players):
        best = max(best, s.points[seat])
    for seat in range(s.players):
        if s.points[seat] == best:
            s.winners |= 1 << seat
            emit(log, WON, seat, 0, 0, EVERYONE)


@jit
def score(s: State, out: Ints) -> int:
    """Write the points; return the winners."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
    return s.winners


# Views


@jit
def redact(s: State, seat: int) -> None:
    """Hide the hands of the others."""
    for other in range(s.players):
        if other != seat:
            s.held[other] = HIDDEN


redact_unseen = redact


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write the cards that the viewer has not seen."""
    seen = s.gone
    for other in range(s.players):
        if s.held[other] != HIDDEN:
            seen |= s.held[other]
    n = 0
    for card in range(KINDS):
        if not seen >> card & 1:
            cards[n] = card
            n += 1
    sizes[0] = n
    return 1 if s.phase == TURN else 0


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Deal the unseen cards to the hidden hands."""
    place = 0
    for other in range(s.players):
        if s.held[other] == HIDDEN:
            s.held[other] = 0
            for _ in range(s.size[other]):
                s.held[other] |= 1 << cards[place]
                place += 1
