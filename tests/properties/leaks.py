"""Planted leaks: copies of a game that tell or show too much, for the search to find.

Their rules run uncompiled, so they may be any Python; but linking loses closures.
"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from mazziere.kernel.game import RULES, Game


def changed(game: Game, **functions: Any) -> Game:
    """Return a game with some of its rules replaced."""
    rules = {name: getattr(game.rules, name) for name in RULES}
    own: Any = SimpleNamespace(**rules | functions)
    return replace(game, rules=own)
