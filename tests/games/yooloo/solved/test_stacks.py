"""The base game for two: the mixture of stacks, its proof, and drawing from it."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare  # type: ignore[import-untyped]

from mazziere.games import find
from mazziere.games.yooloo import solved
from mazziere.games.yooloo.box import KINDS
from mazziere.games.yooloo.solved import stacks
from mazziere.games.yooloo.solved.calls import linked
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.rng import FAST, seed_words
from mazziere.kernel.state import aligned
from tests.games.yooloo.reference import Yooloo
from tests.games.yooloo.solved.games import sign

MODE = wanted_mode()
TABLE = stacks.tables()["stacks"]
SCALE = sum(TABLE[0])
EVEN = [[1] * KINDS for _ in range(KINDS)]


def generators(seed: int) -> np.ndarray:
    rngs = aligned(1, FAST)
    rngs["word"][0] = seed_words(seed)
    return rngs


def mean_difference(order: list[int], mixture: stacks.Mixture) -> Fraction:
    """Return the mean gain of a stack against a mixture."""
    total = 0
    for other, weight in zip(mixture.orders.tolist(), mixture.weights.tolist(), strict=True):
        for place in range(KINDS):
            total += weight * (place + 1) * sign(order[place], other[place])
    return Fraction(total, int(mixture.weights.sum()))


def test_no_stack_beats_the_table() -> None:
    order, gain = stacks.best_reply(TABLE)
    assert gain == 0
    assert mean_difference(order, stacks.mixture_for_two()) == 0
    random = Random(1)
    for _ in range(300):
        other = random.sample(range(KINDS), KINDS)
        assert mean_difference(other, stacks.mixture_for_two()) <= 0


def test_a_best_reply_is_found_where_there_is_one() -> None:
    order, gain = stacks.best_reply(EVEN)  # every card anywhere: high cards for high points
    assert order == list(range(KINDS))
    assert gain == pytest.approx(sum((n + 1) * (2 * n - 9) / 10 for n in range(KINDS)))
    rising = [[int(card == place) for place in range(KINDS)] for card in range(KINDS)]
    order, gain = stacks.best_reply(rising)  # the 1 against the 10, all others one higher
    assert order == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert gain == 45 - 10


def test_the_table_is_found_again_exactly() -> None:
    assert stacks.solve_two() == TABLE
    near = stacks.near_two()  # the linear program alone, to the digits that it has
    assert np.abs(np.array(TABLE) / SCALE - near).max() < 1e-9


def test_other_supports_are_no_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    near = stacks.near_two()
    near[0, 2] = 0.0
    monkeypatch.setattr(stacks, "near_two", lambda: near)
    with pytest.raises(ValueError, match="no equilibrium"):
        stacks.solve_two()


def test_the_mixture_is_the_table_exactly() -> None:
    mixture = stacks.mixture_for_two()
    found = [[0] * KINDS for _ in range(KINDS)]
    for order, weight in zip(mixture.orders.tolist(), mixture.weights.tolist(), strict=True):
        assert sorted(order) == list(range(KINDS))
        assert weight > 0
        for place, card in enumerate(order):
            found[card][place] += weight
    assert found == TABLE
    assert all(sum(row) == SCALE for row in found)


def test_unequal_sums_are_refused() -> None:
    with pytest.raises(ValueError, match="same sum"):
        stacks.decompose([[1, 1], [1, 0]])


def test_stacks_are_drawn_as_often_as_they_weigh() -> None:
    rngs, draws = generators(4), 4000
    seen = np.zeros((KINDS, KINDS))
    for _ in range(draws):
        order = solved.stack(2, rngs, MODE)
        assert sorted(order) == list(range(KINDS))
        seen[order, range(KINDS)] += 1
    for place in range(KINDS):
        expected = np.array(TABLE)[:, place] / SCALE * draws
        possible = expected > 0
        assert seen[~possible, place].sum() == 0
        assert chisquare(seen[possible, place], expected[possible]).pvalue > 1e-4


def test_card_by_card_is_the_same_as_stack_by_stack() -> None:
    rngs, draws = generators(6), 600
    built = engine(find("yooloo"), "plain")
    seen = np.zeros((KINDS, KINDS))
    for _ in range(draws):
        states = built.new(2, {})
        built.resolve(states, 0, [[0, 1]])
        for place in range(KINDS):
            card = solved.next_of_stack(built.view(states, 0, 1), 1, rngs, "plain")
            assert card in built.legal(states, 0, 1)
            built.apply(states, 0, 1, card)
            seen[card, place] += 1
    for place in (0, 4, 9):
        expected = np.array(TABLE)[:, place] / SCALE * draws
        rare = expected < 5
        kept = np.append(expected[~rare], expected[rare].sum())
        counted = np.append(seen[~rare, place], seen[rare, place].sum())
        assert chisquare(counted[kept > 0], kept[kept > 0]).pvalue > 1e-4


def test_a_stack_that_we_never_begin() -> None:
    built = engine(find("yooloo"), "plain")
    states = built.new(2, {})
    built.resolve(states, 0, [[0, 1]])
    built.apply(states, 0, 0, 9)  # the 10 for one point
    assert solved.next_of_stack(built.view(states, 0, 0), 0, generators(1), "plain") == -1


def test_large_totals_are_drawn_evenly() -> None:
    rngs = generators(8)
    total = 3 * 2**40 + 1  # below half of the next power of two
    parts = np.zeros(6)
    weights = np.array([total // 6] * 5 + [total - 5 * (total // 6)], np.int64)
    for _ in range(3000):
        parts[linked(MODE, stacks.draw_at)(weights, rngs, 0)] += 1
    assert chisquare(parts).pvalue > 1e-3


def test_results_against_itself_by_pairs_of_stacks() -> None:
    mixture = stacks.mixture_for_two()
    spread = stacks.spread_between(mixture, mixture)
    assert spread == pytest.approx(spread[::-1], abs=1e-12)
    wins, random = 0, Random(3)
    trials = 3000
    for _ in range(trials):
        orders = random.choices(mixture.orders.tolist(), mixture.weights.tolist(), k=2)
        table = Yooloo(2, {"variant": "base"})
        table.chance({"chance": "starter", "seat": 0})
        for seat, order in enumerate(orders):
            for card in order:
                table.move(seat, f"stack {card + 1}")
        mine, yours = table.scores()
        wins += mine > yours
    share = spread[stacks.SPREAD + 1 :].sum()
    assert abs(wins / trials - share) < 5 * (share * (1 - share) / trials) ** 0.5


def test_results_against_random_stacks() -> None:
    mixture = stacks.mixture_for_two()
    spread = stacks.spread_against_random(mixture)
    assert spread.sum() == pytest.approx(1)
    differences = np.arange(-stacks.SPREAD, stacks.SPREAD + 1)
    rng, trials = np.random.default_rng(3), 40_000
    picks = rng.choice(len(mixture.weights), p=mixture.weights / SCALE, size=trials)
    others = rng.permuted(np.tile(np.arange(KINDS), (trials, 1)), axis=1)
    wins = np.sign(mixture.orders[picks].astype(int) - others)
    played = np.bincount(wins @ np.arange(1, 11) + stacks.SPREAD, minlength=len(differences))
    often = spread * trials >= 20
    kept = np.append(spread[often], spread[~often].sum()) * trials
    seen = np.append(played[often], played[~often].sum())
    assert chisquare(seen, kept * trials / kept.sum()).pvalue > 1e-4
