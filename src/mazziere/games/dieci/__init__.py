"""DIECI: one card each, pass the low one on, do not be left with the lowest.

Seats run anticlockwise: the right neighbour of seat i is seat i + 1. A round goes from the dealer's
right neighbour to the dealer; each seat keeps its card or offers it to the next, who must take it
unless a card from 6 to 10 blocks. The lowest card pays a token; the last seat with tokens wins.
"""

from mazziere.games.dieci.apply import apply
from mazziere.games.dieci.constants import ACTIONS, CARDS, CHANCES, EVENTS, OPTIONS, REFUSALS, SEATS
from mazziere.games.dieci.legal import actors, legal, why_not
from mazziere.games.dieci.scoring import score
from mazziere.games.dieci.start import chance, resolve, start
from mazziere.games.dieci.state import State
from mazziere.games.dieci.view import complete, fill, redact
from mazziere.kernel.game import Game

GAME = Game(
    id="dieci",
    title="DIECI",
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
    glance=redact,
    complete=complete,
    fill=fill,
    why_not=why_not,
)
