"""Compile games into the cache: `python -m mazziere.lab.warm [FLAG] [GAME ...]`.

Without it the first match of a game waits for the compiler. Without a flag, all games are compiled,
several at a time, with their bots. `--checked GAME` also compiles the steps of that game with
bounds checks, for tests. `--bots GAME` and `--rules GAME` compile one part in the background.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from mazziere.bots import warm as bots_warm
from mazziere.games import find, games
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.game import Game
from mazziere.kernel.progress import watch
from mazziere.kernel.ready import Part, note_compiled, note_ready

_NICE = 5


def one_of_each() -> list[Game]:
    """List one game of each set of rules, those with the most actions first.

    Boxes that share their rules share compiled code. The longest compilation starts first.
    """
    owners = {game.owner: game for game in reversed(games())}
    return sorted(owners.values(), key=lambda game: len(game.actions), reverse=True)


def warm(name: str, with_checks: bool) -> dict[str, float]:
    """Compile a game's rules and its bots; return the seconds that each took.

    The bots come second: in the same process they reuse the compiled rules.
    """
    game = find(name)
    players = game.allowed_players(game.full_options({}))[0]
    seconds: dict[str, float] = {}
    began = time.perf_counter()
    engine(game, "compiled").warm(players)
    note_ready(game, "rules")
    seconds["rules"] = time.perf_counter() - began
    bots_warm.warm(game)
    seconds["bots"] = time.perf_counter() - began - sum(seconds.values())
    if with_checks:
        engine(game, "checked").warm_steps(players)
        seconds["checked"] = time.perf_counter() - began - sum(seconds.values())
    return seconds


def warm_part(game: Game, flag: str) -> None:
    """Compile one part of a game at low priority, while a match is played."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    part: Part = "bots" if flag == "--bots" else "rules"
    with watch(lambda share: note_compiled(game, part, share)):
        if part == "bots":
            bots_warm.warm(game)
        else:
            engine(game, "compiled").warm_table(game.allowed_players(game.full_options({}))[0])
            note_ready(game, "rules")


def main() -> None:
    """Compile what the command line asks for."""
    if wanted_mode() == "plain":
        return
    flag, names = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if flag in ("--bots", "--rules"):
        warm_part(find(names[0]), flag)
        return
    checked = names if flag == "--checked" else []
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        work = {game.id: pool.submit(warm, game.id, game.id in checked) for game in one_of_each()}
        for name, seconds in work.items():
            parts = ", ".join(f"{what} {took:.1f} s" for what, took in seconds.result().items())
            print(f"{name}: {parts}", flush=True)


if __name__ == "__main__":
    main()
