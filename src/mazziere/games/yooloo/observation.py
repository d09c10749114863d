"""The observation of YOOLOO.

With perfect memory the played cards and the points of all seats are known. Without it the others'
hands, the points and the points cards taken are hidden in the variants, as at the table.
"""

from collections.abc import Mapping
from typing import Any

from mazziere.games.yooloo.box import CARDS, KINDS, NONE, ROUNDS, State, phase
from mazziere.kernel.jit import jit
from mazziere.kernel.observation import (
    SEATS,
    Feature,
    put,
    put_bits,
    put_one,
    put_seat,
    put_seat_bits,
    put_seats,
    seat_at,
)
from mazziere.kernel.state import Grid

PHASES = len(phase.entries)
PHASE_NAMES = tuple(entry.name for entry in phase.entries)
_ROUNDS = tuple(f"round {number}" for number in range(1, ROUNDS + 1))

FEATURES = (
    Feature("hands", (SEATS, CARDS), "1 for a card that a seat has not stacked or played yet"),
    Feature("stack", (_ROUNDS, CARDS), "1 for the card of the observer's stack for a round"),
    Feature("stacked", (SEATS,), "cards that a seat has in its stack", 10),
    Feature("chosen", (CARDS,), "1 for the card that the observer has laid for this round"),
    Feature("waiting", (SEATS,), "1 for a seat that has still to stack or to choose"),
    Feature("prizes", (_ROUNDS, CARDS), "1 for the points card of a round, where it is known"),
    Feature("points", (SEATS,), "points in this game; -1 where they are hidden", 55, -1),
    Feature("total", (SEATS,), "points or games won in the games before, at most 127", 127),
    Feature("opener", (SEATS,), "1 for the seat that opens the round"),
    Feature("rounds", (), "rounds rated in this game", 10),
    Feature("parked", (), "points cards that wait for a winner", 10),
    Feature("games", (), "games of the series that are over", 50),
    Feature("phase", (PHASE_NAMES,), "1 for the phase of the game"),
)


@jit
def observe(view: State, seat: int, memory: int, out: Grid, row: int) -> int:
    """Write the features of the view into a row; return how many numbers."""
    n = view.players
    at = 0
    for i in range(n):
        at = put_bits(out, row, at, KINDS, view.hand[seat_at(i, n, seat)])
    for place in range(ROUNDS):
        at = put_one(out, row, at, KINDS, view.stack[seat, place])
    for i in range(n):
        cards = 0
        for place in range(ROUNDS):
            cards += 1 if view.stack[seat_at(i, n, seat), place] != NONE else 0
        at = put(out, row, at, cards, 0, ROUNDS)
    at = put_one(out, row, at, KINDS, view.chosen[seat])
    at = put_seat_bits(out, row, at, view.waiting, n, seat)
    for place in range(ROUNDS):
        at = put_one(out, row, at, KINDS, view.pile[place])
    at = put_seats(out, row, at, view.points, n, seat, -1, 55)
    at = put_seats(out, row, at, view.total, n, seat, 0, 127)
    at = put_seat(out, row, at, view.opener, n, seat)
    at = put(out, row, at, view.rounds, 0, 10)
    at = put(out, row, at, view.parked, 0, 10)
    at = put(out, row, at, view.ended, 0, 50)
    return put_one(out, row, at, PHASES, view.phase)


def sign(options: Mapping[str, Any]) -> int:
    """Return 1: points are good."""
    return 1
