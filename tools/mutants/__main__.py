"""The command: make mutants, let them face the suite, report.

python -m tools.mutants                          # 150 of each package: half an hour
python -m tools.mutants --game dieci --sample 0  # all of one: a long time
"""

import argparse
import importlib
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

os.environ["MAZZIERE_JIT"] = "0"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads, so that forking is safe

from mazziere.games import IDS
from tools.mutants.operators import Mutant, mutants_of, unchanged
from tools.mutants.suite import PACKAGES, ROOT, stages
from tools.mutants.trial import Outcome, package_of, run_all, usual_seconds

WANTED = 0.9
"""The share that has to be killed."""


def sources(package: str) -> list[tuple[str, Path]]:
    """The modules of a package and their files."""
    folder = ROOT / "src" / "mazziere" / "games"
    single = folder / f"{package}.py"
    if single.exists():
        return [(f"mazziere.games.{package}", single)]
    return [
        (f"mazziere.games.{package}.{path.stem}", path)
        for path in sorted((folder / package).glob("*.py"))
        if path.stem != "__init__"
    ]


def all_mutants(package: str) -> list[Mutant]:
    """Every mutant of a package."""
    return [
        mutant
        for module, path in sources(package)
        for mutant in mutants_of(module, path, ROOT, vars(importlib.import_module(module)))
    ]


def run_package(package: str, arguments: argparse.Namespace) -> list[Outcome]:
    """Sample the mutants of a package, run them, and tell how it goes."""
    mutants = all_mutants(package)
    total = len(mutants)
    if arguments.sample and arguments.sample < total:
        places = Random(f"{arguments.seed} {package}").sample(range(total), arguments.sample)
        mutants = [mutants[place] for place in sorted(places)]
    suite = [stage for stage in stages(package) if stage.name not in arguments.without]
    usual = usual_seconds(unchanged(*sources(package)[0]), suite)
    spent = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in usual.items())
    say(f"{package}: {len(mutants)} of {total} mutants; the suite takes {spent}")
    outcomes = []
    for outcome in run_all(mutants, suite, usual, arguments.jobs):
        outcomes.append(outcome)
        if not outcome.killed_by:
            say(f"  survived {outcome.mutant.where} {outcome.mutant.diff}")
        elif len(outcomes) % 50 == 0:
            say(f"  {len(outcomes)} of {len(mutants)}")
    return outcomes


def say(line: str) -> None:
    """Report progress."""
    print(line, file=sys.stderr, flush=True)


def summary(package: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What came out, ready for JSON."""
    killed = Counter(outcome.killed_by for outcome in outcomes if outcome.killed_by)
    survivors = sorted(
        (outcome.mutant for outcome in outcomes if not outcome.killed_by),
        key=lambda mutant: (mutant.path, mutant.line, mutant.diff),
    )
    return {
        "package": package,
        "games": list(PACKAGES[package]),
        "total": len(outcomes),
        "killed": sum(killed.values()),
        "survived": len(survivors),
        "killed_by": dict(killed.most_common()),
        "survivors": [
            {
                "where": mutant.where,
                "function": mutant.function,
                "operator": mutant.operator,
                "diff": mutant.diff,
            }
            for mutant in survivors
        ],
    }


def report(found: Sequence[dict[str, Any]]) -> None:
    """Print a table, then the survivors."""
    print(f"{'package':<12}{'mutants':>8}{'killed':>8}{'survived':>10}{'share':>8}  killed by")
    for row in found:
        share = row["killed"] / max(1, row["total"])
        killers = ", ".join(f"{name} {count}" for name, count in row["killed_by"].items())
        counts = f"{row['total']:>8}{row['killed']:>8}{row['survived']:>10}{share:>8.1%}"
        print(f"{row['package']:<12}{counts}  {killers}")
    for row in found:
        for mutant in row["survivors"]:
            print(f"{mutant['where']} ({mutant['function']}) {mutant['diff']}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.mutants", description="mutation testing")
    parser.add_argument("--game", choices=IDS, help="only the package of this game")
    parser.add_argument(
        "--sample",
        type=int,
        default=150,
        metavar="N",
        help="so many mutants of each package, chosen by the seed; 0 for all (default 150)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument(
        "--without", action="append", default=[], metavar="STAGE", help="leave a stage out"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args(argv)
    packages = [package_of(arguments.game)] if arguments.game else list(PACKAGES)
    found = [summary(package, run_package(package, arguments)) for package in packages]
    if arguments.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        report(found)
    enough = all(row["killed"] >= WANTED * row["total"] for row in found)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
