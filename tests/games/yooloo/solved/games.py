"""Second ways to compute: matrix games by HiGHS, YOOLOO by plain recursion over hands."""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog  # type: ignore[import-untyped]

Matrix = NDArray[np.float64]

FINE = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def value_by_highs(payoff: Matrix) -> float:
    """The value of a matrix game: the most that a mixture of rows gains against every column."""
    rows, columns = payoff.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        options=FINE,
    )
    assert found.status == 0
    return -float(found.fun)


def best_against_random(payoff: Matrix, value: float) -> float:
    """Return the most that an optimal mixture of rows gains against columns picked at random."""
    rows, columns = payoff.shape
    found = linprog(
        -payoff.mean(axis=1),
        A_ub=-payoff.T,
        b_ub=np.full(columns, -value + 1e-10),
        A_eq=[[1.0] * rows],
        b_eq=[1.0],
        bounds=[(0, None)] * rows,
        options=FINE,
    )
    assert found.status == 0
    return -float(found.fun)


def sign(one: int, two: int) -> int:
    return (one > two) - (one < two)


@cache
def value_of_hands(
    mine: tuple[int, ...], yours: tuple[int, ...], points: tuple[int, ...], shuffled: bool
) -> float:
    """Return the value before the next points card is known; unshuffled, the lowest comes next."""
    if not mine:
        return 0.0
    coming = points if shuffled else points[:1]
    return sum(round_value(mine, yours, point, points, shuffled) for point in coming) / len(coming)


def round_value(
    mine: tuple[int, ...],
    yours: tuple[int, ...],
    point: int,
    points: tuple[int, ...],
    shuffled: bool,
) -> float:
    rest = tuple(other for other in points if other != point)
    payoff = [
        [
            (point + 1) * sign(one, two)
            + value_of_hands(without(mine, one), without(yours, two), rest, shuffled)
            for two in yours
        ]
        for one in mine
    ]
    return value_by_highs(np.array(payoff, float))


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(other for other in cards if other != card)


def bits(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)
