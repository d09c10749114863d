"""Compiled rules for the tables of a server, as soon as they are there.

A table begins with the plain rules. A process of its own compiles those of its game into the cache,
once; a thread then calls each of them, and from the next move on the tables use them. The states
are the same either way, so that a match can change in the middle.
"""

import os
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

import structlog

from mazziere.games import find
from mazziere.kernel.cache import cache_folder
from mazziere.kernel.engine import Engine, engine, owner_of, wanted_mode
from mazziere.kernel.game import Game
from mazziere.table.table import Table

_NICE = 5
_ready: dict[str, Engine] = {}
_log = structlog.get_logger()


def use_compiled(table: Table) -> None:
    """Let a table go on with compiled rules, if they are there; if not, have them made."""
    if table.recorder is None:
        return
    found = _ready.get(table.game)
    if found is not None:
        table.recorder.match.engine = found
    elif table.phase == "playing":
        prepare(table.game)


@cache
def prepare(game: str) -> threading.Thread | None:
    """Make the compiled rules of a game ready, once and in the background."""
    if wanted_mode() != "compiled":
        return None
    thread = threading.Thread(target=_prepare, args=(game,), name="mazziere-rules", daemon=True)
    thread.start()
    return thread


def _prepare(name: str) -> None:
    game = find(name)
    try:
        if not _mark(game).exists():
            subprocess.run(
                [sys.executable, "-m", "mazziere.server.engines", name],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"MAZZIERE_CACHE_DIR": str(cache_folder().parent)},
                check=True,
            )
        compiled = engine(game, "compiled")
        _call_all(compiled)  # loads each from the cache
    except Exception as error:  # the plain rules do
        _log.warning("no compiled rules", game=name, error=type(error).__name__)
        return
    _ready[name] = compiled


def _call_all(compiled: Engine) -> None:
    """Call everything that a table calls."""
    game = compiled.game
    compiled.warm_table(min(game.allowed_players(game.full_options({}))))


def _mark(game: Game) -> Path:
    return cache_folder() / f"rules-{owner_of(game)}.ready"


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_NICE)  # somebody is playing meanwhile
    asked = find(sys.argv[1])
    _call_all(engine(asked, "compiled"))
    _mark(asked).touch()
