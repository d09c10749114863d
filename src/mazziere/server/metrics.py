"""What a node counts and times, and how Prometheus reads it."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_PREFIX = "mazziere_"
_COUNTERS = {
    "appends": "Appends to logs",
    "conflicts": "Appends for which another node was quicker",
    "in_doubt": "Appends whose outcome had to be looked up",
    "moves": "Moves of people",
    "bot_moves": "Moves of bots",
    "bot_failures": "Bots that failed and moved by lot",
    "failures": "Pieces of work that failed",
    "caught_up": "Entries of other nodes that were read",
}
_TIMINGS = {
    "append_s": "Until an append is durable",
    "move_s": "Until a person's move is acknowledged",
}


class Timing:
    """How often something took how long; that of the library costs more than what is timed."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_SECONDS) + 1)
        self._total_s = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._total_s += seconds

    def collect(self, name: str, text: str) -> Metric:
        """What Prometheus asks for."""
        limits = [*map(str, _SECONDS), "+Inf"]
        buckets = list(zip(limits, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, text, buckets, self._total_s)


class Metrics:
    """Counters and timings of one node."""

    def __init__(self) -> None:
        self.appends = 0
        self.conflicts = 0
        self.in_doubt = 0
        self.moves = 0
        self.bot_moves = 0
        self.bot_failures = 0
        self.failures = 0
        self.caught_up = 0
        self.gauges: dict[str, tuple[str, float]] = {}
        self.tables: dict[str, int] = {}
        self._registry = CollectorRegistry()
        self._registry.register(self)
        self.append_s, self.move_s = Timing(), Timing()

    def collect(self) -> Iterable[Metric]:
        """What Prometheus asks for."""
        for name, text in _COUNTERS.items():
            yield CounterMetricFamily(_PREFIX + name, text, value=getattr(self, name))
        for name, (text, value) in self.gauges.items():
            yield GaugeMetricFamily(_PREFIX + name, text, value=value)
        tables = GaugeMetricFamily(_PREFIX + "tables", "Tables in the store", labels=["status"])
        for status, number in sorted(self.tables.items()):
            tables.add_metric([status], number)
        yield tables
        for name, text in _TIMINGS.items():
            timing: Timing = getattr(self, name)
            yield timing.collect(f"{_PREFIX}{name}econds", text)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)
