"""Stop a node with PostgreSQL many times while its bus comes and goes; each stop is in time.

    python -m tools.soak_stops [--rounds 200] [--seed 1]

A node that needs more than its ten seconds exits with another code than 0. The first such round
ends the run with the node's log and exit code 1; the same seed draws the same moments.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.server.flapping import stopped_while_the_bus_flaps
from tests.servers import running_postgres, running_valkey


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="tools.soak_stops", description="stop nodes")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    asked = parser.parse_args(argv)
    database, bus = running_postgres().fresh(), running_valkey()
    began, slowest_s = time.monotonic(), 0.0
    with tempfile.TemporaryDirectory(prefix="mazziere-stops-") as name:
        folder = Path(name)
        for seed in range(asked.seed, asked.seed + asked.rounds):
            started = time.monotonic()
            code = asyncio.run(stopped_while_the_bus_flaps(folder, database, bus, seed))
            slowest_s = max(slowest_s, time.monotonic() - started)
            if code != 0:
                print((folder / "log").read_text())
                print(f"seed {seed}: exit code {code}")
                return 1
            (folder / "log").unlink()
    spent_s = time.monotonic() - began
    print(
        f"{asked.rounds} nodes stopped in time, in {spent_s:.0f} s; "
        f"the slowest round took {slowest_s:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
