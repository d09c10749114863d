"""The observation of both UNO boxes.

With perfect memory the cards that others are known to hold and the whole discard pile are in it.
Without it only the observer's hand and the table are.
"""

from collections.abc import Mapping
from typing import Any

from mazziere.games.uno.box import CARDS, COLOURS, DRAWN, KINDS, State, phase
from mazziere.games.uno.rules.hands import copies_in
from mazziere.kernel.bits import lowest
from mazziere.kernel.jit import jit
from mazziere.kernel.observation import (
    OTHERS,
    SEATS,
    Feature,
    clear_row,
    put,
    put_one,
    put_seat,
    put_seat_bits,
    put_seats,
    seat_at,
)
from mazziere.kernel.state import Grid

PHASES = len(phase.entries)
PHASE_NAMES = tuple(entry.name for entry in phase.entries)

FEATURES = (
    Feature("hand", (CARDS,), "copies of each card in the observer's hand", 4),
    Feature("top", (CARDS,), "1 for the card to match"),
    Feature("colour", (COLOURS,), "1 for the colour to match"),
    Feature("drawn", (CARDS,), "1 for the card that the observer has just drawn"),
    Feature("discards", (CARDS,), "copies of each card in the discard pile; only with memory", 4),
    Feature("known", (OTHERS, CARDS), "copies of each card known to be in another hand", 4),
    Feature("sizes", (SEATS,), "cards in each hand", 112),
    Feature("deck", (), "cards in the draw pile", 112),
    Feature("direction", (), "1 in the order of the seats, -1 against it", 1, -1),
    Feature("turn", (SEATS,), "1 for the seat on turn"),
    Feature("owes_call", (SEATS,), "1 for a seat that has not called yet"),
    Feature("bluffer", (SEATS,), "1 for the seat whose wild +4 waits for an answer"),
    Feature("dealer", (SEATS,), "1 for the seat that dealt this hand"),
    Feature("points", (SEATS,), "score in hundredths of the target, at most 127", 127),
    Feature("phase", (PHASE_NAMES,), "1 for the phase of the hand"),
)


@jit
def observe(v: State, seat: int, memory: int, out: Grid, row: int) -> int:
    """Write what the seat knows."""
    n = v.players
    clear_row(out, row)
    at = put_hand(v, seat, out, row, 0)
    at = put_one(out, row, at, KINDS, v.top)
    at = put_one(out, row, at, 4, v.colour)
    at = put_one(out, row, at, KINDS, v.drawn if v.phase == DRAWN else -1)
    if memory:
        for place in range(v.discards):
            if v.discard[place] < KINDS:
                out[row, at + v.discard[place]] += 1
    at += KINDS
    for i in range(1, n):
        at = put_hand(v, seat_at(i, n, seat), out, row, at)
    at = put_seats(out, row, at, v.size, n, seat, 0, 112)
    at = put(out, row, at, v.rest, 0, 112)
    at = put(out, row, at, v.direction, -1, 1)
    at = put_seat(out, row, at, v.turn, n, seat)
    at = put_seat_bits(out, row, at, v.debt, n, seat)
    at = put_seat(out, row, at, v.bluffer, n, seat)
    at = put_seat(out, row, at, v.dealer, n, seat)
    for i in range(n):
        points = v.points[seat_at(i, n, seat)] * 100 // v.target if v.target > 0 else 0
        at = put(out, row, at, points, 0, 127)
    return put_one(out, row, at, PHASES, v.phase)


@jit
def put_hand(v: State, other: int, out: Grid, row: int, at: int) -> int:
    """Write the copies of each card that the view shows in a hand, where the row is 0."""
    cards = v.hand[other, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        out[row, at + card] = copies_in(v.hand, other, card)
    return at + KINDS


def sign(options: Mapping[str, Any]) -> int:
    """Return -1 where the lowest score wins."""
    return -1 if options["scoring"] == "lowest" else 1
