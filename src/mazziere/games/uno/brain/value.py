"""The value of a position when a playout stops: the chance to win the hand, and then the match.

A seat evaluates its own cards one by one, and the other hands by their sizes only. It could not
know more, and the cards of others in one random world say nothing about a move. The numbers were
fitted to matches of normal bots: the winner, by the hands.
"""

import math

from mazziere.games.uno.box import (
    ANSWER,
    COLOUR_CARDS,
    DECK,
    DRAW_TWO,
    DRAWN,
    HAND,
    LOWEST,
    RANKS,
    SHUFFLE_HANDS,
    SKIP,
    TURN,
    WILD_CARDS,
    State,
)
from mazziere.games.uno.rules.draw import hand_value
from mazziere.games.uno.rules.matching import fits, playable
from mazziere.kernel.bits import count
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.real import exp

ACTION_CARDS = sum(
    1 << (colour * RANKS + rank) for colour in range(4) for rank in range(SKIP, DRAW_TWO + 1)
)


@jit
def is_settled(view: State, s: State) -> bool:
    """Stop a playout at the end of the hand."""
    return s.phase == DECK or s.phase == OVER


@jit
def evaluate(view: State, s: State, seat: int) -> float:
    """Return the seat's share of the win, an estimate before the end."""
    if s.phase == OVER:
        return 1.0 / count(s.winners) if s.winners >> seat & 1 else 0.0
    if s.phase == DECK:
        return 1.0 / s.players if s.scoring == HAND else chance_of_match(s, seat, -1)
    own = exp(own_standing(s, seat))
    whole = own
    for other in range(s.players):
        if other != seat:
            whole += exp(standing(s, other))
    if s.scoring == HAND:
        return own / whole
    total = own * chance_of_match(s, seat, seat)
    for other in range(s.players):
        if other != seat:
            total += exp(standing(s, other)) * chance_of_match(s, seat, other)
    return total / whole


# The hand: the chance to win it is proportional to the exponential of the standing.


@jit
def size_to_be(s: State, seat: int) -> float:
    """Return the hand size after pending draws."""
    if s.phase == SHUFFLE_HANDS:
        together = 0.0
        for other in range(s.players):
            together += s.size[other]
        return together / s.players
    size = float(s.size[seat])
    if s.debt >> seat & 1:  # will be caught
        return size + 2.0
    if seat == s.turn and s.phase == ANSWER:
        return size + s.stacked if s.stacked else size + 4.0
    if seat == s.turn and s.phase == DRAWN and fits(s, seat, s.drawn):
        return size - 1.0
    return size


@jit
def standing(s: State, seat: int) -> float:
    """Return how near another seat is to winning the hand, by the number of its cards."""
    size = size_to_be(s, seat)
    total = 0.0
    if s.players == 2:
        total -= 0.08 * size
        if size <= 3:
            total += 0.74 if size <= 1 else (0.22 if size <= 2 else 0.07)
        if seat == s.turn and s.phase == TURN:
            total -= 0.22
            if size <= 2:
                total += 0.22 if size <= 1 else 0.07
        return total
    total -= (0.09 + 0.015 * s.players) * size
    if size <= 3:
        near = 0.75 + 0.06 * s.players if size <= 1 else 0.15 + 0.037 * s.players
        total += near if size <= 2 else 0.07
    if seat == s.turn and s.phase == TURN and size <= 2:
        total += 0.36 if size <= 1 else 0.18
    return total


@jit
def own_standing(s: State, seat: int) -> float:
    """Return how near the seat is to winning the hand, by its cards."""
    if s.phase == SHUFFLE_HANDS:
        return standing(s, seat)
    size = size_to_be(s, seat)
    is_next = seat == s.turn and s.phase == TURN
    may_play = is_next and playable(s, seat) != 0
    if may_play and size <= 1:
        return 12.0
    total = wild_standing(s, seat, size)
    actions = count(s.hand[seat, 0] & ACTION_CARDS) + count(s.hand[seat, 1] & ACTION_CARDS)
    most, colours, fitting = 0, 0, 0
    for colour in range(4):
        cards = COLOUR_CARDS[colour]
        held = count(s.hand[seat, 0] & cards) + count(s.hand[seat, 1] & cards)
        most = max(most, held)
        colours += 1 if held > 0 else 0
        fitting += held if colour == s.colour else 0
    if s.players == 2:  # an extra turn and few colours count more than one card less
        total += 0.3 - 0.13 * size + 0.21 * actions - 0.3 * colours + 0.09 * fitting - 0.04 * most
        total += 0.2 if size <= 1 else (0.1 if size <= 2 else 0.0)
        total += 0.1 if is_next else 0.0
        return total + (0.35 if may_play else 0.0)
    total += 0.1 - (0.13 + 0.016 * s.players) * size + 0.06 * actions + 0.06 * fitting - 0.1 * most
    if size <= 3:
        near = 0.35 + 0.13 * s.players if size <= 1 else 0.16 + 0.047 * s.players
        total += near if size <= 2 else 0.1
    total -= 0.3 if is_next else 0.0
    return total + (0.52 if may_play else 0.0)


@jit
def wild_standing(s: State, seat: int, size: float) -> float:
    """Return the value of wilds in hand; it rises as the hand gets smaller."""
    wilds = 0
    for level in range(4):
        wilds += count(s.hand[seat, level] & WILD_CARDS)
    if wilds == 0:
        return 0.0
    total = 0.68 if s.players == 2 else 0.5
    if wilds > 1:
        rare = 0.3 if s.h2o else 0.0
        total += 0.55 + rare + (0.2 + rare) * (wilds - 2)
    if size <= 3:
        total += 1.1 if size <= 1 else (0.6 if size <= 2 else 0.25)
    return total


# The match


@jit
def chance_of_match(s: State, seat: int, winner: int) -> float:
    """Return the probability that a seat wins the match, if `winner` wins this hand."""
    highest = 0
    for other in range(s.players):
        highest = max(highest, points_after(s, other, winner, seat))
    left = max(0, s.target - highest)
    if s.scoring == LOWEST:
        typical = 15.0 + 2.5 * s.players
        slope = -(0.1 + 0.33 * s.players) / math.sqrt(typical * (left + 1.5 * typical))
    else:
        typical = 40.0 * (s.players - 1)
        slope = min(0.5 + 0.27 * s.players, 2.0) / math.sqrt(typical * (left + 0.9 * typical))
    if left == 0:
        slope *= 100.0  # the match would be over
    own, whole = points_after(s, seat, winner, seat), 0.0
    for other in range(s.players):
        whole += exp(slope * (points_after(s, other, winner, seat) - own))
    return 1.0 / whole


@jit
def points_after(s: State, seat: int, winner: int, viewer: int) -> int:
    """Return the points of a seat, if `winner` wins this hand; -1 for no winner."""
    total = s.points[seat]
    if winner < 0:
        return total
    if s.scoring == LOWEST:
        return total if seat == winner else total + counted(s, seat, viewer)
    if seat == winner:
        for other in range(s.players):
            if other != seat:
                total += counted(s, other, viewer)
    return total


@jit
def counted(s: State, seat: int, viewer: int) -> int:
    """Return the expected points of a hand when another seat wins, as the viewer estimates.

    Until then most cards are played and others are drawn. So the present cards matter little,
    unless another seat is nearly out.
    """
    if seat != viewer:
        return 22 + 2 * s.size[seat]
    fewest = 99
    for other in range(s.players):
        if other != seat:
            fewest = min(fewest, s.size[other])
    value = hand_value(s, seat)
    if fewest <= 2:
        return 16 + value // 2
    return 22 + value // 4 if fewest <= 4 else 28 + value // 8
