"""How YOOLOO is played: a bit above what the others will show, and never the same way twice.

Cards are numbered from 0, so card 9 is the 10. What matters in a round is its *rank*: how many of
the points cards still to come are worth less than what is at stake now.
"""

from typing import Any

from mazziere.bots.brain import Brain
from mazziere.bots.usual import always_thinks, hears_nothing, no_secret, recalls_all
from mazziere.games.yooloo import (
    ALL,
    BASE,
    BY_POINTS,
    KINDS,
    PLAY,
    SHOWDOWN,
    STACK,
    STACKING,
    A,
    State,
)
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import Table, jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

CARELESS = 8  # a child lays any card in one of so many rounds

# How far above the highest card that the others are expected to show one aims, in 48 equally
# likely ways; or the lowest card, to lose a round cheaply; or any card.
LOWEST, ANY = 20, 21
WAYS = 48
AGAINST_ONE = Table([0] * 7 + [1] * 21 + [2] * 11 + [3] * 4 + [LOWEST] * 5)
AGAINST_MANY = Table(
    [-4] * 9 + [-3] * 9 + [0] * 8 + [1] * 8 + [2] * 4 + [3] * 4 + [4] * 4 + [LOWEST] * 2
)
SHUFFLED = Table(
    [-4] * 8 + [-3] * 7 + [-2] * 4 + [-1] * 3 + [0] * 7 + [1] * 5 + [2] * 2 + [3] * 3 + [4] * 2
    + [LOWEST] + [ANY] * 6
)  # fmt: skip

# In a showdown: how often each card is laid, of 1000 times, the 10 first; by number of players.
# Nobody gains by another choice if all the others choose like this.
LAST_CARDS = Table(
    [0] * 30
    + [500, 250, 125, 61, 26, 13, 8, 6, 5, 6]
    + [499, 499, 2, 0, 0, 0, 0, 0, 0, 0]
    + [372, 337, 197, 81, 10, 2, 1, 0, 0, 0]
    + [335, 309, 247, 108, 1, 0, 0, 0, 0, 0]
    + [300, 278, 235, 142, 42, 3, 0, 0, 0, 0]
    + [274, 256, 224, 162, 75, 8, 1, 0, 0, 0]
)  # fmt: skip


# The rules of thumb


@jit
def rank(s: State) -> int:
    """How many of the points cards still to come are worth less than what is at stake."""
    later, stake = ALL, s.pile[s.rounds] + 1
    for place in range(s.rounds + 1):
        later &= ~(1 << s.pile[place])
    for place in range(s.rounds - s.parked, s.rounds):
        stake += s.pile[place] + 1
    return count(later & ((1 << min(stake, KINDS)) - 1))


@jit
def childs_card(s: State, seat: int, rng: Fast) -> int:
    """High cards for high points, about."""
    if s.phase == SHOWDOWN:
        return KINDS - 1 - min(below(rng, 4), below(rng, 4))
    hand = s.hand[seat]
    n = count(hand)
    if below(rng, CARELESS) == 0:
        return nth(hand, below(rng, n))
    place = 0 if s.phase == STACKING else rank(s)
    place += below(rng, 3) - below(rng, 3)
    return nth(hand, max(0, min(n - 1, place)))


@jit
def thumbs_card(s: State, seat: int, rng: Fast) -> int:
    """A bit above the card with which the others would answer the points, or one to lose with."""
    if s.phase == SHOWDOWN:
        return last_card(s, rng)
    hand = s.hand[seat]
    step = chosen_step(s, rng)
    if step == LOWEST:
        return lowest(hand)
    if step == ANY:
        return nth(hand, below(rng, count(hand)))
    aim = max(0, expected(s, seat) + step)
    above = hand >> aim << aim
    if above != 0:
        return lowest(above)
    if below(rng, 2) == 0:
        return lowest(hand)
    return nth(hand, count(hand) - 1)


@jit
def chosen_step(s: State, rng: Fast) -> int:
    """How far above the others to aim."""
    way = below(rng, WAYS)
    if s.players == 2:
        return AGAINST_ONE[way]
    if s.variant == BASE or s.variant == A:
        return AGAINST_MANY[way]
    return SHUFFLED[way]


@jit
def expected(s: State, seat: int) -> int:
    """The highest card that the others show if they match cards with points."""
    if s.phase == STACKING:
        return KINDS - count(s.hand[seat])
    place, highest = rank(s), 0
    for other in range(s.players):
        if other != seat:
            highest = max(highest, nth(s.hand[other], place))
    return highest


@jit
def last_card(s: State, rng: Fast) -> int:
    """A card for a showdown, mixed so that nobody can do better."""
    number = below(rng, 1000)
    place = 0
    while number >= LAST_CARDS[s.players * KINDS + place]:
        number -= LAST_CARDS[s.players * KINDS + place]
        place += 1
    return KINDS - 1 - place


@jit
def move_of(s: State, card: int) -> int:
    """The move that lays a card."""
    return card + (STACK if s.phase == STACKING else PLAY)


@jit
def easy(v: State, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """High cards for high points, about."""
    return move_of(v, childs_card(v, seat, rng))


@jit
def normal(v: State, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """One or two steps above high cards for high points; mixed."""
    return move_of(v, thumbs_card(v, seat, rng))


# Beliefs


@jit
def imagine(v: State, s: State, seat: int, m: Any, rng: Fast) -> None:
    """Let all others choose, now and by the rules of thumb, what they lay down unseen.

    Whether they have done so already makes no difference: all choose at the same time.
    """
    for other in range(s.players):
        if other != seat:
            if s.phase == STACKING:
                s.hand[other] = ALL
                for place in range(KINDS):
                    card = thumbs_card(s, other, rng)
                    s.stack[other, place] = card
                    s.hand[other] &= ~(1 << card)
            else:
                s.chosen[other] = thumbs_card(s, other, rng)
    s.waiting &= 1 << seat


# What a position is worth


@jit
def is_settled(v: State, s: State) -> bool:
    """A playout goes on to the end of a game of the series."""
    return s.ended != v.ended or s.phase == OVER


@jit
def worth(v: State, s: State, seat: int) -> float:
    """The share of the win, and how far ahead the seat is; before the last game the lead alone."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, total_of(v, s, other))
    lead = total_of(v, s, seat) - best + 0.0
    if s.series != BY_POINTS:
        lead *= 20
    if s.phase != OVER:
        lead /= s.games - s.ended
    ahead = 0.5 + 0.5 * lead / (abs(lead) + 20.0)
    if s.phase != OVER:
        return ahead
    share = 1.0 / count(s.winners) if s.winners >> seat & 1 else 0.0
    return 0.5 * share + 0.5 * ahead


@jit
def total_of(v: State, s: State, seat: int) -> int:
    """What a seat has in the series; with the points of a game that goes on."""
    if s.series == BY_POINTS and not is_settled(v, s):
        return s.total[seat] + s.points[seat]
    return s.total[seat]


BRAIN = Brain(
    easy=easy,
    normal=normal,
    by_rules=always_thinks,
    hear=hears_nothing,
    recall=recalls_all,
    imagine=imagine,
    secret=no_secret,
    is_settled=is_settled,
    worth=worth,
    reach=300,
    mixes=True,
    explore=300,
)
