"""Other libraries, each in its own process, so that a crash or a hang does not end the benchmark.

A module here is run as `python -m bench.peers.<name> SECONDS [ARGUMENT]`, works, and prints its
sample as one line of JSON.
"""

import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bench.sampling import Contestant, NotMeasured, Sample

ROOT = Path(__file__).parent.parent.parent
TIMEOUT_S = 120


def contestant(peer: str, argument: str = "") -> Contestant:
    """Return a contestant that runs a module of this package, once per round."""

    def take_part(seconds: float) -> Sample:
        command = [sys.executable, "-m", f"bench.peers.{peer}", str(seconds), argument]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, cwd=ROOT, timeout=TIMEOUT_S + seconds
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise NotMeasured(str(error)) from None
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
            raise NotMeasured(lines[-1])
        return Sample(**json.loads(done.stdout.splitlines()[-1]))

    return take_part


def version(distribution: str) -> str:
    """Return the installed version; NotMeasured if there is none."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def run(work: Callable[[float, str], Sample]) -> None:
    """Run a peer in this process and print its sample."""
    seconds, argument = sys.argv[1:3]
    print(json.dumps(work(float(seconds), argument)._asdict()))
