"""Rules of thumb and evaluation for bots."""

from typing import Any

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import bias_world as bias_world
from mazziere.bots.defaults import easy as easy
from mazziere.bots.defaults import hear as hear
from mazziere.bots.defaults import is_dominated as is_dominated
from mazziere.bots.defaults import is_settled as is_settled
from mazziere.bots.defaults import private_hash as private_hash
from mazziere.bots.defaults import recall as recall
from mazziere.bots.defaults import skips_search as skips_search
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast
from mazziere.kernel.state import Ints
from sorpasso.box import State

SETTINGS = BrainSettings(reach=64)


@jit
def normal(view: State, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Overtake with the lowest card that is enough."""
    return moves[0]


@jit
def evaluate(view: Any, s: State, seat: int) -> float:
    """Return the seat's share of the win."""
    return 1.0 / count(s.winners) if s.winners >> seat & 1 else 0.0
