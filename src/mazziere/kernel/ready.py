"""Compiling in the background, and knowing when compiled code is in the cache.

Compiling takes up to half a minute per game, once. Until it is done, matches use the plain rules
and bots that search go by rules of thumb.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Literal

from mazziere.kernel.cache import cache_folder
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.game import Game
from mazziere.kernel.progress import note_progress, read_progress

Part = Literal["bots", "rules"]


def is_ready(game: Game, part: Part = "bots") -> bool:
    """Tell whether compiled code is wanted, and in the cache."""
    return wanted_mode() == "compiled" and _mark(game.owner, part).exists()


def note_ready(game: Game, part: Part = "bots") -> None:
    """Note that the compiled code of a game is in the cache."""
    _mark(game.owner, part).touch()


@cache
def compile_in_background(game: Game, part: Part = "bots") -> "subprocess.Popen[bytes] | None":
    """Start a process that compiles the part, once; None if there is nothing to do."""
    if wanted_mode() != "compiled" or is_ready(game, part):
        return None
    return subprocess.Popen(
        [sys.executable, "-m", "mazziere.lab.warm", f"--{part}", game.id],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"MAZZIERE_CACHE_DIR": str(cache_folder().parent)},
    )


def note_compiled(game: Game, part: Part, share: float) -> None:
    """Note for other processes how much of a part is compiled."""
    note_progress(_mark(game.owner, part).with_suffix(".progress"), share)


def compiled_share(game: Game, part: Part = "bots") -> float:
    """Return how much of a part is compiled, from 0 to 1, as the compiling process noted it."""
    if is_ready(game, part):
        return 1.0
    return read_progress(_mark(game.owner, part).with_suffix(".progress"))


@cache
def _mark(owner: str, part: Part) -> Path:
    return cache_folder() / f"{part}-{owner}.ready"
