"""Beliefs about hidden hands, from the moves that a seat hears.

A seat that draws on its turn has no card that fits: no card of the colour and no wild, except for
cards that it gets afterwards. If it then passes, the card drawn does not fit either. A seat that
names a colour has it. A wild +4 is seldom a bluff, and where bluffs are refused it proves that the
colour is missing. When hands change owner, the beliefs about a hand go with it.
"""

from typing import Annotated

from mazziere.games.uno.box import (
    ACCEPTED,
    CHALLENGED,
    COLOUR_CARDS,
    COLOURED,
    DEALS,
    DISCARDED,
    DREW,
    DREW_UNSEEN,
    GUILTY,
    HANDS_MOVED,
    NAMED,
    PASSED,
    PLAYED,
    RANKS,
    RECEIVED_UNSEEN,
    SEATS,
    SWAPPED,
    THREW_AWAY,
    TOOK_STACK,
    TURNED_UP,
    WILD_CARDS,
    WILD_DRAW_FOUR,
    State,
)
from mazziere.games.uno.rules.hands import add_set, drop_set
from mazziere.games.uno.rules.matching import guilt_cards
from mazziere.games.uno.rules.view import is_deciding, judge
from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import I1, Grid, Ints, cells

SUITS = 5  # the four colours, and wilds
WILDS = 4
TRIES = 12  # draws from the pile in search of a card that agrees better
MOST_SURPRISES = 2  # surprises after which a seat's moves are ignored
BLUFFS = 2  # per cent of the seats that should not play a wild +4 do so
BLUFFS_AGAIN = 30  # per cent, for seats that were found guilty or have surprised before
GUILT_OF_A_CARD = 27  # per cent of all cards forbid a wild +4


class Beliefs:
    """The beliefs of a seat about the others."""

    colour: I1  # the colour in play
    drew: I1  # 1 + the seat that has just drawn on its turn, 0 if none
    many: I1  # 1 if it drew several cards, until one fitted
    bluffer: I1  # the seat that played the last wild +4
    before: I1  # the colour in play before it
    unanswered: I1  # 1 while that wild +4 waits for an answer
    lacks: Annotated[Grid, cells("i1", SEATS, SUITS)]  # 1 + upper bound, 0 unknown
    likes: Annotated[Ints, cells("i1", SEATS)]  # 1 + the colour it named and has not played since
    caught: Annotated[Ints, cells("i1", SEATS)]  # 1 if it was found guilty of a bluff
    odd: Annotated[Ints, cells("i1", SEATS)]  # its surprising plays


# Events


@jit
def hear(memory: Beliefs, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Update the beliefs with the events of one step."""
    rows = log[0, 0]
    if rows == 0:
        return
    first = 1
    if log[1, 0] == DREW_UNSEEN:
        first = hear_draws(memory, log) + 1
    for row in range(first, rows + 1):
        kind, who, card = log[row, 0], log[row, 1], log[row, 2]
        if (kind == DREW or kind == DREW_UNSEEN) and log[1, 0] == PLAYED:
            believe(memory)  # nobody was asked: the wild +4 that makes a seat draw is no bluff
        if kind == DREW_UNSEEN:
            got(memory, who, WILDS + 1)
        elif kind == PLAYED:
            believe(memory)  # a wild +4 that is answered with another card is not challenged
            hear_play(memory, who, card, log[row, 3])
        elif kind == PASSED and memory.many:  # the last of several cards fitted, and was kept
            lacked_no_more(memory, who, memory.colour)
            lacked_no_more(memory, who, WILDS)
        elif kind == ACCEPTED or kind == TOOK_STACK:
            believe(memory)
        elif kind == CHALLENGED:
            memory.unanswered = 0
        elif kind == GUILTY:
            memory.caught[who] = 1
        elif kind == SWAPPED:
            swap_beliefs(memory, who, card)
        elif kind == HANDS_MOVED:
            move_beliefs(memory, who, card, log[row, 3])
        elif kind == DISCARDED or kind == THREW_AWAY:
            left(memory, who, suit_of(card))
        elif kind == TURNED_UP and card < COLOURED:
            memory.colour = card // RANKS
        elif kind == NAMED:
            memory.colour = card  # a colour
        elif kind == DEALS or kind == RECEIVED_UNSEEN:
            forget(memory)
    if log[1, 0] != DREW_UNSEEN:
        memory.drew = 0


@jit
def believe(memory: Beliefs) -> None:
    """Note that a wild +4 which nobody challenges is allowed: the colour before it is missing."""
    if memory.unanswered:
        memory.lacks[memory.bluffer, memory.before] = 1
        memory.unanswered = 0


@jit
def forget(memory: Beliefs) -> None:
    """Reset the beliefs: all hands are new."""
    memory.drew = 0
    memory.unanswered = 0
    for seat in range(SEATS):
        memory.likes[seat] = 0
        for suit in range(SUITS):
            memory.lacks[seat, suit] = 0


@jit
def suit_of(card: int) -> int:
    """Return the colour of a card, or WILDS."""
    return card // RANKS if card < COLOURED else WILDS


@jit
def hear_draws(memory: Beliefs, log: Grid) -> int:
    """Note the cards that a seat drew on its turn; return the number of them.

    Only the last of several can fit: the seat draws until one does (HOUSE-UNO-2).
    """
    who, drawn = log[1, 1], 1
    while drawn < log[0, 0] and log[drawn + 1, 0] == DREW_UNSEEN:
        for colour in range(WILDS):
            if colour != memory.colour:
                lacked_no_more(memory, who, colour)
        drawn += 1
    hear_draw(memory, who)
    memory.many = 1 if drawn > 1 else 0
    return drawn


@jit
def swap_beliefs(memory: Beliefs, one: int, other: int) -> None:
    """Move the beliefs about two hands that were swapped (HOUSE-UNO-4)."""
    likes = memory.likes[one]
    memory.likes[one] = memory.likes[other]
    memory.likes[other] = likes
    for suit in range(SUITS):
        lacks = memory.lacks[one, suit]
        memory.lacks[one, suit] = memory.lacks[other, suit]
        memory.lacks[other, suit] = lacks


@jit
def move_beliefs(memory: Beliefs, giver: int, taker: int, players: int) -> None:
    """Move the beliefs about all hands on by one seat: the giver's to the taker, and so on.

    Swapping along the seats, against the direction, leaves every hand one seat further on.
    """
    step = taker - giver
    if step < -1:
        step = 1
    elif step > 1:
        step = -1
    at = taker
    for _ in range(players - 1):
        before = at - step
        if before < 0:
            before += players
        elif before >= players:
            before -= players
        swap_beliefs(memory, at, before)
        at = before


@jit
def hear_draw(memory: Beliefs, who: int) -> None:
    """Note that a seat drew on its turn: it had no card of the colour and no wild."""
    got(memory, who, memory.colour)
    memory.lacks[who, memory.colour] = 1
    memory.lacks[who, WILDS] = 1
    if memory.likes[who] == memory.colour + 1:
        memory.likes[who] = 0
    memory.drew = who + 1


@jit
def got(memory: Beliefs, who: int, but: int) -> None:
    """Note that a seat got a card of any suit except `but`."""
    for suit in range(SUITS):
        if suit != but:
            lacked_no_more(memory, who, suit)


@jit
def lacked_no_more(memory: Beliefs, who: int, suit: int) -> None:
    """Raise the upper bound on cards of `suit` by one."""
    if 0 < memory.lacks[who, suit] < 100:
        memory.lacks[who, suit] += 1


@jit
def left(memory: Beliefs, who: int, suit: int) -> None:
    """Lower the upper bound on cards of `suit` by one; count a surprise if it was 0."""
    if memory.lacks[who, suit] == 1:
        memory.lacks[who, suit] = 0
        memory.odd[who] = min(memory.odd[who] + 1, 100)
    elif memory.lacks[who, suit] > 1:
        memory.lacks[who, suit] -= 1


@jit
def hear_play(memory: Beliefs, who: int, card: int, colour: int) -> None:
    """Note a play: its suit loses a card, and a wild tells the liked colour."""
    if memory.drew == who + 1:  # the drawn card had been counted for the other colours
        for suit in range(WILDS):
            if suit != memory.colour and memory.lacks[who, suit] > 1:
                memory.lacks[who, suit] -= 1
    else:
        left(memory, who, suit_of(card))
    if card == WILD_DRAW_FOUR:
        memory.bluffer = who
        memory.before = memory.colour
        memory.unanswered = 1
    if card >= COLOURED:
        memory.likes[who] = colour + 1
    elif memory.likes[who] == colour + 1:
        memory.likes[who] = 0
    memory.colour = colour


# Worlds


@jit
def bias_world(view: State, s: State, seat: int, memory: Beliefs, rng: Fast) -> None:
    """Swap cards between hidden hands and the draw pile until the hands fit the beliefs."""
    if s.rest == 0 or is_deciding(view, seat):
        return
    for other in range(s.players):
        if other != seat and memory.odd[other] < MOST_SURPRISES:
            if other != view.bluffer:
                read_hand(view, s, seat, other, memory, rng)
            elif view.guilty == 2 and view.late == 0:
                read_hand(view, s, seat, other, memory, rng)
                doubt(view, s, seat, memory, rng)
                judge(s)


@jit
def suit_cards(suit: int) -> int:
    """Return the cards of a suit."""
    return WILD_CARDS if suit == WILDS else COLOUR_CARDS[suit]


@jit
def hidden_cards(view: State, s: State, seat: int, other: int) -> int:
    """Return the cards of a hand that the viewer does not know to be there."""
    cards = 0
    for level in range(4):
        cards |= s.hand[other, level] & ~view.hand[other, level]
    return cards & ~view.pool[seat, 0]


@jit
def held_of(s: State, other: int, suit: int) -> int:
    """Return the number of cards of a suit in a hand."""
    cards = suit_cards(suit)
    total = count(s.hand[other, 0] & cards) + count(s.hand[other, 1] & cards)
    if suit == WILDS:
        total += count(s.hand[other, 2] & cards) + count(s.hand[other, 3] & cards)
    return total


@jit
def read_hand(view: State, s: State, seat: int, other: int, memory: Beliefs, rng: Fast) -> None:
    """Swap out cards that a seat should not have, then swap in its liked colour."""
    for suit in range(SUITS):
        if memory.lacks[other, suit] > 0:
            excess = held_of(s, other, suit) - memory.lacks[other, suit] + 1
            while excess > 0:
                cards = hidden_cards(view, s, seat, other) & suit_cards(suit)
                excess = excess - 1 if cards and swap(s, other, cards, memory, -1, rng) else 0
    liked = memory.likes[other] - 1
    if liked >= 0 and held_of(s, other, liked) == 0:
        cards = hidden_cards(view, s, seat, other) & ~WILD_CARDS
        if cards:
            swap(s, other, cards, memory, liked, rng)


@jit
def swap(s: State, other: int, cards: int, memory: Beliefs, wanted: int, rng: Fast) -> bool:
    """Swap one of `cards` in a hand for a card of the pile that it may have; tell if it worked."""
    for _ in range(TRIES):
        place = below(rng, s.rest)
        new = s.pile[place]
        suit = suit_of(new)
        if wanted >= 0 and suit != wanted:
            continue
        if (
            memory.lacks[other, suit] > 0
            and held_of(s, other, suit) >= memory.lacks[other, suit] - 1
        ):
            continue
        old = nth(cards, below(rng, count(cards)))
        drop_set(s.hand, other, 1 << old)
        add_set(s.hand, other, 1 << new)
        s.pile[place] = old
        return True
    return False


@jit
def doubt(view: State, s: State, seat: int, memory: Beliefs, rng: Fast) -> None:
    """Make most players of a wild +4 innocent, because bluffs are rare."""
    forbidding = guilt_cards(s, s.before)
    if s.hand[view.bluffer, 0] & forbidding == 0:
        return
    innocent = 1.0
    for _ in range(s.size[view.bluffer]):
        innocent *= 1.0 - GUILT_OF_A_CARD / 100
    bluffs = BLUFFS_AGAIN if memory.caught[view.bluffer] or memory.odd[view.bluffer] else BLUFFS
    stays = bluffs / (bluffs + (100 - bluffs) * innocent)
    if below(rng, 1000) < 1000 * stays:
        return
    for _ in range(s.size[view.bluffer]):
        cards = hidden_cards(view, s, seat, view.bluffer) & forbidding
        if cards:
            swap_innocent(s, view.bluffer, cards, forbidding, rng)


@jit
def swap_innocent(s: State, other: int, cards: int, forbidding: int, rng: Fast) -> None:
    """Swap one of `cards` in a hand for a card of the pile that does not forbid the wild +4."""
    for _ in range(TRIES):
        place = below(rng, s.rest)
        new = s.pile[place]
        if not forbidding >> new & 1 and new != WILD_DRAW_FOUR:
            old = nth(cards, below(rng, count(cards)))
            drop_set(s.hand, other, 1 << old)
            add_set(s.hand, other, 1 << new)
            s.pile[place] = old
            return
