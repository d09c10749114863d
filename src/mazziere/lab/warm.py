"""Compile every game into the cache: `python -m mazziere.lab.warm`.

Two processes share the work. Without it the first match of a game waits for the compiler.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from mazziere.bots import warm as bots_warm
from mazziere.games import IDS, find
from mazziere.kernel.engine import engine, wanted_mode

JOBS = 2
BOTS = "bots"


def warm(name: str, what: str) -> float:
    """Compile the rules in a mode, or the bots; return the seconds it took."""
    began = time.perf_counter()
    game = find(name)
    players = game.allowed_players(game.full_options({}))[0]
    if what == BOTS:
        bots_warm.warm(game)
    elif what == "checked":  # a test of single steps
        engine(game, "checked").warm_steps(players)
    else:
        engine(game, "compiled").warm(players)
    return time.perf_counter() - began


def main() -> None:
    """Compile all games and their bots, and the rules with bounds checks if asked to."""
    if wanted_mode() == "plain":
        return
    parts = [BOTS, "compiled", *(["checked"] if "--checked" in sys.argv[1:] else [])]
    work = [(name, what) for what in parts for name in IDS if name != "uno_h2o"]
    with ProcessPoolExecutor(JOBS, mp_context=get_context("spawn")) as pool:
        waiting = [(name, what, pool.submit(warm, name, what)) for name, what in work]
        for name, what, seconds in waiting:
            print(f"{what} {name}: {seconds.result():.1f} s", flush=True)


if __name__ == "__main__":
    main()
