"""DIECI: one card each, pass the low one on, do not be left with the lowest.

Seats run anticlockwise: the right neighbour of seat i is seat i + 1. A round goes from the dealer's
right neighbour to the dealer. Each seat keeps its card or offers it to the next seat, which must
take it unless a card from 6 to 10 blocks. The lowest card pays a token; the last seat with tokens
wins.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mazziere.games.dieci import box, rules
from mazziere.kernel.game import Game, Named

if TYPE_CHECKING:  # checked here: each part has the functions of its protocol
    from mazziere.bots.brain import Brain
    from mazziere.drawing.board import Board
    from mazziere.games.dieci import brain, picture, terminal
    from mazziere.kernel.picture import PicturePart

    _parts: tuple[Brain, PicturePart, Board] = (brain, picture, terminal)


def why_not_options(options: Mapping[str, Any]) -> str | None:
    """Refuse an own pack of which more than a quarter are cats (AMB-DIE-1, contract D7)."""
    if options["deck"] != "own":
        return None
    copies = options["copies"]
    if 4 * copies[box.JOLLYGATTO] <= sum(copies):
        return None
    cats, cards = copies[box.JOLLYGATTO], sum(copies)
    return f"option copies: {cats} cats of {cards} cards are more than a quarter"


GAME = Game(
    package=__name__,
    id="dieci",
    title="DIECI",
    shelf=6,
    version=2,
    seats=range(2, box.SEATS + 1),
    clockwise=False,
    state=box.State,
    options=box.OPTIONS,
    cards=box.CARDS,
    actions=box.ACTIONS,
    phases=box.phase.entries,
    events=box.event.entries,
    refusals=box.refusal.entries,
    rules=rules,
    named=Named("dealer", "dealer"),
    move_order=("keep", "swap", "block", "accept", "draw"),
    move_rules=box.MOVE_RULES,
    card_rules=box.CARD_RULES,
    why_not_options=why_not_options,
)
