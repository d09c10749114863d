"""The start of a match and of a hand, and all chance nodes."""

from mazziere.games.uno.box import *
from mazziere.games.uno.rules.draw import draw_owed, finish_hand, owe
from mazziere.games.uno.rules.hands import add_card, copies_in, next_seat
from mazziere.games.uno.rules.knowledge import (
    forget_all,
    learn_by_reshuffle,
    pool_hands,
    subtract_hands,
)
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, all_but, emit, only
from mazziere.kernel.jit import glue, jit
from mazziere.kernel.state import Grid, Ints

HAND_SIZE = 7  # UNO-START-1, H2O-DEAL-2


@jit
def start(s: State) -> None:
    """Set up a match; next is the dealer by chance (UNO-START-1) or by draws (H2O-DEAL-1)."""
    s.phase = DEALER
    s.dealer = 0
    s.tied = (1 << s.players) - 1
    s.winners = 0
    for seat in range(SEATS):
        s.points[seat] = 0
    clear(s)


@jit
def clear(s: State) -> None:
    """Gather all cards."""
    s.turn = 0
    s.direction = 1
    s.colour = 0
    s.top = UNKNOWN
    s.rest = 0
    s.discards = 0
    s.idle = 0
    s.drawn = UNKNOWN
    s.debt = 0
    s.drawer = 0
    s.owed = 0
    s.until = -1
    s.back = TURN
    s.stacked = 0
    s.bluffer = -1
    s.before = 0
    s.guilty = 0
    s.late = 0
    s.caller = 0
    s.winner = 0
    for seat in range(SEATS):
        s.size[seat] = 0
        for level in range(4):
            s.hand[seat, level] = 0
    for place in range(PACK):
        s.pile[place] = UNKNOWN
        s.discard[place] = UNKNOWN
    forget_all(s)


# Chance


@jit
def copies(s: State, card: int) -> int:
    """Return the number of copies of a card in the pack (UNO-0a, H2O-0a)."""
    if s.h2o and card >= H2O_KINDS:
        return 0
    if card >= CUSTOM and s.custom[card - CUSTOM] == LEFT_OUT:  # AMB-UNO-6
        return 0
    return COPIES[card]


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Write the seats, the whole pack, the old discards, or the cards of all hands."""
    n = 0
    if s.phase > SHUFFLE_HANDS or s.phase < 0:
        return 0
    if s.phase == DEALER and not s.h2o:
        for seat in range(s.players):
            cards[n] = seat
            n += 1
    elif s.phase == DEALER or s.phase == DECK:
        for card in range(KINDS):
            for _ in range(copies(s, card)):
                cards[n] = card
                n += 1
    elif s.phase == RESHUFFLE:
        if s.back == OPENING:  # AMB-UNO-22: the pile with the wild +4 that was put back
            for place in range(s.rest):
                cards[n] = s.pile[place]
                n += 1
        for place in range(s.discards - 1):
            cards[n] = s.discard[place]
            n += 1
    else:
        held = 0
        for seat in range(s.players):
            held |= s.hand[seat, 0]
        while held:
            card = lowest(held)
            held &= held - 1
            for seat in range(s.players):
                for _ in range(copies_in(s.hand, seat, card)):
                    cards[n] = card
                    n += 1
    sizes[0] = n
    return 1


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Apply the order of the chance node that is due."""
    if s.phase == DEALER:
        if s.h2o:
            draw_for_deal(s, cards, log)
        else:
            s.dealer = cards[0]
            s.phase = DECK
    elif s.phase == DECK:
        deal(s, cards, log)
    elif s.phase == RESHUFFLE:
        reshuffle(s, cards, log)
    else:
        deal_hands(s, cards, log)


@glue
def draw_for_deal(s: State, cards: Ints, log: Grid | None) -> None:
    """Let the highest number deal, symbols count 0 (H2O-DEAL-1); tied seats draw again."""
    best, tied, n = -1, 0, 0
    for seat in range(s.players):
        if s.tied >> seat & 1:
            card = cards[n]
            n += 1
            emit(log, DREW_FOR_DEAL, seat, card, 0, EVERYONE)
            number = card % RANKS if card < COLOURED and card % RANKS < SKIP else 0
            if number > best:
                best, tied = number, 0
            if number == best:
                tied |= 1 << seat
    s.tied = tied  # AMB-UNO-21
    if tied & (tied - 1) == 0:
        s.dealer = 0
        while not tied >> s.dealer & 1:
            s.dealer += 1
        s.phase = DECK


@glue
def deal(s: State, cards: Ints, log: Grid | None) -> None:
    """Deal seven cards each, one at a time from the dealer's left; the rest is the draw pile."""
    clear(s)
    emit(log, DEALS, s.dealer, 0, 0, EVERYONE)
    dealt = HAND_SIZE * s.players
    seat = s.dealer
    for place in range(dealt):
        seat = seat + 1 if seat + 1 < s.players else 0
        add_card(s, seat, cards[place])
        emit(log, DEALT, seat, cards[place], 0, only(seat))
    for other in range(s.players):
        emit(log, DEALT_UNSEEN, other, HAND_SIZE, 0, all_but(other))
    total = PACK - 4 if s.h2o else PACK
    for custom in range(3):
        if not s.h2o and s.custom[custom] == LEFT_OUT:
            total -= 1
    s.rest = total - dealt
    for place in range(s.rest):
        s.pile[s.rest - 1 - place] = cards[dealt + place]
    open_hand(s, log)


# The first card


@jit
def turn_up(s: State) -> int:
    """Move the top of the draw pile to the discard pile."""
    s.rest -= 1
    s.top = s.pile[s.rest]
    s.pile[s.rest] = UNKNOWN
    s.discard[s.discards] = s.top
    s.discards += 1
    return s.top


@jit
def open_hand(s: State, log: Grid | None) -> None:
    """Turn up the first card; the dealer's left begins (UNO-START-3, H2O-START-1)."""
    s.phase = TURN
    s.turn = next_seat(s, s.dealer)
    card = turn_up(s)
    if s.h2o:
        open_h2o(s, card, log)
        return
    while card >= COLOURED or card % RANKS >= SKIP:  # UNO-START-2: wilds as well, AMB-UNO-1
        emit(log, IGNORED, s.dealer, card, 0, EVERYONE)  # it stays below, AMB-UNO-2
        card = turn_up(s)
    s.colour = card // RANKS
    emit(log, TURNED_UP, s.dealer, card, 0, EVERYONE)


@glue
def open_h2o(s: State, card: int, log: Grid | None) -> None:
    """Let the first card act, as in H2O."""
    if card == WILD:  # H2O-START-5: the hands are dealt, AMB-UNO-27
        emit(log, TURNED_UP, s.dealer, card, 0, EVERYONE)
        s.phase = NAMING
        return
    if card > WILD:  # H2O-START-6: a wild +4 goes back, and the pile is shuffled
        emit(log, PUT_BACK, s.dealer, card, 0, EVERYONE)
        s.pile[s.rest] = card
        s.rest += 1
        s.discards = 0
        s.discard[0] = UNKNOWN
        s.top = UNKNOWN
        s.back = OPENING
        s.phase = RESHUFFLE
        return
    emit(log, TURNED_UP, s.dealer, card, 0, EVERYONE)
    s.colour = card // RANKS
    rank = card % RANKS
    if rank == REVERSE:  # H2O-START-3
        s.direction = -1
        s.turn = s.dealer
        emit(log, REVERSED, s.dealer, 0, 0, EVERYONE)
    elif rank == SKIP:  # H2O-START-4
        emit(log, SKIPPED, s.turn, 0, 0, EVERYONE)
        s.turn = next_seat(s, s.turn)
    elif rank == DRAW_TWO:  # H2O-START-2
        first = s.turn
        s.turn = next_seat(s, first)
        owe(s, first, 2, TURN, log)


# Shuffling again


@glue
def reshuffle(s: State, cards: Ints, log: Grid | None) -> None:
    """Make the discards below the top the draw pile (UNO-PILE-1, H2O-END-2)."""
    if s.back == OPENING:
        for place in range(s.rest):
            s.pile[s.rest - 1 - place] = cards[place]
        s.back = TURN
        open_hand(s, log)
        return
    s.rest = s.discards - 1
    for place in range(s.rest):
        s.pile[s.rest - 1 - place] = cards[place]
        s.discard[place] = UNKNOWN
    s.discard[s.rest] = UNKNOWN
    s.discard[0] = s.top
    s.discards = 1
    emit(log, RESHUFFLED, s.drawer, s.rest, 0, EVERYONE)
    learn_by_reshuffle(s)
    draw_owed(s, log)


@glue
def deal_hands(s: State, cards: Ints, log: Grid | None) -> None:
    """Deal all hands anew, one card at a time from the left of the seat on turn (UNO-SHUF-1)."""
    pool_hands(s)
    total = 0
    for seat in range(s.players):
        total += s.size[seat]
        s.size[seat] = 0
        for level in range(4):
            s.hand[seat, level] = 0
    seat = s.turn
    for place in range(total):  # always to the left, AMB-UNO-20
        seat = (seat + 1) % s.players
        add_card(s, seat, cards[place])
        emit(log, RECEIVED, seat, cards[place], 0, only(seat))
    for other in range(s.players):
        emit(log, RECEIVED_UNSEEN, other, s.size[other], 0, all_but(other))
    subtract_hands(s)
    if s.size[s.turn] == 0:  # AMB-UNO-19: the shuffle was the last card, and no card came back
        s.winner = s.turn
        finish_hand(s, log)
        return
    for other in range(s.players):  # AMB-UNO-16: a seat with one card owes a call
        if s.size[other] == 1 and s.uno_call != AUTO and not (other == s.turn and s.caller):
            s.debt |= 1 << other
    s.caller = 0
    s.phase = TURN
    s.turn = next_seat(s, s.turn)  # UNO-SHUF-2
