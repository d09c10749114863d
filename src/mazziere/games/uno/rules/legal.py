"""The seats that may act, their moves, and the reasons for refusals."""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.matching import fits, must_wait, playable, stackable
from mazziere.kernel.bits import lowest
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def actors(s: State) -> int:
    """Return the seat on turn; while a call is owed, all seats, to call or to catch."""
    if s.phase <= SHUFFLE_HANDS:  # chance, or over
        return 0
    if s.debt:
        return (1 << s.players) - 1
    if s.jump_in:
        return 1 << s.turn | jumpers(s)
    return 1 << s.turn


@jit
def jumpers(s: State) -> int:
    """Return the seats that may jump in, as bits (HOUSE-UNO-5)."""
    seats = 0
    if s.phase == TURN and s.top < COLOURED:
        for seat in range(s.players):
            if seat != s.turn and s.hand[seat, 0] >> s.top & 1:
                seats |= 1 << seat
    return seats


@jit
def write_plays(cards: int, first: int, out: Ints, place: int) -> int:
    """Write the plays of a set of cards, wilds with each colour (UNO-WILD-1)."""
    wilds = cards & WILD_CARDS
    cards ^= wilds
    while cards:
        out[place] = first + lowest(cards)
        cards &= cards - 1
        place += 1
    while wilds:
        action = first + COLOURED + (lowest(wilds) - COLOURED) * 4
        wilds &= wilds - 1
        for colour in range(4):
            out[place + colour] = action + colour
        place += 4
    return place


@jit
def may_call_with(s: State, seat: int) -> bool:
    """Tell whether a play may include the call: it may with two cards in hand."""
    return s.size[seat] == 2 and s.uno_call != AUTO


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves: those of its turn, then calls, catches and jumps.

    Without house rules there is no stacking, swapping or jumping in (AMB-UNO-25).
    """
    n = 0
    if seat == s.turn:
        if s.phase == TURN:
            cards = playable(s, seat)
            n = write_plays(cards, 0, out, n)
            if may_call_with(s, seat):
                n = write_plays(cards, PLAY_UNO, out, n)
            if not (s.must_play and cards):  # HOUSE-UNO-3
                out[n] = DRAW  # UNO-TURN-2, H2O-TURN-3: always
                n += 1
        elif s.phase > SHUFFLE_HANDS:
            n = legal_aside(s, seat, out)
    elif s.jump_in and jumpers(s) >> seat & 1:
        out[0] = JUMP + s.top
        n = 1
        if may_call_with(s, seat):
            out[1] = JUMP_UNO + s.top
            n = 2
    if s.debt and s.phase > SHUFFLE_HANDS:
        n = write_window(s, seat, out, n)
    return n


@jit
def legal_aside(s: State, seat: int, out: Ints) -> int:
    """Write the moves of the phases other than a plain turn."""
    n = 0
    if s.phase == DRAWN:  # only the drawn card (H2O-TURN-3), or pass (AMB-UNO-26)
        playing = fits(s, seat, s.drawn)
        if playing:
            n = write_answers(s, seat, 1 << s.drawn, out)
        if not (s.must_play and playing):  # HOUSE-UNO-3
            out[n] = PASS
            n += 1
    elif s.phase == ANSWER:  # only the seat that must draw is asked: AMB-UNO-11
        if s.stacked:
            n = write_answers(s, seat, stackable(s, seat), out)
        out[n] = ACCEPT
        n += 1
        if s.bluffer >= 0:
            out[n] = CHALLENGE
            n += 1
    elif s.phase == NAMING:
        for colour in range(4):
            out[colour] = NAME + colour
        n = 4
    elif s.phase == SWAPPING:  # HOUSE-UNO-4
        for other in range(s.players):
            if other != seat:
                out[n] = SWAP + other
                n += 1
    else:
        cards = s.hand[seat, 0]
        while cards:
            out[n] = DISCARD + lowest(cards)
            cards &= cards - 1
            n += 1
    return n


@jit
def write_answers(s: State, seat: int, cards: int, out: Ints) -> int:
    """Write the plays of a set of cards, and the same plays with the call."""
    n = write_plays(cards, 0, out, 0)
    return write_plays(cards, PLAY_UNO, out, n) if may_call_with(s, seat) else n


@jit
def write_window(s: State, seat: int, out: Ints, place: int) -> int:
    """Write the late call and the catches (UNO-CALL-1, UNO-CALL-2) before any discard or jump."""
    extra = 1 if s.debt >> seat & 1 else 0
    for other in range(s.players):
        if other != seat and s.debt >> other & 1:
            extra += 1
    at = place
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
    return place + extra


# Refusals


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """Return the refusal of a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase <= SHUFFLE_HANDS:
        return IS_CHANCE
    if action == CALL or CATCH <= action < NAME:
        return why_not_window(s, seat, action)
    if action >= JUMP:
        return why_not_jump(s, seat, action)
    if seat != s.turn:
        return NOT_CHALLENGED if action == ACCEPT or action == CHALLENGE else NOT_YOUR_TURN
    if s.phase == ANSWER:
        return why_not_answer(s, seat, action)
    if action == ACCEPT or action == CHALLENGE:
        return NOT_CHALLENGED
    if action >= SWAP:
        return why_not_swap(s, seat, action - SWAP)
    if s.phase == SWAPPING:
        return MUST_SWAP
    return why_not_in_turn(s, seat, action)


@jit
def why_not_in_turn(s: State, seat: int, action: int) -> int:
    """Return the refusal of a move of the seat on turn, out of answers and swaps."""
    if NAME <= action < DISCARD:
        return NO if s.phase == NAMING else NO_NAMING
    if action >= DISCARD and s.phase != DISCARDING:
        return NO_DISCARD
    if s.phase == DISCARDING and action >= DISCARD:
        return NO if s.hand[seat, 0] >> (action - DISCARD) & 1 else NOT_HELD
    if s.phase == DISCARDING or s.phase == NAMING:
        return BUSY
    if action == DRAW:
        if s.phase == DRAWN:
            return DREW_ALREADY
        return MUST_PLAY if s.must_play and playable(s, seat) else NO
    if action == PASS:
        if s.phase != DRAWN:
            return NOTHING_DRAWN
        return MUST_PLAY if s.must_play and fits(s, seat, s.drawn) else NO
    return why_not_play(s, seat, action)


@jit
def why_not_answer(s: State, seat: int, action: int) -> int:
    """Return the refusal of an answer to a wild +4, or to a debt of cards."""
    if action == ACCEPT:
        return NO
    if action == CHALLENGE:
        return NO if s.bluffer >= 0 else NOT_CHALLENGED
    if s.stacked == 0:
        return MUST_ANSWER
    if action >= DRAW:
        return MUST_SETTLE
    card = played_card(action)
    if not s.hand[seat, 0] >> card & 1:
        return NOT_HELD
    if not stackable(s, seat) >> card & 1:
        waits = card == WILD_DRAW_FOUR and must_wait(s, seat)
        return HAS_MATCH if waits else NO_STACK
    return why_not_call(s, seat, action >= PLAY_UNO)


@jit
def why_not_swap(s: State, seat: int, other: int) -> int:
    """Return the refusal of a swap of hands."""
    if s.phase != SWAPPING:
        return NO_SWAP
    return NO if other != seat and other < s.players else NO_PARTNER


@jit
def why_not_jump(s: State, seat: int, action: int) -> int:
    """Return the refusal of a jump."""
    if not s.jump_in:
        return NO_JUMPING
    if s.phase != TURN or seat == s.turn:
        return NO_JUMP_NOW
    card = (action - JUMP) % COLOURED
    if card != s.top:
        return NOT_ON_TOP
    if not s.hand[seat, 0] >> card & 1:
        return NOT_HELD
    return why_not_call(s, seat, action >= JUMP_UNO)


@jit
def why_not_call(s: State, seat: int, calls: bool) -> int:
    """Return the refusal of a call that is said with a card."""
    if calls and not may_call_with(s, seat):
        return CALLS_ARE_FREE if s.uno_call == AUTO else EARLY_CALL
    return NO


@jit
def why_not_window(s: State, seat: int, action: int) -> int:
    """Return the refusal of a call or a catch; a wrong one costs nothing (AMB-UNO-17)."""
    if s.uno_call == AUTO:
        return CALLS_ARE_FREE
    if action == CALL:
        return NO if s.debt >> seat & 1 else NO_CALL_OWED
    other = action - CATCH
    return NO if other != seat and s.debt >> other & 1 else NO_CATCH


@jit
def played_card(action: int) -> int:
    """Return the card of a play."""
    action %= PLAYS
    return action if action < COLOURED else COLOURED + (action - COLOURED) // 4


@jit
def why_not_play(s: State, seat: int, action: int) -> int:
    """Return the refusal of a play."""
    card = played_card(action)
    if not s.hand[seat, 0] >> card & 1:
        return NOT_HELD
    if s.phase == DRAWN and card != s.drawn:
        return ONLY_DRAWN
    if not fits(s, seat, card):
        return HAS_MATCH if card == WILD_DRAW_FOUR else NO_MATCH
    return why_not_call(s, seat, action >= PLAY_UNO)
