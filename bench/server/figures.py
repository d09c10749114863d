"""Figures of a load: moves per second, latencies, CPU time."""

import os
import time
from pathlib import Path
from typing import NamedTuple


class Figures(NamedTuple):
    """The figures of one load."""

    moves_s: float
    p50_ms: float
    p99_ms: float
    server_us: float  # CPU time of the server per move
    server_share: float  # share of its core that the server used
    client_share: float  # the same of the clients; close to 1 they are the bottleneck


class Watch:
    """Measures the duration of a load and the CPU time of both sides."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began = time.perf_counter()
        self._server, self._client = used_s(pid), time.process_time()

    def stop(self, waits: list[float]) -> Figures:
        """Return the figures of a load, given the latency of each move."""
        seconds = time.perf_counter() - self._began
        server, client = used_s(self._pid) - self._server, time.process_time() - self._client
        if not waits:
            raise RuntimeError("nobody moved")
        waits = sorted(waits)
        p50, p99 = (waits[int((len(waits) - 1) * part)] * 1000 for part in (0.5, 0.99))
        cost = server / len(waits) * 1e6
        return Figures(len(waits) / seconds, p50, p99, cost, server / seconds, client / seconds)


def used_s(pid: int) -> float:
    """Return the CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
