"""ROOKIE: find pairs among nine piles, collect them, bring them home before others take them.

Seats run anticlockwise: the right neighbour of seat i is seat i + 1, the left one, the player
before, seat i - 1. A pair is laid on three provisional piles, where others can take it away; three
piles that show one kind are captured. Two X rob a neighbour, three X everybody.
"""

from collections.abc import Mapping
from typing import Any

from mazziere.games.rookie.apply import apply
from mazziere.games.rookie.constants import (
    ACTIONS,
    CARDS,
    CHANCES,
    EVENTS,
    OPTIONS,
    REFUSALS,
    SEATS,
)
from mazziere.games.rookie.legal import actors, legal, why_not
from mazziere.games.rookie.start import chance, resolve, start
from mazziere.games.rookie.state import State
from mazziere.games.rookie.view import complete, fill, glance, redact, score
from mazziere.kernel.game import Game


def players_for(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Two to six (ROO-0b); in teams four or six (ROO-TM1)."""
    return (4, 6) if options["mode"] == "team" else tuple(range(2, SEATS + 1))


GAME = Game(
    id="rookie",
    title="ROOKIE",
    rules=1,
    seats=range(2, SEATS + 1),
    clockwise=False,
    state=State,
    options=OPTIONS,
    cards=CARDS,
    actions=ACTIONS,
    chances=CHANCES,
    events=EVENTS,
    refusals=REFUSALS,
    start=start,
    chance=chance,
    resolve=resolve,
    actors=actors,
    legal=legal,
    apply=apply,
    score=score,
    redact=redact,
    glance=glance,
    complete=complete,
    fill=fill,
    why_not=why_not,
    players_for=players_for,
)
