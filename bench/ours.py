"""Measurements of our engine: ways of stepping, environments, two threads, long matches."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.peers.zoo_classic import play_agents
from bench.sampling import Contestant, NotMeasured, Sample, Slice, Stopwatch, sliced
from mazziere import make
from mazziere.kernel import loops
from mazziere.kernel.engine import Engine
from mazziere.kernel.rng import seed_words
from mazziere.lab import bench as lab

SEED = lab.SEED
CHUNK = 256  # matches per call of a thread

Way = Callable[[Engine, int, float], lab.Row]
"""One of `lab.bench`: playout, steps or vector."""


class _CpuClock:
    perf_counter = staticmethod(time.process_time)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Make `lab.bench` use CPU time, as all contestants here do."""
    module: Any = lab
    real = module.time
    module.time = _CpuClock
    try:
        yield
    finally:
        module.time = real


def contestant(way: Way, built: Engine, players: int) -> Contestant:
    """Return a contestant that runs the engine."""

    def take_part(seconds: float) -> Sample:
        watch = Stopwatch()
        with cpu_time():
            row = way(built, players, seconds)
        watch.stop()
        rate = row["steps_per_s"]
        return Sample(
            rate, rate / row["games_per_s"] if row["games_per_s"] else 0.0, watch.cpu_share
        )

    return take_part


# Environments


def environments(game: str, players: int) -> Contestant:
    """Return a contestant that steps a batch of environments with observations and masks.

    The environments choose random actions, so the figure contains no policy.
    """

    def take_part(seconds: float) -> Sample:
        settings: dict[str, Any] = {"seat": "all", "illegal": "random", "copy": False}
        envs = make(game, players, envs=lab.BATCH, **settings)
        actions = np.full(lab.BATCH, -1, np.int32)
        envs.reset(seed=SEED)
        envs.step(actions)  # compiles

        def work(until: float) -> Slice:
            calls, matches, watch = 0, 0, Stopwatch()
            while watch.stop() < until:
                _, _, ended, _, _ = envs.step(actions)
                calls += 1
                matches += int(ended.sum())
            return Slice(calls * lab.BATCH, matches, watch.cpu_seconds, watch.seconds)

        return sliced(work, seconds)

    return take_part


def agents(game: str, players: int) -> Contestant:
    """Return a contestant that steps one match through PettingZoo's AEC interface."""
    return lambda seconds: play_agents(make(game, players, api="pettingzoo"), seconds)


# Two threads


class Threads(NamedTuple):
    """The rate of one thread and of two together, and how many cores they got."""

    one: float
    two: float
    one_cores: float
    two_cores: float


def threads(built: Engine, players: int, seconds: float) -> Threads:
    """Play on one thread, then on two, each with its own desk. Measures wall-clock time."""
    built.play_matches(players, {}, SEED, 0, 1)  # loads the code
    one, one_cores = _play(built, players, 1, seconds)
    two, two_cores = _play(built, players, 2, seconds)
    return Threads(one, two, one_cores, two_cores)


def _play(built: Engine, players: int, number: int, seconds: float) -> tuple[float, float]:
    moves = [0] * number
    gate = Barrier(number + 1)
    until = float("inf")

    def work(index: int) -> None:
        desks = built.desks(players, {})
        words = np.array(seed_words(SEED + index), np.int64)
        scores, results = np.zeros((CHUNK, players), np.int32), np.zeros((CHUNK, 3), np.int32)
        first = 0
        gate.wait()
        gate.wait()
        while time.perf_counter() < until:
            built.call(loops.play_matches, desks, 0, words, first, scores, results, loops.MAX_STEPS)
            moves[index] += int(results[:, 0].sum())
            first += CHUNK

    team = [Thread(target=work, args=(index,)) for index in range(number)]
    for one in team:
        one.start()
    gate.wait()  # all are ready
    watch = Stopwatch()
    until = time.perf_counter() + seconds
    gate.wait()
    for one in team:
        one.join()
    watch.stop()
    return sum(moves) / watch.seconds, watch.cpu_share


# Long matches


class Lengths(NamedTuple):
    """Cost of a step: in long matches, in each tenth of one, and in matches of medium length."""

    long_ns: float
    first_tenth_ns: float
    last_tenth_ns: float
    middling_ns: float
    long_steps: float  # mean length of the long matches
    middling_steps: float


def lengths(built: Engine, players: int, matches: int, times: int) -> Lengths:
    """Time the longest tenth of some matches, and as many of medium length.

    The cost of a range of steps is the difference between two times: of the match up to its end and
    up to its start.
    """
    _, results = built.play_matches(players, {}, SEED, 0, matches)
    steps = results[:, 1]
    order = np.argsort(steps)
    tenth = max(1, matches // 10)
    long, middling = order[-tenth:], order[(matches - tenth) // 2 :][:tenth]
    if steps[long].min() < 40:
        raise NotMeasured("matches are too short")
    ends, part = steps[long], steps[long] // 10
    dealt, early, late, over = (
        _time_to(built, players, long, points, times)
        for points in (0 * ends, part, ends - part, ends)
    )
    usual_dealt, usual = (
        _time_to(built, players, middling, points, times)
        for points in (0 * steps[middling], steps[middling])
    )
    return Lengths(
        long_ns=(over - dealt) / ends.sum() * 1e9,
        first_tenth_ns=(early - dealt) / part.sum() * 1e9,
        last_tenth_ns=(over - late) / part.sum() * 1e9,
        middling_ns=(usual - usual_dealt) / steps[middling].sum() * 1e9,
        long_steps=float(ends.mean()),
        middling_steps=float(steps[middling].mean()),
    )


def _time_to(
    built: Engine, players: int, numbers: NDArray[np.int64], points: NDArray[np.int32], times: int
) -> float:
    """Time some matches, each up to its point; return the minimum of several runs.

    A run plays all matches in turn, because repeating one match would train the branch predictor.
    """
    desks = built.desks(players, {})
    words = np.array(seed_words(SEED), np.int64)
    scores, results = np.zeros((1, players), np.int32), np.zeros((1, 3), np.int32)
    each = list(zip(numbers.tolist(), points.tolist(), strict=True))
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        for number, point in each:
            built.call(loops.play_matches, desks, 0, words, number, scores, results, point)
        best = min(best, time.process_time() - began)
    return best
