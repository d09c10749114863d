"""Which moves are legal, and why the others are not."""

from mazziere.games.rookie.constants import (
    ALL_PLACES,
    ASK,
    CAPTURE,
    COVER,
    COVER_OR_SEEK,
    FIRST,
    FLIP,
    GIVE,
    HOLD,
    IS_OPEN,
    IS_OVER,
    KINDS,
    LAY,
    LEFT,
    LOOT_IS_YOURS,
    MUST_ANSWER,
    MUST_LAY,
    MUST_ROB,
    NO,
    NO_PARTNER,
    NO_X_PAIR,
    NOT_ASKED,
    NOT_AT_START,
    NOT_IN_HAND,
    NOT_NEIGHBOUR,
    NOT_YOUR_TURN,
    NOTHING_OPEN,
    NOTHING_TO_LAY,
    NOTHING_UNDER,
    ONLY_LEFT,
    PILE_GONE,
    PILES,
    PILES_DUE,
    PLACE,
    PROVISIONAL,
    ROB,
    ROBBERY,
    SEEK,
    STARTER_DUE,
    TEAM,
)
from mazziere.games.rookie.state import State
from mazziere.kernel.bits import lowest
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def actors(s: State) -> int:
    """One seat at a time: the mover, or the partner whom he gave a card."""
    return 1 << s.actor if s.phase >= FIRST else 0


@jit
def within_reach(s: State) -> int:
    """The piles from which a card can be turned over, as bits."""
    covered = ALL_PLACES & ~(s.gaps | s.open)
    if covered != 0:
        return covered
    return s.deep  # AMB-ROO-5, AMB-ROO-21: a card from beneath an open one


@jit
def victims(s: State) -> int:
    """The seats that may be robbed, as bits (ROO-X-1); a partner is never among them."""
    before = (s.turn + s.players - 1) % s.players
    if s.sought and s.seek_victim == LEFT:  # ROO-X-4a, AMB-ROO-2
        return 1 << before
    return 1 << before | 1 << (s.turn + 1) % s.players


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves."""
    if s.phase < FIRST or seat != s.actor:
        return 0
    if s.phase <= SEEK:
        return legal_flip(s, out)
    if s.phase == LAY:
        return legal_lay(s, out)
    if s.phase == ROBBERY:  # asked also with one victim, or with nothing to take: AMB-ROO-15
        return write_bits(victims(s), ROB, out)
    out[0] = CAPTURE  # AMB-ROO-4
    out[1] = HOLD
    return 2


@jit
def write_bits(bits: int, first: int, out: Ints) -> int:
    """Write an action for each member of a set."""
    n = 0
    while bits != 0:
        out[n] = first + lowest(bits)
        bits &= bits - 1
        n += 1
    return n


@jit
def legal_flip(s: State, out: Ints) -> int:
    """Any pile (ROO-T2), also one just covered (AMB-ROO-8); covering only at the start."""
    n = write_bits(within_reach(s), FLIP, out)
    if s.phase == COVER_OR_SEEK:  # ROO-X-3
        out[n] = COVER
        n += 1
    return n


@jit
def legal_lay(s: State, out: Ints) -> int:
    """Any card in hand on any of the own piles (ROO-T2, AMB-ROO-11), or on the partner's."""
    n = 0
    for kind in range(KINDS):
        if s.hand[kind] > 0:
            for pile in range(PROVISIONAL):
                out[n] = PLACE + kind * PROVISIONAL + pile
                n += 1
    if s.may_give:  # ROO-TM2: the same moves once more
        for place in range(n):
            out[n + place] = out[place] + GIVE - PLACE
        n += n
    return n


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """The rule against a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase < FIRST:
        return PILES_DUE if s.phase == PILES else STARTER_DUE
    if seat != s.actor:
        return NOT_YOUR_TURN
    if s.phase == LAY:
        return why_not_lay(s, action)
    if s.phase == ASK:
        return NO if action == CAPTURE or action == HOLD else MUST_ANSWER
    if s.phase == ROBBERY:
        return why_not_rob(s, action)
    if action < PLACE:
        return why_not_flip(s, action - FLIP)
    if action < ROB:
        return NOTHING_TO_LAY
    if action < COVER:
        return NO_X_PAIR
    if action == COVER:
        return why_not_cover(s)
    return NOT_ASKED


@jit
def why_not_lay(s: State, action: int) -> int:
    """The rule against a way of laying cards."""
    if action < PLACE or action >= ROB:
        return MUST_LAY
    if action >= GIVE and s.mode != TEAM:
        return NO_PARTNER
    if action >= GIVE and not s.may_give:
        return LOOT_IS_YOURS
    kind = (action - PLACE) // PROVISIONAL % KINDS
    return NO if s.hand[kind] > 0 else NOT_IN_HAND


@jit
def why_not_rob(s: State, action: int) -> int:
    """The rule against a victim."""
    if action < ROB or action >= COVER:
        return MUST_ROB
    victim = action - ROB
    if victims(s) >> victim & 1:
        return NO
    return ONLY_LEFT if victim == (s.turn + 1) % s.players else NOT_NEIGHBOUR


@jit
def why_not_flip(s: State, place: int) -> int:
    """The rule against turning over a card of a pile."""
    if within_reach(s) >> place & 1:
        return NO
    if s.gaps >> place & 1:
        return PILE_GONE
    if ALL_PLACES & ~(s.gaps | s.open):
        return IS_OPEN
    return NOTHING_UNDER


@jit
def why_not_cover(s: State) -> int:
    """The rule against covering the open cards."""
    if s.phase == COVER_OR_SEEK:
        return NO
    return NOT_AT_START if s.open else NOTHING_OPEN
