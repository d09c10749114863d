"""The solver of matrix games, beside HiGHS."""

from typing import Any

import numpy as np
import pytest

from mazziere.games.yooloo.solved import matrix
from mazziere.games.yooloo.solved.calls import linked
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.jit import Linker, Mode
from mazziere.kernel.state import Plain, aligned
from tests.games.yooloo.solved.games import Matrix, best_against_random, value_by_highs

KINDS = ("normal", "signs", "integers", "doubled", "ranks", "noisy")


def game(kind: str, rng: np.random.Generator) -> Matrix:
    """Return a game of up to ten moves against ten, most kinds with many ties."""
    rows, columns = (int(n) for n in rng.integers(1, 11, 2))
    if kind == "normal":
        return np.asarray(rng.normal(size=(rows, columns)) * 30)
    if kind == "ranks":
        mine, yours = rng.integers(0, 4, rows), rng.integers(0, 4, columns)
        return np.asarray(np.sign(mine[:, None] - yours[None, :]) * float(rng.integers(1, 11)))
    spread = {"signs": 1, "integers": 10, "doubled": 3, "noisy": 3}[kind]
    payoff = rng.integers(-spread, spread + 1, (rows, columns)).astype(float)
    if kind != "integers":
        payoff[rng.integers(rows)] = payoff[rng.integers(rows)]
        payoff[:, rng.integers(columns)] = payoff[:, rng.integers(columns)]
    if kind == "noisy":  # what ought to be equal differs in the last digits
        payoff += rng.integers(-2, 3, payoff.shape) * 4e-16
    return payoff


def buffers_of(games: list[Matrix]) -> np.ndarray:
    buffers = aligned(len(games), matrix.MATRIX_BUFFERS)
    for n, payoff in enumerate(games):
        rows, columns = payoff.shape
        buffers["rows"][n], buffers["columns"][n] = rows, columns
        buffers["payoff"][n, :rows, :columns] = payoff
    return buffers


def solved(games: list[Matrix], gains_most: bool = False, mode: Mode | None = None) -> np.ndarray:
    buffers = buffers_of(games)
    linked(mode or wanted_mode(), matrix.solve_each)(buffers, int(gains_most))
    return buffers


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gains_most", [False, True])
def test_values_are_those_of_highs(kind: str, gains_most: bool) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    games = [game(kind, rng) for _ in range(250)]
    buffers = solved(games, gains_most)
    for n, payoff in enumerate(games):
        rows, columns = payoff.shape
        row_mix, column_mix = buffers["row_mix"][n, :rows], buffers["column_mix"][n, :columns]
        for mix in (row_mix, column_mix):
            assert mix.min() >= 0
            assert abs(mix.sum() - 1) < 1e-12
        value = value_by_highs(payoff)
        assert (row_mix @ payoff).min() >= value - 1e-9
        assert (payoff @ column_mix).max() <= value + 1e-9


def test_mixtures_are_optimal_in_thousands_of_games() -> None:
    rng = np.random.default_rng(7)
    games = [game(kind, rng) for kind in KINDS for _ in range(2000)]
    buffers = solved(games, gains_most=True)
    for n, payoff in enumerate(games):
        rows, columns = payoff.shape
        low = (buffers["row_mix"][n, :rows] @ payoff).min()
        high = (payoff @ buffers["column_mix"][n, :columns]).max()
        assert high - low < 1e-10, (n, payoff)


@pytest.mark.parametrize("kind", ["signs", "doubled", "ranks"])
def test_a_keen_mixture_gains_most_from_random_opponents(kind: str) -> None:
    rng = np.random.default_rng(3)
    games = [game(kind, rng) for _ in range(100)]
    plain, keen = solved(games), solved(games, gains_most=True)
    better = 0
    for n, payoff in enumerate(games):
        rows = len(payoff)
        gain = float(keen["row_mix"][n, :rows] @ payoff.mean(axis=1))
        assert abs(gain - best_against_random(payoff, value_by_highs(payoff))) < 1e-7
        better += gain > float(plain["row_mix"][n, :rows] @ payoff.mean(axis=1)) + 1e-9
    assert better > 0  # the choice was one


@pytest.mark.parametrize(
    ("payoff", "value", "row_mix"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),
        ([[3, 5], [2, 9]], 3, [1, 0]),
        ([[7]], 7, [1]),
        ([[2, 2], [2, 2]], 2, None),
        ([[1, -1], [-3, 2]], -1 / 7, [5 / 7, 2 / 7]),
        ([[1, 2, 3]], 1, [1]),
        ([[1], [4], [2]], 4, [0, 1, 0]),
    ],
)
def test_known_games(payoff: list[list[int]], value: float, row_mix: list[float] | None) -> None:
    buffers = solved([np.array(payoff, float)])
    assert buffers["low"][0, 0] == pytest.approx(value, abs=1e-12)
    assert buffers["high"][0, 0] == pytest.approx(value, abs=1e-12)
    if row_mix is not None:
        assert buffers["row_mix"][0, : len(row_mix)] == pytest.approx(row_mix, abs=1e-12)


def test_the_rule_that_cannot_cycle_finds_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    games = [game(kind, rng) for kind in KINDS for _ in range(40)]
    steepest = solved(games)
    monkeypatch.setattr(matrix, "STEPS_BEFORE_BLAND", 0)
    buffers = buffers_of(games)
    solve_each: Any = Linker("plain", "test", {}).entry(matrix.solve_each)
    solve_each(Plain(buffers), 0)
    assert np.abs(buffers["low"] - steepest["low"]).max() < 1e-10
    assert np.abs(buffers["high"] - steepest["high"]).max() < 1e-10


@pytest.mark.slow
def test_compiled_is_plain_bit_by_bit() -> None:
    rng = np.random.default_rng(11)
    games = [game(kind, rng) for kind in KINDS for _ in range(100)]
    for gains_most in (False, True):
        compiled, plain = (solved(games, gains_most, mode) for mode in ("compiled", "plain"))
        for name in ("row_mix", "column_mix", "low", "high"):
            assert compiled[name].tobytes() == plain[name].tobytes()
