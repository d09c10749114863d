"""`mazziere arena GAME`: bots against bots over the same deals."""

import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from mazziere.bots.custom import BotError
from mazziere.bots.levels import Spec
from mazziere.cli.clusters import check as check_cluster
from mazziere.cli.clusters import shards_of
from mazziere.cli.extras import require
from mazziere.cli.progress import compiling, matches
from mazziere.cli.say import Stop, error_text, print_json, print_table, say_speed
from mazziere.cli.tables import check_countable, check_jobs, chosen_mode, setup_of, specs_of
from mazziere.kernel.engine import TooLong
from mazziere.lab.arena import Plan, compete, compete_in_shards, player_of, results
from mazziere.lab.duels import threads_for
from mazziere.lab.sequential import Test

MAX_BOTS = 20


def run(arguments: Namespace) -> int:
    """Play the matches, print the tables or JSON, and draw the plot."""
    specs = _rivals(arguments.bots)
    plan = _plan(arguments, specs)
    picture = _picture(arguments.plot)
    check_cluster(arguments, "arena")
    mode = chosen_mode()
    try:
        with compiling(plan.game.title):
            play = player_of(plan, specs, mode)
        jobs = threads_for(plan.game, specs, mode, arguments.jobs)
        with matches(plan.game.title, plan.matches) as report:
            began = time.perf_counter()
            with shards_of(arguments, jobs, {"command": plan.command()}) as shards:
                if shards is None:
                    duels, complete = compete(plan, play, jobs, report)
                else:
                    duels, complete = compete_in_shards(plan, specs, mode, shards, report)
            seconds = time.perf_counter() - began
    except TooLong as error:
        raise Stop(f"{plan.game.id}: {error}") from None
    except BotError as error:
        raise Stop(str(error), 2) from None
    if not all(duel.deals for duel in duels):
        raise KeyboardInterrupt  # before every pair had met
    found = results(plan, duels, complete)
    if arguments.json:
        print_json(found)
    else:
        print_results(plan, found, seconds)
    if picture is not None:
        _draw(plan, found, picture)
    if not complete:
        raise KeyboardInterrupt
    return 0


def _rivals(text: str) -> list[Spec]:
    specs = specs_of(text)
    if not 2 <= len(specs) <= MAX_BOTS:
        raise Stop(f"--bots names {len(specs)} bots; an arena is for 2 to {MAX_BOTS}", 2)
    names = [spec.text for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise Stop(f"--bots names {name} twice", 2)
    check_countable(specs)
    return specs


def _plan(arguments: Namespace, specs: list[Spec]) -> Plan:
    setup = setup_of(arguments, arguments.game)
    check_jobs(arguments.jobs)
    if arguments.margin is not None and arguments.test != "not-worse":
        raise Stop("--margin belongs to --test not-worse", 2)
    test = None
    if arguments.test is not None:
        margin = {} if arguments.margin is None else {"margin": arguments.margin}
        test = Test(arguments.test, **margin)
    names = tuple(spec.text for spec in specs)
    return Plan(setup.game, setup.players, setup.options, setup.seed, names, arguments.games, test)


# The picture


def _picture(name: str | None) -> Path | None:
    """Check the file for the plot before the matches start, not after an hour."""
    if name is None:
        return None
    require("plots", "arena --plot")
    path = Path(name)
    if path.suffix.lower() != ".png":
        raise Stop(f"{name}: the picture is a PNG, so a name that ends in .png", 2)
    try:
        with path.open("ab"):
            pass
    except (OSError, ValueError) as error:
        raise Stop(f"{name}: cannot be written: {error_text(error)}", 2) from None
    return path


def _draw(plan: Plan, found: dict[str, Any], path: Path) -> None:
    from mazziere.lab.plots import draw_arena

    matches = sum(pair["matches"] for pair in found["pairs"])
    title = f"{plan.game.title} · {plan.players} players · {matches:,} matches · seed {plan.seed}"
    try:
        draw_arena(found, title, path)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error_text(error)}", 2) from None


# The tables


def print_results(plan: Plan, found: dict[str, Any], seconds: float) -> None:
    """Print the ratings and the pairs."""
    matches = sum(pair["matches"] for pair in found["pairs"])
    print(f"{plan.game.title} · {plan.players} players · seed {plan.seed}")
    print(f"{matches} matches; every deal in {len(found['seatings'])} seatings")
    say_speed(f"{seconds:.2f} s: {matches / seconds:,.1f} matches/s")
    head = ("bot", "wins", "matches", "share", "95 % interval", "Elo", "95 % interval")
    rows = [
        [row["bot"], f"{row['wins']:.1f}", str(row["matches"]), *_share(row), *_elo(row)]
        for row in sorted(found["ratings"], key=lambda row: -row["elo"])
    ]
    print_table("Ratings", head, rows)
    names = ["pair", "deals", "wins", "share", "95 % interval", "Elo", "score difference"]
    pairs = [_pair_row(pair) for pair in found["pairs"]]
    print_table("Pairs", names if plan.test is None else [*names, "verdict"], pairs)
    print("A row of pairs is told from its first bot; a win shared by k seats counts 1/k.")
    if plan.test is None:
        print("Intervals: over deals, by Student’s t.")
    else:
        print("Intervals of pairs hold whenever one stops; those of ratings are nominal.")


def _pair_row(pair: dict[str, Any]) -> list[str]:
    first, second = pair["bots"]
    elo, difference = pair["elo"][0], pair["score_difference"]
    row = [
        f"{second} – {first}",
        str(pair["deals"]),
        f"{pair['wins'][1]:.1f}–{pair['wins'][0]:.1f}",
        *_share(pair),
        "–" if elo is None else f"{elo:.0f}",
        "–" if difference is None else _around(difference),
    ]
    return row if pair["verdict"] is None else [*row, pair["verdict"]]


def _share(row: dict[str, Any]) -> tuple[str, str]:
    low, high = 100 * row["low"], 100 * row["high"]
    return f"{100 * row['share']:.2f} %", f"{low:.2f}–{high:.2f} %"


def _elo(row: dict[str, Any]) -> tuple[str, str]:
    return f"{row['elo']:.0f}", f"{row['elo_low']:.0f} to {row['elo_high']:.0f}"


def _around(figures: list[float]) -> str:
    middle, low, high = figures
    return f"{middle:.2f} ± {(high - low) / 2:.2f}"
