"""How well a seat stands when a playout stops."""

from mazziere.games.uno.constants import DECK
from mazziere.games.uno.state import State
from mazziere.kernel.bits import count
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit


@jit
def is_settled(v: State, s: State) -> bool:
    """A playout goes on to the end of the hand."""
    return s.phase == DECK or s.phase == OVER


@jit
def worth(v: State, s: State, seat: int) -> float:
    """The seat's share of the win."""
    if s.phase == OVER:
        if s.winners >> seat & 1:
            return 1.0 / count(s.winners)
        return 0.0
    return 1.0 / s.players
