"""Simulations: many matches of a seed, and their statistics.

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
from mazziere.games import find
from mazziere.kernel.engine import engine, members
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream
from mazziere.kernel.record import Recorder
from mazziere.lab.duels import play_bots, sit_down, threads_for
from mazziere.lab.shards import Pending, Shards

CHUNK_SECONDS = 0.2
SHARD_MATCHES = 65_536
"""The most matches of a shard."""
Z_95 = 1.959963984540054

Report = Callable[[int], None]
"""Takes the number of matches that were played since the last call."""


@dataclass(frozen=True)
class Setup:
    """The set-up of a simulation."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seed: int
    bots: tuple[Spec, ...] = ()  # one for each seat; none: all play at random

    @property
    def is_random(self) -> bool:
        """Whether every bot is `random`, which has a faster loop."""
        return all(spec.level == "random" for spec in self.bots)


@dataclass
class Tally:
    """The counts so far."""

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

    def merge(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.games += other.games
        self.moves += other.moves
        self.won.update(other.won)
        self.lengths.update(other.lengths)
        self.points = [own + more for own, more in zip(self.points, other.points, strict=True)]

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON."""
        return {
            "players": self.players,
            "games": self.games,
            "moves": self.moves,
            "won": [[seat, shared, n] for (seat, shared), n in sorted(self.won.items())],
            "lengths": [[moves, n] for moves, n in sorted(self.lengths.items())],
            "points": self.points,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Tally":
        """Return the tally that JSON holds."""
        tally = cls(data["players"], data["games"], data["moves"], points=list(data["points"]))
        tally.won.update({(seat, shared): n for seat, shared, n in data["won"]})
        tally.lengths.update(dict(data["lengths"]))
        return tally

    def wins(self, seat: int) -> float:
        """Return the wins of a seat; a win shared by k seats counts 1/k for each."""
        return math.fsum(n / shared for (who, shared), n in self.won.items() if who == seat)

    def shared(self) -> int:
        """The number of matches with more than one winner."""
        return round(math.fsum(n / shared for (_, shared), n in self.won.items() if shared > 1))

    def percentile(self, percent: int) -> int:
        """Return the percentile of the length in moves."""
        rank = math.ceil(self.games * percent / 100)
        for moves in sorted(self.lengths):
            rank -= self.lengths[moves]
            if rank <= 0:
                return moves
        raise ValueError("nothing was counted")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's formula."""
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
    """Play matches 0 to games - 1 of the seed in batches, in `jobs` threads.

    An interruption from the keyboard ends it early: the matches until then are counted.
    """
    warm(setup, mode)
    tally = Tally(setup.players)
    size = 1 if mode == "plain" else 16
    first, began = 0, time.perf_counter()
    threads = threads_for(setup.game, setup.bots, mode, jobs)
    with ThreadPoolExecutor(threads) as pool:
        running: deque[Future[tuple[NDArray[np.int32], NDArray[np.int32]]]] = deque()
        try:
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
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return tally


def simulate_in_shards(
    setup: Setup, games: int, mode: Mode, shards: Shards, report: Report
) -> Tally:
    """Play matches 0 to games - 1 in numbered shards, on any backend.

    An interruption from the keyboard ends it early: the matches until then are counted.
    """
    tally = Tally(setup.players)
    size = max(1, min(SHARD_MATCHES, -(-games // 256)))
    table = setup.game.id, setup.players, dict(setup.options), setup.seed, setup.bots, mode
    running: deque[Pending] = deque()
    first = 0
    try:
        while running or first < games:
            while first < games and len(running) < 2 * shards.backend.capacity():
                count = min(size, games - first)
                name = f"{first}-{first + count}"
                running.append(shards.submit(name, play_shard, *table, first, count))
                first += count
            part = Tally.from_json(running.popleft().result())
            tally.merge(part)
            report(part.games)
    except KeyboardInterrupt:
        return tally
    return tally


def play_shard(
    game: str,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    bots: tuple[Spec, ...],
    mode: Mode,
    first: int,
    count: int,
) -> dict[str, Any]:
    """Play some matches of a seed in any process; return a `Tally` as JSON."""
    tally = Tally(players)
    tally.add(*_play(Setup(find(game), players, options, seed, bots), mode, first, count))
    return tally.to_json()


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
    """Play match `number` of the seed and record it."""
    seed = match_seed(setup.seed, number)
    table = setup.players, setup.options
    if not setup.is_random:
        sitting = sit_down(setup.game, *table, setup.bots, seed, mode, with_legal)
        sitting.play()
        return sitting.recorder
    recorder = Recorder(Match(setup.game, *table, mode), seed, with_legal)
    deal, play = deal_stream(seed), play_stream(seed)
    while not recorder.match.is_over:
        recorder.step_at_random(deal, play)
    return recorder


def add_match(tally: Tally, record: Mapping[str, Any]) -> None:
    """Count a recorded match."""
    moves = sum(1 for step in record["steps"] if "move" in step)
    winners = sum(1 << seat for seat in record["result"]["winners"])
    scores = np.array([record["result"]["scores"]], np.int32)
    tally.add(scores, np.array([[moves, len(record["steps"]), winners]], np.int32))


# Telling


def summary(tally: Tally, bots: list[str], seconds: float) -> dict[str, Any]:
    """Return the results of a simulation for JSON."""
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
    wins = math.fsum(tally.wins(seat) for seat in seats)
    low, high = wilson(wins, tally.games)
    return {"wins": wins, "share": wins / tally.games, "low": low, "high": high}
