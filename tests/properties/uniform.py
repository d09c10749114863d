"""Pearson's test of uniformity."""

from collections import Counter
from collections.abc import Collection
from typing import TypeVar

Thing = TypeVar("Thing")

EXTREME = 4.4
"""Standard deviations: about one sound generator in 100,000 would be found wanting."""


def deviation(counts: Counter[Thing], things: Collection[Thing]) -> float:
    """Return the distance of counts from uniform, in standard deviations (Wilson and Hilferty)."""
    assert set(counts) <= set(things)
    expected = counts.total() / len(things)
    square = sum((counts[thing] - expected) ** 2 / expected for thing in things)
    freedom = len(things) - 1
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def is_uniform(counts: Counter[Thing], things: Collection[Thing]) -> bool:
    """Return whether counts are neither too uneven nor too even for chance."""
    return abs(deviation(counts, things)) < EXTREME
