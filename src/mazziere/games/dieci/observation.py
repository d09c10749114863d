"""The observation of DIECI. A seat sees everything that it knows, so memory adds nothing."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.dieci.box import ANSWER, CARDS, KINDS, State, phase
from mazziere.kernel.jit import jit
from mazziere.kernel.observation import (
    SEATS,
    Feature,
    from_seat,
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
    Feature("cards", (SEATS, CARDS), "1 for the card of a seat, where the observer knows it"),
    Feature("tokens", (SEATS,), "tokens in front of each seat", 90),
    Feature("in_round", (SEATS,), "1 for a seat that plays in this round"),
    Feature("passed_over", (SEATS,), "1 for a seat that has blocked and has no play of its own"),
    Feature("dealer", (SEATS,), "1 for the seat that deals and plays last"),
    Feature("turn", (SEATS,), "1 for the seat on turn; while an offer is open, its passer"),
    Feature("asked", (SEATS,), "1 for the seat that must answer an offer"),
    Feature("jumped", (), "1 if the offer came over a rabbit"),
    Feature("links", (), "swaps in the chain that is running", 10),
    Feature("chain", (SEATS,), "the place of a seat on the way of its card, from 1", 11),
    Feature("deck", (), "cards left in the deck", 100),
    Feature("set_aside", (CARDS,), "known copies of each card set aside in this round", 12),
    Feature("phase", (PHASE_NAMES,), "1 for the phase of the round"),
)


@jit
def observe(view: State, seat: int, memory: int, out: Grid, row: int) -> int:
    """Write the features of the view into a row; return how many numbers."""
    n = view.players
    at = 0
    for i in range(n):
        at = put_one(out, row, at, KINDS, view.card[seat_at(i, n, seat)])
    at = put_seats(out, row, at, view.purse, n, seat, 0, 90)
    at = put_seat_bits(out, row, at, view.in_round, n, seat)
    at = put_seat_bits(out, row, at, view.passed_over, n, seat)
    at = put_seat(out, row, at, view.dealer, n, seat)
    at = put_seat(out, row, at, view.turn, n, seat)
    is_asked = view.phase == ANSWER
    at = put_seat(out, row, at, view.asked if is_asked else -1, n, seat)
    at = put(out, row, at, view.jumped if is_asked else 0, 0, 1)
    at = put(out, row, at, view.links, 0, 10)
    at = put_chain(view, seat, out, row, at)
    at = put(out, row, at, view.rest, 0, 100)
    for card in range(KINDS):
        out[row, at + card] = 0
    for place in range(view.asides):
        if 0 <= view.aside[place] < KINDS:
            out[row, at + view.aside[place]] += 1
    return put_one(out, row, at + KINDS, PHASES, view.phase)


@jit
def put_chain(view: State, seat: int, out: Grid, row: int, at: int) -> int:
    """Write the places of the seats on the way of the card that the chain has moved."""
    n = view.players
    for i in range(n):
        out[row, at + i] = 0
    for link in range(view.links):
        out[row, at + from_seat(view.giver[link], n, seat)] = link + 1
        out[row, at + from_seat(view.taker[link], n, seat)] = link + 2
    return at + n


def sign(options: Mapping[str, Any]) -> int:
    """Return 1: tokens are good."""
    return 1
