"""Who may act, with which moves, and why another is refused."""

from mazziere.games.dieci.constants import (
    ACCEPT,
    ANSWER,
    BLOCK,
    DEALER,
    DEALER_DRAWS,
    DECK,
    DRAW,
    GALLOHOTEL,
    GUFO,
    HAS_TO_BLOCK,
    IS_CHANCE,
    IS_OUT,
    IS_OVER,
    KEEP,
    MUST_ANSWER,
    NO,
    NO_BLOCKER,
    NOT_ASKED,
    NOT_DEALER,
    NOT_YOUR_TURN,
    PLAY,
    SIX_JUMPED,
    SWAP,
)
from mazziere.games.dieci.state import State
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def actors(s: State) -> int:
    """The seat on turn, or the seat that was offered a swap."""
    if s.phase == PLAY:
        return 1 << s.turn
    if s.phase == ANSWER:
        return 1 << s.asked
    return 0


@jit
def may_block(s: State, seat: int) -> bool:
    """6 to 10 block (DIE-R2), under `rabbit_strict` not a 6 after a jump (AMB-DIE-4)."""
    card = s.card[seat]
    if s.rabbit_strict and s.jumped and card == GALLOHOTEL:
        return False
    return GUFO <= card <= GALLOHOTEL


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves."""
    n = 0
    if s.phase == PLAY and seat == s.turn:
        out[0] = KEEP
        out[1] = DRAW if seat == s.dealer else SWAP  # DIE-R1, DIE-R5
        n = 2
    elif s.phase == ANSWER and seat == s.asked:
        blocks = may_block(s, seat)
        if not (blocks and s.must_block):  # AMB-DIE-2
            out[n] = ACCEPT
            n += 1
        if blocks:
            out[n] = BLOCK
            n += 1
    return n


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """The rule against a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase == DEALER or s.phase == DECK:
        return IS_CHANCE
    if not s.in_round >> seat & 1:
        return IS_OUT
    answers = action == ACCEPT or action == BLOCK
    if s.phase == ANSWER and seat == s.asked:
        return why_not_answer(s, seat, action) if answers else MUST_ANSWER
    if answers:
        return NOT_ASKED
    if s.phase == ANSWER or seat != s.turn:
        return NOT_YOUR_TURN
    if action == SWAP and seat == s.dealer:
        return DEALER_DRAWS
    if action == DRAW and seat != s.dealer:
        return NOT_DEALER
    return NO


@jit
def why_not_answer(s: State, seat: int, action: int) -> int:
    """The rule against an answer."""
    blocks = may_block(s, seat)
    if action == BLOCK and not blocks:
        return SIX_JUMPED if s.card[seat] == GALLOHOTEL else NO_BLOCKER
    if action == ACCEPT and blocks and s.must_block:
        return HAS_TO_BLOCK
    return NO
