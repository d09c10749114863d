"""UNO (112 cards, with Shuffle Hands and customizable wilds) and UNO H2O TO GO (108 cards).

Match the top card by colour, number or symbol, or play a wild; get rid of your hand. Seats run
clockwise until a reverse. The two boxes share one set of rules; where they differ, a field that no
option can change says so: the first card, what counts against a wild +4, the last +2, the scoring.
"""

from dataclasses import replace

from mazziere.games.uno.apply import apply
from mazziere.games.uno.constants import (
    ACTIONS,
    CARDS,
    COLOURS,
    DEALER,
    DECK,
    EVENTS,
    EVENTS_H2O,
    H2O_KINDS,
    REFUSALS,
    REFUSALS_H2O,
    RESHUFFLE,
    SEATS,
    SHUFFLE_HANDS,
)
from mazziere.games.uno.legal import actors, legal, why_not
from mazziere.games.uno.score import score
from mazziere.games.uno.start import chance, resolve, start
from mazziere.games.uno.state import (
    COUNT,
    H2O_OPTIONS,
    LEFT_OUT,
    NONE_MATCH,
    UNO_OPTIONS,
    WINS,
    State,
)
from mazziere.games.uno.view import complete, fill, glance, redact
from mazziere.kernel.game import Chance, Game

UNO = Game(
    id="uno",
    title="UNO",
    rules=1,
    seats=range(2, SEATS + 1),
    clockwise=True,
    state=State,
    options=UNO_OPTIONS,
    cards=CARDS,
    colours=COLOURS,
    asides=("uno", "catch"),
    actions=ACTIONS,
    chances={
        DEALER: Chance("dealer", "seat", "UNO-START-1"),
        DECK: Chance("deck", "cards", "UNO-START-1"),
        RESHUFFLE: Chance("reshuffle", "cards", "UNO-PILE-1"),
        SHUFFLE_HANDS: Chance("shuffle_hands", "cards", "UNO-SHUF-1"),
    },
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
    fixed={"h2o": 0, "wd4_actions": COUNT},
)

H2O = replace(
    UNO,
    id="uno_h2o",
    title="UNO H2O TO GO",
    options=H2O_OPTIONS,
    cards=CARDS[:H2O_KINDS],
    chances={
        DEALER: Chance("dealer", "draws", "H2O-DEAL-1"),
        DECK: Chance("deck", "cards", "H2O-DEAL-2"),
        RESHUFFLE: Chance("reshuffle", "cards", "H2O-END-2"),
    },
    events=EVENTS_H2O,
    refusals=REFUSALS_H2O,
    fixed={
        "h2o": 1,
        "custom": (LEFT_OUT,) * 3,
        "wild_matches": NONE_MATCH,
        "shuffle_last": WINS,
        "final_draw": 1,
    },
)
