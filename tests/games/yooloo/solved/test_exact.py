"""Exact equations, and rounding that refuses to guess."""

from fractions import Fraction
from random import Random

import pytest

from mazziere.games.yooloo.solved.exact import Uncertain, rounded, solution_of


def test_a_number_is_rounded_if_it_is_certain_where_to() -> None:
    assert [rounded(number, 1e-3) for number in (0.0, 2.498, 2.502, -0.4, 7.0)] == [0, 2, 3, 0, 7]
    for number in (0.5, 2.4995, 2.5005, -1.5):
        with pytest.raises(Uncertain, match="up or down"):
            rounded(number, 1e-3)


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_equations_have_the_solution_that_they_were_made_from(size: int) -> None:
    random = Random(size)
    wanted = [Fraction(random.randint(-9, 9), random.randint(1, 9)) for _ in range(size)]
    scale = 2520  # of all these denominators
    rows = []
    for _ in range(size + 3):  # three more than are needed
        row = [random.choice((0, 0, 1, -1, 5)) * scale for _ in range(size)]
        rows.append([*row, int(sum(a * b for a, b in zip(row, wanted, strict=True)))])
    for n in range(size):  # so that there is one solution only
        unit = [scale * (n == m) for m in range(size)]
        rows.append([*unit, int(scale * wanted[n])])
    assert solution_of(rows) == wanted


def test_no_solution_or_many() -> None:
    assert solution_of([[1, 1, 2], [2, 2, 4]]) is None  # a line of them
    assert solution_of([[1, 1, 2], [1, -1, 0], [1, 0, 2]]) is None  # none
    assert solution_of([[0, 2, 6], [3, 0, 1]]) == [Fraction(1, 3), 3]
