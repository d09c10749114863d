"""Measure the speed figures that the project promises.

    python -m bench [--rounds 5] [--seconds 0.5] [--docs]

prints a table and writes `bench/results/latest.json`; with `--docs` the table also goes into
`docs/reference/benchmarks.md`. The exit code is 0 whatever the figures are.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from bench import limit, machine, peers, promises
from bench.report import Report
from bench.sampling import NotMeasured, in_turns
from mazziere.games import find, shelf
from mazziere.kernel.engine import engine

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "latest.json"
PAGE = ROOT / "docs" / "reference" / "benchmarks.md"
BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


def say(what: str) -> None:
    """Print progress, if on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


def measure(rounds: int, seconds: float, folder: Path) -> Report:
    """Measure everything."""
    everywhere, before = machine.allowed_cores(), machine.load()
    pinned = machine.keep_to([machine.quietest_core()])
    compiling = promises.start_rows(folder, say)
    os.environ["MAZZIERE_CACHE_DIR"] = str(folder / "all")  # use cached code, as users do
    built = {game: engine(find(game), "compiled") for game in shelf()}
    try:
        program: limit.Program | NotMeasured = limit.build(folder)
    except NotMeasured as reason:
        program = reason
    found = in_turns(promises.contestants(built, program), rounds, seconds, say)
    length = promises.length_rows(built, max(1, rounds // 2), 600, say)
    machine.keep_to(everywhere)
    rows = [
        *promises.playout_rows(found),
        promises.thread_row(built["uno"], rounds, seconds, say),
        *promises.stepping_rows(found),
        *promises.environment_rows(found),
        *length,
        *promises.player_rows(found),
        *promises.size_rows(),
        *compiling,
    ]
    loads = ("unknown" if one is None else f"{one:.2f}" for one in (before, machine.load()))
    where = machine.describe()
    where |= {name: peers.version(name) for name in ("open-spiel", "pettingzoo", "rlcard")}
    settings = {"rounds": rounds, "seconds": seconds, "one core": pinned}
    remarks = promises.remarks(found, built["uno"], program, " and ".join(loads))
    return Report(where, settings, rows, remarks)


def with_table(page: str, text: str) -> str:
    """Replace the table between the marks of a page."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{text}\n{END}{after}"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="per contestant and round")
    parser.add_argument("--docs", action="store_true", help=f"write the table into {PAGE.name}")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mazziere-bench-") as folder:
        found = measure(arguments.rounds, arguments.seconds, Path(folder))
    say("")
    RESULTS.write_text(json.dumps(found.as_json(), indent=1) + "\n", encoding="utf-8")
    print(found.as_text())
    print(f"raw rounds: {RESULTS.relative_to(ROOT)}")
    if arguments.docs:
        text = with_table(PAGE.read_text(encoding="utf-8"), found.as_text())
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
