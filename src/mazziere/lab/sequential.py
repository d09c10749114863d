"""A test that may stop at any time: betting on the mean of bounded numbers.

A gambler who starts with one coin and, before each deal, stakes the share λ of it on the mean being
higher than `m` (lower, for λ < 0) has Π (1 + λ (x − m)) coins after the deals x. If the mean is
`m`, no way of betting gains, so nobody ever has 20 coins with a chance above 1 in 20 (Ville 1939),
*however often one looks and whenever one stops*. The gambler here splits the coin evenly over all λ
from −1 to 1 (Cover’s universal portfolio, as in Orabona and Jun 2024). The means at which he has
less than 20 coins are the 95 % confidence sequence (Waudby-Smith and Ramdas 2024): it holds for any
numbers from 0 to 1 and any sample size, with nothing to tune. A sequence by the normal
approximation, tuned to the right sample size, would stop at most a tenth earlier.

Each factor is linear in `m`, hence each product and their mean convex: the sequence is an interval,
and a bisection finds its ends. Only how often each value of x came counts, not the order.

Where a test stops is decided by comparing such a number. So it has the same bits on every machine:
sums go in a fixed order, and exponentials and logarithms are our own (`kernel.real`).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel.real import exp_each, ln, ln_each

Floats = NDArray[np.float64]

ALPHA = 0.05
MARGIN = 0.02
CHECK = 10
"""The number of deals between two checks whether the test may stop."""
LEAST = 100
"""The least number of deals before it may stop: a shorter test has a wide interval."""
STAKES_PER_SIDE = 64
ENOUGH = ln(1 / ALPHA)
BISECTIONS = 50


def _stakes() -> tuple[Floats, Floats]:
    """Return stakes λ from −1 to 1 and the logarithms of their shares; small λ are closer together.

    Small stakes decide when there are many deals, and then a difference between them matters.
    """
    place = (np.arange(STAKES_PER_SIDE) + 0.5) / STAKES_PER_SIDE
    squares = place * place
    shares = np.concatenate([place, place])
    return np.concatenate([-squares, squares]), ln_each(shares / math.fsum(shares))


STAKES, LOG_SHARES = _stakes()


def log_coins(values: Floats, counts: Floats, mean: float) -> Floats:
    """Return the logarithm of the coins won against a mean; `counts` has the count of each value.

    The last axis of `counts` runs over the values; any axes before it are kept.
    """
    gains = ln_each(1.0 + STAKES[:, np.newaxis] * (values - mean))
    grown = np.zeros((*counts.shape[:-1], len(STAKES))) + LOG_SHARES
    for n in range(len(values)):
        grown += counts[..., n, np.newaxis] * gains[:, n]
    top = grown.max(axis=-1)
    total: Floats = top + ln_each(_sums(exp_each(grown - top[..., np.newaxis])))
    return total


def _sums(rows: Floats) -> Floats:
    """Sum the last axis, whose length is a power of 2, by halving it."""
    while rows.shape[-1] > 1:
        half = rows.shape[-1] // 2
        rows = rows[..., :half] + rows[..., half:]
    return rows[..., 0]


def excludes(values: Floats, counts: Floats, mean: float) -> bool:
    """Tell whether the confidence sequence excludes a mean."""
    return bool(log_coins(values, counts, mean) >= ENOUGH)


def sequence(values: Floats, counts: Floats) -> tuple[float, float]:
    """Return the ends of the 95 % confidence sequence of the mean."""
    if not counts.any():
        return 0.0, 1.0
    middle = min(1.0, max(0.0, math.fsum(values * counts) / math.fsum(counts)))

    def end(outside: float) -> float:
        if not excludes(values, counts, outside):
            return outside
        return _bisect(lambda mean: excludes(values, counts, mean), middle, outside)

    return end(0.0), end(1.0)


def _bisect(is_out: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the border between a point inside and one outside, by bisection."""
    for _ in range(BISECTIONS):
        middle = (inside + outside) / 2
        if is_out(middle):
            outside = middle
        else:
            inside = middle
    return inside


# What is tested

Kind = Literal["beats", "not-worse"]
Verdict = Literal["beats", "loses", "not worse", "worse", "open"]
KINDS: tuple[Kind, ...] = ("beats", "not-worse")


@dataclass(frozen=True)
class Test:
    """A test of the second bot of a pair: it beats the first, or it is not worse."""

    kind: Kind
    margin: float = MARGIN  # by how much its share may fall short and still be “not worse”

    __test__ = False  # nothing for pytest to collect

    @property
    def border(self) -> float:
        """The share that must be excluded."""
        return 0.5 if self.kind == "beats" else 0.5 - self.margin

    def verdict(self, values: Floats, counts: Floats) -> Verdict:
        """Return the verdict of the deals so far; “open” if there is none yet."""
        if not counts.any() or not excludes(values, counts, self.border):
            return "open"
        above = math.fsum(values * counts) / math.fsum(counts) > self.border
        if self.kind == "beats":
            return "beats" if above else "loses"
        return "not worse" if above else "worse"


def first_stop(test: Test, shares: Floats, begin: int, last: int) -> tuple[int, Verdict]:
    """Return the first check after deal `begin` at which the test may stop, and its verdict.

    Looks are after every `CHECK` deals of the whole sequence, from `LEAST` on, and after the last
    one planned; so neither the size of the parts in which deals arrive nor their number changes
    where a test stops. (0, “open”) if nowhere.
    """
    values, places = np.unique(shares, return_inverse=True)
    seen = begin // CHECK * CHECK if begin >= LEAST else 0
    counts = np.bincount(places[:seen], minlength=len(values)).astype(np.float64)
    while seen < len(shares):
        end = min(max(LEAST, seen + CHECK), last)
        if end > len(shares):
            break
        counts += np.bincount(places[seen:end], minlength=len(values))
        came = counts > 0  # later deals must not change the rounding
        verdict = test.verdict(values[came], counts[came])
        if verdict != "open":
            return end, verdict
        seen = end
    return 0, "open"
