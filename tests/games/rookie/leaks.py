"""Planted leaks of ROOKIE."""

from typing import Any

from mazziere.games import rookie
from mazziere.kernel.jit import jit
from tests.properties.leaks import changed


@jit
def shows_second_card(s: Any, seat: int) -> None:
    cards = [s.table[place, max(s.height[place] - 2, 0)] for place in range(9)]
    rookie.rules.redact(s, seat)
    for place in range(9):
        if s.height[place] > 1:
            s.table[place, s.height[place] - 2] = cards[place]


LEAKS = {
    "second card": changed(rookie.GAME, redact=shows_second_card),
}
