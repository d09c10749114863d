"""`mazziere sim GAME`: play many matches and count."""

import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazziere.bots.custom import BotError
from mazziere.bots.levels import read_spec
from mazziere.cli.clusters import check as check_cluster
from mazziere.cli.clusters import shards_of
from mazziere.cli.progress import compiling, matches
from mazziere.cli.say import Stop, error_text, print_json, print_table, say_speed
from mazziere.cli.tables import bots_of, check_countable, check_jobs, chosen_mode, setup_of
from mazziere.kernel.engine import TooLong
from mazziere.kernel.jit import Mode
from mazziere.kernel.record import write
from mazziere.lab.duels import threads_for
from mazziere.lab.sim import (
    Report,
    Setup,
    Tally,
    add_match,
    record_match,
    simulate,
    simulate_in_shards,
    summary,
    warm,
)

PLAIN_RECORDS = 200
"""Up to this many recorded matches are played uncompiled, because compiling takes longer.

Bots that search are compiled all the same.
"""


def run(arguments: Namespace) -> int:
    """Play the matches; print the tables or JSON."""
    setup = setup_of(arguments, arguments.game)
    bots = bots_of(arguments.bots, setup.players)
    setup = replace(setup, bots=tuple(map(read_spec, bots)))
    check_countable(setup.bots)
    games = arguments.games or (10 if arguments.records else 1000)
    if arguments.legal and not arguments.records:
        raise Stop("--legal writes into records: it needs --records DIR", 2)
    if arguments.records and (arguments.cluster or arguments.resume):
        raise Stop(
            "--records writes on this machine: it goes with neither --cluster nor --resume", 2
        )
    check_cluster(arguments, "sim")
    check_jobs(arguments.jobs)
    mode = chosen_mode()
    try:
        if not arguments.records:
            with compiling(setup.game.title):
                warm(setup, mode)
        with matches(setup.game.title, games) as report:
            began = time.perf_counter()
            if arguments.records:
                folder = _folder(arguments.records)
                tally = write_records(setup, games, folder, mode, arguments.legal, report)
            else:
                tally = _simulate(arguments, setup, games, mode, report)
            seconds = time.perf_counter() - began
    except TooLong as error:
        raise Stop(f"{setup.game.id}: {error}{_advice(setup)}") from None
    except BotError as error:
        raise Stop(str(error), 2) from None
    if tally.games == 0:
        raise KeyboardInterrupt  # before a match was over
    found = _head(setup, bots, arguments.records) | summary(tally, bots, seconds)
    if arguments.json:
        print_json(found)
    else:
        print_summary(setup, found)
    if tally.games < games:
        raise KeyboardInterrupt
    return 0


def _advice(setup: Setup) -> str:
    """Say what to do about a match that is too long, if random players are to blame."""
    if any(spec.text == "random" for spec in setup.bots):
        return ". The match is not stuck: random bots may go on for ever; try --bots easy"
    return ""


def _simulate(arguments: Namespace, setup: Setup, games: int, mode: Mode, report: Report) -> Tally:
    """Play in threads, or in shards where a cluster or a file is given."""
    run = {
        "game": setup.game.id,
        "rules": setup.game.version,
        "players": setup.players,
        "options": dict(setup.options),
        "seed": setup.seed,
        "bots": [spec.text for spec in setup.bots],
        "games": games,
    }
    threads = threads_for(setup.game, setup.bots, mode, arguments.jobs)
    with shards_of(arguments, threads, run) as shards:
        if shards is None:
            return simulate(setup, games, arguments.jobs, mode, report)
        return simulate_in_shards(setup, games, mode, shards, report)


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
        raise Stop(f"{name}: no folder for records: {error_text(error)}", 2) from None
    return folder


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
            raise Stop(f"{path}: cannot be written: {error_text(error)}", 2) from None
        add_match(tally, record)
        report(1)
    return tally


# Printing


def print_summary(setup: Setup, found: dict[str, Any]) -> None:
    """Print the tables of a simulation."""
    per_s, moves_per_s = found["games_per_s"], found["moves_per_s"]
    print(f"{setup.game.title} · {setup.players} players · seed {setup.seed}")
    print(f"{found['games']} matches")
    speed = f"{per_s:,.0f} matches/s, {moves_per_s:,.0f} moves/s"
    say_speed(f"{found['seconds']:.2f} s: {speed}")
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
