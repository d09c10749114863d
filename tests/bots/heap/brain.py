"""Bots of Heap: random moves, and a search that knows only the winner."""

from typing import Any

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import bias_world as bias_world
from mazziere.bots.defaults import easy as easy
from mazziere.bots.defaults import hear as hear
from mazziere.bots.defaults import is_dominated as is_dominated
from mazziere.bots.defaults import is_settled as is_settled
from mazziere.bots.defaults import normal as normal
from mazziere.bots.defaults import private_hash as private_hash
from mazziere.bots.defaults import recall as recall
from mazziere.bots.defaults import skips_search as skips_search
from mazziere.kernel.jit import jit
from tests.bots.heap.rules import State

SETTINGS = BrainSettings(reach=64)


@jit
def evaluate(view: Any, s: State, seat: int) -> float:
    """Return 1 for the winner."""
    return float(s.winners >> seat & 1)
