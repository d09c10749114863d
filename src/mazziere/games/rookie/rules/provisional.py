"""The provisional piles: the kinds that they show, and taking cards away from them."""

from mazziere.games.rookie.box import *
from mazziere.kernel.jit import jit


@jit
def partner(s: State, seat: int) -> int:
    """Return the seat opposite (ROO-TM1)."""
    return (seat + s.players // 2) % s.players


@jit
def has_pool(s: State) -> bool:
    """Tell whether partners capture with their six piles together (AMB-ROO-17)."""
    return s.mode == TEAM and s.team_pool == 1


@jit
def is_spared(s: State, seat: int, victim: int) -> bool:
    """Tell whether the victim is a partner whose cards are spared (AMB-ROO-19)."""
    return s.mode == TEAM and s.spare_partner == 1 and victim == partner(s, seat)


@jit
def shown_kinds(s: State, pile: int) -> int:
    """Return the kinds for which a provisional pile counts, as bits (AMB-ROO-3)."""
    if s.capture_by == ANY:
        kinds = 0
        for kind in range(KINDS):
            if s.laid[pile, kind] > 0:
                kinds |= 1 << kind
        return kinds
    if s.top[pile] < 0:
        return 0
    return 1 << s.top[pile]


@jit
def shown_by_all(s: State, seat: int) -> int:
    """Return the kinds that all three piles of a seat show, as bits (ROO-C1)."""
    pile = seat * PROVISIONAL
    kinds = shown_kinds(s, pile)
    if kinds != 0:
        kinds &= shown_kinds(s, pile + 1)
    if kinds != 0:
        kinds &= shown_kinds(s, pile + 2)
    return kinds


@jit
def shown_by_three(s: State, seat: int) -> int:
    """Return the kinds that three or more of a team's six piles show (AMB-ROO-17)."""
    once, twice, thrice = 0, 0, 0
    for step in range(2 * PROVISIONAL):
        owner = seat if step < PROVISIONAL else partner(s, seat)
        kinds = shown_kinds(s, owner * PROVISIONAL + step % PROVISIONAL)
        thrice |= twice & kinds
        twice |= once & kinds
        once |= kinds
    return thrice


@jit
def capturing(s: State, seat: int) -> int:
    """Return the kinds with which a seat could capture now, as bits."""
    if has_pool(s):
        return shown_by_three(s, seat)
    return shown_by_all(s, seat)


@jit
def clear_pile(s: State, pile: int) -> int:
    """Empty a provisional pile; return the number of its cards."""
    total = 0
    for kind in range(KINDS):
        total += s.laid[pile, kind]
        s.laid[pile, kind] = 0
    s.top[pile] = NONE
    return total


@jit
def seize(s: State, victim: int) -> None:
    """Move a seat's uncaptured cards into the hand; captured ones are safe (ROO-0e)."""
    for pile in range(victim * PROVISIONAL, (victim + 1) * PROVISIONAL):
        if s.top[pile] != NONE:
            for kind in range(KINDS):
                s.hand[kind] += s.laid[pile, kind]
            s.in_hand += clear_pile(s, pile)
