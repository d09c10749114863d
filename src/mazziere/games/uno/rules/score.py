"""Scores at any time."""

from mazziere.games.uno.box import *
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def score(s: State, out: Ints) -> int:
    """Write the points (UNO-SCORE-1, H2O-SCORE-1, H2O-SCORE-2); return the winners at the end."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
    return s.winners
