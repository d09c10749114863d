"""The machine of a measurement: processor, load, and pinning to a core."""

import os
import platform
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import mazziere


def processor() -> str:
    """Name the processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def load() -> float | None:
    """Return the load average of the last minute, if the system has one."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def allowed_cores() -> list[int]:
    """List the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def idle_times() -> dict[int, int]:
    """Return the idle time of each core in ticks; empty if the system does not report it."""
    try:
        lines = Path("/proc/stat").read_text().splitlines()
    except OSError:
        return {}
    cores = [line.split() for line in lines if line.startswith("cpu") and line[3].isdigit()]
    return {int(fields[0][3:]): int(fields[4]) for fields in cores}


def quietest_core(seconds: float = 0.5) -> int:
    """Return the core with the most idle time during some seconds."""
    before = idle_times()
    time.sleep(seconds)
    after = idle_times()
    return max(allowed_cores(), key=lambda core: after.get(core, 0) - before.get(core, 0))


def keep_to(cores: list[int]) -> bool:
    """Pin this process and its children to some cores; False if the system cannot do that."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, cores)
    return True


def describe() -> dict[str, Any]:
    """Describe the machine and what is installed."""
    return {
        "processor": processor(),
        "cores": len(allowed_cores()),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "mazziere": mazziere.__version__,
    }
