"""How long the first match of a process waits for the compiler, or for its cache.

    python -m bench.starts GAME

is the process: it imports, builds the engine and plays one random match, then calls everything
else as well, and prints how long each took as one line of JSON.
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
    """CPU time and time of the parts of a start."""

    imports_cpu_s: float
    imports_s: float
    match_cpu_s: float
    match_s: float
    rest_cpu_s: float
    rest_s: float


def start(game: str, cache: Path) -> Start:
    """Start a process that keeps its compiled code in a folder; what is there already it loads."""
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
    """Be such a process."""
    watch = Stopwatch()
    import numba  # noqa: F401 - what it costs belongs to the imports

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
