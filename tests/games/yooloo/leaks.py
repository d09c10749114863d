"""Planted leaks of YOOLOO."""

from typing import Any

from mazziere.games import yooloo
from mazziere.kernel.jit import jit
from tests.properties.leaks import changed


@jit
def shows_choices(s: Any, seat: int) -> None:
    chosen = list(s.chosen)
    yooloo.rules.redact(s, seat)
    for other, card in enumerate(chosen):
        s.chosen[other] = card


@jit
def shows_points_to_come(s: Any, seat: int) -> None:
    pile = list(s.pile)
    yooloo.rules.redact(s, seat)
    for place, card in enumerate(pile):
        s.pile[place] = card


LEAKS = {
    "choices": changed(yooloo.GAME, redact=shows_choices),
    "points to come": changed(yooloo.GAME, redact=shows_points_to_come),
}
