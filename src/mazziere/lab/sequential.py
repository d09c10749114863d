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
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ALPHA = 0.05
MARGIN = 0.02
CHECK = 10
"""After every so many deals the test looks whether it may stop ..."""
LEAST = 100
"""... but not before so many, although it could: an interval that says little helps nobody."""
STAKES_PER_SIDE = 64
BISECTIONS = 50


def _stakes() -> tuple[Floats, Floats]:
    """Stakes λ and the logarithm of their shares: even over −1 to 1, with small λ closer together.

    Small stakes decide when there are many deals, and then a difference between them matters.
    """
    place = (np.arange(STAKES_PER_SIDE) + 0.5) / STAKES_PER_SIDE
    stakes = np.concatenate([-(place**2), place**2])
    shares = np.concatenate([place, place])
    return stakes, np.log(shares / shares.sum())


STAKES, LOG_SHARES = _stakes()


def log_coins(values: Floats, counts: Floats, mean: float) -> Floats:
    """The logarithm of the coins won against a mean, by how often each value came.

    The last axis of `counts` runs over the values; any axes before it are kept.
    """
    gains = np.log1p(STAKES[:, np.newaxis] * (values - mean))
    grown = counts @ gains.T + LOG_SHARES
    top = grown.max(axis=-1)
    total: Floats = top + np.log(np.exp(grown - top[..., np.newaxis]).sum(axis=-1))
    return total


def excludes(values: Floats, counts: Floats, mean: float) -> bool:
    """Whether the confidence sequence excludes a mean."""
    return bool(log_coins(values, counts, mean) >= math.log(1 / ALPHA))


def sequence(values: Floats, counts: Floats) -> tuple[float, float]:
    """The ends of the 95 % confidence sequence of the mean."""
    if not counts.sum():
        return 0.0, 1.0
    middle = min(1.0, max(0.0, float(values @ counts / counts.sum())))

    def end(outside: float) -> float:
        if not excludes(values, counts, outside):
            return outside
        return _bisect(lambda mean: excludes(values, counts, mean), middle, outside)

    return end(0.0), end(1.0)


def _bisect(is_out: Callable[[float], bool], inside: float, outside: float) -> float:
    """The border between a point inside and one outside."""
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
    """What is asked of the second bot of a pair: does it beat the first, or is it not worse?"""

    kind: Kind
    margin: float = MARGIN  # by how much its share may fall short and still be “not worse”

    __test__ = False  # nothing for pytest to collect

    @property
    def border(self) -> float:
        """The share that has to be excluded."""
        return 0.5 if self.kind == "beats" else 0.5 - self.margin

    def verdict(self, values: Floats, counts: Floats) -> Verdict:
        """What the deals so far show; “open” as long as they do not."""
        if not counts.sum() or not excludes(values, counts, self.border):
            return "open"
        above = float(values @ counts / counts.sum()) > self.border
        if self.kind == "beats":
            return "beats" if above else "loses"
        return "not worse" if above else "worse"


def first_stop(test: Test, shares: Floats, begin: int, last: int) -> tuple[int, Verdict]:
    """The first look after deal `begin` at which the test may stop, and its verdict.

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
        came = counts > 0  # what comes later must not even change the rounding
        verdict = test.verdict(values[came], counts[came])
        if verdict != "open":
            return end, verdict
        seen = end
    return 0, "open"
