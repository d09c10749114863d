"""The record of a match of ROOKIE, and what can be read from it."""

from typing import Annotated

from mazziere.games.rookie.constants import (
    ANY,
    DEPTH,
    KIDS,
    KINDS,
    PLACES,
    PROVISIONAL,
    SEATS,
    TEAM,
    X,
)
from mazziere.kernel.jit import jit
from mazziere.kernel.state import I1, I2, Grid, Header, Ints, cells


class State(Header):
    """A match of ROOKIE.

    A card lies seen and covered only on top of its pile: nothing is ever put on top of another
    card, and what lies beneath has not been turned over yet. So one bit per pile tells what is
    open, and one what has been seen; both go with the card when it fills a gap.
    """

    edition: I1  # option
    mode: I1  # option
    capture: I1  # option
    capture_by: I1  # option
    refill: I1  # option
    x_pair_ends_turn: I1  # option
    seek_victim: I1  # option
    end_loot: I1  # option
    team_pool: I1  # option
    spare_partner: I1  # option

    turn: I1  # the mover: the seat whose turn it is
    actor: I1  # who must act now: the mover, or his partner
    found: I1  # the kind of the pair that is being dealt with, else NONE
    sought: I1  # 1 if that pair was found by seeking
    may_give: I1  # 1 if cards in hand may be laid on the partner's piles
    gave: I1  # 1 if one of them has been
    todo: I1  # what is still to be done about the pair, as bits
    in_hand: I1  # cards in hand, to be laid by the actor
    winners: I1  # when the match is over
    gaps: I2  # places without a pile, as bits
    deep: I2  # piles of two or more cards
    open: I2  # piles whose top card lies face up
    seen: I2  # piles whose top card has been face up
    points: Annotated[Ints, cells("i1", SEATS)]  # captured cards
    hand: Annotated[Ints, cells("i1", KINDS)]  # cards to be laid, by kind
    rest: Annotated[Ints, cells("i1", KINDS)]  # cards left on the table, by kind
    height: Annotated[Ints, cells("i1", PLACES)]  # cards of each pile
    table: Annotated[Grid, cells("i1", PLACES, DEPTH)]  # the nine piles, bottom first; secret
    top: Annotated[Ints, cells("i1", SEATS * PROVISIONAL)]  # top card of each provisional pile
    laid: Annotated[Grid, cells("i1", SEATS * PROVISIONAL, KINDS)]  # its cards, open: AMB-ROO-23


@jit
def kinds_in_play(s: State) -> int:
    """How many kinds the pack has: the X is the last, and children play without (ROO-K1)."""
    return X if s.mode == KIDS else KINDS


@jit
def top_card(s: State, place: int) -> int:
    """The top card of a pile on the table."""
    return s.table[place, s.height[place] - 1]


@jit
def partner(s: State, seat: int) -> int:
    """The seat opposite (ROO-TM1)."""
    return (seat + s.players // 2) % s.players


@jit
def has_pool(s: State) -> bool:
    """Whether partners capture with their six piles together (AMB-ROO-17)."""
    return s.mode == TEAM and s.team_pool == 1


@jit
def shown(s: State, pile: int) -> int:
    """The kinds with which a provisional pile counts, as bits (AMB-ROO-3)."""
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
    """The kinds that each of a seat's three piles shows (ROO-C1)."""
    pile = seat * PROVISIONAL
    kinds = shown(s, pile)
    if kinds != 0:
        kinds &= shown(s, pile + 1)
    if kinds != 0:
        kinds &= shown(s, pile + 2)
    return kinds


@jit
def shown_by_three(s: State, seat: int) -> int:
    """The kinds that three or more of a team's six piles show (AMB-ROO-17)."""
    once, twice, thrice = 0, 0, 0
    for step in range(2 * PROVISIONAL):
        owner = seat if step < PROVISIONAL else partner(s, seat)
        kinds = shown(s, owner * PROVISIONAL + step % PROVISIONAL)
        thrice |= twice & kinds
        twice |= once & kinds
        once |= kinds
    return thrice


@jit
def capturing(s: State, seat: int) -> int:
    """The kinds with which a seat could capture now, as bits."""
    if has_pool(s):
        return shown_by_three(s, seat)
    return shown_by_all(s, seat)
