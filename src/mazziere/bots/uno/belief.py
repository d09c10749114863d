"""What a listener believes of hands that he does not see.

Whoever draws on his turn has nothing that fits: no card of the colour, no wild, but for what he
gets afterwards. Whoever names a colour has it. Whoever plays a wild +4 is seldom bluffing.
"""

from typing import Annotated

from mazziere.games.uno.constants import (
    ACCEPTED,
    COLOUR_CARDS,
    COLOURED,
    DEALS,
    DISCARDED,
    DREW_UNSEEN,
    GUILTY,
    NAMED,
    PASSED,
    PLAYED,
    RANKS,
    RECEIVED_UNSEEN,
    SEATS,
    THREW_AWAY,
    TURNED_UP,
    WILD_CARDS,
    WILD_DRAW_FOUR,
)
from mazziere.games.uno.state import State, add_set, drop_set, guilt_cards
from mazziere.games.uno.view import is_deciding, judge
from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import I1, Grid, Ints, cells

SUITS = 5  # the four colours, and wilds
WILDS = 4
TRIES = 12  # draws from the pile in search of a card that agrees better
PATIENCE = 2  # surprises after which a seat's play is not read any more
BLUFFS = 2  # per cent of those who should not play a wild +4 do
BLUFFS_AGAIN = 30  # of those who have been caught at it before, or play oddly anyhow
GUILT_OF_A_CARD = 27  # per cent of all cards forbid a wild +4


class Memory:
    """What a seat has in mind of the others."""

    colour: I1  # the colour in play
    drew: I1  # 1 + the seat that has just drawn on its turn, 0 if none
    bluffer: I1  # who played the last wild +4
    before: I1  # and on which colour
    lacks: Annotated[Grid, cells("i1", SEATS, SUITS)]  # 1 + cards got since it had none; 0 unknown
    likes: Annotated[Ints, cells("i1", SEATS)]  # 1 + the colour it named and has not played since
    caught: Annotated[Ints, cells("i1", SEATS)]  # 1 if it was found guilty of a bluff
    odd: Annotated[Ints, cells("i1", SEATS)]  # how often it played what it should not have had


# Hearing


@jit
def hear(m: Memory, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Take note of what the moves of the others say about their hands."""
    rows = log[0, 0]
    if rows == 0:
        return
    first = 1
    if log[1, 0] == DREW_UNSEEN:
        hear_draw(m, log[1, 1])
        first = 2
    for row in range(first, rows + 1):
        kind, who, what = log[row, 0], log[row, 1], log[row, 2]
        if kind == DREW_UNSEEN:
            got(m, who, WILDS + 1)
        elif kind == PLAYED:
            hear_play(m, who, what, log[row, 3])
        elif kind == PASSED:  # it fitted, and was kept
            lacked_no_more(m, who, m.colour)
            lacked_no_more(m, who, WILDS)
        elif kind == ACCEPTED:  # and what nobody doubted is believed
            m.lacks[m.bluffer, m.before] = 1
        elif kind == GUILTY:
            m.caught[who] = 1
        elif kind == DISCARDED or kind == THREW_AWAY:
            left(m, who, suit_of(what))
        elif kind == TURNED_UP and what < COLOURED:
            m.colour = what // RANKS
        elif kind == NAMED:
            m.colour = what
        elif kind == DEALS or kind == RECEIVED_UNSEEN:
            forget(m)
    if log[1, 0] != DREW_UNSEEN:
        m.drew = 0


@jit
def forget(m: Memory) -> None:
    """All hands are new."""
    m.drew = 0
    for seat in range(SEATS):
        m.likes[seat] = 0
        for suit in range(SUITS):
            m.lacks[seat, suit] = 0


@jit
def suit_of(card: int) -> int:
    """The colour of a card, or WILDS."""
    return card // RANKS if card < COLOURED else WILDS


@jit
def hear_draw(m: Memory, who: int) -> None:
    """Somebody draws on his turn: nothing fitted, and neither will the card if the turn passes."""
    got(m, who, m.colour)
    m.lacks[who, m.colour] = 1
    m.lacks[who, WILDS] = 1
    if m.likes[who] == m.colour + 1:
        m.likes[who] = 0
    m.drew = who + 1


@jit
def got(m: Memory, who: int, but: int) -> None:
    """Somebody got a card that may be of any suit but one."""
    for suit in range(SUITS):
        if suit != but:
            lacked_no_more(m, who, suit)


@jit
def lacked_no_more(m: Memory, who: int, suit: int) -> None:
    """One more card that may be of a suit."""
    if 0 < m.lacks[who, suit] < 100:
        m.lacks[who, suit] += 1


@jit
def left(m: Memory, who: int, suit: int) -> None:
    """A card of a suit has left a hand."""
    if m.lacks[who, suit] == 1:
        m.lacks[who, suit] = 0
        m.odd[who] = min(m.odd[who] + 1, 100)
    elif m.lacks[who, suit] > 1:
        m.lacks[who, suit] -= 1


@jit
def hear_play(m: Memory, who: int, card: int, colour: int) -> None:
    """Somebody plays a card: one of its suit less; a wild names what he likes."""
    if m.drew == who + 1:  # the card just drawn, counted as one of the other colours
        for suit in range(WILDS):
            if suit != m.colour and m.lacks[who, suit] > 1:
                m.lacks[who, suit] -= 1
    else:
        left(m, who, suit_of(card))
    if card == WILD_DRAW_FOUR:
        m.bluffer = who
        m.before = m.colour
    if card >= COLOURED:
        m.likes[who] = colour + 1
    elif m.likes[who] == colour + 1:
        m.likes[who] = 0
    m.colour = colour


# Imagining


@jit
def imagine(v: State, s: State, seat: int, m: Memory, rng: Fast) -> None:
    """Swap cards between hidden hands and the draw pile until they agree with what was heard."""
    if s.rest == 0 or is_deciding(v, seat):
        return
    for other in range(s.players):
        if other != seat and m.odd[other] < PATIENCE:
            if other != v.bluffer:
                read_hand(v, s, seat, other, m, rng)
            elif v.guilty == 2 and v.late == 0:
                read_hand(v, s, seat, other, m, rng)
                doubt(v, s, seat, m, rng)
                judge(s)


@jit
def suit_cards(suit: int) -> int:
    """The cards of a suit."""
    return WILD_CARDS if suit == WILDS else COLOUR_CARDS[suit]


@jit
def hidden_cards(v: State, s: State, seat: int, other: int) -> int:
    """The kinds of card in a hand that may as well be in the draw pile."""
    cards = 0
    for level in range(4):
        cards |= s.hand[other, level] & ~v.hand[other, level]
    return cards & ~v.pool[seat, 0]


@jit
def held_of(s: State, other: int, suit: int) -> int:
    """How many cards of a suit a hand holds."""
    cards = suit_cards(suit)
    total = count(s.hand[other, 0] & cards) + count(s.hand[other, 1] & cards)
    if suit == WILDS:
        total += count(s.hand[other, 2] & cards) + count(s.hand[other, 3] & cards)
    return total


@jit
def read_hand(v: State, s: State, seat: int, other: int, m: Memory, rng: Fast) -> None:
    """Take out what a seat should not have, then see that it has what it likes."""
    for suit in range(SUITS):
        if m.lacks[other, suit] > 0:
            excess = held_of(s, other, suit) - m.lacks[other, suit] + 1
            while excess > 0:
                cards = hidden_cards(v, s, seat, other) & suit_cards(suit)
                excess = excess - 1 if cards and swap(s, other, cards, m, -1, rng) else 0
    liked = m.likes[other] - 1
    if liked >= 0 and held_of(s, other, liked) == 0:
        cards = hidden_cards(v, s, seat, other) & ~WILD_CARDS
        if cards:
            swap(s, other, cards, m, liked, rng)


@jit
def swap(s: State, other: int, cards: int, m: Memory, wanted: int, rng: Fast) -> bool:
    """Swap one of these cards of a hand for one of the pile that it may have; tell if it worked."""
    for _ in range(TRIES):
        place = below(rng, s.rest)
        new = s.pile[place]
        suit = suit_of(new)
        if wanted >= 0 and suit != wanted:
            continue
        if m.lacks[other, suit] > 0 and held_of(s, other, suit) >= m.lacks[other, suit] - 1:
            continue
        old = nth(cards, below(rng, count(cards)))
        drop_set(s.hand, other, 1 << old)
        add_set(s.hand, other, 1 << new)
        s.pile[place] = old
        return True
    return False


@jit
def doubt(v: State, s: State, seat: int, m: Memory, rng: Fast) -> None:
    """Make most of those who play a wild +4 innocent: few would bluff."""
    forbidding = guilt_cards(s, s.before)
    if s.hand[v.bluffer, 0] & forbidding == 0:
        return
    innocent = 1.0
    for _ in range(s.size[v.bluffer]):
        innocent *= 1.0 - GUILT_OF_A_CARD / 100
    bluffs = BLUFFS_AGAIN if m.caught[v.bluffer] or m.odd[v.bluffer] else BLUFFS
    stays = bluffs / (bluffs + (100 - bluffs) * innocent)
    if below(rng, 1000) < 1000 * stays:
        return
    for _ in range(s.size[v.bluffer]):
        cards = hidden_cards(v, s, seat, v.bluffer) & forbidding
        if cards:
            swap_innocent(s, v.bluffer, cards, forbidding, rng)


@jit
def swap_innocent(s: State, other: int, cards: int, forbidding: int, rng: Fast) -> None:
    """Swap one of these cards of a hand for one of the pile that forbids nothing."""
    for _ in range(TRIES):
        place = below(rng, s.rest)
        new = s.pile[place]
        if not forbidding >> new & 1 and new != WILD_DRAW_FOUR:
            old = nth(cards, below(rng, count(cards)))
            drop_set(s.hand, other, 1 << old)
            add_set(s.hand, other, 1 << new)
            s.pile[place] = old
            return
