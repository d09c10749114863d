"""YOOLOO "from 1 to 10": find your ten face-down cards in order.

A turn uncovers one card of the player's own row. The right one stays face up, a wrong one is turned
back. In the variant "in one go" the right one gives another try and a wrong one covers the whole
row. When a player has found all ten the round is finished, and every card found is a point.
"""

from typing import TYPE_CHECKING

from mazziere.games.one_to_ten import box, rules
from mazziere.kernel.game import Game, Named

if TYPE_CHECKING:  # checked here: each part has the functions of its protocol
    from mazziere.bots.brain import Brain
    from mazziere.drawing.board import Board
    from mazziere.games.one_to_ten import brain, picture, terminal
    from mazziere.kernel.picture import PicturePart

    _parts: tuple[Brain, PicturePart, Board] = (brain, picture, terminal)

GAME = Game(
    package=__name__,
    id="one_to_ten",
    title="YOOLOO: from 1 to 10",
    shelf=2,
    version=1,
    seats=range(2, box.SEATS + 1),
    clockwise=True,
    state=box.State,
    options=box.OPTIONS,
    cards=box.CARDS,
    actions=box.ACTIONS,
    phases=box.phase.entries,
    events=box.event.entries,
    refusals=box.refusal.entries,
    rules=rules,
    named=Named("starter", "starter"),
    numbered=("turn",),
    revealing=("turn",),
    move_rules=box.MOVE_RULES,
    card_rules=box.CARD_RULES,
)
