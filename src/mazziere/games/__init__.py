"""The games, and the registry that finds them by id without importing the others."""

import importlib

from mazziere.kernel.game import Game

_PLACES = {
    "yooloo": ("mazziere.games.yooloo", "GAME"),
    "one_to_ten": ("mazziere.games.one_to_ten", "GAME"),
    "rookie": ("mazziere.games.rookie", "GAME"),
    "uno": ("mazziere.games.uno", "UNO"),
    "uno_h2o": ("mazziere.games.uno", "H2O"),
    "dieci": ("mazziere.games.dieci", "GAME"),
}

IDS = tuple(_PLACES)


def find(game: str) -> Game:
    """Return the game with an id; KeyError if there is none."""
    module, name = _PLACES[game]
    found: Game = getattr(importlib.import_module(module), name)
    return found
