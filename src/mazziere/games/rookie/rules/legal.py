"""The legal moves, and the reasons against all others."""

from mazziere.games.rookie.box import *
from mazziere.kernel.bits import lowest
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def actors(s: State) -> int:
    """Return the one seat that must act: the mover, or the partner after a gift."""
    return 1 << s.actor if s.phase >= FIRST else 0


@jit
def within_reach(s: State) -> int:
    """Return the piles from which a card can be turned over, as bits."""
    covered = ALL_PLACES & ~(s.gaps | s.open)
    if covered != 0:
        return covered & ~s.barred  # AMB-ROO-8: another one is always left
    return s.deep  # AMB-ROO-5, AMB-ROO-21: a card from beneath an open one


@jit
def victims(s: State) -> int:
    """Return the seats that may be robbed, as bits (ROO-X-1); never the partner."""
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
    if s.phase == ROBBERY:  # AMB-ROO-15: also with one victim, or nothing to take
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
    """Write a flip for each pile within reach (ROO-T2), and `cover`."""
    n = write_bits(within_reach(s), FLIP, out)
    if s.phase == COVER_OR_SEEK:  # ROO-X-3
        out[n] = COVER
        n += 1
    return n


@jit
def legal_lay(s: State, out: Ints) -> int:
    """Write each card in hand on each own pile (ROO-T2, AMB-ROO-11), and on the partner's."""
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
    """Return the refusal of a move, 0 if it is legal."""
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
    """Return the refusal while cards have to be laid."""
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
    """Return the refusal while a victim has to be chosen."""
    if action < ROB or action >= COVER:
        return MUST_ROB
    victim = action - ROB
    if victims(s) >> victim & 1:
        return NO
    return ONLY_LEFT if victim == (s.turn + 1) % s.players else NOT_NEIGHBOUR


@jit
def why_not_flip(s: State, place: int) -> int:
    """Return the refusal of turning over a card of a pile."""
    if within_reach(s) >> place & 1:
        return NO
    if s.gaps >> place & 1:
        return PILE_GONE
    if s.barred >> place & 1:
        return JUST_COVERED
    if ALL_PLACES & ~(s.gaps | s.open):
        return IS_OPEN
    return NOTHING_UNDER


@jit
def why_not_cover(s: State) -> int:
    """Return the refusal of covering the open cards."""
    if s.phase == COVER_OR_SEEK:
        return NO
    return NOT_AT_START if s.open else NOTHING_OPEN
