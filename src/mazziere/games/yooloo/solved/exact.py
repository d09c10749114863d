"""Digits that are certain: exact linear equations, and rounding that refuses to guess.

Floating-point solvers find *which* shares are positive. Their last digits depend on the solver's
version and on the processor. So the stored digits are computed here.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor


class Uncertain(ValueError):
    """A number that cannot be rounded: it is too close to the border between two results."""


def rounded(number: float, accuracy: float) -> int:
    """Round a number of a given accuracy; Uncertain if the result could be another one."""
    if abs(number - floor(number) - 0.5) <= accuracy:
        raise Uncertain(f"{number!r} ± {accuracy:g} may round up or down")
    return floor(number + 0.5)


def solution_of(equations: Sequence[Sequence[int]]) -> list[Fraction] | None:
    """Solve linear equations in whole numbers, each a row of factors and then the right-hand side.

    Returns None if there is no solution, or more than one. Bareiss's elimination: no step leaves
    the whole numbers, and each division goes without a remainder.
    """
    rows = [list(row) for row in equations]
    unknowns = len(rows[0]) - 1
    before = 1
    for step in range(unknowns):
        found = next((n for n in range(step, len(rows)) if rows[n][step]), None)
        if found is None:
            return None
        rows[step], rows[found] = rows[found], rows[step]
        top = rows[step]
        pivot = top[step]
        for row in rows[step + 1 :]:
            factor = row[step]
            for n in range(step, unknowns + 1):
                row[n] = (pivot * row[n] - factor * top[n]) // before
        before = pivot
    if any(row[unknowns] for row in rows[unknowns:]):
        return None
    values = [Fraction(0)] * unknowns
    for step in reversed(range(unknowns)):
        row = rows[step]
        known = sum((row[n] * values[n] for n in range(step + 1, unknowns) if row[n]), Fraction(0))
        values[step] = (row[unknowns] - known) / row[step]
    return values
