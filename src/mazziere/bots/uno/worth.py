"""How well a seat stands when a playout stops: its chance to win the hand, and then the match.

The numbers were fitted to matches of normal bots: who won, by what was in the hands.
"""

import math

from mazziere.bots.uno.hand import held_in
from mazziere.games.uno.constants import COLOUR_CARDS, DECK, DRAW_TWO, RANKS, SKIP, WILD_CARDS
from mazziere.games.uno.draw import hand_value
from mazziere.games.uno.legal import playable
from mazziere.games.uno.state import HAND, LOWEST, State
from mazziere.kernel.bits import count
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit

ACTION_CARDS = sum(
    1 << (colour * RANKS + rank) for colour in range(4) for rank in range(SKIP, DRAW_TWO + 1)
)


@jit
def is_settled(v: State, s: State) -> bool:
    """A playout goes on to the end of the hand at most."""
    return s.phase == DECK or s.phase == OVER


@jit
def worth(v: State, s: State, seat: int) -> float:
    """The seat's share of the win; an estimate while that is open."""
    if s.phase == OVER:
        return 1.0 / count(s.winners) if s.winners >> seat & 1 else 0.0
    if s.scoring == HAND:
        return 1.0 / s.players if s.phase == DECK else chance_of_hand(s, seat)
    if s.phase == DECK:
        return chance_of_match(s, seat, -1)
    total = 0.0
    for winner in range(s.players):
        total += chance_of_hand(s, winner) * chance_of_match(s, seat, winner)
    return total


# The hand


@jit
def chance_of_hand(s: State, seat: int) -> float:
    """The probability that a seat wins the hand that is being played."""
    whole = 0.0
    for other in range(s.players):
        whole += math.exp(standing(s, other) - standing(s, seat))
    return 1.0 / whole


@jit
def standing(s: State, seat: int) -> float:
    """How near a seat is to winning the hand; chances are as the exponentials of these."""
    size = s.size[seat]
    is_next = seat == s.turn
    if is_next and size == 1 and playable(s, seat) != 0:
        return 12.0
    wilds = 0
    for level in range(4):
        wilds += count(s.hand[seat, level] & WILD_CARDS)
    total = 0.3 * wilds + (0.35 if wilds > 0 else 0.0)
    if size <= 2 and wilds > 0:
        total += 1.4 if size == 1 else 0.6
    if is_next:
        total -= 0.3
        total += 0.5 if playable(s, seat) != 0 else 0.0
    if s.players == 2:
        return total + standing_of_two(s, seat, size)
    return total + standing_of_more(s, seat, size)


@jit
def standing_of_two(s: State, seat: int, size: int) -> float:
    """Between two players a turn more counts for more than a card less, and so do few colours."""
    actions = count(s.hand[seat, 0] & ACTION_CARDS) + count(s.hand[seat, 1] & ACTION_CARDS)
    total = 0.23 * actions + 0.11 * held_in(s, seat, s.colour) - 0.16 * size
    for colour in range(4):
        if s.hand[seat, 0] & COLOUR_CARDS[colour]:
            total -= 0.29
    return total


@jit
def standing_of_more(s: State, seat: int, size: int) -> float:
    """Among more the number of cards decides, and being nearly out the more, the more play."""
    total = 0.06 * held_in(s, seat, s.colour) - 0.23 * size
    if size == 1:
        total += 0.3 + 0.14 * s.players
    elif size == 2:
        total += 0.08 * s.players
    elif size == 3:
        total += 0.04 * s.players
    return total


# The match


@jit
def chance_of_match(s: State, seat: int, winner: int) -> float:
    """The probability that a seat wins the match, if `winner` wins this hand as the hands are."""
    highest = 0
    for other in range(s.players):
        highest = max(highest, points_after(s, other, winner))
    left = max(0, s.target - highest)
    if s.scoring == LOWEST:
        usual = 15.0 + 2.5 * s.players
        slope = -(0.1 + 0.33 * s.players) / math.sqrt(usual * (left + 1.5 * usual))
    else:
        usual = 40.0 * (s.players - 1)
        slope = min(0.5 + 0.27 * s.players, 2.0) / math.sqrt(usual * (left + 0.9 * usual))
    if left == 0:
        slope *= 100.0  # the match would be over
    own, whole = points_after(s, seat, winner), 0.0
    for other in range(s.players):
        whole += math.exp(min(50.0, slope * (points_after(s, other, winner) - own)))
    return 1.0 / whole


@jit
def points_after(s: State, seat: int, winner: int) -> int:
    """The points of a seat, if `winner` wins this hand as the hands are; none does if it is -1."""
    if winner < 0:
        return s.points[seat]
    if s.scoring == LOWEST:
        return s.points[seat] + (hand_value(s, seat) if seat != winner else 0)
    if seat != winner:
        return s.points[seat]
    total = s.points[seat]
    for other in range(s.players):
        if other != seat:
            total += hand_value(s, other)
    return total
