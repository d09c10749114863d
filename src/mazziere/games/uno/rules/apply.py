"""The effects of moves: plays, draws, answers, calls."""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.draw import ANY_NUMBER, finish_hand, owe, owe_until
from mazziere.games.uno.rules.exchange import move_hands, swap_hands
from mazziere.games.uno.rules.hands import copies_in, next_seat, take_card
from mazziere.games.uno.rules.knowledge import card_left, show_hand
from mazziere.games.uno.rules.legal import played_card
from mazziere.games.uno.rules.matching import is_bluff, playable
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.jit import glue, jit
from mazziere.kernel.state import Grid

HAND_LIMIT = 7


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move; all but calls and catches end the time for calling (AMB-UNO-15)."""
    if action == CALL:
        s.debt &= ~(1 << seat)
        emit(log, CALLED, seat, 0, 0, EVERYONE)
        return
    if CATCH <= action < NAME:
        catch(s, seat, action - CATCH, log)
        return
    s.debt = 0
    if action >= JUMP:  # HOUSE-UNO-5: out of turn, the card that lies on top
        emit(log, JUMPED, seat, s.top, 0, EVERYONE)
        action = s.top + PLAY_UNO if action >= JUMP_UNO else s.top
    if action < DRAW:
        play(s, seat, action, log)
    elif action == DRAW:  # UNO-TURN-2, H2O-TURN-2, HOUSE-UNO-2
        owe(s, seat, 1 if s.draw_rule == DRAW_ONE else ANY_NUMBER, DRAWN, log)
    elif action == ACCEPT or action == CHALLENGE:
        answer(s, seat, action, log)
    elif action >= SWAP:
        swap_hands(s, seat, action - SWAP, log)
    elif action >= DISCARD:
        discard_one(s, seat, action - DISCARD, log)
    elif action >= NAME:
        s.colour = action - NAME
        s.phase = TURN
        emit(log, NAMED, seat, s.colour, 0, EVERYONE)
    else:
        emit(log, PASSED, seat, 0, 0, EVERYONE)
        s.drawn = UNKNOWN
        s.phase = TURN
        s.turn = next_seat(s, seat)


@glue
def catch(s: State, seat: int, other: int, log: Grid | None) -> None:
    """Let a seat that forgot the call draw two at once (UNO-CALL-2, H2O-CALL-1)."""
    emit(log, CAUGHT, other, seat, 0, EVERYONE)
    s.debt &= ~(1 << other)
    owe(s, other, 2, s.phase, log)


@jit
def let_go(s: State, seat: int, card: int) -> None:
    """Remove a card from a hand in view of all seats."""
    take_card(s, seat, card)
    if s.entries or s.pooled:
        card_left(s, seat, card)


# Playing a card


@glue
def play(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Lay a card on the discard pile and carry out its effect."""
    called = action >= PLAY_UNO
    card = played_card(action)
    let_go(s, seat, card)
    s.before = s.colour
    if card == WILD_DRAW_FOUR:  # judged by the hand at this moment
        s.guilty = 1 if is_bluff(s, seat) else 0
    s.colour = card // RANKS if card < COLOURED else (action % PLAYS - COLOURED) % 4
    s.top = card
    s.discard[s.discards] = card
    s.discards += 1
    s.drawn = UNKNOWN
    s.idle = 0
    s.phase = TURN
    emit(log, PLAYED, seat, card, s.colour, EVERYONE)
    if called:
        emit(log, CALLED, seat, 0, 0, EVERYONE)
    if s.size[seat] == 0 and not (card == SHUFFLE and s.shuffle_last == REDEAL):
        play_last(s, seat, card, log)  # AMB-UNO-19
        return
    if s.size[seat] == 1 and not called and s.uno_call != AUTO:  # UNO-CALL-1, H2O-CALL-1
        s.debt = 1 << seat
    if card < COLOURED:
        rank = card % RANKS
        act(s, seat, rank, log)
        if s.seven_zero and (rank == 7 or rank == 0):
            s.caller = 1 if called else 0
            move_hands(s, seat, rank, log)
    else:
        act_wild(s, seat, card, called, log)
    if s.phase != ANSWER:
        s.guilty = 0


@glue
def play_last(s: State, seat: int, card: int, log: Grid | None) -> None:
    """End a hand; a last +2 or +4 is still drawn where points count (AMB-UNO-18, H2O-END-1)."""
    s.winner = seat
    s.guilty = 0  # an empty hand is innocent: AMB-UNO-14
    cards = 0
    if s.final_draw and s.scoring != HAND:
        if card == WILD_DRAW_FOUR:
            cards = 4
        elif card < COLOURED and card % RANKS == DRAW_TWO:
            cards = 2
        cards += s.stacked  # contract U12: the whole debt
    s.stacked = 0
    s.bluffer = -1
    if cards > 0:
        owe(s, next_seat(s, seat), cards, HAND_OVER, log)
    else:
        finish_hand(s, log)


@jit
def act(s: State, seat: int, rank: int, log: Grid | None) -> None:
    """Carry out +2, reverse or skip (H2O-ACT-1), and pass the turn."""
    if rank == REVERSE:  # UNO-REV-1
        s.direction = -s.direction
        emit(log, REVERSED, seat, 0, 0, EVERYONE)
    follower = next_seat(s, seat)
    if rank == SKIP or (rank == REVERSE and s.players == 2 and s.reverse_two == AS_SKIP):
        emit(log, SKIPPED, follower, 0, 0, EVERYONE)  # UNO-SKIP-1, AMB-UNO-5
        s.turn = next_seat(s, follower)
    elif rank == DRAW_TWO:  # UNO-D2-1
        if s.stacking:
            stack(s, seat, 2, log)
        else:
            lose_turn(s, follower, 2, log)
    else:
        s.turn = follower  # UNO-TURN-4


@jit
def lose_turn(s: State, seat: int, cards: int, log: Grid | None) -> None:
    """Let a seat draw cards and lose its turn."""
    s.turn = next_seat(s, seat)
    owe(s, seat, cards, TURN, log)


@jit
def stack(s: State, seat: int, cards: int, log: Grid | None) -> None:
    """Add to the debt of cards, and ask the next seat for its answer (HOUSE-UNO-1)."""
    s.stacked += cards
    s.turn = next_seat(s, seat)
    s.phase = ANSWER
    s.bluffer = seat if s.top == WILD_DRAW_FOUR and s.wd4 == BLUFF else -1
    s.late = 0
    if s.bluffer < 0:
        s.guilty = 0
    emit(log, STACKED, seat, s.stacked, s.turn, EVERYONE)


@glue
def act_wild(s: State, seat: int, card: int, called: bool, log: Grid | None) -> None:
    """Carry out a wild whose colour has been named (UNO-WILD-1, H2O-ACT-2)."""
    follower = next_seat(s, seat)
    if card == SHUFFLE:  # UNO-SHUF-1: chance deals all hands anew
        s.debt = 0
        s.caller = 1 if called else 0
        s.phase = SHUFFLE_HANDS
    elif card == WILD_DRAW_FOUR:
        if s.stacking:
            stack(s, seat, 4, log)
        elif s.wd4 == STRICT:
            lose_turn(s, follower, 4, log)
        else:  # UNO-DRAW4-2
            s.bluffer = seat
            s.late = 0
            s.turn = follower
            s.phase = ANSWER
    elif card >= CUSTOM:
        act_custom(s, seat, s.custom[card - CUSTOM], log)
    else:
        s.turn = follower


# The customizable cards


@glue
def act_custom(s: State, seat: int, effect: int, log: Grid | None) -> None:
    """Carry out the agreed effect of a customizable card (UNO-CUST-1, AMB-UNO-6, AMB-UNO-7)."""
    follower = next_seat(s, seat)
    s.turn = follower
    if effect == DRAW_UNTIL:
        s.turn = next_seat(s, follower)
        owe_until(s, follower, s.colour, log)
    elif effect == DUMP_WILDS:
        dump_wilds(s, seat, log)
    elif effect == DRAW_THREE:
        if playable(s, follower) == 0:
            lose_turn(s, follower, 3, log)
    elif effect == ONE_MORE_TURN:
        s.turn = seat
        emit(log, EXTRA_TURN, seat, 0, 0, EVERYONE)
    elif effect == EXACTLY_SEVEN:
        if s.size[follower] > HAND_LIMIT:
            s.phase = DISCARDING
        else:
            lose_turn(s, follower, HAND_LIMIT - s.size[follower], log)


@jit
def under_pile(s: State, card: int) -> None:
    """Put a card under the discard pile."""
    for place in range(s.discards, 0, -1):
        s.discard[place] = s.discard[place - 1]
    s.discard[0] = card
    s.discards += 1


@glue
def dump_wilds(s: State, seat: int, log: Grid | None) -> None:
    """Let all other seats throw away their wilds, without effect; an empty hand wins."""
    other = next_seat(s, seat)
    winner = -1
    while other != seat:
        before = s.size[other]
        wilds = s.hand[other, 0] & WILD_CARDS
        while wilds:
            card = lowest(wilds)
            let_go(s, other, card)
            under_pile(s, card)
            emit(log, THREW_AWAY, other, card, 0, EVERYONE)
            wilds = s.hand[other, 0] & WILD_CARDS
        if s.size[other] == 0 and winner < 0:
            winner = other  # the first one after the player of the card
        if s.size[other] == 1 and before > 1 and s.uno_call != AUTO:  # AMB-UNO-16
            s.debt |= 1 << other
        other = next_seat(s, other)
    if winner >= 0:
        s.winner = winner
        finish_hand(s, log)


@glue
def discard_one(s: State, seat: int, card: int, log: Grid | None) -> None:
    """Throw away one card; with seven left, the turn is lost."""
    let_go(s, seat, card)
    under_pile(s, card)
    emit(log, DISCARDED, seat, card, 0, EVERYONE)
    if s.size[seat] == HAND_LIMIT:
        s.phase = TURN
        s.turn = next_seat(s, seat)


# The answer to a wild +4


@glue
def answer(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Accept a wild +4 or challenge it; the named colour stands (UNO-DRAW4-6).

    With stacking the whole debt of cards is accepted, or at stake (contract U12).
    """
    bluffer, guilty = s.bluffer, s.guilty
    stacked = s.stacked
    cards = stacked if stacked else 4
    s.stacked = 0
    s.bluffer = -1
    s.guilty = 0
    s.late = 0
    if action == ACCEPT:
        if stacked:
            emit(log, TOOK_STACK, seat, stacked, 0, EVERYONE)
        else:
            emit(log, ACCEPTED, seat, 0, 0, EVERYONE)
        lose_turn(s, seat, cards, log)
        return
    emit(log, CHALLENGED, seat, bluffer, 0, EVERYONE)
    show_hand(s, bluffer, seat)
    if log is not None:
        held = s.hand[bluffer, 0]
        while held:
            card = lowest(held)
            held &= held - 1
            for _ in range(copies_in(s.hand, bluffer, card)):
                emit(log, SHOWN, bluffer, card, 0, only(seat))
    if guilty:  # UNO-DRAW4-5, AMB-UNO-12: the challenger draws nothing and plays
        emit(log, GUILTY, bluffer, 0, 0, EVERYONE)
        if s.guilty_skips:
            s.turn = next_seat(s, seat)
        owe(s, bluffer, cards, TURN, log)
    else:  # UNO-DRAW4-4, H2O-DRAW4-2
        emit(log, INNOCENT, bluffer, 0, 0, EVERYONE)
        lose_turn(s, seat, cards + 2, log)
