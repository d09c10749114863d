"""Variants A and B for two players: computing the values, proving them, and their results."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.games.yooloo.box import ALL, KINDS
from mazziere.games.yooloo.solved import patterns, rounds
from mazziere.games.yooloo.solved.calls import linked
from mazziere.games.yooloo.solved.matrix import MATRIX_BUFFERS
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import FAST, seed_words
from mazziere.kernel.solving import Advance
from mazziere.kernel.state import aligned

Variant = Literal["a", "b"]

PIECES = 40
"""The number of pieces of each hand size, for threads and for the progress bar."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The values of all positions of a variant."""

    variant: Variant
    values: NDArray[np.float64]
    gap: float  # largest distance of the mixtures of one round from optimal ones

    @property
    def index(self) -> NDArray[Any]:
        """The addresses of the values."""
        return patterns.index(self.variant == "b")


class Exploitability(NamedTuple):
    """The largest gain of a best reply, at any position and at the start."""

    gain: float
    gain_at_start: float
    positions: int


def _nothing(_: int) -> None:
    """Report nothing."""


# Values


def steps_of(variant: Variant, size: int = KINDS) -> int:
    """Return the number of progress steps to solve or prove a variant: one for each row."""
    return int(patterns.index(variant == "b")[0]["first_row"][size + 1]) - 1


def solve(
    variant: Variant,
    mode: Mode,
    jobs: int = 1,
    report: Advance = _nothing,
    size: int = KINDS,
) -> Solution:
    """Compute the values of all positions with up to `size` cards in a hand."""
    index = patterns.index(variant == "b")
    values = np.zeros(patterns.values_in(index, size))
    buffers = aligned(jobs, MATRIX_BUFFERS)
    fill = linked(mode, rounds.solve_rows)

    def work(at: int, cards: int, low: int, high: int) -> float:
        return float(fill(index, buffers, at, values, cards, low, high))

    gap = _by_layers(work, index, jobs, report, size)
    return Solution(variant, values, gap)


def _by_layers(
    work: Callable[[int, int, int, int], float],
    index: NDArray[Any],
    jobs: int,
    report: Advance,
    size: int,
) -> float:
    """Work through the rows by hand size, in pieces; return the largest result."""
    most = 0.0
    free = list(range(jobs))  # buffers that no thread uses

    def do(cards: int, low: int, high: int) -> tuple[float, int]:
        at = free.pop()
        answer = work(at, cards, low, high)
        free.append(at)
        return answer, high - low

    with ThreadPoolExecutor(jobs) as pool:
        for cards in range(1, size + 1):
            pieces = list(_pieces(index, cards))
            for answer, count in pool.map(lambda piece: do(*piece), pieces):
                most = max(most, answer)
                report(count)
    return most


def _pieces(index: NDArray[Any], cards: int) -> Iterator[tuple[int, int, int]]:
    first = int(index[0]["first_row"][cards])
    last = int(index[0]["first_row"][cards + 1])
    step = -(-(last - first) // PIECES)
    for low in range(first, last, step):
        yield cards, low, min(low + step, last)


def warm(variant: Variant, mode: Mode) -> None:
    """Compile the functions that solve and prove a variant, by calls without work."""
    index, buffers = patterns.index(variant == "b"), aligned(2, MATRIX_BUFFERS)
    values, left = np.zeros(1), np.zeros((1, 1))
    reply = rounds.reply_by_rows if variant == "b" else rounds.reply_by_hands
    linked(mode, rounds.solve_rows)(index, buffers, 0, values, 1, 1, 1)
    linked(mode, reply)(index, buffers, 0, values, left, 1, 0, 0)


# Proofs


def prove_a(solution: Solution, mode: Mode, report: Advance = _nothing) -> Exploitability:
    """Compute the best reply in all 184 756 pairs of hands of variant A."""
    left = np.zeros((ALL + 1, ALL + 1))
    buffers = aligned(1, MATRIX_BUFFERS)
    reply = linked(mode, rounds.reply_by_hands)
    most, positions = 0.0, 0
    for cards in range(KINDS + 1):
        if cards:
            found = reply(solution.index, buffers, 0, solution.values, left, cards, 0, ALL + 1)
            most = max(most, float(found))
        positions += comb(KINDS, cards) ** 2
        report(1)
    return Exploitability(most, -float(left[ALL, ALL]), positions)


def prove_b(
    solution: Solution, mode: Mode, jobs: int = 1, report: Advance = _nothing, size: int = KINDS
) -> Exploitability:
    """Compute the best reply in variant B for every word and every set of points cards."""
    left = np.zeros((2, len(solution.values)))
    buffers = aligned(jobs, MATRIX_BUFFERS)
    reply = linked(mode, rounds.reply_by_rows)
    index = solution.index

    def work(at: int, cards: int, low: int, high: int) -> float:
        return float(reply(index, buffers, at, solution.values, left, cards, low, high))

    most = _by_layers(work, index, jobs, report, size)
    positions = sum(
        len(patterns.words(cards)) * int(index[0]["width"][cards]) for cards in range(size + 1)
    )
    return Exploitability(most, -float(left[0, -1]) if size == KINDS else most, positions)


# Results of play


def spread_a(solution: Solution, opponent: int, mode: Mode) -> NDArray[np.float64]:
    """Return the exact distribution of point differences in variant A, from -55 to 55."""
    index = solution.index
    spread = np.zeros((2 * patterns.ROWS, 2 * rounds.SPREAD + 1))
    spread[:2, rounds.SPREAD] = 1.0
    buffers = aligned(2, MATRIX_BUFFERS)
    fill = linked(mode, rounds.spread_rows)
    for cards in range(1, KINDS + 1):
        for _, low, high in _pieces(index, cards):
            fill(index, buffers, 0, solution.values, spread, opponent, cards, low, high)
    return np.array(spread[-2])


def spread_by_trials(
    solution: Solution,
    opponent: int,
    trials: int,
    seed: int,
    mode: Mode,
    jobs: int = 1,
    report: Advance = _nothing,
) -> NDArray[np.float64]:
    """Estimate that distribution from games, which do not depend on the number of threads."""
    index = solution.index
    buffers, rngs = aligned(PIECES, MATRIX_BUFFERS), aligned(PIECES, FAST)
    tally = np.zeros((PIECES, 2 * rounds.SPREAD + 1), np.int64)
    play = linked(mode, rounds.play_trials)
    sizes = [trials * (n + 1) // PIECES - trials * n // PIECES for n in range(PIECES)]

    def work(at: int) -> int:
        rngs["word"][at] = seed_words(seed * PIECES + at)
        play(index, buffers, at, solution.values, rngs, opponent, sizes[at], tally)
        return sizes[at]

    with ThreadPoolExecutor(jobs) as pool:
        for done in pool.map(work, range(PIECES)):
            report(done)
    return np.asarray(tally.sum(axis=0) / trials)


# One round


def mixture(
    solution: Solution, mine: int, yours: int, point: int, rest: int, mode: Mode
) -> tuple[float, list[tuple[int, float]]]:
    """Return the value of a round, and the probability of each card in my hand."""
    buffers = aligned(1, MATRIX_BUFFERS)
    solver = linked(mode, rounds.solve_round)
    value = solver(solution.index, buffers, 0, solution.values, mine, yours, point, rest)
    cards = [card for card in range(KINDS) if mine >> card & 1]
    mix = buffers["row_mix"][0].tolist()
    return float(value), [(card, mix[n]) for n, card in enumerate(cards)]
