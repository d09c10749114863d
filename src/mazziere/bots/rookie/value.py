"""How a match of ROOKIE stands, for a search that does not play it to its end."""

import math
from typing import Any

from mazziere.bots.rookie.lay import uncaptured
from mazziere.games.rookie.constants import KINDS, TEAM
from mazziere.games.rookie.state import partner
from mazziere.kernel.bits import count
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit

PART = 0.6
"""What an uncaptured card is worth to its owner, in points: others may take it."""
TURN = 3.0
"""What it is worth to be on turn, in points."""
SPREAD = 1.9
"""The spread of what is still to come, in points, by the root of the cards left."""


@jit
def is_settled(v: Any, s: Any) -> bool:
    """The match is over."""
    return bool(s.phase == OVER)


@jit
def hope(s: Any, seat: int) -> float:
    """The points that a seat has, and what those that it could still lose are worth."""
    points = s.points[seat] + PART * uncaptured(s, seat)
    if seat == s.turn:
        points += TURN
    if seat == s.actor:
        points += PART * s.in_hand
    return points


@jit
def hope_of_side(s: Any, seat: int) -> float:
    """The same for a seat and its partner."""
    if s.mode == TEAM:
        return hope(s, seat) + hope(s, partner(s, seat))
    return hope(s, seat)


@jit
def worth(v: Any, s: Any, seat: int) -> float:
    """The seat's share of the win; before the end an estimate by the points."""
    if s.phase == OVER:
        return 1.0 / count(s.winners) if s.winners >> seat & 1 else 0.0
    left = 4
    for kind in range(KINDS):
        left += s.rest[kind]
    spread = SPREAD * math.sqrt(left)
    own = hope_of_side(s, seat)
    total = 0.0
    for other in range(s.players):
        total += math.exp((hope_of_side(s, other) - own) / spread)
    return 1.0 / total
