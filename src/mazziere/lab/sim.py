"""Simulations: many matches of a seed, and what they add up to.

Match `number` of a seed is the same match whether the compiled loop plays it, threads share the
work, or it is written down step by step. Counts are whole numbers, so the order in which parts are
added up does not matter.
"""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.bots.levels import Spec
from mazziere.kernel.engine import engine, members
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream, random_move
from mazziere.kernel.record import Recorder
from mazziere.lab.duels import play_bots, sit_down, threads_for

CHUNK_SECONDS = 0.2
Z_95 = 1.959963984540054

Report = Callable[[int], None]
"""Is told how many more matches have been played."""


@dataclass(frozen=True)
class Setup:
    """What is simulated."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seed: int
    bots: tuple[Spec, ...] = ()  # one for each seat; none: all play at random

    @property
    def is_random(self) -> bool:
        """Whether all play at random, for which there is a faster way."""
        return all(spec.level == "random" for spec in self.bots)


@dataclass
class Tally:
    """What has been counted so far."""

    players: int
    games: int = 0
    moves: int = 0
    won: Counter[tuple[int, int]] = field(default_factory=Counter)  # (seat, winners) → matches
    lengths: Counter[int] = field(default_factory=Counter)  # moves → matches
    points: list[int] = field(default_factory=list)  # sum of scores by seat

    def __post_init__(self) -> None:
        self.points = self.points or [0] * self.players

    def add(self, scores: NDArray[np.int32], results: NDArray[np.int32]) -> None:
        """Count matches as the engine reports them: rows of scores, and of moves and winners."""
        self.games += len(results)
        self.moves += int(results[:, 0].sum(dtype=np.int64))
        for bits, matches in zip(*np.unique(results[:, 2], return_counts=True), strict=True):
            seats = members(int(bits))
            for seat in seats:
                self.won[seat, len(seats)] += int(matches)
        for moves, matches in zip(*np.unique(results[:, 0], return_counts=True), strict=True):
            self.lengths[int(moves)] += int(matches)
        for seat, total in enumerate(scores.sum(axis=0, dtype=np.int64).tolist()):
            self.points[seat] += total

    def wins(self, seat: int) -> float:
        """Wins of a seat; of a win shared by k seats each has 1/k."""
        return sum(n / shared for (who, shared), n in sorted(self.won.items()) if who == seat)

    def shared(self) -> int:
        """How many matches had more than one winner."""
        return round(sum(n / shared for (_, shared), n in self.won.items() if shared > 1))

    def percentile(self, percent: int) -> int:
        """The length in moves that so many per cent of the matches do not exceed."""
        rank = math.ceil(self.games * percent / 100)
        for moves in sorted(self.lengths):
            rank -= self.lengths[moves]
            if rank <= 0:
                return moves
        raise ValueError("nothing was counted")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's formula."""
    share, z2 = wins / games, Z_95 * Z_95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    spread = share * (1 - share) / games + z2 / (4 * games * games)
    half = Z_95 * math.sqrt(spread) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


# Playing


def warm(setup: Setup, mode: Mode) -> None:
    """Link and compile, or fetch from the cache, before any clock runs or thread starts."""
    _play(setup, mode, 0, 0)


def simulate(setup: Setup, games: int, jobs: int, mode: Mode, report: Report) -> Tally:
    """Play matches 0 to games - 1 of the seed in batches, in so many threads."""
    warm(setup, mode)
    tally = Tally(setup.players)
    size = 1 if mode == "plain" else 16
    first, began = 0, time.perf_counter()
    threads = threads_for(setup.game, setup.bots, mode, jobs)
    with ThreadPoolExecutor(threads) as pool:
        running: deque[Future[tuple[NDArray[np.int32], NDArray[np.int32]]]] = deque()
        while running or first < games:
            while first < games and len(running) < 2 * threads:
                count = min(size, games - first)
                running.append(pool.submit(_play, setup, mode, first, count))
                first += count
            scores, results = running.popleft().result()
            tally.add(scores, results)
            report(len(results))
            rate = tally.games / (time.perf_counter() - began)
            size = max(1, min(2 * size, int(rate * CHUNK_SECONDS / threads)))
    return tally


def _play(
    setup: Setup, mode: Mode, first: int, count: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    table = setup.players, setup.options
    if setup.is_random:
        built = engine(setup.game, mode)
        return built.play_matches(*table, setup.seed, first, count, MAX_STEPS)
    numbers = range(first, first + count)
    seatings = [range(setup.players)] * count
    return play_bots(setup.game, mode, *table, setup.bots, setup.seed, numbers, seatings)


def record_match(setup: Setup, number: int, mode: Mode, with_legal: bool) -> Recorder:
    """Play match `number` of the seed and write it down."""
    seed = match_seed(setup.seed, number)
    table = setup.players, setup.options
    if not setup.is_random:
        sitting = sit_down(setup.game, *table, setup.bots, seed, mode, with_legal)
        sitting.play()
        return sitting.recorder
    match = Match(setup.game, *table, mode)
    recorder = Recorder(match, seed, with_legal)
    deal, play = deal_stream(seed), play_stream(seed)
    while not match.is_over:
        if match.due is not None:
            recorder.deal(deal.order)
        else:
            recorder.move(*random_move(match, play))
    return recorder


def add_match(tally: Tally, record: Mapping[str, Any]) -> None:
    """Count a match that was written down."""
    moves = sum(1 for step in record["steps"] if "move" in step)
    winners = sum(1 << seat for seat in record["result"]["winners"])
    scores = np.array([record["result"]["scores"]], np.int32)
    tally.add(scores, np.array([[moves, len(record["steps"]), winners]], np.int32))


# Telling


def summary(tally: Tally, bots: list[str], seconds: float) -> dict[str, Any]:
    """What a simulation found, ready for JSON."""
    names = list(dict.fromkeys(bots))
    seats = [
        {"seat": seat, "bot": bots[seat], **_share(tally, [seat])}
        | {"mean_score": tally.points[seat] / tally.games}
        for seat in range(tally.players)
    ]
    by_bot = []
    for name in names:
        own = [seat for seat in range(tally.players) if bots[seat] == name]
        by_bot.append({"bot": name, "seats": own, **_share(tally, own)})
    return {
        "games": tally.games,
        "seconds": seconds,
        "games_per_s": tally.games / seconds,
        "moves_per_s": tally.moves / seconds,
        "shared_wins": tally.shared(),
        "seats": seats,
        "bots": by_bot,
        "length": {
            "unit": "moves",
            "mean": tally.moves / tally.games,
            **{f"p{percent}": tally.percentile(percent) for percent in (5, 50, 95)},
        },
    }


def _share(tally: Tally, seats: list[int]) -> dict[str, float]:
    wins = sum(tally.wins(seat) for seat in seats)
    low, high = wilson(wins, tally.games)
    return {"wins": wins, "share": wins / tally.games, "low": low, "high": high}
