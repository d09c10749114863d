"""How yooloo is played."""

from typing import Any

from mazziere.bots.brain import Brain
from mazziere.bots.usual import (
    always_thinks,
    any_move,
    any_world,
    at_the_end,
    hears_nothing,
    no_secret,
    recalls_all,
)
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit


@jit
def worth(v: Any, s: Any, seat: int) -> float:
    """The seat's share of the win."""
    if s.winners >> seat & 1:
        return 1.0 / count(s.winners)
    return 0.0


BRAIN = Brain(
    easy=any_move,
    normal=any_move,
    by_rules=always_thinks,
    hear=hears_nothing,
    recall=recalls_all,
    imagine=any_world,
    secret=no_secret,
    is_settled=at_the_end,
    worth=worth,
)
