"""The sequential test: a fair game for the null, an interval, few false alarms, and power."""

import math
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from mazziere.lab import sequential
from mazziere.lab.sequential import CHECK, Test, excludes, first_stop, log_coins, sequence

Floats = NDArray[np.float64]
HALVES = np.array([0.0, 0.5, 1.0])


def tallied(values: Floats, *counts: int) -> tuple[Floats, Floats]:
    return values, np.array(counts, np.float64)


# The gambler's coins


@pytest.mark.parametrize("deals", [0, 1, 5, 40])
def test_coins_after_nothing_but_wins(deals: int) -> None:
    """An even split over λ from −1 to 1 of (1 + λ/2)^n is an integral that can be written down."""
    exact = (1.5 ** (deals + 1) - 0.5 ** (deals + 1)) / (deals + 1)
    coins = math.exp(log_coins(*tallied(HALVES, 0, 0, deals), 0.5))
    assert coins == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("mean", [0.2, 0.5, 0.75])
def test_the_game_is_fair_if_the_mean_is_right(mean: float) -> None:
    """Over all courses of six deals the gambler has one coin on average."""
    draw = 0.3
    chances = [1 - mean - draw / 2, draw, mean - draw / 2]
    average = 0.0
    for course in product(range(3), repeat=6):
        chance = math.prod(chances[result] for result in course)
        counts = [course.count(result) for result in range(3)]
        average += chance * math.exp(log_coins(*tallied(HALVES, *counts), mean))
    assert average == pytest.approx(1, abs=1e-12)


def test_many_tallies_at_once() -> None:
    counts = np.array([[3.0, 1.0, 9.0], [0.0, 0.0, 0.0], [50.0, 2.0, 1.0]])
    together = log_coins(HALVES, counts, 0.4)
    assert together == pytest.approx([float(log_coins(HALVES, row, 0.4)) for row in counts])
    assert together[1] == pytest.approx(0, abs=1e-12)


# The interval


@pytest.mark.parametrize(
    "counts", [(10, 20, 30), (0, 5, 40), (200, 900, 300), (4000, 2000, 4100), (0, 0, 12)]
)
def test_the_sequence_is_the_set_of_means_without_twenty_coins(
    counts: tuple[int, int, int],
) -> None:
    tally = tallied(HALVES, *counts)
    low, high = sequence(*tally)
    for mean in np.linspace(0, 1, 401):
        if min(abs(mean - low), abs(mean - high)) > 1e-9:
            coins = math.exp(min(50.0, float(log_coins(*tally, float(mean)))))
            assert (coins < 20) == (low < mean < high or mean in (low, high)), mean
    share = (0.5 * counts[1] + counts[2]) / sum(counts)
    assert low < share <= high


def test_no_deals_say_nothing() -> None:
    assert sequence(*tallied(HALVES, 0, 0, 0)) == (0.0, 1.0)
    assert Test("beats").verdict(*tallied(HALVES, 0, 0, 0)) == "open"


# Simulations, each of fixed seed


def stops(
    rng: np.random.Generator, chances: list[float], border: float, runs: int, deals: int
) -> NDArray[np.int64]:
    """Return the deals after which each run excludes the border, checked every ten; 0: never."""
    looks = deals // CHECK
    drawn = rng.multinomial(CHECK, chances, size=(runs, looks)).cumsum(axis=1).astype(np.float64)
    out = np.stack([log_coins(HALVES, drawn[run], border) for run in range(runs)]) >= math.log(20)
    return np.where(out.any(axis=1), (out.argmax(axis=1) + 1) * CHECK, 0)


@pytest.mark.parametrize(
    ("chances", "border"),
    [
        ([0.25, 0.5, 0.25], 0.5),
        ([0.5, 0.0, 0.5], 0.5),
        ([0.02, 0.96, 0.02], 0.5),  # hardly a deal that is not shared
        ([0.05, 0.94, 0.01], 0.48),  # as bad as “not worse” forbids, and lopsided
    ],
)
def test_false_alarms_are_rarer_than_one_in_twenty(chances: list[float], border: float) -> None:
    assert chances @ HALVES == pytest.approx(border)
    stopped = stops(np.random.default_rng(5), chances, border, runs=400, deals=4000)
    assert 0 < (stopped > 0).sum() <= 20


def test_differences_are_found() -> None:
    """The stopping time is near the theoretical one: growth rate, ln 20, and the cost of mixing."""
    rng = np.random.default_rng(6)
    for chances, deals, least, most in (
        ([0.05, 0.3, 0.65], 400, 10, 60),
        ([0.2, 0.5, 0.3], 4000, 200, 700),
    ):
        mean = float(np.array(chances) @ HALVES)
        spread = float(np.array(chances) @ HALVES**2) - mean**2
        promised = math.log(20) / ((mean - 0.5) ** 2 / (2 * (spread + (mean - 0.5) ** 2)))
        stopped = stops(rng, chances, 0.5, runs=150, deals=deals)
        assert (stopped > 0).all()
        assert least < np.median(stopped) < most
        assert 0.5 * promised < stopped.mean() < 3 * promised


# Verdicts and stopping


def test_verdicts() -> None:
    beats, not_worse = Test("beats"), Test("not-worse")
    assert (beats.border, not_worse.border) == (0.5, 0.48)
    assert Test("not-worse", 0.1).border == pytest.approx(0.4)
    better, even, worse = ((5, 20, 60), (2000, 4000, 2000), (60, 20, 5))
    for counts, first, second in (
        (better, "beats", "not worse"),
        (even, "open", "not worse"),
        (worse, "loses", "worse"),
        ((1, 2, 1), "open", "open"),
    ):
        assert beats.verdict(*tallied(HALVES, *counts)) == first
        assert not_worse.verdict(*tallied(HALVES, *counts)) == second


def test_looks_are_after_every_tenth_deal_from_the_hundredth_on_and_after_the_last() -> None:
    shares = np.array([0.5, 1.0] * 90)
    exact = [n for n in range(1, 181) if excludes(*tallied(HALVES, 0, -(-n // 2), n // 2), 0.5)]
    assert 20 < exact[0] < 70
    assert exact == list(range(exact[0], 181))

    def stop(deals: int, planned: int) -> int:
        return first_stop(Test("beats"), shares[:deals], 0, planned)[0]

    assert [stop(deals, 400) for deals in (69, 99, 100, 109, 180)] == [0, 0, 100, 100, 100]
    assert [stop(70, planned) for planned in (400, 71, 70)] == [0, 0, 70]
    later = np.array([0.5] * 100 + [1.0] * 100)
    found = next(n for n in range(101, 201) if first_stop(Test("beats"), later[:n], 0, 400)[0])
    assert found % 10 == 0
    assert first_stop(Test("beats"), later[: found - 1], 0, found - 1)[0] == found - 1


@pytest.mark.parametrize("parts", [[3, 17, 1, 90, 400], [50] * 10, [500], [10] * 50, [99, 401]])
def test_parts_do_not_change_where_it_stops(parts: list[int]) -> None:
    rng = np.random.default_rng(7)
    shares = rng.choice([0.0, 0.25, 0.5, 0.75, 1.0], size=500, p=[0.13, 0.13, 0.3, 0.27, 0.17])
    whole = first_stop(Test("beats"), shares, 0, 500)
    assert whole[1] == "beats"
    assert whole[0] > 100
    seen = 0
    for part in parts:
        found = first_stop(Test("beats"), shares[: seen + part], seen, 500)
        if found[0]:
            break
        seen += part
    assert found == whole


def test_stakes_are_even() -> None:
    shares = np.exp(sequential.LOG_SHARES)
    assert shares.sum() == pytest.approx(1)
    for limit in (0.1, 0.5, 0.9):
        assert shares[abs(sequential.STAKES) < limit].sum() == pytest.approx(limit, abs=0.02)
    assert abs(sequential.STAKES).max() < 1
