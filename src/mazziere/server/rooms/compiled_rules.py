"""Switching tables to the compiled rules as soon as they are in the cache.

A table begins with the plain rules. A process compiles the rules of its game in the background. A
thread then calls each entry once, and from the next move on the tables use them. The states are the
same in both modes, so a match can switch at any time.
"""

import threading
from functools import cache

import structlog

from mazziere.games import find
from mazziere.kernel.engine import Engine, engine, wanted_mode
from mazziere.kernel.ready import compile_in_background, is_ready
from mazziere.table.table import TableState

_compiled: dict[str, Engine] = {}
_log = structlog.get_logger()


def use_compiled(table: TableState) -> None:
    """Give a table the compiled rules if they are ready; otherwise have them compiled."""
    if table.recorder is None:
        return
    found = _compiled.get(table.game)
    if found is not None:
        table.recorder.match.engine = found
    elif table.phase == "playing":
        prepare(table.game)


@cache
def prepare(game: str) -> threading.Thread | None:
    """Prepare the compiled rules of a game, once, in a thread."""
    if wanted_mode() != "compiled":
        return None
    thread = threading.Thread(target=_prepare, args=(game,), name="mazziere-rules", daemon=True)
    thread.start()
    return thread


def _prepare(name: str) -> None:
    game = find(name)
    try:
        process = compile_in_background(game, "rules")
        if process is not None:
            process.wait()
        if not is_ready(game, "rules"):
            raise RuntimeError("the compiler failed")
        compiled = engine(game, "compiled")
        compiled.warm_table(min(game.allowed_players(game.full_options({}))))  # load from the cache
    except Exception as error:  # the plain rules go on
        _log.warning("no compiled rules", game=name, error=type(error).__name__)
        return
    _compiled[name] = compiled
