"""Moves per second, and how long each took."""

from typing import NamedTuple


class Figures(NamedTuple):
    """What a load showed."""

    moves_s: float
    p50_ms: float
    p99_ms: float

    @classmethod
    def of(cls, waits: list[float], seconds: float) -> "Figures":
        """Sum up how long each move took."""
        if not waits:
            raise RuntimeError("nobody moved")
        waits = sorted(waits)
        p50, p99 = (waits[int((len(waits) - 1) * part)] * 1000 for part in (0.5, 0.99))
        return cls(len(waits) / seconds, p50, p99)
