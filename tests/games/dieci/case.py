"""DIECI for the generic tests and the tools."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.dieci.box import HIDDEN, NONE, SEATS
from tests.cases import Budget, Drama, GameCase, Screen
from tests.games.dieci import secrecy
from tests.games.dieci.invariants import INVARIANTS, inv_DIE_1
from tests.games.dieci.leaks import LEAKS
from tests.games.dieci.readings import READINGS
from tests.games.dieci.reference import Dieci
from tests.games.dieci.transcripts import cautious
from tests.properties.invariants.moment import holds_in_worlds
from tools import golden, vectors
from tools.records import Whole

GAME = "dieci"

_IN_THE_ROUND = r"(?:(?!shuffles)[\s\S])*"
SKUNK_ON_A_NEW_CHAIN = _IN_THE_ROUND.join(
    (
        r"Seat (\d) blocks with a Jump",
        r"seat \1 may keep; swap -> swap",
        r"with a Skunk",
        "takes the old card back",
    )
)
"""A pattern in transcripts: who has blocked begins a new chain, and a skunk undoes it."""


def fresh(players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a fresh match that are not 0."""
    purses = [options["tokens"]] * players + [0] * (SEATS - players)
    return {"purse": purses, "card": NONE, "aside": NONE, "pile": NONE}


CASE = GameCase(
    short={"tokens": 2},
    other={"deck": "3-5-3", "tokens": 2},
    needs={
        "wipe_out": {"tokens": 1},
        "deck": {"copies": [1] * 5 + [2] * 9 + [1]},
        "copies": {"deck": "own"},
    },
    shown_by={"rabbit_strict=True": 54, "wipe_out=shared": 944},
    reference=Dieci,
    duels=300,
    fresh=fresh,
    own_events=frozenset({"dealt", "received", "took_back", "drew_secretly"}),
    others_events=frozenset({"drew_one", "took_back_unseen", "drew_unseen"}),
    styles=secrecy.STYLES,
    rare=(secrecy.jumped_six,),
    rare_events=secrecy.wipe_out,
    sort=secrecy.sort,
    cap=30,
    check_world=holds_in_worlds(inv_DIE_1),
    blanks={"card": HIDDEN, "aside": HIDDEN, "pile": HIDDEN},
    leaks=LEAKS,
    live_options={"tokens": 3},
    full_players=4,
    moments=30,
    half_played={},
    evenings=6,  # its matches are the shortest: there every verb must have succeeded
    deal_moves_on=True,
    card_texts=(*map(str, range(10, -1, -1)), "00", "000", "0000", "cat"),
    undone=frozenset({"keep", "swap"}),
    reloaded={},
    observed=({"tokens": 2, "deck_blocks": True, "blocker_acts": True},),
    invariants=INVARIANTS,
    transcripts=(
        golden.Plan("dieci", "four players, five tokens each", GAME, 4, 94, {}),
        golden.Plan(
            "dieci_crowd",
            "eight players with a token each: cats, and players return",
            GAME, 8, 511, {"tokens": 1},
        ),
        golden.Plan(
            "dieci_family",
            "every option of the house away from the default",
            GAME, 4, 156,
            {"deck": "3-5-3", "tokens": 3, "must_block": True, "blocker_acts": True,
             "rabbit_strict": True, "rabbit_dealer": "deck", "deck_blocks": True,
             "pay_to": "blocker", "out_now": True, "wipe_out": "shared"},
        ),
        golden.Plan(
            "dieci_own",
            "a pack of the players' own with many rabbits; blockers still play",
            GAME, 4, 152,
            {"deck": "own", "copies": [0, 2, 4, 8, 0, 2, 2, 2, 2, 2, 2, 0, 0, 2, 2],
             "tokens": 3, "blocker_acts": True, "rabbit_dealer": "deck"},
        ),
    ),
    policy=cautious,
    kept=(
        Whole(
            "dieci_blocker", 8, {"blocker_acts": True, "deck": "4-4-3"},
            shows=(SKUNK_ON_A_NEW_CHAIN,),
        ),
    ),
    readings=READINGS,
    vectors=(
        vectors.Plan(
            "vector-dieci", GAME, vectors.THREE, {"tokens": 1},
            sends=(0,), pledged=(0, 1), match=3,
        ),
    ),
    budget=Budget(hard=400, master=1600, searched=40_000),
    dramas=(
        Drama("block", "block", "blocked", "blocked 8"),
        Drama("skunk", "block", "blocked 8"),
        Drama("showdown", "", "revealed"),
        Drama("out", "", "out"),
    ),
    screens=(Screen("dieci", 6, 2),),
    roles=frozenset(
        {"bounds checks", "every verb at a table", "screen: pass-and-play", "screen: cover",
         "screen: learn"}
    ),
)  # fmt: skip
