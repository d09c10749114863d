"""The games, found by id.

A folder in this package with an `__init__.py` is a game; its name is the game's id. Other packages
add games through the entry point group `mazziere.games`: the name is the id, the value the package
that defines `GAME`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazziere.kernel.game import Game

GROUP = "mazziere.games"
_FOLDER = Path(__file__).parent


class UnknownGame(KeyError):
    """There is no game with this id."""


@cache
def ids() -> tuple[str, ...]:
    """List the ids of all games without importing them, in alphabetical order."""
    own = {path.parent.name for path in _FOLDER.glob("*/__init__.py")}
    return tuple(sorted(own | set(_others())))


@cache
def find(game: str) -> "Game":
    """Return the game with an id; UnknownGame if there is none."""
    if game not in ids():
        raise UnknownGame(game)
    package = _others()[game].value if game in _others() else f"{__name__}.{game}"
    found: Game = import_module(package).GAME
    return found


@cache
def games() -> "tuple[Game, ...]":
    """List all games in the order of the shelf."""
    return tuple(sorted(map(find, ids()), key=lambda game: (game.shelf, game.id)))


def shelf() -> tuple[str, ...]:
    """List the ids of all games in the order of the shelf."""
    return tuple(game.id for game in games())


@cache
def _others() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
