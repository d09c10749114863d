"""Measuring in turns: everybody in every round, so that a busy machine disturbs all alike.

A contestant works for some seconds and returns a sample. Seconds are of CPU time: they are seconds
of one core also where others use it. It works in slices, of which the fastest counts (as in
`mazziere.lab.bench`): the others were disturbed. A ratio is taken round by round.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

SLICES = 5


class NotMeasured(Exception):  # noqa: N818 - the word of the report
    """Something that could not be run here, and why."""


class Sample(NamedTuple):
    """What a contestant did in one round."""

    steps_per_s: float  # of CPU time
    steps_per_match: float
    cpu_share: float  # CPU seconds per second: below 1 when the core was shared


class Slice(NamedTuple):
    """A stretch of work: what was done, and how long it took."""

    steps: float
    matches: float
    cpu_seconds: float
    seconds: float


Contestant = Callable[[float], Sample]
Samples = list[Sample]


class Spread(NamedTuple):
    """The middle of some figures, and how far they lie apart."""

    middle: float
    low: float
    high: float


def spread(figures: Sequence[float]) -> Spread:
    """Return the median and the extremes."""
    return Spread(median(figures), min(figures), max(figures))


def ratios(ours: Samples, theirs: Samples) -> list[float]:
    """Divide the rates, round by round."""
    return [a.steps_per_s / b.steps_per_s for a, b in zip(ours, theirs, strict=True)]


def sliced(work: Callable[[float], Slice], seconds: float) -> Sample:
    """Work in slices and take the rate of the fastest."""
    slices = [work(seconds / SLICES) for _ in range(SLICES)]
    steps, matches, cpu, spent = (sum(column) for column in zip(*slices, strict=True))
    rate = max(one.steps / one.cpu_seconds for one in slices)
    return Sample(rate, steps / max(matches, 1), cpu / spent)


class Stopwatch:
    """CPU time and time since it was made, or summed over the stretches between go and stop."""

    def __init__(self) -> None:
        self.cpu_seconds = 0.0
        self.seconds = 0.0
        self.go()

    def go(self) -> None:
        """Start a stretch."""
        self._began, self._began_cpu = time.perf_counter(), time.process_time()

    def stop(self) -> float:
        """End a stretch; return the CPU time of all of them."""
        self.cpu_seconds += time.process_time() - self._began_cpu
        self.seconds += time.perf_counter() - self._began
        self.go()
        return self.cpu_seconds

    @property
    def cpu_share(self) -> float:
        """CPU seconds per second."""
        return self.cpu_seconds / self.seconds


def in_turns(
    contestants: Mapping[str, Contestant],
    rounds: int,
    seconds: float,
    report: Callable[[str], None] = lambda what: None,
) -> dict[str, Samples | NotMeasured]:
    """Let all contestants work in turns; one that cannot, even once, has no figure at all."""
    found: dict[str, Samples | NotMeasured] = {name: [] for name in contestants}
    for number in range(rounds):
        for name, contestant in contestants.items():
            samples = found[name]
            if isinstance(samples, NotMeasured):
                continue
            report(f"round {number + 1} of {rounds}: {name}")
            try:
                samples.append(contestant(seconds))
            except NotMeasured as reason:
                found[name] = reason
    return found
