"""Drawing cards, with a reshuffle in the middle if needed, and the end of a hand."""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.hands import add_card, next_seat
from mazziere.games.uno.rules.matching import fits
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, all_but, emit, only
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import glue, jit
from mazziere.kernel.state import Grid

ANY_NUMBER = 127


@jit
def owe(s: State, seat: int, cards: int, back: int, log: Grid | None) -> None:
    """Let a seat draw a number of cards, then continue with the phase `back`."""
    s.drawer = seat
    s.owed = cards
    s.until = -1
    s.back = back
    draw_owed(s, log)


@jit
def owe_until(s: State, seat: int, colour: int, log: Grid | None) -> None:
    """Let a seat draw until it gets a colour; wilds have none (AMB-UNO-7)."""
    s.drawer = seat
    s.owed = ANY_NUMBER
    s.until = colour
    s.back = TURN
    draw_owed(s, log)


@jit
def draw_owed(s: State, log: Grid | None) -> None:
    """Draw the cards owed; stop when a reshuffle is due, and continue after it."""
    while s.owed > 0:
        if s.rest == 0:
            if s.discards > 1:  # UNO-PILE-1, H2O-END-2: lazily, the top card stays, AMB-UNO-3
                s.phase = RESHUFFLE
                return
            emit(log, NOTHING_LEFT, s.drawer, 0, 0, EVERYONE)  # AMB-UNO-4
            break
        s.rest -= 1
        card = s.pile[s.rest]
        s.pile[s.rest] = UNKNOWN
        add_card(s, s.drawer, card)
        emit(log, DREW, s.drawer, card, 0, only(s.drawer))
        emit(log, DREW_UNSEEN, s.drawer, 0, 0, all_but(s.drawer))
        s.owed -= 1
        if s.until >= 0 and card < COLOURED and card // RANKS == s.until:
            s.owed = 0
        if s.back == DRAWN:
            s.drawn = card
            if s.owed > 0 and fits(s, s.drawer, card):  # HOUSE-UNO-2
                s.owed = 0
        elif s.drawer == s.bluffer:
            s.late += 1
    s.owed = 0
    s.until = -1
    go_on(s, log)


@glue
def go_on(s: State, log: Grid | None) -> None:
    """Continue with the phase that follows the drawing."""
    s.phase = s.back
    if s.phase == DRAWN:
        after_draw(s, log)
    elif s.phase == HAND_OVER:
        finish_hand(s, log)


@glue
def after_draw(s: State, log: Grid | None) -> None:
    """Let the seat decide on the card it drew; pass the turn if there was none.

    In version 1 of the rules a card that does not fit passes the turn too.
    """
    if s.drawn == UNKNOWN:  # there was no card to draw
        s.idle += 1
        if s.idle >= s.players:  # AMB-UNO-4: no seat can or wants to play
            emit(log, VOID, s.turn, 0, 0, EVERYONE)
            next_hand(s)
            return
    else:
        s.idle = 0
        if s.rules > 1 or fits(s, s.turn, s.drawn):  # UNO-TURN-3, H2O-TURN-2, AMB-UNO-26
            return
        s.drawn = UNKNOWN
    s.turn = next_seat(s, s.turn)  # UNO-TURN-4
    s.phase = TURN


@jit
def next_hand(s: State) -> None:
    """Pass the deal to the left (AMB-UNO-21)."""
    s.dealer = (s.dealer + 1) % s.players
    s.debt = 0
    s.phase = DECK


@jit
def hand_value(s: State, seat: int) -> int:
    """Return the points of the cards in a hand."""
    total = 0
    for level in range(4):
        cards = s.hand[seat, level]
        while cards:
            total += VALUE[lowest(cards)]
            cards &= cards - 1
    return total


@jit
def finish_hand(s: State, log: Grid | None) -> None:
    """Count the points of a won hand, then deal again or end the match (UNO-WIN-1, H2O-END-1)."""
    s.debt = 0
    emit(log, HAND_WON, s.winner, 0, 0, EVERYONE)
    if s.scoring == HAND:
        s.points[s.winner] = 1
        finish(s, 1 << s.winner, log)
        return
    highest = 0
    for seat in range(s.players):
        value = hand_value(s, seat)  # AMB-UNO-24: all opponents' cards
        scorer = seat if s.scoring == LOWEST else s.winner  # H2O-SCORE-2, AMB-UNO-23
        s.points[scorer] += value
        if value > 0:
            emit(log, SCORED, scorer, value, 0, EVERYONE)
        highest = max(highest, s.points[scorer])
    if highest < s.target:  # UNO-SCORE-2, H2O-SCORE-1
        next_hand(s)
    else:
        finish(s, best_seats(s), log)


@glue
def best_seats(s: State) -> int:
    """Return the seats with most points, or fewest if the lowest total wins (AMB-UNO-23)."""
    best, seats = s.points[0], 1
    for seat in range(1, s.players):
        points = s.points[seat]
        if points == best:
            seats |= 1 << seat
        elif (points < best) == (s.scoring == LOWEST):
            best, seats = points, 1 << seat
    return seats


@jit
def finish(s: State, winners: int, log: Grid | None) -> None:
    """End the match."""
    s.winners = winners
    s.phase = OVER
    for seat in range(SEATS):
        if winners >> seat & 1:
            emit(log, WON, seat, 0, 0, EVERYONE)
