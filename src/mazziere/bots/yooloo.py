"""How YOOLOO is played: a bit above what the others will show, and never the same way twice.

Cards are numbered from 0, so card 9 is the 10. What matters in a round is its *rank*: how many of
the points cards still to come are worth less than what is at stake now.
"""

from typing import Annotated

from mazziere.bots.brain import Brain
from mazziere.bots.usual import always_thinks, hears_nothing, no_secret, recalls_all
from mazziere.games.yooloo import (
    ALL,
    BASE,
    BY_POINTS,
    CHOOSING,
    KINDS,
    NONE,
    PLAY,
    ROUNDS,
    SHOWDOWN,
    STACK,
    STACKING,
    State,
)
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import Table, jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import I2, Ints, cells

# Of a hundred others, as a search sees them: children, and shrewd ones; the rest go by thumb.
CHILDREN = 25
THINKERS = 50
SHREWD_OF_TWO, SHREWD = 10, 85
WORLDS_OF_TWO, WORLDS = 40, 8  # others' choices that a plan is made against
CARELESS = 8  # a child lays any card in one of so many rounds

# How far above the highest card that the others are expected to show one aims, in 48 equally
# likely ways; or the lowest card, to lose a round cheaply; or any card.
LOWEST, ANY = 20, 21
WAYS = 48
AGAINST_ONE = Table([0] * 12 + [1] * 16 + [2] * 8 + [3] * 4 + [LOWEST] * 8)
AGAINST_MANY = Table([0] * 14 + [1] * 12 + [2] * 8 + [3] * 4 + [LOWEST] * 10)
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


MIXED = Table([
    34, 34, 31, 0, 0, 0, 0, 0, 0, 0,
    17, 17, 18, 26, 22, 0, 0, 0, 0, 0,
    11, 11, 12, 17, 18, 23, 6, 0, 0, 0,
    9, 9, 9, 13, 14, 17, 21, 9, 0, 0,
    7, 7, 7, 10, 11, 14, 17, 21, 5, 0,
    6, 6, 6, 9, 9, 12, 14, 18, 21, 0,
    5, 5, 5, 7, 8, 10, 12, 15, 22, 10,
    4, 4, 5, 7, 7, 9, 11, 13, 19, 22,
    4, 4, 4, 6, 6, 8, 10, 12, 17, 30,
    3, 3, 4, 5, 5, 7, 9, 11, 15, 37,
    34, 21, 16, 14, 12, 3, 0, 0, 0, 0,
    19, 18, 14, 13, 12, 12, 11, 1, 0, 0,
    13, 15, 13, 12, 11, 12, 11, 11, 2, 0,
    9, 12, 12, 11, 11, 11, 11, 12, 11, 0,
    7, 10, 11, 11, 10, 11, 11, 11, 11, 6,
    5, 8, 10, 10, 10, 10, 11, 11, 12, 12,
    4, 6, 8, 10, 10, 10, 11, 12, 13, 16,
    3, 4, 6, 8, 9, 11, 11, 13, 15, 19,
    3, 3, 5, 7, 8, 10, 12, 14, 17, 22,
    2, 3, 4, 5, 7, 10, 12, 15, 18, 24,
])  # fmt: skip


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
    if s.variant == BASE:
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


# Shrewd play: so well mixed that it could be known to all


@jit
def spread(place: int, of: int) -> int:
    """A place among so many, as if there were ten of them."""
    return (place * (KINDS - 1) + (of - 1) // 2) // (of - 1) if of > 1 else 0


@jit
def shrewd_card(s: State, row: int, hand: int, whole: int, rng: Fast) -> int:
    """One of the cards left of a whole hand, for a round."""
    row *= KINDS
    if s.players > 2:
        row += KINDS * KINDS
    total, bits = 0, hand
    while bits:
        total += liking(row, lowest(bits), whole)
        bits &= bits - 1
    number, bits = below(rng, total), hand
    while True:
        number -= liking(row, lowest(bits), whole)
        if number < 0:
            return lowest(bits)
        bits &= bits - 1


@jit
def liking(row: int, card: int, whole: int) -> int:
    """How often a card goes to a round, by the table stretched to the hand."""
    return 1 + MIXED[row + spread(count(whole & ((1 << card) - 1)), count(whole))]


# Planning all rounds at once


class Memory:
    """What a bot keeps in mind while it makes a stack, or of the round."""

    time: I2  # which stack or round this is about
    worlds: I2  # how many choices of the others it has imagined
    gains: Annotated[Ints, cells("i2", KINDS * KINDS)]  # what each card won for each points card
    plan: Annotated[Ints, cells("i1", KINDS)]  # the card for each points card


@jit
def is_planned(v: State) -> bool:
    """Whether a search is for a plan of all rounds to come.

    Not where two players see each other's cards: there it plays on.
    """
    return v.phase == STACKING


@jit
def imagine(v: State, s: State, seat: int, m: Memory, rng: Fast) -> None:
    """Let all others choose, now, what they lay down unseen; with it, make a better plan.

    Whether they have chosen already makes no difference: all do so at the same time. The card of
    the plan is noted at the bottom of the seat's own stack, where nothing lies yet.
    """
    waiting = 1 << seat
    if not is_planned(v):
        for other in range(s.players):
            if other != seat:
                if s.players > 2 and s.phase == CHOOSING and below(rng, 100) < THINKERS:
                    s.chosen[other] = NONE
                    waiting |= 1 << other
                else:
                    s.chosen[other] = card_of(s, other, below(rng, 100), rng)
    else:
        think_of(s, m, seat, rng)
        place = KINDS - count(s.hand[seat])
        s.stack[seat, KINDS - 1] = m.plan[s.pile[place]]
        for other in range(s.players):
            if other != seat and s.phase == CHOOSING:
                s.chosen[other] = lowest(s.hand[other])
    s.waiting = waiting


@jit
def think_of(s: State, m: Memory, seat: int, rng: Fast) -> None:
    """Imagine the others' plans once more, if that is not enough yet, and plan against them."""
    time = 1 + s.ended * (ROUNDS + 2) + (0 if s.phase == STACKING else s.rounds + 1)
    if m.time != time:
        m.time = time
        m.worlds = 0
        for cell in range(KINDS * KINDS):
            m.gains[cell] = 0
    hand = s.hand[seat]
    first = KINDS - count(hand)
    enough = WORLDS_OF_TWO if s.players == 2 else WORLDS
    if m.worlds < enough:
        m.worlds += 1
        for other in range(s.players):
            if other != seat:
                imagine_plan(s, other, rng)
        start = 0 if s.phase == STACKING else first
        for place in range(start, ROUNDS):
            note_gains(s, m, seat, s.pile[place], stake_of(s, place))
    elif is_plan(s, m, first, hand):
        return
    make_plan(s, m, first, hand)


@jit
def is_plan(s: State, m: Memory, first: int, hand: int) -> bool:
    """Whether the plan is one for the cards in hand."""
    for place in range(first, ROUNDS):
        hand &= ~(1 << m.plan[s.pile[place]])
    return hand == 0


@jit
def imagine_plan(s: State, other: int, rng: Fast) -> None:
    """Write, where its stack is, which card a seat shows for each points card to come."""
    kind = below(rng, 100)
    two = s.players == 2
    if s.phase == STACKING:
        s.hand[other] = ALL
        if kind >= (SHREWD_OF_TWO if two else SHREWD):
            for place in range(KINDS):
                card = card_of(s, other, kind, rng)
                s.stack[other, place] = card
                s.hand[other] &= ~(1 << card)
            return
    whole = s.hand[other]
    hand, left = whole, count(whole)
    start = below(rng, left)
    for step in range(left):
        place = ROUNDS - left + (start + step) % left
        lower = 0
        for later in range(ROUNDS - left, ROUNDS):
            if s.pile[later] < s.pile[place]:
                lower += 1
        card = shrewd_card(s, spread(lower, left), hand, whole, rng)
        s.stack[other, s.pile[place]] = card
        hand &= ~(1 << card)


@jit
def card_of(s: State, seat: int, kind: int, rng: Fast) -> int:
    """The card of one of a hundred players: of a child, or by thumb."""
    if kind >= 100 - CHILDREN:
        return childs_card(s, seat, rng)
    return thumbs_card(s, seat, rng)


@jit
def stake_of(s: State, place: int) -> int:
    """The points of a round, with those that are parked now."""
    stake = s.pile[place] + 1
    if place == s.rounds:
        for parked in range(place - s.parked, place):
            stake += s.pile[parked] + 1
    return stake


@jit
def note_gains(s: State, m: Memory, seat: int, points: int, stake: int) -> None:
    """Add what each card would win against the others' plans, less what it lets one win."""
    once, twice = 0, 0
    for other in range(s.players):
        if other != seat:
            bit = 1 << s.stack[other, points]
            twice |= once & bit
            once |= bit
    unique = once & ~twice
    while unique & (unique - 1):
        unique &= unique - 1  # the highest of them
    for card in range(KINDS):
        if 1 << card > unique and not once >> card & 1:
            m.gains[points * KINDS + card] += stake
        elif s.players == 2 and 1 << card < unique:
            m.gains[points * KINDS + card] -= stake


@jit
def make_plan(s: State, m: Memory, first: int, hand: int) -> None:
    """Give the cards in hand to the points cards to come; exchange two as long as that gains."""
    for place in range(first, ROUNDS):
        m.plan[s.pile[place]] = lowest(hand)
        hand &= hand - 1
    is_better = True
    while is_better:
        is_better = False
        for place in range(first, ROUNDS):
            for later in range(place + 1, ROUNDS):
                one, two = s.pile[place], s.pile[later]
                mine, yours = m.plan[one], m.plan[two]
                now = m.gains[one * KINDS + mine] + m.gains[two * KINDS + yours]
                if m.gains[one * KINDS + yours] + m.gains[two * KINDS + mine] > now:
                    m.plan[one], m.plan[two] = yours, mine
                    is_better = True


# What a position is worth


@jit
def is_settled(v: State, s: State) -> bool:
    """A playout goes on to the end of a game of the series; a plan is looked up at once."""
    if s.ended != v.ended or s.phase == OVER:
        return True
    if v.phase == STACKING:
        seat = lowest(s.waiting)
        return s.hand[seat] != v.hand[seat]
    return is_planned(v) and s.rounds != v.rounds


@jit
def worth(v: State, s: State, seat: int) -> float:
    """Whether the card laid is that of the plan; or the share of the win, and the lead."""
    if is_planned(v):
        card = s.stack[seat, KINDS - 1]
        return 1.0 if card >= 0 and v.hand[seat] & ~s.hand[seat] == 1 << card else 0.0
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.total[other])
    lead = s.total[seat] - best + 0.0
    if s.series != BY_POINTS:
        lead *= 20
    ahead = 0.5 + 0.5 * lead / (abs(lead) + 20.0)
    if s.phase != OVER:
        return ahead
    return 0.5 * ahead + (0.5 / count(s.winners) if s.winners >> seat & 1 else 0.0)


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
    memory=Memory,
    reach=300,
    mixes=True,
    explore=50,
)
