"""Linear programs and assignments, by SciPy; imported only when something is being solved."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def least(
    goal: NDArray[np.float64], tolerance: float = 1e-10, **conditions: Any
) -> NDArray[np.float64] | None:
    """Find the variables that make the goal least (as `linprog` takes them); None if none do."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    options = {
        "primal_feasibility_tolerance": tolerance,
        "dual_feasibility_tolerance": tolerance,
    }
    found = linprog(goal, method="highs", options=options, **conditions)
    return np.array(found.x) if found.status == 0 else None


def best_stack(gains: NDArray[np.float64]) -> list[int]:
    """Find the stack that gains most, where a card (row) gains so much at a place (column)."""
    from scipy.optimize import linear_sum_assignment

    cards, places = linear_sum_assignment(gains, maximize=True)
    order = [0] * len(gains)
    for card, place in zip(cards.tolist(), places.tolist(), strict=True):
        order[place] = card
    return order


def equal_sums(size: int) -> NDArray[np.float64]:
    """The rows, then the columns, of a square table: sums over its cells."""
    return np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
