"""The reading of both UNO boxes that version 2 corrected, in a match written by hand."""

from typing import Any

from tests.games.uno.table import pack, without
from tools.records import Reading, moves_of

HANDS = ("r1 r2 r3 r4 r6 r7 r8", "y1 y1 y2 y2 y3 y3 y4", "g1 g1 g2 g2 g3 g3 g4")
"""The hands of three players. On a red 5 only the first has a play."""


def drawn_in_vain(box: str, **dealer: Any) -> Reading:
    """Let seat 0 draw a card that cannot be played (contract U2).

    A seat that has drawn is always asked; by version 1 the turn passed at once.
    """
    top = [card for round_of in zip(*map(str.split, HANDS), strict=True) for card in round_of]
    top += ["r5", "b9"]
    steps = (
        {"chance": "dealer", "seat": 2, **dealer},
        {"chance": "deck", "cards": top + without(pack(box), top)},
        *moves_of("0 draw"),
    )
    return Reading("U2", 3, {}, steps, "scores 0 0 0; seat 0: pass", "scores 0 0 0; seat 1: draw")
