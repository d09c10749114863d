"""The observation of ROOKIE.

With perfect memory every top card that was ever face up is known, and the kinds left on the table.
Without it only the cards that lie open are.
"""

from collections.abc import Mapping
from typing import Any

from mazziere.games.rookie.box import CARDS, KINDS, PLACES, PROVISIONAL, State, phase
from mazziere.kernel.jit import jit
from mazziere.kernel.observation import (
    SEATS,
    Feature,
    put,
    put_bits,
    put_one,
    put_seat,
    put_seats,
    seat_at,
)
from mazziere.kernel.state import Grid

PHASES = len(phase.entries)
PHASE_NAMES = tuple(entry.name for entry in phase.entries)
_TASKS = ("check own", "check partner", "loot own", "loot partner", "rob", "last", "begin")
TASKS = len(_TASKS)  # the bits of `todo`, in order
_PILES = tuple(f"pile {place}" for place in range(1, PLACES + 1))
_OWN_PILES = tuple(f"own pile {pile}" for pile in range(1, PROVISIONAL + 1))

FEATURES = (
    Feature("tops", (_PILES, CARDS), "1 for the top card of a pile, where it is known"),
    Feature("open", (_PILES,), "1 for a pile whose top card lies face up"),
    Feature("barred", (_PILES,), "1 for a pile that the next two flips may not name"),
    Feature("heights", (_PILES,), "cards in each pile", 12),
    Feature("left", (CARDS,), "cards of each kind on the table; only with memory", 18),
    Feature("hand", (CARDS,), "cards to be laid, by kind", 18),
    Feature("own_tops", (SEATS, _OWN_PILES, CARDS), "1 for the top card of a provisional pile"),
    Feature("laid", (SEATS, _OWN_PILES, CARDS), "cards of each kind in a provisional pile", 18),
    Feature("points", (SEATS,), "captured cards", 108),
    Feature("turn", (SEATS,), "1 for the seat on turn"),
    Feature("actor", (SEATS,), "1 for the seat that must act"),
    Feature("found", (CARDS,), "1 for the kind of a pair whose tasks are not done yet"),
    Feature("sought", (), "1 if that pair was found by seeking"),
    Feature("gave", (), "cards of that pair that went to the partner", 2),
    Feature("tasks", (_TASKS,), "1 for a task that the pair still leaves"),
    Feature("may_give", (), "1 if cards in hand may go to the partner"),
    Feature("phase", (PHASE_NAMES,), "1 for the phase of the turn"),
)


@jit
def observe(view: State, seat: int, memory: int, out: Grid, row: int) -> int:
    """Write the features of the view into a row; return how many numbers."""
    n = view.players
    at = put_table(view, memory, out, row)
    for i in range(n):
        first = seat_at(i, n, seat) * PROVISIONAL
        for pile in range(first, first + PROVISIONAL):
            at = put_one(out, row, at, KINDS, view.top[pile])
    for i in range(n):
        first = seat_at(i, n, seat) * PROVISIONAL
        for pile in range(first, first + PROVISIONAL):
            for kind in range(KINDS):
                at = put(out, row, at, view.laid[pile, kind], 0, 18)
    at = put_seats(out, row, at, view.points, n, seat, 0, 108)
    at = put_seat(out, row, at, view.turn, n, seat)
    at = put_seat(out, row, at, view.actor, n, seat)
    at = put_one(out, row, at, KINDS, view.found)
    at = put(out, row, at, view.sought, 0, 1)
    at = put(out, row, at, view.gave, 0, 2)
    at = put_bits(out, row, at, TASKS, view.todo)
    at = put(out, row, at, view.may_give, 0, 1)
    return put_one(out, row, at, PHASES, view.phase)


@jit
def put_table(view: State, memory: int, out: Grid, row: int) -> int:
    """Write the nine piles, the kinds left and the cards in hand."""
    at = 0
    for place in range(PLACES):
        height = view.height[place]
        at = put_one(out, row, at, KINDS, view.table[place, height - 1] if height > 0 else -1)
    at = put_bits(out, row, at, PLACES, view.open)
    at = put_bits(out, row, at, PLACES, view.barred)
    for place in range(PLACES):
        at = put(out, row, at, view.height[place], 0, 12)
    for kind in range(KINDS):
        at = put(out, row, at, view.rest[kind] if memory else 0, 0, 18)
    for kind in range(KINDS):
        at = put(out, row, at, view.hand[kind], 0, 18)
    return at


def sign(options: Mapping[str, Any]) -> int:
    """Return 1: captured cards are good."""
    return 1
