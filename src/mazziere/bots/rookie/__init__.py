"""How ROOKIE is played."""

from typing import Any

from mazziere.bots.brain import Brain
from mazziere.bots.rookie.flip import flip_any, flip_first, flip_second, partner_place, seek
from mazziere.bots.rookie.lay import capturing_kind, lay, lay_to_capture, victim
from mazziere.bots.rookie.memory import Memory, hear, recall
from mazziere.bots.rookie.value import is_settled, worth
from mazziere.bots.usual import any_world, no_secret
from mazziere.games.rookie.constants import (
    ASK,
    CAPTURE,
    COVER,
    COVER_OR_SEEK,
    FIRST,
    LAY,
    NONE,
    ROBBERY,
    SECOND,
)
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

CARELESS = 8
"""A child makes just any move one time in so many."""


@jit
def normal(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Known pairs, then new cards; capture at once; take from the richer neighbour."""
    if v.phase == FIRST:
        return flip_first(v, rng)
    if v.phase == SECOND:
        return flip_second(v, rng)
    if v.phase == LAY:
        return lay(v, seat)
    if v.phase == COVER_OR_SEEK:  # a card that fits fits as well after covering, and gives two
        return COVER
    if v.phase == ROBBERY:
        return victim(v, seat, rng)
    if v.phase == ASK:
        return CAPTURE
    return seek(v, rng)


@jit
def easy(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """The pairs that come to mind; captures what can be, and else lays and takes as it comes."""
    if below(rng, CARELESS) == 0:
        return moves[below(rng, n)]
    if v.phase == FIRST:
        return flip_first(v, rng)
    if v.phase == SECOND:
        return flip_any(v, rng)
    if v.phase == LAY:
        kind = capturing_kind(v, seat)
        return lay_to_capture(v, seat, seat, kind) if kind != NONE else moves[below(rng, n)]
    if v.phase == COVER_OR_SEEK:
        return COVER if below(rng, 2) == 0 else seek(v, rng)
    if v.phase == ROBBERY:
        return moves[below(rng, n)]
    if v.phase == ASK:
        return CAPTURE
    return seek(v, rng)


@jit
def is_plain(v: Any, seat: int) -> bool:
    """Whether rules of thumb decide without a search, which would not find anything better.

    So a search is about the second card, if no partner is known, and about whom to rob. That the
    first card is a new one if there is any makes sure that a match comes to its end.
    """
    if v.phase == SECOND:
        return partner_place(v) != NONE
    return bool(v.phase != ROBBERY)


BRAIN = Brain(
    easy=easy,
    normal=normal,
    may_wait=is_plain,
    hear=hear,
    recall=recall,
    imagine=any_world,
    secret=no_secret,
    is_settled=is_settled,
    worth=worth,
    memory=Memory,
)
