"""The observation of "from 1 to 10".

With perfect memory every card that was ever face up is known; else only those face up now.
"""

from collections.abc import Mapping
from typing import Any

from mazziere.games.one_to_ten.box import CARDS, KINDS, PLACES, State, phase
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
_PLACES = tuple(f"place {place}" for place in range(1, PLACES + 1))

FEATURES = (
    Feature("rows", (SEATS, _PLACES, CARDS), "1 for the card at a place, where it is known"),
    Feature("face_up", (SEATS, _PLACES), "1 for a place whose card lies face up"),
    Feature("found", (SEATS,), "cards found: 1 to this number lie face up", 10),
    Feature("best", (SEATS,), "the longest run so far, where it counts", 10),
    Feature("turn", (SEATS,), "1 for the seat on turn"),
    Feature("starter", (SEATS,), "1 for the seat that begins each round"),
    Feature("ending", (), "1 in the last round"),
    Feature("phase", (PHASE_NAMES,), "1 for the phase of the match"),
)


@jit
def observe(view: State, seat: int, memory: int, out: Grid, row: int) -> int:
    """Write the features of the view into a row; return how many numbers."""
    n = view.players
    at = 0
    for i in range(n):
        for place in range(PLACES):
            at = put_one(out, row, at, KINDS, view.row[seat_at(i, n, seat), place])
    for i in range(n):
        at = put_bits(out, row, at, PLACES, view.face_up[seat_at(i, n, seat)])
    at = put_seats(out, row, at, view.found, n, seat, 0, 10)
    at = put_seats(out, row, at, view.best, n, seat, 0, 10)
    at = put_seat(out, row, at, view.turn, n, seat)
    at = put_seat(out, row, at, view.starter, n, seat)
    at = put(out, row, at, view.ending, 0, 1)
    return put_one(out, row, at, PHASES, view.phase)


def sign(options: Mapping[str, Any]) -> int:
    """Return 1: cards found are good."""
    return 1
