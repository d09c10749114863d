"""YOOLOO, the card game: the highest card that only one player shows wins the round.

All players have the same ten cards and show one in each of ten rounds, each played for a points
card. In the base game the order is fixed beforehand, as a stack; in the variants A and B each
player chooses a card in secret for each round. A match is a series of games.
"""

from typing import TYPE_CHECKING

from mazziere.games.yooloo import box, rules
from mazziere.kernel.game import Game, Named

if TYPE_CHECKING:  # checked here: each part has the functions of its protocol
    from mazziere.bots.brain import Brain
    from mazziere.bots.seating import MasterPart
    from mazziere.drawing.board import Board
    from mazziere.games.yooloo import brain, master, picture, solve, terminal
    from mazziere.kernel.picture import PicturePart
    from mazziere.kernel.solving import SolvePart

    _parts: tuple[Brain, MasterPart, PicturePart, Board, SolvePart] = (
        brain,
        master,
        picture,
        terminal,
        solve,
    )

GAME = Game(
    package=__name__,
    id="yooloo",
    title="YOOLOO",
    shelf=1,
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
    named=Named("starter"),
    batches=("stack",),
    simultaneous=True,
    hides_scores=True,
    move_order=("play", "stack"),
    numbered=("stack", "play"),
    move_rules=box.MOVE_RULES,
    card_rules=box.CARD_RULES,
)
