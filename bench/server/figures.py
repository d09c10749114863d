"""Moves per second, how long each took, and what they cost."""

import os
import time
from pathlib import Path
from typing import NamedTuple


class Figures(NamedTuple):
    """What a load showed."""

    moves_s: float
    p50_ms: float
    p99_ms: float
    server_us: float  # of the server's core, for each move
    server_share: float  # of its core, while it was measured
    client_share: float  # of theirs: close to 1 they would be what is measured


class Watch:
    """Takes the time of a load, and what both sides used of it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began = time.perf_counter()
        self._server, self._client = used_s(pid), time.process_time()

    def stop(self, waits: list[float]) -> Figures:
        """Sum up how long each move took."""
        seconds = time.perf_counter() - self._began
        server, client = used_s(self._pid) - self._server, time.process_time() - self._client
        if not waits:
            raise RuntimeError("nobody moved")
        waits = sorted(waits)
        p50, p99 = (waits[int((len(waits) - 1) * part)] * 1000 for part in (0.5, 0.99))
        cost = server / len(waits) * 1e6
        return Figures(len(waits) / seconds, p50, p99, cost, server / seconds, client / seconds)


def used_s(pid: int) -> float:
    """What a process has used of the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
