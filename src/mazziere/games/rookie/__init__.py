"""ROOKIE: find pairs among nine piles, collect them, bring them home before others take them.

Seats run anticlockwise: the right neighbour of seat i is seat i + 1, the left one, the player
before, seat i - 1. A pair is laid on three provisional piles, where others can take it away; three
piles that show one kind are captured. Two X rob a neighbour, three X everybody.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mazziere.games.rookie import box, rules
from mazziere.kernel.game import Game, Named

if TYPE_CHECKING:  # checked here: each part has the functions of its protocol
    from mazziere.bots.brain import Brain
    from mazziere.drawing.board import Board
    from mazziere.games.rookie import brain, picture, terminal
    from mazziere.kernel.picture import PicturePart

    _parts: tuple[Brain, PicturePart, Board] = (brain, picture, terminal)


def players_for(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Allow two to six players (ROO-0b), in teams four or six (ROO-TM1)."""
    return (4, 6) if options["mode"] == "team" else tuple(range(2, box.SEATS + 1))


def sides_for(players: int, options: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Pair the seats that sit opposite each other, in teams (ROO-TM1)."""
    if options.get("mode") != "team":
        return [(seat,) for seat in range(players)]
    half = players // 2
    return [(seat, seat + half) for seat in range(half)]


GAME = Game(
    package=__name__,
    id="rookie",
    title="ROOKIE",
    shelf=3,
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
    named=Named("starter"),
    batches=("place", "give"),
    move_order=("place", "give", "flip", "capture", "hold", "rob", "cover"),
    numbered=("flip",),
    revealing=("flip",),
    move_rules=box.MOVE_RULES,
    card_rules=box.CARD_RULES,
    players_for=players_for,
    sides_for=sides_for,
)
