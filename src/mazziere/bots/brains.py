"""The brain of each game."""

from importlib import import_module

from mazziere.bots.brain import Brain
from mazziere.kernel.game import Game


def brain_of(game: Game) -> Brain:
    """Return the brain of a game; both UNO boxes share one."""
    name = "uno" if game.id == "uno_h2o" else game.id
    brain: Brain = import_module(f"mazziere.bots.{name}").BRAIN
    return brain
