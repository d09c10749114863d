"""Planted leaks of UNO."""

from typing import Any

from mazziere.games import uno
from mazziere.games.uno import box
from mazziere.games.uno.rules.knowledge import FREE
from mazziere.kernel.jit import jit
from tests.properties.leaks import changed


@jit
def shows_guilt(s: Any, seat: int) -> None:
    guilty = s.guilty
    uno.rules.redact(s, seat)
    s.guilty = guilty


@jit
def shows_drawn_card(s: Any, seat: int) -> None:
    drawn = s.drawn
    uno.rules.redact(s, seat)
    s.drawn = drawn


@jit
def shows_what_others_were_shown(s: Any, seat: int) -> None:
    owners, knowers = list(s.slot_owner), list(s.slot_knowers)
    uno.rules.redact(s, seat)
    for slot in range(len(owners)):
        s.slot_owner[slot] = owners[slot]
        s.slot_knowers[slot] = knowers[slot]


@jit
def leaves_slots_unsorted(s: Any, seat: int) -> None:
    owners, knowers = list(s.slot_owner), list(s.slot_knowers)
    uno.rules.redact(s, seat)
    for slot in range(len(owners)):
        kept = knowers[slot] if owners[slot] == seat else knowers[slot] & 1 << seat
        s.slot_owner[slot] = owners[slot] if kept else FREE
        s.slot_knowers[slot] = kept


@jit
def shows_what_others_can_work_out(s: Any, seat: int) -> None:
    pool = [[s.pool[other, level] for level in range(4)] for other in range(box.SEATS)]
    uno.rules.redact(s, seat)
    for other in range(box.SEATS):
        for level in range(4):
            s.pool[other, level] = pool[other][level]


@jit
def shows_the_next_hand(s: Any, seat: int) -> None:
    other = (seat + 1) % s.players
    hand = [s.hand[other, level] for level in range(4)]
    uno.rules.redact_unseen(s, seat)
    for level in range(4):
        s.hand[other, level] = hand[level]


LEAKS = {
    "drawn card": changed(uno.GAME, redact=shows_drawn_card),
    "shown to others": changed(uno.GAME, redact=shows_what_others_were_shown),
}
GUILT = changed(uno.GAME, redact=shows_guilt)
UNSORTED = changed(uno.GAME, redact=leaves_slots_unsorted)
