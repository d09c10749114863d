"""What a move does: plays and their effects, draws, answers, calls."""

from mazziere.games.uno.constants import (
    ACCEPT,
    ACCEPTED,
    ANSWER,
    CALL,
    CALLED,
    CATCH,
    CAUGHT,
    CHALLENGE,
    CHALLENGED,
    COLOURED,
    CUSTOM,
    DISCARD,
    DISCARDED,
    DISCARDING,
    DRAW,
    DRAW_TWO,
    DRAWN,
    EXTRA_TURN,
    GUILTY,
    HAND_OVER,
    INNOCENT,
    NAME,
    NAMED,
    PASSED,
    PLAY_UNO,
    PLAYED,
    PLAYS,
    RANKS,
    REVERSE,
    REVERSED,
    SHOWN,
    SHUFFLE,
    SHUFFLE_HANDS,
    SKIP,
    SKIPPED,
    THREW_AWAY,
    TURN,
    UNKNOWN,
    WILD_CARDS,
    WILD_DRAW_FOUR,
)
from mazziere.games.uno.draw import finish_hand, owe, owe_until
from mazziere.games.uno.knowledge import card_left, show_hand
from mazziere.games.uno.legal import playable, played_card
from mazziere.games.uno.state import (
    AS_SKIP,
    AUTO,
    DRAW_THREE,
    DRAW_UNTIL,
    DUMP_WILDS,
    EXACTLY_SEVEN,
    HAND,
    ONE_MORE_TURN,
    REDEAL,
    STRICT,
    State,
    copies_in,
    is_bluff,
    next_seat,
    take_card,
)
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.jit import glue, jit
from mazziere.kernel.state import Grid

HAND_LIMIT = 7


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move; any but a call or a catch closes the window (AMB-UNO-15)."""
    if action == CALL:
        s.debt &= ~(1 << seat)
        emit(log, CALLED, seat, 0, 0, EVERYONE)
        return
    if CATCH <= action < NAME:
        catch(s, seat, action - CATCH, log)
        return
    s.debt = 0
    if action < DRAW:
        play(s, seat, action, log)
    elif action == DRAW:  # UNO-TURN-2, H2O-TURN-2
        owe(s, seat, 1, DRAWN, log)
    elif action == ACCEPT or action == CHALLENGE:
        answer(s, seat, action, log)
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
    """Somebody forgot the call: he draws two at once (UNO-CALL-2, H2O-CALL-1)."""
    emit(log, CAUGHT, other, seat, 0, EVERYONE)
    s.debt &= ~(1 << other)
    owe(s, other, 2, s.phase, log)


@jit
def let_go(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand for all to see."""
    take_card(s, seat, card)
    if s.entries or s.pooled:
        card_left(s, seat, card)


# Playing a card


@glue
def play(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Lay a card on the discard pile, then let it act."""
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
        act(s, seat, card % RANKS, log)
    else:
        act_wild(s, seat, card, called, log)
    if s.phase != ANSWER:
        s.guilty = 0


@glue
def play_last(s: State, seat: int, card: int, log: Grid | None) -> None:
    """The hand is won; a last +2 or +4 is still drawn where cards count (AMB-UNO-18, H2O-END-1)."""
    s.winner = seat
    s.guilty = 0  # an empty hand is innocent: AMB-UNO-14
    cards = 0
    if s.final_draw and s.scoring != HAND:
        if card == WILD_DRAW_FOUR:
            cards = 4
        elif card < COLOURED and card % RANKS == DRAW_TWO:
            cards = 2
    if cards > 0:
        owe(s, next_seat(s, seat), cards, HAND_OVER, log)
    else:
        finish_hand(s, log)


@jit
def act(s: State, seat: int, rank: int, log: Grid | None) -> None:
    """Numbers do nothing; +2, reverse and skip act on the next seat (H2O-ACT-1)."""
    if rank == REVERSE:  # UNO-REV-1
        s.direction = -s.direction
        emit(log, REVERSED, seat, 0, 0, EVERYONE)
    follower = next_seat(s, seat)
    if rank == SKIP or (rank == REVERSE and s.players == 2 and s.reverse_two == AS_SKIP):
        emit(log, SKIPPED, follower, 0, 0, EVERYONE)  # UNO-SKIP-1, AMB-UNO-5
        s.turn = next_seat(s, follower)
    elif rank == DRAW_TWO:  # UNO-D2-1
        lose_turn(s, follower, 2, log)
    else:
        s.turn = follower  # UNO-TURN-4


@jit
def lose_turn(s: State, seat: int, cards: int, log: Grid | None) -> None:
    """A seat draws and loses its turn."""
    s.turn = next_seat(s, seat)
    owe(s, seat, cards, TURN, log)


@glue
def act_wild(s: State, seat: int, card: int, called: bool, log: Grid | None) -> None:
    """The wild kinds; the colour has been named (UNO-WILD-1, H2O-ACT-2)."""
    follower = next_seat(s, seat)
    if card == SHUFFLE:  # UNO-SHUF-1: chance deals all hands anew
        s.debt = 0
        s.caller = 1 if called else 0
        s.phase = SHUFFLE_HANDS
    elif card == WILD_DRAW_FOUR:
        if s.wd4 == STRICT:
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
    """The effect that the table agreed on (UNO-CUST-1, AMB-UNO-6, AMB-UNO-7)."""
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
    """Everybody else throws away all wilds, without effect; an empty hand wins."""
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
            winner = other  # the first after the card's player
        if s.size[other] == 1 and before > 1 and s.uno_call != AUTO:  # AMB-UNO-16
            s.debt |= 1 << other
        other = next_seat(s, other)
    if winner >= 0:
        s.winner = winner
        finish_hand(s, log)


@glue
def discard_one(s: State, seat: int, card: int, log: Grid | None) -> None:
    """One card less on the way to seven; then the turn is lost."""
    let_go(s, seat, card)
    under_pile(s, card)
    emit(log, DISCARDED, seat, card, 0, EVERYONE)
    if s.size[seat] == HAND_LIMIT:
        s.phase = TURN
        s.turn = next_seat(s, seat)


# The answer to a wild +4


@glue
def answer(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Draw four, or have the hand shown; the named colour stands (UNO-DRAW4-6)."""
    bluffer, guilty = s.bluffer, s.guilty
    s.bluffer = -1
    s.guilty = 0
    s.late = 0
    if action == ACCEPT:
        emit(log, ACCEPTED, seat, 0, 0, EVERYONE)
        lose_turn(s, seat, 4, log)
        return
    emit(log, CHALLENGED, seat, bluffer, 0, EVERYONE)
    show_hand(s, bluffer, seat)
    cards = s.hand[bluffer, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for _ in range(copies_in(s.hand, bluffer, card)):
            emit(log, SHOWN, bluffer, card, 0, only(seat))
    if guilty:  # UNO-DRAW4-5, AMB-UNO-12: the challenger draws nothing and plays
        emit(log, GUILTY, bluffer, 0, 0, EVERYONE)
        if s.guilty_skips:
            s.turn = next_seat(s, seat)
        owe(s, bluffer, 4, TURN, log)
    else:  # UNO-DRAW4-4, H2O-DRAW4-2
        emit(log, INNOCENT, bluffer, 0, 0, EVERYONE)
        lose_turn(s, seat, 6, log)
