"""How bots play DIECI: keep or swap by the place in the round, and read the others' moves.

Cards are numbered from the highest down. A *line* is the number of the worst card that a seat
keeps; docs/strategy/dieci.md explains how the lines were found.
"""

from typing import Any

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import hear as hear
from mazziere.bots.defaults import is_dominated as is_dominated
from mazziere.bots.defaults import recall as recall
from mazziere.bots.defaults import skips_search as skips_search
from mazziere.games.dieci.box import (
    ANSWER,
    DECK,
    GALLOHOTEL,
    HIDDEN,
    KEEP,
    KINDS,
    LEONE,
    PLAY,
    State,
)
from mazziere.games.dieci.rules import after
from mazziere.kernel.bits import count
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import ConstantTable, jit
from mazziere.kernel.real import exp
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

TWO, ONE, ZERO, OGRE, MASK = 8, 9, 10, 11, 12  # 2, 1, 0, 00, 000
THREE = 7
CHILDS_LINE = THREE
ROW = 10
LINES = ConstantTable(
    [0] * 2 * ROW  # nobody plays alone
    + [THREE, ZERO] + [0] * 8  # the dealer of two, then the seat before the dealer, …
    + [THREE, ONE, ZERO] + [0] * 7
    + [TWO, ONE, ZERO, ZERO] + [0] * 6
    + [ONE, ZERO, ZERO, ZERO, OGRE] + [0] * 5
    + [ONE, ZERO, ZERO, ZERO, OGRE, OGRE] + [0] * 4
    + [ZERO, OGRE, ZERO, OGRE, OGRE, OGRE, OGRE] + [0] * 3
    + [ZERO, OGRE, OGRE, OGRE, OGRE, OGRE, OGRE, MASK] + [0] * 2
    + [ZERO, OGRE, OGRE, OGRE, OGRE, OGRE, OGRE, MASK, MASK] + [0]
    + [OGRE, OGRE, OGRE, OGRE, OGRE, MASK, MASK, MASK, MASK, MASK]
)  # fmt: skip
"""The worst card to keep, by the number of seats in the round and of seats still to play."""

DOUBT = ConstantTable([0, 1, 2, 2, 1, 0])
"""Probability of the other choice, in quarters, from two above to three below the line."""
CARELESS = 6  # the easy bot makes one random move in 6
STRANGE = 8  # one move of another seat in 8 tells nothing about its card
TRIES = 8  # cards of the deck that are tried in search of one that fits


# The rules of thumb


@jit
def line(s: State, seat: int) -> int:
    """Return the worst card that the seat would keep if it knew no other card."""
    still, other = 0, seat
    while other != s.dealer:
        other = after(s, other)
        still += 1
    return LINES[count(s.in_round) * ROW + still]


@jit
def is_safe(s: State, seat: int) -> bool:
    """Tell whether the seat knows a lower card than its own, such as one that it gave away."""
    mine = min(s.card[seat], LEONE)
    for other in range(s.players):
        if s.in_round >> other & 1 and s.known[other] >> seat & 1 and s.card[other] > mine:
            if min(s.card[other], LEONE) > mine:
                return True
    return False


@jit
def easy(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Keep a 3 or better at any place, and block if possible; sometimes make a random move."""
    if below(rng, CARELESS) == 0:
        return moves[below(rng, move_count)]
    if view.phase == ANSWER:
        return moves[move_count - 1]
    return KEEP if view.card[seat] <= CHILDS_LINE else moves[1]


@jit
def normal(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Keep a card above the line, or if a lower one is known; near the line choose at random."""
    if view.phase == ANSWER:
        return moves[move_count - 1]  # a seat that offers a swap has a low card
    if is_safe(view, seat):
        return KEEP
    beyond = view.card[seat] - line(view, seat)
    if below(rng, 4) >= DOUBT[min(max(beyond, -2), 3) + 2]:
        return KEEP if beyond <= 0 else moves[1]
    return KEEP if beyond > 0 else moves[1]


# Beliefs


@jit
def bias_world(view: State, s: State, seat: int, memory: Any, rng: Fast) -> None:
    """Give high cards to seats that kept and low ones to seats that offered a swap."""
    other = after(s, s.dealer)
    while other != s.turn:
        if view.card[other] == HIDDEN and below(rng, STRANGE) > 0:
            believe(view, s, other, rng)
        other = after(s, other)
    if s.phase == ANSWER and view.card[other] == HIDDEN and below(rng, STRANGE) > 0:
        fit(s, other, line(s, other) + 1, KINDS - 1, rng)


@jit
def believe(view: State, s: State, other: int, rng: Fast) -> None:
    """Give a seat that has played, and whose card is hidden, a card that explains its moves.

    The seats that know a card tell where it has been. If a seat passed its card on, the receiver
    knows its new card. If a seat kept the card that it received, the giver knows that card.
    """
    place = (other - s.dealer - 1) % s.players
    giver, has_passed = -1, 0
    for seat in range(s.players):
        if seat != other and s.known[other] >> seat & 1:
            if (seat - s.dealer - 1) % s.players > place:
                has_passed = 1
            else:
                giver = seat
    if has_passed:
        fit(s, other, GALLOHOTEL + 1, KINDS - 1, rng)  # the receiver could not block
    elif giver >= 0:
        fit(s, other, line(s, giver) + 1, KINDS - 1, rng)
        if s.card[other] > line(s, other) and view.card[giver] == HIDDEN:
            fit(s, giver, min(s.card[other], LEONE), KINDS - 1, rng)  # it gave a lower card
    elif s.passed_over >> after(s, other) & 1:
        fit(s, other, line(s, other) + 1, KINDS - 1, rng)  # it was blocked
    else:
        fit(s, other, 0, line(s, other), rng)


@jit
def fit(s: State, other: int, first: int, last: int, rng: Fast) -> None:
    """Change a seat's card for one of the deck between two others, unless it is there already."""
    for _ in range(TRIES):
        if first <= s.card[other] <= last:
            return
        place = below(rng, s.rest)
        if first <= s.pile[place] <= last:
            s.card[other], s.pile[place] = s.pile[place], s.card[other]


@jit
def private_hash(s: State, seat: int) -> int:
    """Return the card of the seat that decides; for other seats a number unique to the world.

    The trees of other seats would need far more visits than a search has to play as well as the
    rules of thumb. With a unique number no node comes twice, so the rules of thumb decide for them.
    """
    if (s.phase == PLAY and s.turn == seat) or (s.phase == ANSWER and s.asked == seat):
        return s.card[seat]
    number = 0
    for place in range(min(s.rest, 14)):
        number = number * KINDS + s.pile[place]
    return number


# The value of a position

BINS = 24
LAST = 28.0  # time after which nearly all seats are out, in mean times between losses
MOST = 12  # tokens; further ones add nothing
SCALE = 1_000_000_000


def _is_out(tokens: int, step: int) -> float:
    """Return the probability that a seat that loses a token per unit of time is out by a step."""
    time = LAST * step * step / (BINS * BINS)
    term, total = 1.0, 0.0
    for k in range(tokens):
        total += term
        term *= time / (k + 1)
    return 1.0 - exp(-time) * total


_OUT = [[_is_out(tokens, step) for step in range(BINS + 1)] for tokens in range(MOST + 1)]
GOES = ConstantTable(
    round(SCALE * (row[step + 1] - row[step])) for row in _OUT for step in range(BINS)
)
GONE = ConstantTable(
    round(SCALE * (row[step + 1] + row[step]) / 2) for row in _OUT for step in range(BINS)
)


@jit
def is_settled(view: State, s: State) -> bool:
    """Stop a playout at the end of the round."""
    return s.phase == DECK or s.phase == OVER


@jit
def evaluate(view: State, s: State, seat: int) -> float:
    """Return the seat's share of the win, or the probability that it is the last one out.

    Assume that each round costs a token to a random one of the seats left. That is equivalent to
    every seat losing its tokens independently, at random times of the same rate.
    """
    if s.phase == OVER:
        return 1.0 / count(s.winners) if s.winners >> seat & 1 else 0.0
    if s.purse[seat] == 0:
        return 0.0
    mine = min(s.purse[seat], MOST) * BINS
    total = 0.0
    for step in range(BINS):
        chance = GOES[mine + step] / SCALE
        for other in range(s.players):
            if other != seat and s.purse[other] > 0:
                chance *= GONE[min(s.purse[other], MOST) * BINS + step] / SCALE
        total += chance
    return total


SETTINGS = BrainSettings(reach=100, explore=500)
