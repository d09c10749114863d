"""The brain of ROOKIE.

It turns over known pairs first, then new cards. Beside open cards it seeks, unless covering leads
to a known pair. It lays cards so that three kinds can capture, and robs the richer neighbour. A
search helps only when few cards are left, see `docs/strategy/rookie.md`.
"""

from typing import Any

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import bias_world as bias_world
from mazziere.bots.defaults import is_dominated as is_dominated
from mazziere.bots.defaults import is_settled as is_settled
from mazziere.bots.defaults import private_hash as private_hash
from mazziere.games.rookie.box import (
    ASK,
    CAPTURE,
    COVER,
    COVER_OR_SEEK,
    FIRST,
    KINDS,
    LAY,
    NONE,
    ROBBERY,
    SECOND,
)
from mazziere.games.rookie.brain.flip import (
    any_partner,
    cover_or_seek,
    flip_first,
    flip_second,
    partner_place,
    seek,
)
from mazziere.games.rookie.brain.lay import capturing_kind, lay, lay_to_capture, victim
from mazziere.games.rookie.brain.memory import PileMemory
from mazziere.games.rookie.brain.memory import hear as hear
from mazziere.games.rookie.brain.memory import recall as recall
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

CARELESS = 8
"""`easy` makes one random move in this number of decisions, on average."""
LATE = 24
"""Upper bound on the cards left on the table for which a search is of use."""

SETTINGS = BrainSettings(memory=PileMemory)


@jit
def normal(view: Any, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Turn over known pairs, then new cards; capture at once; rob the richer neighbour."""
    if view.phase == FIRST:
        return flip_first(view, rng)
    if view.phase == SECOND:
        return flip_second(view, rng)
    if view.phase == LAY:
        return lay(view, seat)
    if view.phase == COVER_OR_SEEK:
        return cover_or_seek(view, rng)
    if view.phase == ROBBERY:
        return victim(view, rng)
    if view.phase == ASK:
        return CAPTURE
    return seek(view, rng)


@jit
def easy(view: Any, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Turn over known pairs and capture if possible; otherwise lay and rob at random."""
    if below(rng, CARELESS) == 0:
        return moves[below(rng, move_count)]
    if view.phase == FIRST:
        return flip_first(view, rng)
    if view.phase == SECOND:
        return any_partner(view, rng)
    if view.phase == LAY:
        kind = capturing_kind(view, seat)
        return (
            lay_to_capture(view, seat, seat, kind)
            if kind != NONE
            else moves[below(rng, move_count)]
        )
    if view.phase == COVER_OR_SEEK:
        return COVER if below(rng, 2) == 0 else seek(view, rng)
    if view.phase == ROBBERY:
        return moves[below(rng, move_count)]
    if view.phase == ASK:
        return CAPTURE
    return seek(view, rng)


@jit
def skips_search(view: Any, seat: int) -> bool:
    """Tell whether rules of thumb decide.

    A search decides only late, about the second card if its partner is not known, and about whom to
    rob. The rules of thumb turn over a new first card if there is one, so every match ends.
    """
    if view.phase != SECOND and view.phase != ROBBERY:
        return True
    left = 0
    for kind in range(KINDS):
        left += view.rest[kind]
    return bool(left > LATE or (view.phase == SECOND and partner_place(view) != NONE))


@jit
def evaluate(view: Any, s: Any, seat: int) -> float:
    """Return the seat's share of the win."""
    if s.winners >> seat & 1:
        return 1.0 / count(s.winners)
    return 0.0
