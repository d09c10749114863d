"""Compile every game into the cache: `python -m mazziere.lab.warm`.

Two processes share the work. Without it the first match of a game waits for the compiler.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from mazziere.games import IDS, find
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.jit import Mode

JOBS = 2


def warm(name: str, mode: Mode) -> float:
    """Compile all that a mode is used for; return the seconds it took."""
    began = time.perf_counter()
    game = find(name)
    built = engine(game, mode)
    players = game.allowed_players(game.full_options({}))[0]
    if mode == "checked":  # a test of single steps
        built.warm_steps(players)
    else:
        built.warm(players)
    return time.perf_counter() - began


def main() -> None:
    """Compile all games in the mode of the environment, and with bounds checks if asked to."""
    modes: list[Mode] = [wanted_mode()]
    if "--checked" in sys.argv[1:]:
        modes.append("checked")
    work = [(name, mode) for mode in modes if mode != "plain" for name in IDS if name != "uno_h2o"]
    with ProcessPoolExecutor(JOBS, mp_context=get_context("spawn")) as pool:
        waiting = [(name, mode, pool.submit(warm, name, mode)) for name, mode in work]
        for name, mode, seconds in waiting:
            print(f"{mode} {name}: {seconds.result():.1f} s", flush=True)


if __name__ == "__main__":
    main()
