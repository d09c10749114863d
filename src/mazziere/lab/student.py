"""Quantiles of Student's t distribution, without SciPy.

SciPy takes 140 MB, and an interval needs one number of it. Two formulas serve all degrees of
freedom:

- Up to `LARGE`: the distribution function is a finite sum of sines and cosines (Abramowitz and
  Stegun, 26.7.3 and 26.7.4); bisection inverts it.
- Above: the Cornish-Fisher expansion around the normal quantile (26.7.5). Its error is of the
  order of freedom⁻⁵, below 1e-13 here.
"""

import math
from functools import cache
from statistics import NormalDist

LARGE = 500
"""From here on the expansion is as exact as a double."""


@cache
def quantile(freedom: int, probability: float) -> float:
    """Return the t below which a share `probability`, 0.5 or more, of the distribution lies."""
    if freedom < 1 or not 0.5 <= probability < 1:
        raise ValueError(f"no quantile {probability} for {freedom} degrees of freedom")
    if freedom > LARGE:
        return _expansion(freedom, probability)
    return _bisect(freedom, 2 * probability - 1)


def _expansion(freedom: int, probability: float) -> float:
    x = NormalDist().inv_cdf(probability)
    y = x * x
    terms = (
        x,
        x * (y + 1) / 4,
        x * ((5 * y + 16) * y + 3) / 96,
        x * (((3 * y + 19) * y + 17) * y - 15) / 384,
        x * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / 92160,
    )
    total = 0.0
    for term in reversed(terms):
        total = total / freedom + term
    return total


def _bisect(freedom: int, wanted: float) -> float:
    """Return the t with `_central(t) = wanted`, to the last bit that the function tells apart."""
    low, high = 0.0, 1.0
    while _central(high, freedom) < wanted:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        if _central(middle, freedom) < wanted:
            low = middle
        else:
            high = middle
    return high if wanted > 0 else 0.0


def _central(bound: float, freedom: int) -> float:
    """Return the probability that a value lies between −t and t."""
    square = freedom / (
        freedom + bound * bound
    )  # of the cosine of the angle whose tangent is t/√freedom
    sine = bound / math.sqrt(freedom + bound * bound)
    if freedom % 2 == 0:
        return sine * _series(square, 1, freedom // 2)
    rest = sine * math.sqrt(square) * _series(square, 2, freedom // 2)
    return 2 / math.pi * (math.atan(bound / math.sqrt(freedom)) + rest)


def _series(square: float, first: int, count: int) -> float:
    """Sum `count` terms: 1, first/(first+1) · square, … with both factors raised by 2 each time."""
    total, term = 0.0, 1.0
    for k in range(count):
        total += term
        term *= square * (first + 2 * k) / (first + 2 * k + 1)
    return total
