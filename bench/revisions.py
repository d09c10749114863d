"""The speed of playouts in two revisions of this repository, in turns.

    git worktree add --detach /tmp/old 33f2baf^
    python -m bench.revisions /tmp/old uno:2 uno:4 uno:10 uno_h2o:2

Each revision plays in its own process, with its own compiled code, in the way of `make bench`:
default options, CPU time, five rounds in turns, and in each round the fastest of five slices. The
ratio is this revision's rate to the other's, round by round.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.sampling import Sample, in_turns, ratios, spread

ROOT = Path(__file__).resolve().parent.parent
PLAYER = """
import sys, time
from mazziere.games import find
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.lab import bench
class CpuClock:
    perf_counter = staticmethod(time.process_time)
bench.time = CpuClock
for line in sys.stdin:
    game, players, seconds = line.split()
    row = bench.playout(engine(find(game), wanted_mode()), int(players), float(seconds))
    print(row["steps_per_s"], row["steps_per_s"] / row["games_per_s"], flush=True)
"""
"""The program that plays: only what all revisions have."""


class Revision:
    """A process that plays matches with the code of a folder."""

    def __init__(self, folder: Path, cache: str) -> None:
        code = {"PYTHONPATH": str(folder / "src"), "MAZZIERE_CACHE_DIR": cache}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER],
            cwd=folder,
            env=os.environ | code,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, figure: str, seconds: float) -> Sample:
        """Play one figure such as `uno:2`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*figure.split(":"), seconds, file=self._process.stdin, flush=True)
        rate, length = self._process.stdout.readline().split()
        return Sample(float(rate), float(length), 1.0)

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


def warmed(folder: Path, cache: str, figures: Sequence[str]) -> Revision:
    """Compile in one process and play in another: code from the cache is up to 15 % faster."""
    compiling = Revision(folder, cache)
    for figure in figures:
        compiling.play(figure, 0.01)
    compiling.end()
    revision = Revision(folder, cache)
    for figure in figures:
        revision.play(figure, 0.01)
    return revision


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.revisions", description="two revisions in turns")
    parser.add_argument("other", type=Path, help="a worktree of the other revision")
    parser.add_argument("figures", nargs="+", help="game:players")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    arguments = parser.parse_args(argv)
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        before = warmed(arguments.other.resolve(), one, arguments.figures)
        now = warmed(ROOT, other, arguments.figures)
        compare(before, now, arguments)
        before.end()
        now.end()
    return 0


def compare(before: Revision, now: Revision, arguments: argparse.Namespace) -> None:
    """Let both play every figure in turns; print a table."""
    print("| playout | before | now | ratio (all rounds) | steps per match |")
    print("|---|---|---|---|---|")
    for figure in arguments.figures:
        contestants = {
            "before": lambda seconds, figure=figure: before.play(figure, seconds),
            "now": lambda seconds, figure=figure: now.play(figure, seconds),
        }
        found = in_turns(contestants, arguments.rounds, arguments.seconds)
        old, new = found["before"], found["now"]
        assert isinstance(old, list)
        assert isinstance(new, list)
        rates = [spread([one.steps_per_s for one in each]).middle / 1e6 for each in (old, new)]
        middle, low, high = spread(ratios(new, old))
        print(
            f"| {figure.replace(':', ', ')} players | {rates[0]:.1f} M/s | {rates[1]:.1f} M/s "
            f"| {middle:.2f} ({low:.2f}–{high:.2f}) "
            f"| {old[-1].steps_per_match:.0f}, {new[-1].steps_per_match:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
