"""Planted leaks of "from 1 to 10"."""

from typing import Any

from mazziere.games import one_to_ten
from mazziere.kernel.jit import jit
from tests.properties.leaks import changed


@jit
def shows_own_row(s: Any, seat: int) -> None:
    own = [s.row[seat, place] for place in range(10)] if seat < 8 else []
    one_to_ten.rules.redact(s, seat)
    for place, card in enumerate(own):
        s.row[seat, place] = card


LEAKS = {
    "own row": changed(one_to_ten.GAME, redact=shows_own_row),
}
