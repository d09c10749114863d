"""Carrying out a move: pairs, captures, robberies, and the end."""

from mazziere.games.rookie.constants import (
    ALL,
    ALL_PLACES,
    ASK,
    CAPTURED,
    CHECK_OWN,
    CHECK_PARTNER,
    COVER,
    COVER_OR_SEEK,
    FIRST,
    FOUND,
    GAVE,
    GIVE,
    HELD,
    HOLD,
    KIDS,
    KINDS,
    LAY,
    LEFT_OPEN,
    LOOT_OWN,
    LOOT_PARTNER,
    LOOTED,
    MANUAL,
    NONE,
    PLACE,
    PLACED,
    PROVISIONAL,
    REWARDED,
    ROB,
    ROBBED,
    ROBBERY,
    ROOKIE,
    SECOND,
    SEEK,
    STRICT,
    TASK_LAST,
    TASK_ROB,
    TEAM,
    WON,
    X,
)
from mazziere.games.rookie.state import State, capturing, has_pool, partner, shown, top_card
from mazziere.games.rookie.table import cover, lift, open_place, turn_over
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.game import OVER
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
        cover(s, log)
        s.phase = FIRST
    else:
        apply_answer(s, seat, action, log)


# Turning cards over


@jit
def apply_flip(s: State, pile: int, log: Grid | None) -> None:
    """Turn over a card: the first or second of two (ROO-T2), or the one of a seek (ROO-X-4)."""
    place = turn_over(s, pile, log)
    card = top_card(s, place)
    other = open_place(s, card, place)  # the partner of any open card counts: AMB-ROO-10
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
    """Take a pair: to be laid, in the children's game to be counted."""
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
    if s.gaps == ALL_PLACES:  # ROO-E1: no neighbour to choose
        s.todo = TASK_LAST if s.end_loot == STRICT else 0
    elif card == X:  # ROO-X-1, ROO-X-4a
        s.todo = TASK_ROB
    s.hand[card] = 2
    s.in_hand = 2
    s.may_give = 1 if s.mode == TEAM else 0  # ROO-TM2
    s.phase = LAY


@jit
def end_turn(s: State) -> None:
    """The right neighbour goes on (ROO-T1): afresh, or with the choice that open cards give."""
    s.turn = (s.turn + 1) % s.players
    s.actor = s.turn
    s.phase = COVER_OR_SEEK if s.open != 0 else FIRST


# Laying cards


@jit
def apply_lay(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Lay one card on top of a provisional pile (AMB-ROO-13), the own or the partner's."""
    owner = seat
    if action >= GIVE:
        owner = partner(s, seat)
        s.gave = 1
        action -= GIVE - PLACE
    card = (action - PLACE) // PROVISIONAL
    number = (action - PLACE) % PROVISIONAL
    pile = owner * PROVISIONAL + number
    emit(log, PLACED if owner == seat else GAVE, seat, card, number, EVERYONE)
    s.top[pile] = card
    s.laid[pile, card] += 1
    s.hand[card] -= 1
    s.in_hand -= 1
    if s.in_hand == 0:  # ROO-C1, AMB-ROO-12: looked at when the last card lies
        finish_laying(s, seat)
        proceed(s, log)


@jit
def finish_laying(s: State, seat: int) -> None:
    """Note whose piles are to be looked at: the layer's, and the partner's after a gift."""
    s.todo |= CHECK_OWN if seat == s.turn else CHECK_PARTNER
    if s.gave and not has_pool(s):  # ROO-TM2; a pool is looked at once, for the layer
        s.todo |= CHECK_PARTNER
    s.gave = 0
    s.may_give = 0


@jit
def proceed(s: State, log: Grid | None) -> None:
    """Do what is still to be done about a pair, until somebody must act or the turn goes on.

    A laying puts the look at the layer's piles back on the list, before everything else; so
    there may be any number of captures in a turn (AMB-ROO-14).
    """
    while s.todo != 0:
        task = s.todo & -s.todo
        s.todo &= ~task
        if carry_out(s, task, log):
            return
    go_on(s, log)


@jit
def carry_out(s: State, task: int, log: Grid | None) -> bool:
    """Do one thing; tell whether somebody must act now."""
    if task == CHECK_OWN:
        return look(s, s.turn, log)
    if task == CHECK_PARTNER:  # AMB-ROO-17: if complete, captured at once, for him
        return look(s, partner(s, s.turn), log)
    if task == TASK_ROB:
        s.phase = ROBBERY
        s.actor = s.turn
        return True
    return loot(s, partner(s, s.turn) if task == LOOT_PARTNER else s.turn, log)


@jit
def go_on(s: State, log: Grid | None) -> None:
    """The pair is dealt with: the match ends, or the turn does, or the mover turns over more."""
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
    """Capture for a seat if it can (ROO-C1), or ask it; tell whether it is asked."""
    kinds = capturing(s, seat)
    if kinds == 0:
        return False
    if s.capture == MANUAL:  # AMB-ROO-4
        s.phase = ASK
        s.actor = seat
        return True
    bring_home(s, seat, kinds, log)
    return False


@jit
def apply_answer(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Capture or not; after a no the question comes back with the next laying (AMB-ROO-4)."""
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
        if shown(s, pile) & kinds:
            total += clear_pile(s, pile)
    if has_pool(s):  # AMB-ROO-17: to the points of the layer
        mate = partner(s, seat)
        for pile in range(mate * PROVISIONAL, (mate + 1) * PROVISIONAL):
            if shown(s, pile) & kinds:
                total += clear_pile(s, pile)
    s.points[seat] += total
    emit(log, CAPTURED, seat, total, 0, EVERYONE)
    if kinds >> X & 1:
        emit(log, ROOKIE, seat, 0, 0, EVERYONE)
        if seat == s.turn:
            s.todo |= LOOT_OWN
            s.todo &= ~TASK_ROB  # AMB-ROO-12: the Rookie swallows the neighbour's cards
        else:  # ROO-TM2: a Rookie made by a gift is the partner's
            s.todo |= LOOT_PARTNER


@jit
def clear_pile(s: State, pile: int) -> int:
    """Empty a provisional pile; return how many cards it had."""
    total = 0
    for kind in range(KINDS):
        total += s.laid[pile, kind]
        s.laid[pile, kind] = 0
    s.top[pile] = NONE
    return total


# Taking cards of others


@jit
def apply_rob(s: State, victim: int, log: Grid | None) -> None:
    """Take all uncaptured cards of a neighbour (ROO-X-1), who may have none (AMB-ROO-15)."""
    seize(s, victim)
    emit(log, ROBBED, s.turn, victim, s.in_hand, EVERYONE)
    if s.in_hand > 0:
        s.phase = LAY  # AMB-ROO-18: on the own piles only
    else:
        finish_laying(s, s.turn)
        proceed(s, log)


@jit
def loot(s: State, seat: int, log: Grid | None) -> bool:
    """Take all uncaptured cards of all others (ROO-X-5, ROO-E1); tell whether there are any."""
    for victim in range(s.players):
        if victim != seat and not is_spared(s, seat, victim):
            seize(s, victim)
    emit(log, LOOTED, seat, s.in_hand, 0, EVERYONE)
    if s.in_hand == 0:
        finish_laying(s, seat)
        return False
    s.actor = seat  # ROO-TM2: also out of turn
    s.phase = LAY
    return True


@jit
def is_spared(s: State, seat: int, victim: int) -> bool:
    """Whether a seat leaves its partner's cards alone (AMB-ROO-19)."""
    return s.mode == TEAM and s.spare_partner == 1 and victim == partner(s, seat)


@jit
def seize(s: State, victim: int) -> None:
    """Put a seat's uncaptured cards into the hand; captured ones are safe (ROO-0e)."""
    for pile in range(victim * PROVISIONAL, (victim + 1) * PROVISIONAL):
        if s.top[pile] != NONE:
            for kind in range(KINDS):
                s.hand[kind] += s.laid[pile, kind]
            s.in_hand += clear_pile(s, pile)


# The end


@jit
def finish(s: State, log: Grid | None) -> None:
    """The last pair is found (ROO-E1): the reward, and the most points win."""
    if s.mode != KIDS and s.end_loot == ALL:  # AMB-ROO-7; strict: only what was captured counts
        total = 0
        for victim in range(s.players):
            if not is_spared(s, s.turn, victim):
                for pile in range(victim * PROVISIONAL, (victim + 1) * PROVISIONAL):
                    total += clear_pile(s, pile)
        s.points[s.turn] += total
        emit(log, REWARDED, s.turn, total, 0, EVERYONE)
    s.phase = OVER
    best = 0
    for seat in range(s.players):
        best = max(best, result(s, seat))
    for seat in range(s.players):
        if result(s, seat) == best:  # AMB-ROO-20: a tie is shared
            s.winners |= 1 << seat
            emit(log, WON, seat, 0, 0, EVERYONE)


@jit
def result(s: State, seat: int) -> int:
    """What a seat's place is decided by: its points, in teams the two partners' (ROO-TM3)."""
    if s.mode == TEAM:
        return s.points[seat] + s.points[partner(s, seat)]
    return s.points[seat]
