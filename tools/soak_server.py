"""Kill servers for a long time, and check that no acknowledged move is lost or duplicated.

    python -m tools.soak_server --minutes 10 --seed 1

Rounds run in turn, each time with another seed: a SQLite server that dies at every crash point of a
write, with and without bots; a server that is killed at random moments; two nodes on one PostgreSQL
of which one dies again and again, while the bus goes down and up. The first failure ends the run
with exit code 1; the same seed reproduces the round.
"""

import argparse
import asyncio
import secrets
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from tests.server.kill_rounds import (
    Tables,
    killed_at_any_moment,
    killed_at_points,
    nodes_die_in_turn,
)
from tests.servers import running_postgres

Round = Callable[[Path, int], Awaitable[Tables]]
ROUND_S = 300.0
"""Timeout of a round."""

ROUNDS: dict[str, Round] = {
    "points": killed_at_points,
    "moments": killed_at_any_moment,
    "nodes": lambda folder, seed: nodes_die_in_turn(folder, running_postgres().fresh(), seed),
    "points, with a bot": lambda folder, seed: killed_at_points(folder, seed, ["easy"]),
}


async def one_round(name: str, folder: Path, seed: int) -> int:
    """Play one round; return the number of acknowledged moves."""
    async with asyncio.timeout(ROUND_S):
        tables = await ROUNDS[name](folder, seed)
    return sum(len(person.promised) for table in tables for person in table)


def loop(seconds: float, seed: int, folder: Path, say: Callable[[str], None]) -> Counter[str]:
    """Play rounds in turn until the time is over."""
    until, done = time.monotonic() + seconds, Counter[str]()
    while time.monotonic() < until:
        for name in ROUNDS:
            here = folder / f"{seed}-{name.replace(', ', '-').replace(' ', '-')}"
            say(f"seed {seed}, {name}")
            done["moves"] += asyncio.run(one_round(name, here, seed))
            done[name] += 1
            shutil.rmtree(here)
            if time.monotonic() >= until:
                break
        seed += 1
    return done


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="tools.soak_server", description="kill servers")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default 10)")
    parser.add_argument("--seed", type=int, help="of the first round (default: a random one)")
    arguments = parser.parse_args(argv)
    seed = secrets.randbits(20) if arguments.seed is None else arguments.seed
    folder = Path(tempfile.mkdtemp(prefix="mazziere-soak-"))
    try:
        done = loop(60 * arguments.minutes, seed, folder, lambda line: print(line, flush=True))
    except Exception:
        traceback.print_exc()
        print(f"FAILED; the stores and logs are in {folder}")
        return 1
    shutil.rmtree(folder)
    rounds = ", ".join(f"{done[name]} {name}" for name in ROUNDS if done[name])
    print(f"no move lost or duplicated: {done['moves']} acknowledged moves in rounds of {rounds}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
