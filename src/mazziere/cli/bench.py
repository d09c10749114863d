"""`mazziere bench`: measure the engine's speed, as JSON."""

import sys
from argparse import Namespace
from typing import Any

from mazziere.cli.say import Stop, print_json
from mazziere.games import find, games
from mazziere.lab import bot_bench
from mazziere.lab.bench import measure


def run(arguments: Namespace) -> int:
    """Measure and print JSON, with or without --json."""
    chosen = (arguments.game,) if arguments.game else tuple(game.id for game in games())
    players: tuple[int, ...] = (2, 4)
    if arguments.players is not None:
        players = (arguments.players,)
        if not any(arguments.players in find(game).seats for game in chosen):
            raise Stop(f"--players {arguments.players}: {', '.join(chosen)} is not for so many", 2)
    found: dict[str, list[dict[str, Any]]]
    try:
        if arguments.bots:
            found = {"bots": bot_bench.measure(chosen, players, arguments.seconds, report=_report)}
        else:
            found = measure(chosen, players, arguments.seconds, report=_report)
    except ValueError as error:  # a bad value of MAZZIERE_JIT
        raise Stop(str(error), 2) from None
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    print_json(found, rows=not arguments.json)
    return 0


def _report(what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{what} ...", end="", file=sys.stderr, flush=True)
