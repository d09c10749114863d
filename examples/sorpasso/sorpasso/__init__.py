"""Sorpasso ("overtaking"): play a higher card than the one on the road, or let it go.

Whoever overtakes last scores a point and leads the next card. Most points win.
"""

from typing import TYPE_CHECKING

from mazziere.kernel.game import Game
from sorpasso import box, rules

if TYPE_CHECKING:  # checked here: each part has the functions of its protocol
    from mazziere.bots.brain import Brain
    from mazziere.kernel.picture import PicturePart
    from sorpasso import brain, picture

    _parts: tuple[Brain, PicturePart] = (brain, picture)

GAME = Game(
    package=__name__,
    id="sorpasso",
    title="Sorpasso",
    shelf=100,
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
    numbered=("play",),
    move_rules={"play": ("SOR-2",), "pass": ("SOR-3",)},
)
