"""How bots play "from 1 to 10": turn over the wanted card if it is known, else one not seen yet.

With perfect memory nothing is better (`docs/strategy/one_to_ten.md`), so the levels differ only in
memory. A bot remembers its own row only. Its memory counts its own turns, so the number of other
players does not matter.
"""

from typing import Annotated, Any

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import bias_world as bias_world
from mazziere.bots.defaults import is_dominated as is_dominated
from mazziere.bots.defaults import private_hash as private_hash
from mazziere.bots.defaults import skips_search as skips_search
from mazziere.bots.memory import is_known, take_note
from mazziere.games.one_to_ten.box import ALL, FOUND, HIDDEN, MISSED, PLACES
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import I4, Grid, Ints, cells

CARELESS = 8
"""A child turns over a random card once in this many decisions."""

# Memory


class RowMemory:
    """The bot's memory of its own row."""

    turn: I4  # own turns so far
    going: I4  # 1 during an own turn
    until: Annotated[Ints, cells("i4", PLACES)]  # the turn from which a place is forgotten


@jit
def hear(memory: Any, log: Grid, seat: int, share: int, half_life: int, rng: Fast) -> None:
    """Remember the own cards that are turned over; a turn begins with the first of them."""
    for row in range(1, log[0, 0] + 1):
        kind = log[row, 0]
        if kind != FOUND and kind != MISSED:
            continue
        if log[row, 1] != seat:
            memory.going = 0
            continue
        if memory.going == 0:
            memory.going = 1
            memory.turn += 1
        take_note(memory, log[row, 3] - 1, share, half_life, rng)


@jit
def recall(view: Any, memory: Any) -> None:
    """Blank the forgotten face-down cards of the seat on turn, which is the one that decides."""
    seat = view.turn
    places = view.seen[seat] & ~view.face_up[seat]
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if not is_known(memory, place):
            view.seen[seat] &= ~(1 << place)
            view.row[seat, place] = HIDDEN


SETTINGS = BrainSettings(memory=RowMemory, explore=100)


# Rules of thumb


@jit
def wanted_place(view: Any, seat: int) -> int:
    """Return the place where the wanted card is known to lie, else -1."""
    places = view.seen[seat] & ~view.face_up[seat]
    while places != 0:
        place = lowest(places)
        if view.row[seat, place] == view.found[seat]:
            return place
        places &= places - 1
    return -1


@jit
def normal(view: Any, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Turn over the wanted card if its place is known, else a random card not seen yet."""
    place = wanted_place(view, seat)
    if place >= 0:
        return place
    unseen = ALL & ~view.seen[seat]
    return nth(unseen, below(rng, count(unseen)))


@jit
def easy(view: Any, seat: int, moves: Ints, move_count: int, rng: Fast) -> int:
    """Play like `normal`, but sometimes turn over a random card."""
    if below(rng, CARELESS) == 0:
        return moves[below(rng, move_count)]
    return normal(view, seat, moves, move_count, rng)


# Search: one card ahead is enough, because the gain or loss of a card is known exactly


@jit
def is_settled(view: Any, s: Any) -> bool:
    """Stop after one card."""
    return bool(
        s.phase == OVER or s.turn != view.turn or s.found[view.turn] != view.found[view.turn]
    )


@jit
def evaluate(view: Any, s: Any, seat: int) -> float:
    """Return one half, plus half of the turns that the card saved or lost against best play.

    Of n unseen cards, best play finds 1/n + 1/(n-1) + … + 1 at once, on average. Each of the others
    costs a turn. So an unseen card costs 1 - 1/n turns, and a miss costs one.
    """
    if seat != view.turn:
        return 0.5
    gain = 0.0
    if s.seen[seat] != view.seen[seat]:
        gain += 1.0 - 1.0 / (PLACES - count(view.seen[seat]))
    if s.found[seat] <= view.found[seat]:
        gain -= 1.0
    return 0.5 + gain / 2.0
