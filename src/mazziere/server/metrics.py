"""What a node counts and times, and how Prometheus reads it."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

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
        self.append_s = self._timing("append_seconds", "Until an append is durable")
        self.move_s = self._timing("move_seconds", "Until a person's move is acknowledged")

    def _timing(self, name: str, text: str) -> Histogram:
        return Histogram(_PREFIX + name, text, buckets=_SECONDS, registry=self._registry)

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

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)
