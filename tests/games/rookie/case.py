"""ROOKIE for the generic tests and the tools."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.rookie.box import HIDDEN, NONE
from tests.cases import Budget, Drama, GameCase, Screen
from tests.games.rookie import secrecy
from tests.games.rookie.invariants import INVARIANTS, inv_ROO_1
from tests.games.rookie.leaks import LEAKS
from tests.games.rookie.readings import READINGS
from tests.games.rookie.reference import Rookie
from tests.games.rookie.set_up import buried
from tests.games.rookie.transcripts import remembering
from tests.properties.invariants.moment import holds_in_worlds
from tests.properties.play import Style
from tools import golden, vectors
from tools.records import Whole

GAME = "rookie"
ALL_PILES = (1 << secrecy.PILES) - 1
POCKET = {"edition": "pocket"}

# Patterns in transcripts
ASKED_AT_ITS_TURN = (
    r"seat (\d) may flip .*\n(?: {5}(?!seat).*\n)*\s*\d+\. seat (?!\1)\d may capture; hold"
)
ROOKIE_BY_A_GIFT = r"seat (\d) may .*-> give X \d\n(?: {5}all: .*\n)*?.*Three X for Seat (?!\1)"


def fresh(players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a fresh match that are not 0."""
    return {"found": NONE, "gaps": ALL_PILES, "table": NONE, "top": NONE}


CASE = GameCase(
    short=POCKET,
    other={"mode": "team", **POCKET},
    needs={"team_pool": {"mode": "team"}, "spare_partner": {"mode": "team"}},
    reference=Rookie,
    duels=40,
    fresh=fresh,
    bounds={"pile": secrecy.PILES},
    styles=(Style(), Style(peeks=0.6), Style(early={"X": 0.4}, peeks=0.3), Style(peeks=0.9)),
    peek=secrecy.peek,
    rare=(buried,),
    sort=secrecy.sort,
    cap=8,
    secret_group=1,  # the first group says which piles are taller, and everybody sees that
    check_world=holds_in_worlds(inv_ROO_1),
    blanks={"table": HIDDEN},
    leaks=LEAKS,
    live_players=2,
    live_options=POCKET,
    full_players=4,
    pairs=secrecy.pairs,
    moments=150,
    card_texts=tuple("RGBYPX"),
    sketches=({"mode": "team"}, {"mode": "kids"}),
    undone=frozenset({"place"}),
    stands=frozenset({"flip"}),
    slow_playouts=True,
    reloaded={"mode": "normal"},
    open_to_bots=True,
    observed=(POCKET, {**POCKET, "mode": "team"}),
    from_facts=(
        {**POCKET, "mode": "team", "team_pool": True, "capture": "manual"},
        {**POCKET, "capture": "manual", "refill": "tallest", "end_loot": "strict"},
    ),
    invariants=INVARIANTS,
    transcripts=(
        golden.Plan(
            "rookie_normal", "everyone alone, with robberies and a Rookie", GAME, 3, 487, POCKET
        ),
        golden.Plan(
            "rookie_team",
            "two teams, manual captures, gaps refilled at once",
            GAME, 4, 578,
            {**POCKET, "mode": "team", "capture": "manual", "refill": "tallest",
             "end_loot": "strict"},
        ),
        golden.Plan("rookie_kids", "the children's game", GAME, 4, 60, {**POCKET, "mode": "kids"}),
    ),
    policy=remembering,
    kept=(
        Whole("rookie_normal", 3, POCKET, shows=(r"-> cover$",)),
        Whole(
            "rookie_team_manual", 4, {**POCKET, "mode": "team", "capture": "manual"},
            shows=(ASKED_AT_ITS_TURN, ROOKIE_BY_A_GIFT),
        ),
    ),
    readings=READINGS,
    vectors=(
        vectors.Plan(
            "vector-rookie", GAME, vectors.TWO, {**POCKET, "mode": "kids"},
            pledged=(0, 1), starter=1, limit=12,
        ),
    ),
    budget=Budget(hard=200, master=800, searched=12_000),
    dramas=(Drama("rob", "rob", "robbed"), Drama("jackpot", "", "rookie")),
    screens=(Screen("rookie", 4, 14), Screen("rookie-team", 4, 12, {"mode": "team"})),
    roles=frozenset({"screen: rules"}),
)  # fmt: skip
