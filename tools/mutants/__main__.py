"""The command: make mutants, run the suite on each, report.

python -m tools.mutants                         # 150 of each target: half an hour
python -m tools.mutants --game GAME --sample 0  # all of one game: a long time
"""

import argparse
import importlib
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

os.environ["MAZZIERE_JIT"] = "0"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads, so that forking is safe

from mazziere.games import shelf
from tools.mutants.operators import Mutant, mutants_of, unchanged
from tools.mutants.suite import stages
from tools.mutants.targets import ROOT, Target, target_of, targets
from tools.mutants.trial import Outcome, Plan, baseline_seconds, run_all

WANTED = 0.9
"""The share of mutants that the suite must kill."""


def all_mutants(target: Target) -> list[Mutant]:
    """Make every mutant of a target."""
    return [
        mutant
        for source in target.sources
        for mutant in mutants_of(
            source.module,
            source.path,
            ROOT,
            vars(importlib.import_module(source.module)),
            only_marked=bool(target.games),
        )
    ]


def run_target(target: Target, arguments: argparse.Namespace) -> list[Outcome]:
    """Sample the mutants of a target, run them, and report progress."""
    mutants = all_mutants(target)
    total = len(mutants)
    if arguments.sample and arguments.sample < total:
        places = Random(f"{arguments.seed} {target.name}").sample(range(total), arguments.sample)
        mutants = [mutants[place] for place in sorted(places)]
    names = tuple(s.name for s in stages(target.name) if s.name not in arguments.without)
    plan = Plan(target.name, names)
    first = target.sources[0]
    baseline = baseline_seconds(unchanged(first.module, first.path), plan)
    spent = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in baseline.items())
    say(f"{target.name}: {len(mutants)} of {total} mutants; the suite takes {spent}")
    outcomes = []
    for outcome in run_all(mutants, plan, baseline, arguments.jobs):
        outcomes.append(outcome)
        if not outcome.killed_by:
            say(f"  survived {outcome.mutant.where} {outcome.mutant.diff}")
        elif len(outcomes) % 50 == 0:
            say(f"  {len(outcomes)} of {len(mutants)}")
    return outcomes


def say(line: str) -> None:
    """Report progress."""
    print(line, file=sys.stderr, flush=True)


def summary(target: Target, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Summarise the results of a target for JSON."""
    killed = Counter(outcome.killed_by for outcome in outcomes if outcome.killed_by)
    survivors = sorted(
        (outcome.mutant for outcome in outcomes if not outcome.killed_by),
        key=lambda mutant: (mutant.path, mutant.line, mutant.diff),
    )
    return {
        "target": target.name,
        "games": list(target.games),
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
    print(f"{'target':<12}{'mutants':>8}{'killed':>8}{'survived':>10}{'share':>8}  killed by")
    for row in found:
        share = row["killed"] / max(1, row["total"])
        killers = ", ".join(f"{name} {count}" for name, count in row["killed_by"].items())
        counts = f"{row['total']:>8}{row['killed']:>8}{row['survived']:>10}{share:>8.1%}"
        print(f"{row['target']:<12}{counts}  {killers}")
    for row in found:
        for mutant in row["survivors"]:
            print(f"{mutant['where']} ({mutant['function']}) {mutant['diff']}")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.mutants", description="mutation testing")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--game", choices=shelf(), help="only the rules of this game")
    names = [target.name for target in targets()]
    which.add_argument("--target", choices=names, help="only this target")
    parser.add_argument(
        "--sample",
        type=int,
        default=150,
        metavar="N",
        help="the number of mutants of each target, drawn with the seed; 0: all (default 150)",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="parallel processes (default 2)")
    parser.add_argument(
        "--without", action="append", default=[], metavar="STAGE", help="leave a stage out"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args(argv)
    chosen = [target_of(arguments.game)] if arguments.game else targets()
    if arguments.target:
        chosen = [target for target in chosen if target.name == arguments.target]
    found = [summary(target, run_target(target, arguments)) for target in chosen]
    if arguments.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        report(found)
    enough = all(row["killed"] >= WANTED * row["total"] for row in found)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
