"""Linear programs and assignments, by SciPy; imported only when something is being solved."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def least(
    goal: NDArray[np.float64], tolerance: float = 1e-10, **conditions: Any
) -> NDArray[np.float64] | None:
    """Minimise the goal under conditions (those of `linprog`); None if that is impossible."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    options = {
        "primal_feasibility_tolerance": tolerance,
        "dual_feasibility_tolerance": tolerance,
    }
    found = linprog(goal, method="highs", options=options, **conditions)
    return np.array(found.x) if found.status == 0 else None


def best_stack(gains: NDArray[np.float64]) -> list[int]:
    """Find the stack with the highest sum of gains, by card (row) and place (column)."""
    from scipy.optimize import linear_sum_assignment

    cards, places = linear_sum_assignment(gains, maximize=True)
    order = [0] * len(gains)
    for card, place in zip(cards.tolist(), places.tolist(), strict=True):
        order[place] = card
    return order


def equal_sums(size: int) -> NDArray[np.float64]:
    """Return the matrix that sums the rows, then the columns, of a square table."""
    return np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
