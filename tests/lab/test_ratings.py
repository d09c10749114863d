"""Intervals and ratings: compared with closed forms, and by their coverage."""

import math

import numpy as np
import pytest
from scipy.special import stdtrit  # type: ignore[import-untyped]

from mazziere.lab.ratings import (
    Meeting,
    elo_of,
    mean_estimate,
    quantile_t,
    ratings,
    share_estimate,
    solve,
)
from mazziere.lab.student import quantile


def test_quantiles_are_those_of_the_tables() -> None:
    for freedom, value in ((1, 12.706), (4, 2.776), (10, 2.228), (30, 2.042), (10**6, 1.960)):
        assert quantile_t(freedom) == pytest.approx(value, abs=6e-4)


def test_the_digits_of_quantiles_are_certain() -> None:
    """No quantile is within the error of ours, 1e-12, of the border between two roundings."""
    freedoms = np.arange(1.0, 20_001.0)
    scaled = stdtrit(freedoms, 0.975) * 1e7
    assert np.abs(scaled - np.floor(scaled) - 0.5).min() > 2e-12 * 1e7
    assert quantile_t(7) == round(quantile_t(7), 7)


@pytest.mark.parametrize("probability", [0.5, 0.6, 0.975, 0.999])
def test_quantiles_are_those_of_scipy(probability: float) -> None:
    for freedom in (*range(1, 40), 101, 250, 499, 500, 501, 502, 1000, 10**5, 10**9):
        expected = float(stdtrit(freedom, probability))
        assert quantile(freedom, probability) == pytest.approx(expected, rel=1e-11, abs=1e-12)


@pytest.mark.parametrize(("freedom", "probability"), [(0, 0.9), (3, 0.4), (3, 1.0)])
def test_there_is_no_such_quantile(freedom: int, probability: float) -> None:
    with pytest.raises(ValueError, match="no quantile"):
        quantile(freedom, probability)


def test_elo_of_a_share() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(1 / 101) == pytest.approx(-800)
    assert (elo_of(0.0), elo_of(1.0)) == (None, None)


# Intervals


def test_a_share_by_hand() -> None:
    """Ten deals, seven won; with one won and one lost added: 8 of 12."""
    found = share_estimate(np.array([1.0] * 7 + [0.0] * 3), np.ones(10))
    centre = 8 / 12
    spread = (8 * (1 - centre) ** 2 + 4 * centre**2) / 11
    half = 2.200985 * math.sqrt(spread / 12)
    assert found.value == pytest.approx(0.7)
    assert (found.low, found.high) == pytest.approx((centre - half, centre + half), abs=1e-5)


def test_a_clean_sweep_leaves_doubt() -> None:
    found = share_estimate(np.ones(20), np.ones(20))
    assert (found.value, found.high) == (1, 1)
    assert 0.8 < found.low < 0.9  # 3/20 below 1, by the rule of three
    none = share_estimate(np.zeros(20), np.ones(20))
    assert (none.value, none.low, none.high) == pytest.approx((0, 0, 1 - found.low))


def test_deals_that_count_twice_are_not_twice_the_evidence() -> None:
    sums = np.array([1.0, 0.0, 1.0, 1.0, 0.5, 1.0, 0.0, 0.5])
    once = share_estimate(sums, np.ones(8))
    twice = share_estimate(2 * sums, 2 * np.ones(8))
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high))


@pytest.mark.parametrize("deals", [10, 40, 200])
@pytest.mark.parametrize(
    "chances", [[0.25, 0.5, 0.25], [0.5, 0.0, 0.5], [0.05, 0.1, 0.85], [0.02, 0.93, 0.05]]
)
def test_intervals_cover(deals: int, chances: list[float]) -> None:
    rng = np.random.default_rng(deals)
    values = np.array([0.0, 0.5, 1.0])
    truth = float(values @ np.array(chances))
    drawn = values[rng.choice(3, size=(1000, deals), p=chances)]
    found = [share_estimate(run, np.ones(deals)) for run in drawn]
    covered = sum(estimate.low <= truth <= estimate.high for estimate in found)
    assert covered >= 930


def test_means_by_hand() -> None:
    found = mean_estimate(np.array([1.0, 2.0, 6.0]))
    assert found is not None
    half = 4.302653 * math.sqrt(7 / 3)
    assert (found.value, found.low, found.high) == pytest.approx((3, 3 - half, 3 + half), abs=1e-5)
    assert mean_estimate(np.array([1.0])) is None


# Ratings


def test_linear_equations() -> None:
    rng = np.random.default_rng(4)
    for size in (1, 2, 6):
        root = rng.random((size, size))
        matrix, right = (root @ root.T + np.eye(size)).tolist(), rng.random(size).tolist()
        assert solve(matrix, right) == pytest.approx(np.linalg.solve(matrix, right), rel=1e-10)


def test_two_bots_in_closed_form() -> None:
    shares = np.array([1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5, 1.0])
    first, second = ratings(2, [Meeting(0, 1, shares)], anchor=0)
    assert (first.value, first.low, first.high) == (0, 0, 0)
    assert second.value == pytest.approx(400 * math.log10((6 + 1) / (2 + 1)))
    assert second.low < second.value < second.high
    turned = ratings(2, [Meeting(0, 1, shares)], anchor=1)[0]
    assert turned.value == pytest.approx(-second.value)
    assert turned.high == pytest.approx(-second.low)


def test_ratings_expect_the_wins_that_each_bot_has() -> None:
    """At the maximum of the likelihood, every bot's wins equal its expected wins."""
    rng = np.random.default_rng(8)
    pairs = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    meetings = [Meeting(a, b, rng.random(rng.integers(5, 60))) for a, b in pairs]
    found = ratings(4, meetings, anchor=2)
    assert found[2].value == 0
    for bot in range(4):
        excess = 0.0
        for meeting in meetings:
            ahead = found[meeting.second].value - found[meeting.first].value
            expected = (len(meeting.shares) + 2) / (1 + 10 ** (-ahead / 400))
            sign = (meeting.second == bot) - (meeting.first == bot)
            excess += sign * (meeting.shares.sum() + 1 - expected)
        assert excess == pytest.approx(0, abs=1e-6)


def test_one_sided_results_have_finite_ratings() -> None:
    meetings = [Meeting(0, 1, np.ones(50)), Meeting(0, 2, np.ones(50)), Meeting(1, 2, np.ones(50))]
    found = ratings(3, meetings, anchor=0)
    assert 0 < found[1].low < found[1].value < found[2].value < found[2].high < 4000


def test_rating_intervals_cover_though_meetings_share_their_deals() -> None:
    """The luck of a deal is common to all meetings of it; the true strengths are 0, 60 and 150."""
    rng = np.random.default_rng(9)
    truth = [0.0, 60.0, 150.0]
    covered = 0
    for _ in range(300):
        luck = rng.choice([-0.2, 0.2], size=80)
        meetings = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            expected = 1 / (1 + 10 ** (-(truth[b] - truth[a]) / 400))
            won = rng.random((80, 2)) < (expected + luck)[:, np.newaxis]
            meetings.append(Meeting(a, b, won.mean(axis=1)))
        found = ratings(3, meetings, anchor=0)
        covered += sum(found[bot].low <= truth[bot] <= found[bot].high for bot in (1, 2))
    assert 0.92 * 600 <= covered <= 0.985 * 600
