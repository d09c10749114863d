"""Describe the machine that runs the tests: CPU, memory, versions of tools, seeds.

python -m tools.machine
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "numba", "scipy", "pytest", "hypothesis", "coverage", "mypy", "ruff", "pip")
PROGRAMS = ("node", "npm", "chromium", "gcc", "make")
FEATURES = ("sse4_2", "avx", "avx2", "fma", "avx512f")
ASK_S = 20
"""Deadline for a program that is asked for its version."""
GIB = 2**30


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cpu() -> str:
    """Name the model of the CPU, and those of its features that change how code is compiled."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    known = {key.strip(): value.strip() for key, _, value in (s.partition(":") for s in lines)}
    features = [name for name in FEATURES if name in known.get("flags", "").split()]
    return " ".join((known.get("model name", platform.machine()), *features))


def memory() -> str:
    """Return the size of the memory."""
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return "unknown"
    return f"{total / GIB:.1f} GiB"


def package(name: str) -> str:
    """Return the version of an installed Python package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def program(name: str) -> str:
    """Return the first line that a program prints when asked for its version."""
    path = shutil.which(name)
    if path is None:
        return "none"
    try:
        asked = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=ASK_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"unknown ({type(error).__name__})"
    return asked.stdout.strip().partition("\n")[0]


def report(seeds: Mapping[str, object]) -> str:
    """Describe the machine, the tools and the seeds, one fact per line."""
    facts: dict[str, object] = {
        "CPU": cpu(),
        "cores": cores(),
        "memory": memory(),
        "system": platform.platform(),
        "python": sys.version.partition("\n")[0],
        **{name: package(name) for name in PACKAGES},
        **{name: program(name) for name in PROGRAMS},
        **seeds,
    }
    return "\n".join(f"{name:16} {fact}" for name, fact in facts.items())


if __name__ == "__main__":
    print(report({}))
