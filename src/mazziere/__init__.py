"""Mazziere, the dealer: shuffles, deals, referees and keeps score for boxed card games."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def make(game: str, players: int | None = None, **settings: Any) -> Any:
    """Make a learning environment of a game; see `mazziere.rl.make`."""
    return import_module("mazziere.rl").make(game, players, **settings)


def view(game: str, players: int, seat: int, facts: Any, options: Any = None) -> Any:
    """Build the view of a seat from known facts; see `mazziere.rl.positions.view`."""
    return import_module("mazziere.rl.positions").view(game, players, seat, facts, options)
