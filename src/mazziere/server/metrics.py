"""Counters, gauges and histograms of a node, in the format of Prometheus."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Literal

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

CounterName = Literal[
    "appends",
    "conflicts",
    "in_doubt",
    "moves",
    "bot_moves",
    "bot_failures",
    "failures",
    "caught_up",
]
TimingName = Literal["append_s", "move_s"]

_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_PREFIX = "mazziere_"
_COUNTERS: dict[CounterName, str] = {
    "appends": "Appends to logs",
    "conflicts": "Appends for which another node was quicker",
    "in_doubt": "Appends whose outcome had to be looked up",
    "moves": "Moves of people",
    "bot_moves": "Moves of bots",
    "bot_failures": "Bots that failed or had no time, so that rules of thumb or chance moved",
    "failures": "Pieces of work that failed",
    "caught_up": "Entries of other nodes that were read",
}
_TIMINGS: dict[TimingName, str] = {
    "append_s": "Until an append is durable",
    "move_s": "Until a person's move is acknowledged",
}


class Histogram:
    """A histogram of durations, cheaper than prometheus_client's."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BUCKETS_S) + 1)
        self._total_s = 0.0

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(_BUCKETS_S, seconds)] += 1
        self._total_s += seconds

    def collect(self, name: str, text: str) -> Metric:
        """Return the histogram as Prometheus reads it."""
        limits = [*map(str, _BUCKETS_S), "+Inf"]
        buckets = list(zip(limits, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, text, buckets, self._total_s)


class Metrics:
    """Counters and histograms of one node."""

    def __init__(self) -> None:
        self._counters: dict[CounterName, int] = dict.fromkeys(_COUNTERS, 0)
        self._timings = {name: Histogram() for name in _TIMINGS}
        self._gauges: Mapping[str, tuple[str, float]] = {}
        self._tables: Mapping[str, int] = {}
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def count(self, name: CounterName, by: int = 1) -> None:
        """Increase a counter."""
        self._counters[name] += by

    def value(self, name: CounterName) -> int:
        """Return the value of a counter."""
        return self._counters[name]

    def observe(self, name: TimingName, seconds: float) -> None:
        """Add a duration to a histogram."""
        self._timings[name].observe(seconds)

    def collect(self) -> Iterable[Metric]:
        """Return all metrics; prometheus_client calls this."""
        for counter, text in _COUNTERS.items():
            yield CounterMetricFamily(_PREFIX + counter, text, value=self._counters[counter])
        for gauge, (text, value) in self._gauges.items():
            yield GaugeMetricFamily(_PREFIX + gauge, text, value=value)
        tables = GaugeMetricFamily(_PREFIX + "tables", "Tables in the store", labels=["status"])
        for status, number in sorted(self._tables.items()):
            tables.add_metric([status], number)
        yield tables
        for timing, text in _TIMINGS.items():
            yield self._timings[timing].collect(f"{_PREFIX}{timing}econds", text)

    def text(self, gauges: Mapping[str, tuple[str, float]], tables: Mapping[str, int]) -> bytes:
        """Return everything in Prometheus' text format, with these gauges and table counts."""
        self._gauges, self._tables = gauges, tables
        return generate_latest(self._registry)
