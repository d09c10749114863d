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
    Feature("before", (COLOURS,), "1 for the colour to match before that wild +4"),
    Feature("stacked", (), "cards that the asked seat has to draw or pass on", 112),
    Feature("dealer", (SEATS,), "1 for the seat that dealt this hand"),
    Feature("points", (SEATS,), "score in hundredths of the target, at most 127", 127),
    Feature("phase", (PHASE_NAMES,), "1 for the phase of the hand"),
)


@jit
def observe(view: State, seat: int, memory: int, out: Grid, row: int) -> int:
    """Write the features of the view into a row; return how many numbers."""
    n = view.players
    clear_row(out, row)
    at = put_hand(view, seat, out, row, 0)
    at = put_one(out, row, at, KINDS, view.top)
    at = put_one(out, row, at, 4, view.colour)
    at = put_one(out, row, at, KINDS, view.drawn if view.phase == DRAWN else -1)
    if memory:
        for place in range(view.discards):
            if view.discard[place] < KINDS:
                out[row, at + view.discard[place]] += 1
    at += KINDS
    for i in range(1, n):
        at = put_hand(view, seat_at(i, n, seat), out, row, at)
    at = put_seats(out, row, at, view.size, n, seat, 0, 112)
    at = put(out, row, at, view.rest, 0, 112)
    at = put(out, row, at, view.direction, -1, 1)
    at = put_seat(out, row, at, view.turn, n, seat)
    at = put_seat_bits(out, row, at, view.debt, n, seat)
    at = put_seat(out, row, at, view.bluffer, n, seat)
    at = put_one(out, row, at, 4, view.before if view.bluffer >= 0 else -1)
    at = put(out, row, at, view.stacked, 0, 112)
    at = put_seat(out, row, at, view.dealer, n, seat)
    for i in range(n):
        points = view.points[seat_at(i, n, seat)] * 100 // view.target if view.target > 0 else 0
        at = put(out, row, at, points, 0, 127)
    return put_one(out, row, at, PHASES, view.phase)


@jit
def put_hand(view: State, other: int, out: Grid, row: int, at: int) -> int:
    """Write the copies of each card that the view shows in a hand, where the row is 0."""
    cards = view.hand[other, 0]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        out[row, at + card] = copies_in(view.hand, other, card)
    return at + KINDS


def sign(options: Mapping[str, Any]) -> int:
    """Return -1 where the lowest score wins."""
    return -1 if options["scoring"] == "lowest" else 1
