"""The base game for two: a mixture of stacks, given by the frequency of each card at each place.

The gain of a stack against such a mixture depends on these frequencies alone. They are stored as
whole numbers; all rows and columns have the same sum. By Birkhoff's theorem such a table is a sum
of single stacks, computed here without rounding. So the drawn stacks have exactly the frequencies
of the table, and the table is the equilibrium itself: fractions of small whole numbers.
"""

import json
from functools import cache
from math import lcm
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.games.yooloo.box import KINDS, State
from mazziere.games.yooloo.solved.exact import solution_of
from mazziere.games.yooloo.solved.programs import best_stack, equal_sums, least
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid, Ints

TINY = 1e-6
"""Smaller shares in the solution of a linear program count as 0; the least true one is 0.0011."""
SPREAD = 55
"""The largest difference of points."""
HALF = 1 << 30
TABLES = Path(__file__).with_name("tables.json")

Marginals = list[list[int]]
"""The frequency of a card (row) at a place (column)."""


class Mixture(NamedTuple):
    """Stacks, the top card first, each with the weight with which it is drawn."""

    orders: NDArray[np.int8]
    weights: NDArray[np.int64]


RISING = Mixture(np.arange(KINDS, dtype=np.int8)[None, :], np.ones(1, np.int64))
"""A beginner's stack: 1 to 10, each card for its points card."""


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
    """Draw a place with a probability proportional to its weight."""
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
def next_of_stack(view: State, seat: int, orders: Grid, weights: Ints, rng: Fast) -> int:
    """Draw the next card of a stack; -1 if no stack of the mixture begins like this one."""
    done = KINDS - count(view.hand[seat])
    total = 0
    for n in range(len(weights)):
        if begins_alike(view, seat, orders, n, done):
            total += weights[n]
    if total == 0:
        return -1
    number = ticket(rng, total)
    for n in range(len(weights)):
        if begins_alike(view, seat, orders, n, done):
            number -= weights[n]
            if number < 0:
                return orders[n, done]
    return -1


@jit
def begins_alike(view: State, seat: int, orders: Grid, number: int, done: int) -> int:
    """Tell whether a stack of the mixture begins with the seat's cards."""
    for place in range(done):
        if view.stack[seat, place] != orders[number, place]:
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
    """Read the tables of the package."""
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
    """Find the stack whose smallest cell is largest, which uses the table up fastest."""
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
    """Find a stack with at least `least` at every place, by augmenting paths."""
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


# The equilibrium, and its proof


def solve_two() -> Marginals:
    """Find the frequencies that no stack beats, exactly: whole parts of their least denominator.

    A linear program finds the positive cells. There, the gain of a card at a place is the price of
    the card plus the price of the place: linear equations, solved in whole numbers. If no other
    cell gains more than its prices, and all prices add up to 0, no stack gains anything.
    It is the only equilibrium. Another one could be exchanged for it on either side, so it would
    keep to the same cells and solve the same equations, which have one solution.
    """
    near = near_two()
    cells = [
        (card, place) for card in range(KINDS) for place in range(KINDS) if near[card, place] > TINY
    ]
    found = solution_of(_equations(cells))
    if found is None:
        raise ValueError("where shares are positive does not fix them: no equilibrium was found")
    shares, prices = found[: len(cells)], found[len(cells) :]
    scale = lcm(*(share.denominator for share in shares))
    table = [[0] * KINDS for _ in range(KINDS)]
    for (card, place), share in zip(cells, shares):
        table[card][place] = int(share * scale)
    gains = gains_against(table)
    is_beaten = any(
        gains[card][place] >= scale * (prices[card] + prices[KINDS + place])
        for card in range(KINDS)
        for place in range(KINDS)
        if not table[card][place]
    )
    if min(shares) <= 0 or sum(prices) != 0 or is_beaten:
        raise ValueError("no equilibrium of the base game was found")
    return table


def _equations(cells: list[tuple[int, int]]) -> list[list[int]]:
    """Write the equations for the shares at these cells, the cards' prices and the places' prices.

    The shares of a card, and those at a place, add up to 1. The prices are fixed up to a constant
    that goes from the places to the cards, so the first card's is 0.
    """
    width = len(cells) + 2 * KINDS + 1
    sums = [[0] * width for _ in range(2 * KINDS)]
    for n, (card, place) in enumerate(cells):
        sums[card][n] = sums[KINDS + place][n] = sums[card][-1] = sums[KINDS + place][-1] = 1
    gains = []
    for card, place in cells:
        row = [0] * width
        for n, (other, where) in enumerate(cells):
            if where == place:
                row[n] = (place + 1) * ((card > other) - (card < other))
        row[len(cells) + card] = row[len(cells) + KINDS + place] = -1
        gains.append(row)
    first = [0] * width
    first[len(cells)] = 1
    return [*sums, *gains, first]


def near_two() -> NDArray[np.float64]:
    """Find the frequencies to some ten digits: a linear program over doubly stochastic tables.

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
    """Return the gain of each card at each place against a table, in whole parts of its scale."""
    return [
        [
            (place + 1) * sum(table[other][place] * ((card > other) - (card < other))
            for other in range(KINDS))
            for place in range(KINDS)
        ]
        for card in range(KINDS)
    ]  # fmt: skip


def best_reply(table: Marginals) -> tuple[list[int], float]:
    """Find the stack that gains most against a table, and its mean gain."""
    gains = gains_against(table)
    order = best_stack(np.array(gains, float))
    total = sum(gains[card][place] for place, card in enumerate(order))
    return order, total / sum(table[0])


# Results of play


def spread_between(one: Mixture, two: Mixture) -> NDArray[np.float64]:
    """Return the distribution of point differences, from -55 to 55, over all pairs of stacks."""
    wins = np.sign(one.orders[:, None, :].astype(int) - two.orders[None, :, :])
    differences = wins @ np.arange(1, KINDS + 1) + SPREAD
    shares = np.outer(one.weights / one.weights.sum(), two.weights / two.weights.sum())
    return np.asarray(np.bincount(differences.ravel(), shares.ravel(), 2 * SPREAD + 1), float)


def spread_against_random(one: Mixture) -> NDArray[np.float64]:
    """Return that distribution against a random stack, card by card over the cards left."""
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
