"""Time until the first match of a process: imports, and compiling or loading the cache.

    python -m bench.starts GAME

is the measured process. It imports, builds the engine, plays one random match, then calls all other
compiled functions. It prints the time of each part as one line of JSON.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bench.sampling import NotMeasured, Stopwatch

ROOT = Path(__file__).parent.parent
TIMEOUT_S = 600


class Start(NamedTuple):
    """CPU time and wall-clock time of the parts of a start."""

    imports_cpu_s: float
    imports_s: float
    match_cpu_s: float
    match_s: float
    rest_cpu_s: float
    rest_s: float


def start(game: str, cache: Path) -> Start:
    """Start a measured process with a cache folder; it loads code that is already there."""
    environment = {key: value for key, value in os.environ.items() if key != "MAZZIERE_JIT"}
    environment["MAZZIERE_CACHE_DIR"] = str(cache)
    command = [sys.executable, "-m", "bench.starts", game]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=environment,
            timeout=TIMEOUT_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NotMeasured(str(error)) from None
    if done.returncode != 0:
        raise NotMeasured((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
    return Start(**json.loads(done.stdout))


def main(name: str) -> None:
    """Run as the measured process."""
    watch = Stopwatch()
    import numba  # noqa: F401 - its import time counts as import

    from mazziere.games import find
    from mazziere.kernel.engine import engine

    game = find(name)
    watch.stop()
    players = min(game.allowed_players(game.full_options({})))
    match = Stopwatch()
    built = engine(game, "compiled")
    built.play_matches(players, {}, 1, 0, 1)
    match.stop()
    rest = Stopwatch()
    built.warm(players)
    rest.stop()
    parts = (watch, match, rest)
    print(
        json.dumps(Start(*(t for one in parts for t in (one.cpu_seconds, one.seconds)))._asdict())
    )


if __name__ == "__main__":
    main(sys.argv[1])
