"""Carrying out a move: pairs, captures and robberies."""

from mazziere.games.rookie.box import *
from mazziere.games.rookie.rules.provisional import (
    capturing,
    clear_pile,
    has_pool,
    is_spared,
    partner,
    seize,
    shown_kinds,
)
from mazziere.games.rookie.rules.score import finish
from mazziere.games.rookie.rules.table import (
    bar_covered,
    cover,
    lift,
    open_place,
    top_card,
    turn_over,
)
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move."""
    if action < PLACE:
        apply_flip(s, action, log)
    elif action < ROB:
        apply_lay(s, seat, action, log)
    elif action < COVER:
        apply_rob(s, action - ROB, log)
    elif action == COVER:  # ROO-X-3: then a normal turn
        bar_covered(s)
        cover(s, log)
        s.phase = FIRST
    else:
        apply_answer(s, seat, action, log)


# Turning cards over


@jit
def apply_flip(s: State, pile: int, log: Grid | None) -> None:
    """Turn over a card: the first or second of two (ROO-T2), or one while seeking (ROO-X-4)."""
    place = turn_over(s, pile, log)
    card = top_card(s, place)
    other = open_place(s, card, place)  # AMB-ROO-10: any open card can be the twin
    if s.phase != FIRST:
        s.barred = 0
    if other != NONE:
        find_pair(s, card, place, other, log)
    elif s.phase == FIRST:
        s.phase = SECOND
    elif card == X or open_place(s, X, place) != NONE:  # ROO-X-2, ROO-X-4c
        emit(log, LEFT_OPEN, s.turn, 0, 0, EVERYONE)
        end_turn(s)
    else:  # ROO-T4
        cover(s, log)
        end_turn(s)


@jit
def find_pair(s: State, card: int, place: int, other: int, log: Grid | None) -> None:
    """Lift a pair; the mover has to lay it, or in the children's game counts it at once."""
    sought = 1 if s.phase != SECOND else 0
    lift(s, place, other, log)
    emit(log, FOUND, s.turn, card, 0, EVERYONE)
    if s.mode == KIDS:  # ROO-K1
        s.points[s.turn] += 2
        emit(log, CAPTURED, s.turn, 2, 0, EVERYONE)
        s.phase = FIRST
        if s.gaps == ALL_PLACES:
            finish(s, log)
        return
    s.found = card
    s.sought = sought
    if s.gaps == ALL_PLACES:  # ROO-E1: no robbery with the last pair
        s.todo = TASK_LAST if s.end_loot == STRICT else 0
    elif card == X:  # ROO-X-1, ROO-X-4a
        s.todo = TASK_ROB
    s.hand[card] = 2
    s.in_hand = 2
    s.may_give = 1 if s.mode == TEAM else 0  # ROO-TM2
    s.phase = LAY


@jit
def end_turn(s: State) -> None:
    """Pass the turn to the right neighbour (ROO-T1), with the choice to seek if cards lie open."""
    s.turn = (s.turn + 1) % s.players
    s.actor = s.turn
    if s.rules >= 2 and s.capture == MANUAL and capturing(s, s.turn) != 0:  # AMB-ROO-4
        s.todo = TASK_BEGIN
        s.phase = ASK
    else:
        begin_turn(s)


@jit
def begin_turn(s: State) -> None:
    """Let the mover turn cards over."""
    s.phase = COVER_OR_SEEK if s.open != 0 else FIRST


# Laying cards


@jit
def apply_lay(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Lay one card on top of a provisional pile (AMB-ROO-13), the own or the partner's."""
    owner = seat
    if action >= GIVE:
        owner = partner(s, seat)
        s.gave += 1
        action -= GIVE - PLACE
    card = (action - PLACE) // PROVISIONAL
    number = (action - PLACE) % PROVISIONAL
    pile = owner * PROVISIONAL + number
    emit(log, PLACED if owner == seat else GAVE, seat, card, number, EVERYONE)
    s.top[pile] = card
    s.laid[pile, card] += 1
    s.hand[card] -= 1
    s.in_hand -= 1
    if s.in_hand == 0:  # ROO-C1, AMB-ROO-12: checked when the last card is laid
        finish_laying(s, seat)
        proceed(s, log)


@jit
def finish_laying(s: State, seat: int) -> None:
    """Add the tasks to check for captures: the layer's piles, and the partner's after a gift.

    Piles on which no card was laid are not checked; version 1 always checked the layer's.
    """
    if seat != s.turn:
        s.todo |= CHECK_PARTNER
    elif s.rules == 1 or has_pool(s) or s.gave < 2:
        s.todo |= CHECK_OWN
    if s.gave and not has_pool(s):  # ROO-TM2; a pool is checked once, for the layer
        s.todo |= CHECK_PARTNER
    s.gave = 0
    s.may_give = 0


@jit
def proceed(s: State, log: Grid | None) -> None:
    """Carry out the tasks of a pair until a seat must act or none is left.

    Laying cards adds the check of the layer's piles again, which comes before all other tasks. So a
    turn may have any number of captures (AMB-ROO-14).
    """
    while s.todo != 0:
        task = s.todo & -s.todo
        if s.rules == 1 and task == CHECK_PARTNER and s.todo & LOOT_OWN:
            task = LOOT_OWN
        s.todo &= ~task
        if carry_out(s, task, log):
            return
    go_on(s, log)


@jit
def carry_out(s: State, task: int, log: Grid | None) -> bool:
    """Carry out one task; tell whether a seat must act now."""
    if task == CHECK_OWN:
        return look(s, s.turn, log)
    if task == CHECK_PARTNER:  # AMB-ROO-17: captured at once, for the partner
        return look(s, partner(s, s.turn), log)
    if task == TASK_ROB:
        s.phase = ROBBERY
        s.actor = s.turn
        return True
    if task == TASK_BEGIN:
        begin_turn(s)
        return True
    return loot(s, partner(s, s.turn) if task == LOOT_PARTNER else s.turn, log)


@jit
def go_on(s: State, log: Grid | None) -> None:
    """Continue after the last task of a pair: end the match or the turn, or turn over more."""
    found, sought = s.found, s.sought
    s.found = NONE
    s.sought = 0
    s.actor = s.turn
    if s.gaps == ALL_PLACES:
        finish(s, log)
    elif found == X and sought:  # ROO-X-4a
        cover(s, log)
        end_turn(s)
    elif found == X and s.x_pair_ends_turn:  # AMB-ROO-1
        end_turn(s)
    elif sought:  # ROO-X-4b, AMB-ROO-9: one new card
        s.phase = SEEK
    else:  # ROO-T3
        s.phase = FIRST


# Capturing


@jit
def look(s: State, seat: int, log: Grid | None) -> bool:
    """Capture for a seat if it can (ROO-C1), or ask it first; tell whether it must answer."""
    kinds = capturing(s, seat)
    if kinds == 0:
        return False
    if s.capture == MANUAL and (s.rules == 1 or not kinds >> X & 1):  # AMB-ROO-4: not for X
        s.phase = ASK
        s.actor = seat
        return True
    bring_home(s, seat, kinds, log)
    return False


@jit
def apply_answer(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Capture or hold; after `hold` the next check, or the next turn, asks again (AMB-ROO-4)."""
    if action == HOLD:
        emit(log, HELD, seat, 0, 0, EVERYONE)
    else:
        bring_home(s, seat, capturing(s, seat), log)
    proceed(s, log)


@jit
def bring_home(s: State, seat: int, kinds: int, log: Grid | None) -> None:
    """Capture the piles that show these kinds; with X it is a Rookie (ROO-X-5, AMB-ROO-3)."""
    total = 0
    for pile in range(seat * PROVISIONAL, (seat + 1) * PROVISIONAL):
        if shown_kinds(s, pile) & kinds:
            total += clear_pile(s, pile)
    if has_pool(s):  # AMB-ROO-17: the layer gets the points
        mate = partner(s, seat)
        for pile in range(mate * PROVISIONAL, (mate + 1) * PROVISIONAL):
            if shown_kinds(s, pile) & kinds:
                total += clear_pile(s, pile)
    s.points[seat] += total
    emit(log, CAPTURED, seat, total, 0, EVERYONE)
    if kinds >> X & 1:
        emit(log, ROOKIE, seat, 0, 0, EVERYONE)
        if seat == s.turn:
            s.todo |= LOOT_OWN
            s.todo &= ~TASK_ROB  # AMB-ROO-12: the Rookie includes the neighbour's cards
        else:  # ROO-TM2: a Rookie made by a gift is the partner's
            s.todo |= LOOT_PARTNER


# Taking cards of others


@jit
def apply_rob(s: State, victim: int, log: Grid | None) -> None:
    """Take all uncaptured cards of a neighbour (ROO-X-1), even if there are none (AMB-ROO-15)."""
    seize(s, victim)
    emit(log, ROBBED, s.turn, victim, s.in_hand, EVERYONE)
    if s.in_hand > 0:
        s.phase = LAY  # AMB-ROO-18: on the own piles only
    else:
        check_nothing(s, s.turn)
        proceed(s, log)


@jit
def loot(s: State, seat: int, log: Grid | None) -> bool:
    """Take all uncaptured cards of all others (ROO-X-5, ROO-E1); tell whether any were there."""
    for victim in range(s.players):
        if victim != seat and not is_spared(s, seat, victim):
            seize(s, victim)
    emit(log, LOOTED, seat, s.in_hand, 0, EVERYONE)
    if s.in_hand == 0:
        check_nothing(s, seat)
        return False
    s.actor = seat  # ROO-TM2: also out of turn
    s.phase = LAY
    return True


@jit
def check_nothing(s: State, seat: int) -> None:
    """Check for captures after taking no cards, in version 1 only (contract R9)."""
    if s.rules == 1:
        finish_laying(s, seat)
