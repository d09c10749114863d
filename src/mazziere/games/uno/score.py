"""Scores at any time."""

from mazziere.games.uno.state import State
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Ints


@jit
def score(s: State, out: Ints) -> int:
    """Points so far (UNO-SCORE-1, H2O-SCORE-1, H2O-SCORE-2); the winners when it is over."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
    return s.winners
