"""How bots play YOOLOO: a bit above the expected cards of the others, chosen at random.

Cards are numbered from 0, so card 9 is the 10. The *rank* of a round is the number of points cards
still to come that are worth less than the stake.
"""

from typing import Annotated

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import hear as hear
from mazziere.bots.defaults import is_dominated as is_dominated
from mazziere.bots.defaults import private_hash as private_hash
from mazziere.bots.defaults import recall as recall
from mazziere.bots.defaults import skips_search as skips_search
from mazziere.games.yooloo.box import (
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
from mazziere.kernel.jit import ConstantTable, jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import I2, Ints, cells

# The search's model of the others, in per cent: children and equilibrium players; the rest use
# rules of thumb.
CHILDREN = 25
THINKERS = 50  # per cent that decide in their own tree in a round of the variants
BALANCED_OF_TWO, BALANCED = 10, 85
WORLDS_OF_TWO, WORLDS = 40, 8  # sampled choices of the others that a plan is made against
CARELESS = 8  # a child lays a random card once in this many rounds

# Steps above the highest expected card of the others, in 48 equally likely cases; or the lowest
# card, to lose a round cheaply; or any card.
LOWEST, ANY = 20, 21
WAYS = 48
AGAINST_ONE = ConstantTable([0] * 12 + [1] * 16 + [2] * 8 + [3] * 4 + [LOWEST] * 8)
AGAINST_MANY = ConstantTable([0] * 14 + [1] * 12 + [2] * 8 + [3] * 4 + [LOWEST] * 10)
SHUFFLED = ConstantTable(
    [-4] * 8 + [-3] * 7 + [-2] * 4 + [-1] * 3 + [0] * 7 + [1] * 5 + [2] * 2 + [3] * 3 + [4] * 2
    + [LOWEST] + [ANY] * 6
)  # fmt: skip

# Frequencies of the cards in a showdown, in thousandths, the 10 first, by number of players: an
# equilibrium.
LAST_CARDS = ConstantTable(
    [0] * 30
    + [500, 250, 125, 61, 26, 13, 8, 6, 5, 6]
    + [499, 499, 2, 0, 0, 0, 0, 0, 0, 0]
    + [372, 337, 197, 81, 10, 2, 1, 0, 0, 0]
    + [335, 309, 247, 108, 1, 0, 0, 0, 0, 0]
    + [300, 278, 235, 142, 42, 3, 0, 0, 0, 0]
    + [274, 256, 224, 162, 75, 8, 1, 0, 0, 0]
)  # fmt: skip

# Frequencies of the cards (columns) at the places of a stack (rows): two players, then more.
MIXED = ConstantTable([
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
    """Return the number of points cards still to come that are worth less than the stake."""
    later, stake = ALL, s.pile[s.rounds] + 1
    for place in range(s.rounds + 1):
        later &= ~(1 << s.pile[place])
    for place in range(s.rounds - s.parked, s.rounds):
        stake += s.pile[place] + 1
    return count(later & ((1 << min(stake, KINDS)) - 1))


@jit
def childs_card(s: State, seat: int, rng: Fast) -> int:
    """Choose roughly high cards for high points."""
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
    """Choose a card a bit above the expected one of the others, or one to lose with."""
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
    """Draw the number of steps to aim above the others."""
    way = below(rng, WAYS)
    if s.players == 2:
        return AGAINST_ONE[way]
    if s.variant == BASE:
        return AGAINST_MANY[way]
    return SHUFFLED[way]


@jit
def expected(s: State, seat: int) -> int:
    """Return the highest card of the others if they match cards with points."""
    if s.phase == STACKING:
        return KINDS - count(s.hand[seat])
    place, highest = rank(s), 0
    for other in range(s.players):
        if other != seat:
            highest = max(highest, nth(s.hand[other], place))
    return highest


@jit
def last_card(s: State, rng: Fast) -> int:
    """Draw a card for a showdown from the equilibrium."""
    number = below(rng, 1000)
    place = 0
    while number >= LAST_CARDS[s.players * KINDS + place]:
        number -= LAST_CARDS[s.players * KINDS + place]
        place += 1
    return KINDS - 1 - place


@jit
def move_of(s: State, card: int) -> int:
    """Return the move that lays a card."""
    return card + (STACK if s.phase == STACKING else PLAY)


@jit
def easy(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Choose roughly high cards for high points."""
    return move_of(view, childs_card(view, seat, rng))


@jit
def normal(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Play a random number of steps above high cards for high points."""
    return move_of(view, thumbs_card(view, seat, rng))


# Balanced play: random enough that it may be known to all


@jit
def balanced_card(s: State, place: int, hand: int, rng: Fast) -> int:
    """Draw one of the cards left for a place of the stack, by the table `MIXED`."""
    row = place * KINDS
    if s.players > 2:
        row += KINDS * KINDS
    total, bits = 0, hand
    while bits:
        total += 1 + MIXED[row + lowest(bits)]
        bits &= bits - 1
    number, bits = below(rng, total), hand
    while True:
        number -= 1 + MIXED[row + lowest(bits)]
        if number < 0:
            return lowest(bits)
        bits &= bits - 1


# Planning all rounds at once


class StackPlan:
    """A bot's plan while it makes a stack."""

    time: I2  # the number of the stack that this is about
    worlds: I2  # the number of sampled choices of the others
    gains: Annotated[Ints, cells("i2", KINDS * KINDS)]  # of each card for each points card
    plan: Annotated[Ints, cells("i1", KINDS)]  # the card for each points card


SETTINGS = BrainSettings(memory=StackPlan, reach=300, explore=50, mixes=True)


@jit
def bias_world(view: State, s: State, seat: int, memory: StackPlan, rng: Fast) -> None:
    """Sample the others' secret choices; for a stack, improve the plan against them.

    Choices already made are sampled again: all seats choose at the same time. The card of the plan
    is written at the bottom of the seat's own stack, where no card lies yet.
    """
    waiting = 1 << seat
    if view.phase == STACKING:
        improve_plan(s, memory, seat, rng)
        place = KINDS - count(s.hand[seat])
        s.stack[seat, KINDS - 1] = memory.plan[s.pile[place]]
    else:
        for other in range(s.players):
            if other != seat:
                if s.players > 2 and s.phase == CHOOSING and below(rng, 100) < THINKERS:
                    s.chosen[other] = NONE
                    waiting |= 1 << other
                else:
                    s.chosen[other] = card_of(s, other, below(rng, 100), rng)
    s.waiting = waiting


@jit
def improve_plan(s: State, memory: StackPlan, seat: int, rng: Fast) -> None:
    """Sample the others' stacks once more, up to a limit, and plan against all samples."""
    time = 1 + s.ended
    if memory.time != time:
        memory.time = time
        memory.worlds = 0
        for cell in range(KINDS * KINDS):
            memory.gains[cell] = 0
    hand = s.hand[seat]
    first = KINDS - count(hand)
    enough = WORLDS_OF_TWO if s.players == 2 else WORLDS
    if memory.worlds < enough:
        memory.worlds += 1
        for other in range(s.players):
            if other != seat:
                sample_stack(s, other, rng)
        for place in range(ROUNDS):
            note_gains(s, memory, seat, s.pile[place])
    elif is_plan(s, memory, first, hand):
        return
    make_plan(s, memory, first, hand)


@jit
def is_plan(s: State, memory: StackPlan, first: int, hand: int) -> bool:
    """Tell whether the plan uses exactly the cards in hand."""
    for place in range(first, ROUNDS):
        hand &= ~(1 << memory.plan[s.pile[place]])
    return hand == 0


@jit
def sample_stack(s: State, other: int, rng: Fast) -> None:
    """Write a random stack of another seat."""
    kind = below(rng, 100)
    s.hand[other] = ALL
    if kind >= (BALANCED_OF_TWO if s.players == 2 else BALANCED):
        for place in range(KINDS):
            card = card_of(s, other, kind, rng)
            s.stack[other, place] = card
            s.hand[other] &= ~(1 << card)
        return
    hand = ALL
    start = below(rng, KINDS)
    for step in range(KINDS):
        place = (start + step) % KINDS
        card = balanced_card(s, place, hand, rng)
        s.stack[other, place] = card
        hand &= ~(1 << card)


@jit
def card_of(s: State, seat: int, kind: int, rng: Fast) -> int:
    """Choose a card like a child or by rules of thumb; `kind` is a number below 100."""
    if kind >= 100 - CHILDREN:
        return childs_card(s, seat, rng)
    return thumbs_card(s, seat, rng)


@jit
def note_gains(s: State, memory: StackPlan, seat: int, points: int) -> None:
    """Add the gain of each card for a points card against the others' stacks.

    Between two players the loss of a lost round counts as well.
    """
    stake = points + 1
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
            memory.gains[points * KINDS + card] += stake
        elif s.players == 2 and 1 << card < unique:
            memory.gains[points * KINDS + card] -= stake


@jit
def make_plan(s: State, memory: StackPlan, first: int, hand: int) -> None:
    """Assign the cards in hand to the points cards; exchange two as long as that gains."""
    for place in range(first, ROUNDS):
        memory.plan[s.pile[place]] = lowest(hand)
        hand &= hand - 1
    is_better = True
    while is_better:
        is_better = False
        for place in range(first, ROUNDS):
            for later in range(place + 1, ROUNDS):
                one, two = s.pile[place], s.pile[later]
                mine, yours = memory.plan[one], memory.plan[two]
                now = memory.gains[one * KINDS + mine] + memory.gains[two * KINDS + yours]
                if memory.gains[one * KINDS + yours] + memory.gains[two * KINDS + mine] > now:
                    memory.plan[one], memory.plan[two] = yours, mine
                    is_better = True


# The value of a position


@jit
def is_settled(view: State, s: State) -> bool:
    """Stop at the end of a game of the series, or after one card of a planned stack."""
    if s.ended != view.ended or s.phase == OVER:
        return True
    if view.phase == STACKING:
        seat = lowest(s.waiting)
        return s.hand[seat] != view.hand[seat]
    return False


@jit
def evaluate(view: State, s: State, seat: int) -> float:
    """Return 1 for the card of the plan; without a plan the share of the win, and the lead."""
    if view.phase == STACKING:
        card = s.stack[seat, KINDS - 1]
        return 1.0 if card >= 0 and view.hand[seat] & ~s.hand[seat] == 1 << card else 0.0
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
