"""Interleaved measurements: every contestant runs in every round, so that load affects all alike.

A contestant works for some seconds of CPU time and returns a sample. It works in slices and reports
the fastest one (as `mazziere.lab.bench` does), because the others were disturbed. Ratios are
computed round by round.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

SLICES = 5


class NotMeasured(Exception):  # noqa: N818 - the word of the report
    """A measurement that cannot run here, with the reason."""


class Sample(NamedTuple):
    """The result of a contestant in one round."""

    steps_per_s: float  # of CPU time
    steps_per_match: float
    cpu_share: float  # CPU seconds per second: below 1 when the core was shared


class Slice(NamedTuple):
    """A slice of work: steps, matches and CPU time."""

    steps: float
    matches: float
    cpu_seconds: float
    seconds: float


Contestant = Callable[[float], Sample]
Samples = list[Sample]


class Spread(NamedTuple):
    """The median, minimum and maximum of some figures."""

    middle: float
    low: float
    high: float


def spread(figures: Sequence[float]) -> Spread:
    """Return median, minimum and maximum."""
    return Spread(median(figures), min(figures), max(figures))


def ratios(ours: Samples, theirs: Samples) -> list[float]:
    """Divide the rates, round by round."""
    return [a.steps_per_s / b.steps_per_s for a, b in zip(ours, theirs, strict=True)]


def sliced(work: Callable[[float], Slice], seconds: float) -> Sample:
    """Work in slices; return the rate of the fastest."""
    slices = [work(seconds / SLICES) for _ in range(SLICES)]
    steps, matches, cpu, spent = (sum(column) for column in zip(*slices, strict=True))
    rate = max(one.steps / one.cpu_seconds for one in slices)
    return Sample(rate, steps / max(matches, 1), cpu / spent)


class Stopwatch:
    """CPU and wall-clock time since its creation, or summed over intervals from `go` to `stop`."""

    def __init__(self) -> None:
        self.cpu_seconds = 0.0
        self.seconds = 0.0
        self.go()

    def go(self) -> None:
        """Start an interval."""
        self._began, self._began_cpu = time.perf_counter(), time.process_time()

    def stop(self) -> float:
        """End an interval; return the CPU time of all intervals."""
        self.cpu_seconds += time.process_time() - self._began_cpu
        self.seconds += time.perf_counter() - self._began
        self.go()
        return self.cpu_seconds

    @property
    def cpu_share(self) -> float:
        """Return CPU time divided by wall-clock time."""
        return self.cpu_seconds / self.seconds


def in_turns(
    contestants: Mapping[str, Contestant],
    rounds: int,
    seconds: float,
    report: Callable[[str], None] = lambda what: None,
) -> dict[str, Samples | NotMeasured]:
    """Run all contestants in turns. A contestant that fails in one round has no figure."""
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
