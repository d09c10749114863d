"""Heap, a toy game with known best moves: take one to three; taking the last one wins.

A seat on turn wins unless the heap is a multiple of four. Tests of the search compare with that.
"""

from mazziere.kernel.game import Game
from tests.bots.heap import rules

GAME = Game(
    package=__name__,
    id="heap",
    title="Heap",
    shelf=0,
    version=1,
    seats=range(2, 3),
    clockwise=True,
    state=rules.State,
    options=rules.OPTIONS,
    cards=(),
    actions=rules.ACTIONS,
    phases=rules.phase.entries,
    events=rules.event.entries,
    refusals=rules.refusal.entries,
    rules=rules,
)
