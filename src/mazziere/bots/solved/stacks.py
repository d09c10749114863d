"""The base game for two: a mixture of stacks, given by how often each card lies at each place.

What a stack gains against such a mixture depends on these frequencies alone. They are kept as whole
numbers, every row and every column with the same sum; by Birkhoff's theorem such a table is a sum
of single stacks, found here without any rounding. So stacks are drawn exactly as the table says.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.bots.solved.programs import best_stack, equal_sums, least
from mazziere.games.yooloo import KINDS, State
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid, Ints

SCALE = 10**15
"""The sum of a row, and of a column."""
SPREAD = 55
"""The largest difference of points."""
HALF = 1 << 30
TABLES = Path(__file__).with_name("tables.json")

Marginals = list[list[int]]
"""How often a card (row) lies at a place (column)."""


class Mixture(NamedTuple):
    """Stacks, the top card first, each with the weight with which it is drawn."""

    orders: NDArray[np.int8]
    weights: NDArray[np.int64]


RISING = Mixture(np.arange(KINDS, dtype=np.int8)[None, :], np.ones(1, np.int64))
"""What a beginner stacks: 1 to 10, each card for its points card."""


# Drawing


@jit
def ticket(rng: Fast, total: int) -> int:
    """Return a uniform number from 0 to total - 1, for totals up to 2⁶⁰."""
    if total <= HALF:
        return below(rng, total)
    while True:
        number = below(rng, ((total - 1) >> 30) + 1) * HALF + below(rng, HALF)
        if number < total:
            return number


@jit
def draw_weighted(weights: Ints, rng: Fast) -> int:
    """Draw a place, as often as its weight says."""
    total = 0
    for place in range(len(weights)):
        total += weights[place]
    number = ticket(rng, total)
    for place in range(len(weights)):
        number -= weights[place]
        if number < 0:
            return place
    return -1


@jit
def draw_at(weights: Ints, rngs: list[Fast], at: int) -> int:
    """Draw a place with one of the generators."""
    return draw_weighted(weights, rngs[at])


@jit
def next_of_stack(v: State, seat: int, orders: Grid, weights: Ints, rng: Fast) -> int:
    """Draw the next card for a stack that has been begun; -1 if no stack begins like that."""
    done = KINDS - count(v.hand[seat])
    total = 0
    for n in range(len(weights)):
        if begins_alike(v, seat, orders, n, done):
            total += weights[n]
    if total == 0:
        return -1
    number = ticket(rng, total)
    for n in range(len(weights)):
        if begins_alike(v, seat, orders, n, done):
            number -= weights[n]
            if number < 0:
                return orders[n, done]
    return -1


@jit
def begins_alike(v: State, seat: int, orders: Grid, n: int, done: int) -> int:
    """Whether a stack of the mixture begins with the cards that the seat has stacked."""
    for place in range(done):
        if v.stack[seat, place] != orders[n, place]:
            return 0
    return 1


@jit
def next_at(
    views: list[State], seat: int, orders: Grid, weights: Ints, rngs: list[Fast], at: int
) -> int:
    """Draw the next card of a stack with one of the generators."""
    return next_of_stack(views[0], seat, orders, weights, rngs[at])


# The mixture behind a table


@cache
def tables() -> dict[str, Any]:
    """Read the tables that come with the package."""
    found: dict[str, Any] = json.loads(TABLES.read_text(encoding="utf-8"))
    return found


@cache
def mixture_for_two() -> Mixture:
    """Return the stacks for two players, with their weights."""
    return decompose(tables()["stacks"])


def decompose(table: Marginals) -> Mixture:
    """Write a table with equal sums as a sum of stacks (Birkhoff and von Neumann)."""
    left = [list(row) for row in table]
    orders, weights = [], []
    while any(map(any, left)):
        order = widest(left)
        weight = min(left[card][place] for place, card in enumerate(order))
        for place, card in enumerate(order):
            left[card][place] -= weight
        orders.append(order)
        weights.append(weight)
    return Mixture(np.array(orders, np.int8), np.array(weights, np.int64))


def widest(table: Marginals) -> list[int]:
    """Find the stack whose rarest place is most frequent: so the table is used up soonest."""
    steps = sorted({cell for row in table for cell in row if cell > 0})
    low, high = 0, len(steps)
    best: list[int] = []
    while low < high:
        middle = (low + high) // 2
        order = stack_within(table, steps[middle])
        if order is None:
            high = middle
        else:
            best, low = order, middle + 1
    if not best:
        raise ValueError("rows and columns do not have the same sum")
    return best


def stack_within(table: Marginals, least: int) -> list[int] | None:
    """Find a stack with at least so much at every place, by augmenting paths."""
    cards = range(len(table))
    at: list[int] = [-1] * len(table)  # the card at each place

    def settle(card: int, tried: set[int]) -> bool:
        for place in cards:
            if table[card][place] >= least and place not in tried:
                tried.add(place)
                if at[place] < 0 or settle(at[place], tried):
                    at[place] = card
                    return True
        return False

    return at if all(settle(card, set()) for card in cards) else None


def whole_table(shares: NDArray[np.float64], scale: int) -> Marginals:
    """Round frequencies to whole numbers with equal sums; what is nothing stays nothing."""
    size = len(shares)
    shares = np.where(shares < 1e-9, 0.0, shares)
    low = np.floor(shares * scale)
    part = shares * scale - low
    sums = equal_sums(size)
    missing = scale - sums @ low.ravel()
    top = np.where(shares > 0, np.maximum(1, missing.max()), 0)
    bounds = [(0, most) for most in top.ravel()]
    more = least(-part.ravel(), A_eq=sums, b_eq=missing, bounds=bounds)
    if more is None:
        raise ValueError("no table of whole numbers is near")
    table = low + np.round(more).reshape(size, size)
    return [[int(cell) for cell in row] for row in table]


# The equilibrium, and its proof


def solve_two() -> NDArray[np.float64]:
    """Find the frequencies that no stack beats: a linear program over doubly stochastic tables.

    The other side's best stack is an assignment; its dual (a price for each card and each place)
    makes one program of both.
    """
    cells = KINDS * KINDS
    cards = np.arange(KINDS)
    wins = np.sign(cards[:, None] - cards[None, :])
    bounded = np.zeros((cells, cells + 2 * KINDS))
    for other in cards:
        for place in cards:
            line = bounded[other * KINDS + place]
            line[place:cells:KINDS] = -(place + 1) * wins[:, other]
            line[cells + other] = line[cells + KINDS + place] = 1
    sums = np.hstack([equal_sums(KINDS), np.zeros((2 * KINDS, 2 * KINDS))])
    goal = np.append(np.zeros(cells), -np.ones(2 * KINDS))
    found = least(
        goal,
        A_ub=bounded,
        b_ub=np.zeros(cells),
        A_eq=sums,
        b_eq=np.ones(2 * KINDS),
        bounds=[(0, None)] * cells + [(None, None)] * (2 * KINDS),
    )
    if found is None:
        raise ValueError("no equilibrium of the base game was found")
    return found[:cells].reshape(KINDS, KINDS)


def gains_against(table: Marginals) -> list[list[int]]:
    """What each card gains at each place against a table, in whole parts of its scale."""
    return [
        [
            (place + 1) * sum(table[other][place] * ((card > other) - (card < other))
            for other in range(KINDS))
            for place in range(KINDS)
        ]
        for card in range(KINDS)
    ]  # fmt: skip


def best_reply(table: Marginals) -> tuple[list[int], float]:
    """Find the stack that gains most against a table, and what it gains on average."""
    gains = gains_against(table)
    order = best_stack(np.array(gains, float))
    total = sum(gains[card][place] for place, card in enumerate(order))
    return order, total / sum(table[0])


# How the games end


def spread_between(one: Mixture, two: Mixture) -> NDArray[np.float64]:
    """How likely each difference of points is, from -55 to 55: all pairs of stacks."""
    wins = np.sign(one.orders[:, None, :].astype(int) - two.orders[None, :, :])
    differences = wins @ np.arange(1, KINDS + 1) + SPREAD
    shares = np.outer(one.weights / one.weights.sum(), two.weights / two.weights.sum())
    return np.asarray(np.bincount(differences.ravel(), shares.ravel(), 2 * SPREAD + 1), float)


def spread_against_random(one: Mixture) -> NDArray[np.float64]:
    """The same against a stack in any order, card by card over what the other side has left."""
    kinds = len(one.weights)
    before = {0: np.zeros((kinds, 2 * SPREAD + 1))}
    before[0][:, SPREAD] = one.weights / one.weights.sum()
    for place in range(KINDS):
        after: dict[int, NDArray[np.float64]] = {}
        for used, spread in before.items():
            for card in range(KINDS):
                if used >> card & 1:
                    continue
                here = after.setdefault(used | 1 << card, np.zeros_like(spread))
                for sign in (-1, 0, 1):
                    lines = np.sign(one.orders[:, place].astype(int) - card) == sign
                    shifted = np.roll(spread[lines], sign * (place + 1), axis=1)
                    here[lines] += shifted / (KINDS - place)
        before = after
    return np.asarray(before[(1 << KINDS) - 1].sum(axis=0))
