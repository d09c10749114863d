"""The logarithms of the tree search: whole numbers from a table, the same on every machine."""

import math

import pytest

from mazziere.bots.search import LN, LOGS, log_of


def test_small_numbers_are_exact_to_the_unit_of_the_table() -> None:
    for n in range(1, LOGS):
        assert log_of(n) == pytest.approx(math.log(n), abs=2**-48)
    assert log_of(1) == 0
    assert len(LN) == LOGS


def test_large_numbers_go_by_their_leading_digits() -> None:
    before = 0.0
    for n in [*range(LOGS - 2, LOGS + 5000), 10**5, 10**6, 10**7, 10**7 + 1]:
        found = log_of(n)
        assert before <= found <= math.log(n) + 1e-12
        assert math.log(n) - found < 2 / LOGS
        before = found
