"""Whether the bots of a game are compiled, and having it done while a match has begun.

It takes half a minute, once. Until then a `Bot` plays uncompiled, and the levels that search stand
in with rules of thumb.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from mazziere.kernel.cache import cache_folder
from mazziere.kernel.engine import owner_of, wanted_mode
from mazziere.kernel.game import Game


def is_ready(game: Game) -> bool:
    """Whether compiled bots are wanted, and in the cache."""
    return wanted_mode() == "compiled" and _mark(owner_of(game)).exists()


def note_ready(game: Game) -> None:
    """Note that the compiled bots of a game are in the cache."""
    _mark(owner_of(game)).touch()


@cache
def compile_in_background(game: Game) -> subprocess.Popen[bytes] | None:
    """Compile in a process of its own, once, unless there is nothing to do."""
    if wanted_mode() != "compiled" or is_ready(game):
        return None
    return subprocess.Popen(
        [sys.executable, "-m", "mazziere.bots.warm", game.id],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"MAZZIERE_CACHE_DIR": str(cache_folder().parent)},
    )


@cache
def _mark(owner: str) -> Path:
    return cache_folder() / f"bots-{owner}.ready"
