"""Variants A and B for two players: values, proofs, and what comes of them."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare  # type: ignore[import-untyped]

from mazziere.games.yooloo.box import ALL, KINDS
from mazziere.games.yooloo.solved import patterns, rounds, solution
from mazziere.games.yooloo.solved.calls import linked
from mazziere.games.yooloo.solved.matrix import MATRIX_BUFFERS
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.rng import FAST, seed_words
from mazziere.kernel.state import aligned
from tests.games.yooloo.solved.games import bits, round_value, value_of_hands

MODE = wanted_mode()
TOP = tuple(range(KINDS))


def some_hands(size: int, count: int, seed: int) -> list[tuple[tuple[int, ...], ...]]:
    """Return hands of both players and points cards, all of one size."""
    random = Random(seed)
    choices = list(combinations(range(KINDS), size))
    return [tuple(random.choice(choices) for _ in range(3)) for _ in range(count)]


def value(found: solution.Solution, mine: int, yours: int, points: int) -> float:
    """Look a value up."""
    return rounds.value_of(found.index[0], found.values, mine, yours, points)


@pytest.mark.parametrize(("size", "count"), [(1, 10), (2, 10), (3, 5), (4, 2)])
def test_b_small_games_by_plain_recursion(size: int, count: int) -> None:
    found = solution.solve("b", MODE, size=size - 1)
    for mine, yours, points in some_hands(size, count, seed=size):
        for point in points[:1]:
            rest = bits(points) & ~(1 << point)
            here = (bits(mine), bits(yours), point, rest)
            wanted = round_value(mine, yours, point, points, True)
            assert solution.mixture(found, *here, MODE)[0] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_small_games_by_plain_recursion(size: int) -> None:
    found = solution.solve("a", MODE, size=size)
    points = TOP[KINDS - size :]
    for mine, yours, _ in some_hands(size, 3, seed=size):
        wanted = value_of_hands(mine, yours, points, False)
        assert value(found, bits(mine), bits(yours), bits(points)) == pytest.approx(
            wanted, abs=1e-9
        )


def test_b_values_by_plain_recursion() -> None:
    found = solution.solve("b", MODE, size=3)
    for mine, yours, points in some_hands(3, 4, seed=9):
        wanted = value_of_hands(mine, yours, points, True)
        assert value(found, bits(mine), bits(yours), bits(points)) == pytest.approx(
            wanted, abs=1e-9
        )


@pytest.mark.slow
def test_a_no_reply_gains_at_any_position() -> None:
    found = solution.solve("a", MODE)
    proof = solution.prove_a(found, MODE)
    assert proof.positions == 184_756
    assert proof.gain < 1e-9
    assert abs(proof.gain_at_start) < 1e-9


@pytest.mark.slow
def test_b_no_reply_gains_with_up_to_five_cards() -> None:
    found = solution.solve("b", MODE, jobs=2, size=5)
    proof = solution.prove_b(found, MODE, jobs=2, size=5)
    assert proof.positions == 1 + 3 * 10 + 13 * 45 + 63 * 120 + 321 * 210 + 1683 * 252
    assert proof.gain < 1e-9


def test_a_wrong_value_is_noticed() -> None:
    found = solution.solve("b", MODE, size=3)
    assert solution.prove_b(found, MODE, size=3).gain < 1e-9
    index = found.index[0]
    first, last = (int(index["first_value"][size]) for size in (2, 3))
    found.values[first:last] += np.random.default_rng(1).normal(size=last - first) * 0.01
    assert solution.prove_b(found, MODE, size=3).gain > 1e-4


def test_threads_find_the_same_values() -> None:
    one, two = (solution.solve("b", MODE, jobs, size=3) for jobs in (1, 2))
    # Exact: threads share positions out; each is solved by one thread, by the same operations.
    assert one.values.tobytes() == two.values.tobytes()
    assert one.gap == two.gap < 1e-11


@pytest.mark.slow
def test_compiled_is_plain_bit_by_bit() -> None:
    compiled, plain = solution.solve("a", "compiled"), solution.solve("a", "plain")
    assert compiled.values.tobytes() == plain.values.tobytes()


def test_all_progress_is_reported() -> None:
    told: list[int] = []
    solution.solve("a", MODE, report=told.append)
    assert sum(told) == solution.steps_of("a") == patterns.ROWS - 1


@pytest.mark.slow
def test_a_results_are_those_of_many_games() -> None:
    found = solution.solve("a", MODE)
    differences = np.arange(-rounds.SPREAD, rounds.SPREAD + 1)
    trials = 40_000 if MODE != "plain" else 1000
    for opponent in (rounds.SAME, rounds.RANDOM):
        exact = solution.spread_a(found, opponent, MODE)
        assert exact.sum() == pytest.approx(1, abs=1e-12)
        if opponent == rounds.SAME:
            assert exact == pytest.approx(exact[::-1], abs=1e-12)
        played = solution.spread_by_trials(found, opponent, trials, 1, MODE, jobs=2)
        assert played.sum() == pytest.approx(1)
        often = exact * trials >= 20
        kept = np.append(exact[often], exact[~often].sum()) * trials
        seen = np.append(played[often], played[~often].sum()) * trials
        assert chisquare(seen, kept * seen.sum() / kept.sum()).pvalue > 1e-4
        spread = exact @ differences**2 - (exact @ differences) ** 2
        error = (spread / trials) ** 0.5
        assert abs((played - exact) @ differences) < 5 * error


def test_cards_are_drawn_as_often_as_the_mixture_says() -> None:
    found = solution.solve("a", MODE)
    mine, yours, point = 0b1011011010, 0b0111010110, 4
    rest = ALL & ~0b11111
    _, mixture = solution.mixture(found, mine, yours, point, rest, MODE)
    rngs = aligned(1, FAST)
    rngs["word"][0] = seed_words(5)
    buffers = aligned(1, MATRIX_BUFFERS)
    pick = linked(MODE, rounds.pick_at)
    draws = 2000
    seen = dict.fromkeys(range(KINDS), 0)
    for _ in range(draws):
        here = (mine, yours, point, rest)
        seen[pick(found.index, buffers, 0, found.values, *here, rngs)] += 1
    possible = [(card, share) for card, share in mixture if share > 0]
    assert len(possible) > 1
    assert sum(seen[card] for card, _ in possible) == draws
    expected = [share * draws for _, share in possible]
    assert chisquare([seen[card] for card, _ in possible], expected).pvalue > 1e-3
