"""Shares, ratings and their 95 % intervals, with the deal as the unit of the sample.

The matches of one deal are alike, so they count as one observation (a cluster). Two made-up deals,
one won and one lost, are added to each sample before its spread is taken: so an interval has a
width also when every deal was won, and covers what it should in small samples (Agresti and Caffo
2000 do this for plain proportions; `tests/lab/test_ratings.py` measures the coverage).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CONFIDENCE = 0.95
ELO = 400 / math.log(10)
"""Points of Elo per unit of log odds: 400 points are odds of ten to one."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


def quantile_t(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to either side."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, (1 + CONFIDENCE) / 2))


def share_estimate(sums: Floats, sizes: Floats) -> Estimate:
    """The mean of shares from 0 to 1 that come in clusters: their sums and sizes, by deal."""
    size = float(sizes.max())
    sums, sizes = np.append(sums, [size, 0.0]), np.append(sizes, [size, size])
    clusters, total = len(sums), sizes.sum()
    centre = sums.sum() / total
    rest = sums - centre * sizes
    error = math.sqrt(clusters / (clusters - 1) * float(rest @ rest)) / total
    half = quantile_t(clusters - 1) * error
    share = float(sums[:-2].sum() / sizes[:-2].sum())
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Estimate(share, min(low, share), max(high, share))


def mean_estimate(values: Floats) -> Estimate | None:
    """The mean of numbers without bounds by Student’s t; None of fewer than two."""
    count = len(values)
    if count < 2:
        return None
    mean = float(values.mean())
    half = quantile_t(count - 1) * float(values.std(ddof=1)) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half)


def elo_of(share: float) -> float | None:
    """The difference in Elo that a share of the wins stands for; None for all or none of them."""
    return ELO * math.log(share / (1 - share)) if 0 < share < 1 else None


@dataclass(frozen=True)
class Meeting:
    """Two bots that met: their places among the bots, and the second one’s share in each deal."""

    first: int
    second: int
    shares: Floats  # by number of the deal; the same number is the same deal in every meeting


def ratings(bots: int, meetings: Sequence[Meeting], anchor: int) -> list[Estimate]:
    """Bradley–Terry ratings on the Elo scale; that of the anchor is 0.

    The share of a bot rated d points above another is 1 / (1 + 10^(−d/400)). Intervals are of the
    difference to the anchor: by the sandwich formula, with a deal as the cluster across meetings.
    """
    free = [bot for bot in range(bots) if bot != anchor]
    sides = np.zeros((len(meetings), bots))
    for row, meeting in enumerate(meetings):
        sides[row, meeting.second] += 1
        sides[row, meeting.first] -= 1
    sides = sides[:, free]
    deals = np.array([len(meeting.shares) for meeting in meetings], np.float64)
    won = np.array([meeting.shares.sum() for meeting in meetings])
    strength = _fit(sides, deals + 2, won + 1)
    expected = 1 / (1 + np.exp(-(sides @ strength)))
    bread = np.linalg.inv((sides.T * ((deals + 2) * expected * (1 - expected))) @ sides)
    gaps = np.zeros((int(deals.max()), len(meetings)))
    for row, meeting in enumerate(meetings):
        gaps[: len(meeting.shares), row] = meeting.shares - expected[row]
    gaps = np.vstack([gaps, np.diag(1 - expected), np.diag(-expected)])
    pulls = gaps @ sides
    clusters = int(deals.max()) + 2
    spread = clusters / (clusters - 1) * (bread @ (pulls.T @ pulls) @ bread)
    half = quantile_t(clusters - 1) * np.sqrt(np.diag(spread))
    found = [Estimate(0.0, 0.0, 0.0)] * bots
    for place, bot in enumerate(free):
        middle, reach = float(ELO * strength[place]), float(ELO * half[place])
        found[bot] = Estimate(middle, middle - reach, middle + reach)
    return found


def _fit(sides: Floats, deals: Floats, won: Floats) -> Floats:
    """Maximise the likelihood by Newton’s method; halve a step that overshoots."""
    strength = np.zeros(sides.shape[1])
    height = _height(sides @ strength, deals, won)
    for _ in range(100):
        expected = 1 / (1 + np.exp(-(sides @ strength)))
        slope = sides.T @ (won - deals * expected)
        curve = (sides.T * (deals * expected * (1 - expected))) @ sides
        step = np.linalg.solve(curve, slope)
        while (higher := _height(sides @ (strength + step), deals, won)) < height:
            step /= 2
            if abs(step).max() < 1e-12:
                return strength
        strength, height = strength + step, higher
        if abs(step).max() < 1e-12:
            break
    return strength


def _height(odds: Floats, deals: Floats, won: Floats) -> float:
    """The logarithm of the likelihood."""
    return float(won @ odds - deals @ np.logaddexp(0, odds))
