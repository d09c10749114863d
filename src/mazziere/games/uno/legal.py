"""Who may act, with which moves, and why another is refused."""

from mazziere.games.uno.constants import (
    ACCEPT,
    ANSWER,
    BUSY,
    CALL,
    CALLS_ARE_FREE,
    CATCH,
    CHALLENGE,
    COLOURED,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWN,
    DREW_ALREADY,
    EARLY_CALL,
    HAS_MATCH,
    IS_CHANCE,
    IS_OVER,
    MATCHES,
    MUST_ANSWER,
    NAME,
    NAMING,
    NO,
    NO_CALL_OWED,
    NO_CATCH,
    NO_DISCARD,
    NO_MATCH,
    NO_NAMING,
    NOT_CHALLENGED,
    NOT_HELD,
    NOT_YOUR_TURN,
    NOTHING_DRAWN,
    ONLY_DRAWN,
    PASS,
    PLAY_UNO,
    PLAYS,
    RANKS,
    SHUFFLE_HANDS,
    TURN,
    WILD_DRAW_FOUR,
)
from mazziere.games.uno.draw import fits
from mazziere.games.uno.state import AUTO, STRICT, State, is_bluff
from mazziere.kernel.bits import lowest
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def actors(s: State) -> int:
    """The seat on turn, and while a call is owed everybody: to call or to catch."""
    if s.phase <= SHUFFLE_HANDS:  # chance, or over
        return 0
    if s.debt:
        return (1 << s.players) - 1
    return 1 << s.turn


@jit
def playable(s: State, seat: int) -> int:
    """The cards of a hand that may be played now, as bits (UNO-TURN-1, H2O-TURN-1)."""
    rank = s.top % RANKS if s.top < COLOURED else RANKS
    wilds = s.hand[seat, 0] >> COLOURED << COLOURED
    cards = s.hand[seat, 0] & MATCHES[s.colour * (RANKS + 1) + rank]
    if wilds >> WILD_DRAW_FOUR & 1 and s.wd4 == STRICT and is_bluff(s, seat):  # AMB-UNO-10
        wilds &= ~(1 << WILD_DRAW_FOUR)
    return cards | wilds


@jit
def write_plays(cards: int, first: int, out: Ints, n: int) -> int:
    """Write the plays of some cards, wilds with each colour (UNO-WILD-1)."""
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card < COLOURED:
            out[n] = first + card
            n += 1
        else:
            for colour in range(4):
                out[n] = first + COLOURED + (card - COLOURED) * 4 + colour
                n += 1
    return n


@jit
def may_call_with(s: State, seat: int) -> bool:
    """Whether a play may say the call as well: it is offered with two cards in hand."""
    return s.size[seat] == 2 and s.uno_call != AUTO


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves: those of its turn, then those of the open window."""
    n = 0
    if seat == s.turn:
        if s.phase == TURN:
            cards = playable(s, seat)  # no stacking, jumping in or swapping: AMB-UNO-25
            n = write_plays(cards, 0, out, n)
            if may_call_with(s, seat):
                n = write_plays(cards, PLAY_UNO, out, n)
            out[n] = DRAW  # UNO-TURN-2, H2O-TURN-3: always
            n += 1
        elif s.phase > SHUFFLE_HANDS:
            n = legal_aside(s, seat, out)
    if s.debt and s.phase > SHUFFLE_HANDS:
        n = write_window(s, seat, out, n)
    return n


@jit
def legal_aside(s: State, seat: int, out: Ints) -> int:
    """Write the moves of the phases other than a plain turn."""
    n = 0
    if s.phase == DRAWN:  # the drawn card alone (H2O-TURN-3), and nobody must (AMB-UNO-26)
        n = write_plays(1 << s.drawn, 0, out, n)
        if may_call_with(s, seat):
            n = write_plays(1 << s.drawn, PLAY_UNO, out, n)
        out[n] = PASS
        n += 1
    elif s.phase == ANSWER:  # only who must draw is asked: AMB-UNO-11
        out[0] = ACCEPT
        out[1] = CHALLENGE
        n = 2
    elif s.phase == NAMING:
        for colour in range(4):
            out[colour] = NAME + colour
        n = 4
    else:
        cards = s.hand[seat, 0]
        while cards:
            out[n] = DISCARD + lowest(cards)
            cards &= cards - 1
            n += 1
    return n


@jit
def write_window(s: State, seat: int, out: Ints, n: int) -> int:
    """Write the late call and the catches (UNO-CALL-1, UNO-CALL-2), before any discard."""
    extra = 1 if s.debt >> seat & 1 else 0
    for other in range(s.players):
        if other != seat and s.debt >> other & 1:
            extra += 1
    at = n
    while at > 0 and out[at - 1] > CALL:  # keep the list ascending
        out[at - 1 + extra] = out[at - 1]
        at -= 1
    if s.debt >> seat & 1:
        out[at] = CALL
        at += 1
    for other in range(s.players):
        if other != seat and s.debt >> other & 1:
            out[at] = CATCH + other
            at += 1
    return n + extra


# Why not


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """The rule against a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase <= SHUFFLE_HANDS:
        return IS_CHANCE
    if action == CALL or CATCH <= action < NAME:
        return why_not_window(s, seat, action)
    if seat != s.turn:
        return NOT_CHALLENGED if action == ACCEPT or action == CHALLENGE else NOT_YOUR_TURN
    if s.phase == ANSWER:
        return NO if action == ACCEPT or action == CHALLENGE else MUST_ANSWER
    if action == ACCEPT or action == CHALLENGE:
        return NOT_CHALLENGED
    if NAME <= action < DISCARD:
        return NO if s.phase == NAMING else NO_NAMING
    if action >= DISCARD and s.phase != DISCARDING:
        return NO_DISCARD
    if s.phase == DISCARDING and action >= DISCARD:
        return NO if s.hand[seat, 0] >> (action - DISCARD) & 1 else NOT_HELD
    if s.phase == DISCARDING or s.phase == NAMING:
        return BUSY
    if action == DRAW:
        return DREW_ALREADY if s.phase == DRAWN else NO
    if action == PASS:
        return NO if s.phase == DRAWN else NOTHING_DRAWN
    return why_not_play(s, seat, action)


@jit
def why_not_window(s: State, seat: int, action: int) -> int:
    """The rule against a call or a catch; neither costs anything (AMB-UNO-17)."""
    if s.uno_call == AUTO:
        return CALLS_ARE_FREE
    if action == CALL:
        return NO if s.debt >> seat & 1 else NO_CALL_OWED
    other = action - CATCH
    return NO if other != seat and s.debt >> other & 1 else NO_CATCH


@jit
def played_card(action: int) -> int:
    """The card that a play lays down."""
    action %= PLAYS
    return action if action < COLOURED else COLOURED + (action - COLOURED) // 4


@jit
def why_not_play(s: State, seat: int, action: int) -> int:
    """The rule against laying a card."""
    card = played_card(action)
    if not s.hand[seat, 0] >> card & 1:
        return NOT_HELD
    if s.phase == DRAWN and card != s.drawn:
        return ONLY_DRAWN
    if not fits(s, seat, card):
        return HAS_MATCH if card == WILD_DRAW_FOUR else NO_MATCH
    if action >= PLAY_UNO and not may_call_with(s, seat):
        return CALLS_ARE_FREE if s.uno_call == AUTO else EARLY_CALL
    return NO
