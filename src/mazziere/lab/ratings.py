"""Shares, ratings and their 95 % intervals, with the deal as the unit of the sample.

The matches of one deal are alike, so they count as one observation (a cluster). Two made-up deals,
one won and one lost, are added to each sample before its spread is taken: so an interval has a
width also when every deal was won, and covers what it should in small samples (Agresti and Caffo
2000 do this for plain proportions; `tests/lab/test_ratings.py` measures the coverage).

All figures have the same bits on every machine: sums are exact (`fsum`), elimination goes in a
fixed order, and exponentials and logarithms are our own (`kernel.real`). NumPy's sums, BLAS and the
C library would each choose the last bits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel.real import LN_10, exp, ln
from mazziere.lab.student import quantile

Floats = NDArray[np.float64]
Matrix = list[list[float]]
Pair = tuple[int | None, int | None]
"""The places of two bots among those that are rated; None is the anchor."""

CONFIDENCE = 0.95
ELO = 400 / LN_10
"""Points of Elo per unit of log odds: 400 points are odds of ten to one."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


def quantile_t(freedom: int) -> float:
    """Return the half width of a 95 % interval in standard errors, to seven decimals.

    `quantile` is accurate to 1e-13. Up to a million degrees of freedom no quantile is that close to
    the border between two roundings, so all seven decimals are certain.
    """
    return round(quantile(freedom, (1 + CONFIDENCE) / 2), 7)


def share_estimate(sums: Floats, sizes: Floats) -> Estimate:
    """Estimate the mean of clustered shares from 0 to 1, given the sum and size of each deal."""
    size = float(sizes.max())
    sums, sizes = np.append(sums, [size, 0.0]), np.append(sizes, [size, size])
    clusters, total = len(sums), math.fsum(sizes)
    centre = math.fsum(sums) / total
    rest = sums - centre * sizes
    error = math.sqrt(clusters / (clusters - 1) * math.fsum(rest * rest)) / total
    half = quantile_t(clusters - 1) * error
    share = math.fsum(sums[:-2]) / math.fsum(sizes[:-2])
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Estimate(share, min(low, share), max(high, share))


def mean_estimate(values: Floats) -> Estimate | None:
    """Estimate the mean of unbounded numbers by Student’s t; None for fewer than two."""
    count = len(values)
    if count < 2:
        return None
    mean = math.fsum(values) / count
    rest = values - mean
    spread = math.sqrt(math.fsum(rest * rest) / (count - 1))
    half = quantile_t(count - 1) * spread / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half)


def elo_of(share: float) -> float | None:
    """Return the Elo difference that a share of the wins stands for; None for all or none."""
    return ELO * ln(share / (1 - share)) if 0 < share < 1 else None


@dataclass(frozen=True)
class Meeting:
    """The results of a pair: the indices of its bots, and the second one’s share in each deal."""

    first: int
    second: int
    shares: Floats  # by number of the deal; the same number is the same deal in every meeting


def ratings(bots: int, meetings: Sequence[Meeting], anchor: int) -> list[Estimate]:
    """Return Bradley–Terry ratings on the Elo scale; that of the anchor is 0.

    The share of a bot rated d points above another is 1 / (1 + 10^(−d/400)). Intervals are of the
    difference to the anchor: by the sandwich formula, with a deal as the cluster across meetings.
    """
    free = {bot: place for place, bot in enumerate(b for b in range(bots) if b != anchor)}
    pairs = [(free.get(meeting.first), free.get(meeting.second)) for meeting in meetings]
    deals = [float(len(meeting.shares)) for meeting in meetings]
    won = [math.fsum(meeting.shares) for meeting in meetings]
    trials = [count + 2 for count in deals]
    strength = _fit(len(free), pairs, trials, [wins + 1 for wins in won])
    expected = _expected(pairs, strength)
    curve = _curve(len(free), pairs, trials, expected)
    bread = [solve(curve, unit) for unit in _identity(len(free))]
    clusters = int(max(deals)) + 2
    meat = _residual_products(len(free), pairs, meetings, expected)
    reach = quantile_t(clusters - 1) * math.sqrt(clusters / (clusters - 1))
    found = [Estimate(0.0, 0.0, 0.0)] * bots
    for bot, place in free.items():
        row = bread[place]
        variance = math.fsum(
            row[a] * meat[a][b] * row[b] for a in range(len(free)) for b in range(len(free))
        )
        middle, half = ELO * strength[place], ELO * reach * math.sqrt(variance)
        found[bot] = Estimate(middle, middle - half, middle + half)
    return found


def _residual_products(
    size: int, pairs: Sequence[Pair], meetings: Sequence[Meeting], expected: Sequence[float]
) -> Matrix:
    """Return, for every two bots, the sum over all deals of the product of their residuals.

    The residual of a bot in a deal is its share less the expected one, in all its meetings
    together. The made-up deals count too.
    """
    longest = max(len(meeting.shares) for meeting in meetings)
    pulls = np.zeros((size, longest + 2 * len(meetings)))
    for n, (pair, meeting) in enumerate(zip(pairs, meetings, strict=True)):
        gaps = np.zeros(pulls.shape[1])
        gaps[: len(meeting.shares)] = meeting.shares - expected[n]
        gaps[longest + n] = 1 - expected[n]
        gaps[longest + len(meetings) + n] = -expected[n]
        for bot, sign in zip(pair, (-1.0, 1.0), strict=True):
            if bot is not None:
                pulls[bot] += sign * gaps
    return [[math.fsum(pulls[a] * pulls[b]) for b in range(size)] for a in range(size)]


def _fit(
    size: int, pairs: Sequence[Pair], deals: Sequence[float], won: Sequence[float]
) -> list[float]:
    """Maximise the likelihood by Newton’s method; halve a step that overshoots."""
    strength = [0.0] * size
    height = _height(pairs, strength, deals, won)
    for _ in range(100):
        expected = _expected(pairs, strength)
        slope = [0.0] * size
        for pair, count, wins, share in zip(pairs, deals, won, expected, strict=True):
            for bot, sign in zip(pair, (-1.0, 1.0), strict=True):
                if bot is not None:
                    slope[bot] += sign * (wins - count * share)
        step = solve(_curve(size, pairs, deals, expected), slope)
        while True:
            stepped = [old + by for old, by in zip(strength, step, strict=True)]
            higher = _height(pairs, stepped, deals, won)
            if higher >= height:
                break
            step = [by / 2 for by in step]
            if max(map(abs, step)) < 1e-12:
                return strength
        strength, height = stepped, higher
        if max(map(abs, step)) < 1e-12:
            break
    return strength


def _expected(pairs: Sequence[Pair], strength: Sequence[float]) -> list[float]:
    """Return the share of the wins that each meeting's second bot should have."""
    return [1 / (1 + exp(-_lead(pair, strength))) for pair in pairs]


def _lead(pair: Pair, strength: Sequence[float]) -> float:
    """Return by how much the second bot of a pair is stronger; the anchor has 0."""
    first, second = (0.0 if bot is None else strength[bot] for bot in pair)
    return second - first


def _curve(
    size: int, pairs: Sequence[Pair], deals: Sequence[float], expected: Sequence[float]
) -> Matrix:
    """Return how the slopes of the likelihood change with the strengths, with the sign changed."""
    curve = [[0.0] * size for _ in range(size)]
    for (first, second), count, share in zip(pairs, deals, expected, strict=True):
        weight = count * share * (1 - share)
        for a, b, sign in ((first, first, 1), (second, second, 1), (first, second, -1)):
            if a is not None and b is not None:
                curve[a][b] += sign * weight
                if a != b:
                    curve[b][a] += sign * weight
    return curve


def _height(
    pairs: Sequence[Pair], strength: Sequence[float], deals: Sequence[float], won: Sequence[float]
) -> float:
    """Return the logarithm of the likelihood."""
    total = []
    for pair, count, wins in zip(pairs, deals, won, strict=True):
        odds = _lead(pair, strength)
        total += [wins * odds, -count * (max(odds, 0.0) + ln(1 + exp(-abs(odds))))]
    return math.fsum(total)


def _identity(size: int) -> Matrix:
    return [[float(a == b) for b in range(size)] for a in range(size)]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve linear equations with a positive definite matrix, by elimination in a fixed order."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for step in range(size):
        for row in rows[step + 1 :]:
            factor = row[step] / rows[step][step]
            for n in range(step, size + 1):
                row[n] -= factor * rows[step][n]
    found = [0.0] * size
    for step in reversed(range(size)):
        known = math.fsum(rows[step][n] * found[n] for n in range(step + 1, size))
        found[step] = (rows[step][size] - known) / rows[step][step]
    return found
