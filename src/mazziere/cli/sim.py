"""`mazziere sim GAME`: play many matches and count."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazziere.bots.levels import read_spec
from mazziere.cli.say import Stop, print_json, print_table
from mazziere.cli.tables import bots_of, check_countable, setup_of
from mazziere.kernel.engine import TooLong, wanted_mode
from mazziere.kernel.jit import Mode
from mazziere.kernel.record import write
from mazziere.lab.sim import (
    Report,
    Setup,
    Tally,
    add_match,
    record_match,
    simulate,
    summary,
    warm,
)

PLAIN_RECORDS = 200
"""So many recorded matches are played uncompiled: compiling would take longer. Not by a search."""
MAX_JOBS = 256


def run(arguments: Namespace) -> int:
    """Play, then print the table or its JSON."""
    setup = setup_of(arguments, arguments.game)
    bots = bots_of(arguments.bots, setup.players)
    setup = replace(setup, bots=tuple(map(read_spec, bots)))
    check_countable(setup.bots)
    games = arguments.games or (10 if arguments.records else 1000)
    if arguments.legal and not arguments.records:
        raise Stop("--legal writes into records: it needs --records DIR", 2)
    if arguments.jobs > MAX_JOBS:
        raise Stop(f"--jobs {arguments.jobs}: more than {MAX_JOBS} threads", 2)
    try:
        mode = wanted_mode()
    except ValueError as error:
        raise Stop(str(error), 2) from None
    try:
        with progress(games, setup.game.title) as report:
            if not arguments.records:
                warm(setup, mode)
            report(0)
            began = time.perf_counter()
            if arguments.records:
                folder = _folder(arguments.records)
                tally = write_records(setup, games, folder, mode, arguments.legal, report)
            else:
                tally = simulate(setup, games, arguments.jobs, mode, report)
            seconds = time.perf_counter() - began
    except TooLong as error:
        raise Stop(f"{setup.game.id}: {error}") from None
    found = _head(setup, bots, arguments.records) | summary(tally, bots, seconds)
    if arguments.json:
        print_json(found)
    else:
        print_summary(setup, found)
    return 0


def _head(setup: Setup, bots: list[str], records: str | None) -> dict[str, Any]:
    return {
        "game": setup.game.id,
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
        "seat_bots": bots,
        "records": records,
    }


# Records


def _folder(name: str) -> Path:
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Stop(f"{name}: no folder for records: {_why(error)}", 2) from None
    return folder


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def write_records(
    setup: Setup, games: int, folder: Path, mode: Mode, with_legal: bool, report: Report
) -> Tally:
    """Play the matches one by one and write each into the folder."""
    tally = Tally(setup.players)
    searches = any(spec.searches for spec in setup.bots)
    quick: Mode = "plain" if games <= PLAIN_RECORDS and not searches else mode
    for number in range(games):
        record = record_match(setup, number, quick, with_legal).record()
        path = folder / f"{number:06d}.json"
        try:
            path.write_text(write(record), encoding="utf-8")
        except OSError as error:
            raise Stop(f"{path}: cannot be written: {_why(error)}", 2) from None
        add_match(tally, record)
        report(1)
    return tally


# What is shown


@contextmanager
def progress(games: int, title: str) -> Iterator[Report]:
    """Show a bar with rate and time left on a terminal's standard error, nothing elsewhere.

    A report of 0 matches says that the clock may start.
    """
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    rate = TextColumn("{task.fields[rate]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), rate)
    with Progress(*columns, TimeLeft(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{title}: getting ready", total=games, rate="")
        began = time.perf_counter()
        done = 0

        def report(count: int) -> None:
            nonlocal began, done
            if count == 0:
                began = time.perf_counter()  # compiled by now
                bar.update(task, description=title)
            done += count
            per_s = done / (time.perf_counter() - began + 1e-9)
            bar.update(task, advance=count, rate=f"{per_s:,.0f} matches/s" if done else "")

        yield report


def print_summary(setup: Setup, found: dict[str, Any]) -> None:
    """Print the tables of a simulation."""
    per_s, moves_per_s = found["games_per_s"], found["moves_per_s"]
    print(f"{setup.game.title} · {setup.players} players · seed {setup.seed}")
    print(f"{found['games']} matches in {found['seconds']:.2f} s: {per_s:,.0f} matches/s, ", end="")
    print(f"{moves_per_s:,.0f} moves/s")
    head = ("seat", "bot", "wins", "share", "95 % interval", "mean score")
    seats = [
        [str(row["seat"]), row["bot"], *_shares(row), f"{row['mean_score']:.2f}"]
        for row in found["seats"]
    ]
    print_table("Wins by seat", head, seats)
    bots = [[row["bot"], str(len(row["seats"])), *_shares(row)] for row in found["bots"]]
    print_table("Wins by bot", ("bot", "seats", "wins", "share", "95 % interval"), bots)
    length = found["length"]
    cells = [f"{length['mean']:.1f}", *(str(length[name]) for name in ("p5", "p50", "p95"))]
    print_table("Moves in a match", ("mean", "5 %", "50 %", "95 %"), [cells])
    print("A win shared by k seats counts 1/k for each; ", end="")
    print(f"{found['shared_wins']} matches were shared. Intervals: Wilson.")
    if found["records"]:
        print(f"Records: {found['records']}")


def _shares(row: dict[str, Any]) -> tuple[str, str, str]:
    low, high = 100 * row["low"], 100 * row["high"]
    return f"{row['wins']:.1f}", f"{100 * row['share']:.2f} %", f"{low:.2f}–{high:.2f} %"
