"""UNO H2O for the generic tests and the tools."""

from tests.cases import Budget, GameCase, Screen
from tests.games.uno import secrecy
from tests.games.uno.case import (
    BLANKS,
    BOTH_BOXES,
    COUNTED,
    EVENING,
    OTHERS_EVENTS,
    OWN_EVENTS,
    PRIVATE_AUDIENCE,
    SETS,
)
from tests.games.uno.case import fresh as fresh
from tests.games.uno.readings import drawn_in_vain
from tests.games.uno_h2o.invariants import INVARIANTS
from tests.games.uno_h2o.leaks import LEAKS
from tests.games.uno_h2o.reference import UnoH2o
from tests.games.uno_h2o.set_up import opened_by_a_wild
from tools import golden, vectors
from tools.records import Whole

GAME = "uno_h2o"
ONE_HAND = {"scoring": "hand"}

CASE = GameCase(
    short={"target": 50},
    shortest=ONE_HAND,
    between_bots={"target": 50},
    other={"scoring": "lowest", "target": 50},
    needs={"target": {"scoring": "winner", "target": 100}, "final_draw": {"scoring": "winner"}},
    reference=UnoH2o,
    duels=20,
    fresh=fresh,
    own_events=OWN_EVENTS,
    others_events=OTHERS_EVENTS,
    private_audience=PRIVATE_AUDIENCE,
    never=frozenset(
        {"ignored", "received", "received_unseen", "threw_away", "discarded", "extra_turn"}
    ),
    styles=secrecy.STYLES,
    rare=(opened_by_a_wild,),
    sort=secrecy.sort,
    cap=2,
    parts_silently=secrecy.parts_silently,
    check_world=secrecy.check_world,
    blanks=BLANKS,
    sets=SETS,
    counted=COUNTED,
    leaks=LEAKS,
    moments=150,
    card_texts=BOTH_BOXES,
    undone=frozenset({"play"}),
    stands=frozenset({"draw"}),
    slow_playouts=True,
    slow_search=True,
    observed=({"target": 50, "scoring": "lowest"},),
    invariants=INVARIANTS,
    transcripts=(
        golden.Plan(
            "uno_h2o_winner", "the winner of a hand scores", GAME, 3, 75, {"target": 100}
        ),
        golden.Plan(
            "uno_h2o_lowest",
            "everybody scores their own cards, the lowest total wins",
            GAME, 2, 116, {"scoring": "lowest", "target": 50},
        ),
        golden.Plan(
            "uno_h2o_hand",
            "one hand: calls are taken as made, a wild +4 only without a match",
            GAME, 4, 75,
            {**ONE_HAND, "wd4": "strict", "wd4_actions": "ignore", "uno_call": "auto"},
        ),
        golden.Plan(
            "uno_h2o_evening",
            "every house rule at once, in one hand",
            GAME, 4, 72, {**EVENING, **ONE_HAND},
        ),
    ),
    kept=(Whole("uno_h2o_winner", 3, {"target": 100}),),
    readings=(drawn_in_vain(GAME, draws=[{"0": "r1", "1": "r2", "2": "r9"}]),),
    vectors=(
        vectors.Plan("vector-h2o-2", GAME, vectors.THREE, ONE_HAND, sends=(), limit=12),
    ),
    budget=Budget(hard=400, master=1600),
    ladder_presets=("most",),
    screens=(Screen("uno_h2o", 3, 4),),
)  # fmt: skip
