"""UNO H2O TO GO (108 cards): the waterproof box, played for points.

It shares the rules, brain, picture and terminal parts of UNO. Here everybody draws for the deal,
the first card acts, and there are no Shuffle Hands and no customizable cards.
"""

from mazziere.games.uno import GAME as UNO
from mazziere.games.uno_h2o import box
from mazziere.kernel.game import Game

GAME = Game(
    package=__name__,
    shares=UNO.package,
    id="uno_h2o",
    title="UNO H2O TO GO",
    shelf=5,
    version=2,
    seats=UNO.seats,
    clockwise=True,
    state=UNO.state,
    options=box.OPTIONS,
    cards=box.CARDS,
    colours=UNO.colours,
    actions=UNO.actions,
    phases=box.PHASES,
    events=box.EVENTS,
    refusals=box.REFUSALS,
    rules=UNO.rules,
    fixed=box.FIXED,
    out_of_turn=UNO.out_of_turn,
    automatic=("pass",),
    race=UNO.race,
    move_order=UNO.move_order,
    move_rules=box.MOVE_RULES,
    card_rules=box.CARD_RULES,
)
