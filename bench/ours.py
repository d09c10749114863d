"""Our own figures: the three ways of stepping, two threads, long matches."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Thread
from typing import Any, NamedTuple

import numpy as np

from bench.sampling import Contestant, NotMeasured, Sample, Stopwatch
from mazziere.kernel import loops
from mazziere.kernel.engine import Engine
from mazziere.kernel.rng import seed_words
from mazziere.lab import bench as lab

SEED = lab.SEED
CHUNK = 256  # matches per call of a thread


class _CpuClock:
    perf_counter = staticmethod(time.process_time)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Let `lab.bench` read the CPU clock, as all the contestants here do."""
    module: Any = lab
    real = module.time
    module.time = _CpuClock
    try:
        yield
    finally:
        module.time = real


def contestant(
    way: Callable[[Engine, int, float], dict[str, Any]], built: Engine, players: int
) -> Contestant:
    """Let the engine take part: `way` is playout, steps or vector of `lab.bench`."""

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


# Two threads


class Threads(NamedTuple):
    """The rate of one thread and of two together, and how much of two cores those got."""

    one: float
    two: float
    cores: float


def threads(built: Engine, players: int, seconds: float) -> Threads:
    """Play on one thread, then on two, each at a desk of its own; here the wall clock counts."""
    _play(built, players, 1, 0.0)
    one, _ = _play(built, players, 1, seconds)
    two, cores = _play(built, players, 2, seconds)
    return Threads(one, two, cores)


def _play(built: Engine, players: int, number: int, seconds: float) -> tuple[float, float]:
    moves = [0] * number
    gate = Barrier(number + 1)
    until = float("inf")

    def work(index: int) -> None:
        play = built.entry(loops.play_matches)
        desks = built.desks(players, {})
        words = np.array(seed_words(SEED + index), np.int64)
        scores, results = np.zeros((CHUNK, players), np.int32), np.zeros((CHUNK, 3), np.int32)
        first = 0
        gate.wait()
        gate.wait()
        while time.perf_counter() < until:
            play(desks, 0, words, first, scores, results, loops.MAX_STEPS)
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
    """The cost of a step in long matches, as a whole and in their tenths, and in middling ones."""

    long_ns: float
    first_tenth_ns: float
    last_tenth_ns: float
    middling_ns: float
    long_steps: float  # mean length of the long matches
    middling_steps: float


def lengths(built: Engine, players: int, matches: int, times: int) -> Lengths:
    """Take the longest tenth of some matches and as many of middling length, and time them.

    A match that is stopped after so many steps has cost so much; the difference between two such
    times is the cost of the steps between. Each is the least of several times.
    """
    _, results = built.play_matches(players, {}, SEED, 0, matches)
    steps = results[:, 1]
    order = np.argsort(steps)
    tenth = max(1, matches // 10)
    long, middling = order[-tenth:], order[(matches - tenth) // 2 :][:tenth]
    if steps[long].min() < 40:
        raise NotMeasured("matches are too short")
    whole, first, last = (0.0, 0), (0.0, 0), (0.0, 0)
    for number in long.tolist():
        end, part = int(steps[number]), int(steps[number]) // 10
        points = (0, part, end - part, end)
        at = [_time_to(built, players, number, point, times) for point in points]
        whole = whole[0] + at[3] - at[0], whole[1] + end
        first = first[0] + at[1] - at[0], first[1] + part
        last = last[0] + at[3] - at[2], last[1] + part
    usual = (0.0, 0)
    for number in middling.tolist():
        end = int(steps[number])
        at = [_time_to(built, players, number, point, times) for point in (0, end)]
        usual = usual[0] + at[1] - at[0], usual[1] + end
    costs = [seconds / count * 1e9 for seconds, count in (whole, first, last, usual)]
    return Lengths(*costs, float(steps[long].mean()), float(steps[middling].mean()))


def _time_to(built: Engine, players: int, number: int, limit: int, times: int) -> float:
    desks = built.desks(players, {})
    words = np.array(seed_words(SEED), np.int64)
    scores, results = np.zeros((1, players), np.int32), np.zeros((1, 3), np.int32)
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        built.call(loops.play_matches, desks, 0, words, number, scores, results, limit)
        best = min(best, time.process_time() - began)
    return best
