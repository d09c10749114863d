"""How ROOKIE is played.

Known pairs first, then new cards; lay so that three kinds can capture; take from the richer one.
A search adds something only when few cards are left, see `docs/strategy/rookie.md`.
"""

from typing import Any

from mazziere.bots.brain import Brain
from mazziere.bots.rookie.flip import (
    any_partner,
    flip_first,
    flip_second,
    partner_place,
    seek,
)
from mazziere.bots.rookie.lay import capturing_kind, lay, lay_to_capture, victim
from mazziere.bots.rookie.memory import Memory, hear, recall
from mazziere.bots.usual import any_world, at_the_end, no_secret
from mazziere.games.rookie.constants import (
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
from mazziere.kernel.bits import count
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Ints

CARELESS = 8
"""A child makes just any move one time in so many."""
LATE = 24
"""With no more cards than this on the table a search sees the end clearly enough to be of use."""


@jit
def normal(v: Any, seat: int, moves: Ints, n: int, rng: Fast) -> int:
    """Known pairs, then new cards; capture at once; take from the richer neighbour."""
    if v.phase == FIRST:
        return flip_first(v, rng)
    if v.phase == SECOND:
        return flip_second(v, rng)
    if v.phase == LAY:
        return lay(v, seat)
    if v.phase == COVER_OR_SEEK:  # what fits fits as well after covering, and gives two new cards
        return COVER
    if v.phase == ROBBERY:
        return victim(v, rng)
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
        return any_partner(v, rng)
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
def is_left_to_rules(v: Any, seat: int) -> bool:
    """Whether rules of thumb decide, and not a search: nobody waits, but there is no need to think.

    A search is about the second card, if no partner is known, and about whom to rob; and only
    late. That the first card is a new one if there is any brings every match to an end.
    """
    if v.phase != SECOND and v.phase != ROBBERY:
        return True
    left = 0
    for kind in range(KINDS):
        left += v.rest[kind]
    return bool(left > LATE or (v.phase == SECOND and partner_place(v) != NONE))


@jit
def worth(v: Any, s: Any, seat: int) -> float:
    """The seat's share of the win."""
    if s.winners >> seat & 1:
        return 1.0 / count(s.winners)
    return 0.0


BRAIN = Brain(
    easy=easy,
    normal=normal,
    by_rules=is_left_to_rules,
    hear=hear,
    recall=recall,
    imagine=any_world,
    secret=no_secret,
    is_settled=at_the_end,
    worth=worth,
    memory=Memory,
)
