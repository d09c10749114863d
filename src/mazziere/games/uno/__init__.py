"""UNO (112 cards, with Shuffle Hands and customizable wilds).

Match the top card by colour, number or symbol, or play a wild; get rid of your hand. Seats run
clockwise until a reverse. The H2O box shares the rules, brain, picture and terminal parts. Where
the two boxes differ, state fields that no option can change decide: the first card, the
cards that forbid a wild +4, the last +2, the scoring.
"""

from typing import TYPE_CHECKING

from mazziere.games.uno import box, rules
from mazziere.kernel.game import Game, Named, Race

if TYPE_CHECKING:  # checked here: each part has the functions of its protocol
    from mazziere.bots.brain import Brain
    from mazziere.drawing.board import Board
    from mazziere.games.uno import brain, picture, terminal
    from mazziere.kernel.picture import PicturePart

    _parts: tuple[Brain, PicturePart, Board] = (brain, picture, terminal)

GAME = Game(
    package=__name__,
    id="uno",
    title="UNO",
    shelf=4,
    version=2,
    seats=range(2, box.SEATS + 1),
    clockwise=True,
    state=box.State,
    options=box.OPTIONS,
    cards=box.CARDS,
    colours=box.COLOURS,
    actions=box.ACTIONS,
    phases=box.phase.entries,
    events=box.event.entries,
    refusals=box.refusal.entries,
    rules=rules,
    fixed={"h2o": 0, "wd4_actions": box.COUNT},
    named=Named("dealer", "dealer"),
    batches=("discard",),
    out_of_turn=box.OUT_OF_TURN,
    automatic=("pass",),
    race=Race("jump_in", "turn"),
    move_order=box.MOVE_ORDER,
    move_rules=box.MOVE_RULES,
    card_rules=box.CARD_RULES,
)
