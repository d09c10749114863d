"""How a match of ROOKIE stands, for a search that does not play it to its end."""

from typing import Any

from mazziere.kernel.bits import count
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit


@jit
def is_settled(v: Any, s: Any) -> bool:
    """The match is over."""
    return bool(s.phase == OVER)


@jit
def worth(v: Any, s: Any, seat: int) -> float:
    """The seat's share of the win."""
    if s.winners >> seat & 1:
        return 1.0 / count(s.winners)
    return 0.0
