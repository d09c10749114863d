"""YOOLOO for the generic tests and the tools."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.yooloo.box import HIDDEN, NONE, SEATS
from tests.cases import Budget, GameCase, Screen
from tests.games.yooloo import secrecy
from tests.games.yooloo.invariants import INVARIANTS
from tests.games.yooloo.leaks import LEAKS
from tests.games.yooloo.reference import Yooloo
from tests.properties.play import Style
from tools import golden, vectors
from tools.records import Whole

GAME = "yooloo"
ALL_TEN = (1 << 10) - 1


def fresh(players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a fresh match that are not 0."""
    hands = [ALL_TEN] * players + [0] * (SEATS - players)
    pile = NONE if options["variant"] == "b" else list(range(10))
    return {"hand": hands, "chosen": NONE, "stack": NONE, "pile": pile}


CASE = GameCase(
    other={"variant": "b", "games": 3},
    needs={"series": {"games": 3}},
    reference=Yooloo,
    fresh=fresh,
    own_events=frozenset({"stacked", "chose"}),
    others_events=frozenset({"stacked_unseen", "chose_unseen"}),
    styles=(Style(), Style(lowest=0.9), Style(lowest=0.5)),
    sort=secrecy.sort,
    other_choices=secrecy.other_choices,
    check_world=secrecy.check_world,
    blanks={"chosen": HIDDEN, "stack": HIDDEN, "pile": HIDDEN},
    sets=frozenset({"hand"}),
    leaks=LEAKS,
    moments=60,
    card_texts=tuple(str(number) for number in range(1, 11)),
    sketches=({}, {"variant": "b", "games": 2}),
    undone=frozenset({"stack"}),
    reloaded={"variant": "a"},
    observed=({}, {"variant": "a"}, {"variant": "b", "games": 2}),
    from_facts=({"games": 3, "series": "wins"},),
    invariants=INVARIANTS,
    shared_account=True,
    transcripts=(
        golden.Plan(
            "yooloo_base",
            "two players: without a winner the points card leaves the game",
            GAME, 2, 1, {},
        ),
        golden.Plan(
            "yooloo_base_showdown", "nobody wins the tenth round: showdown", GAME, 3, 1125, {}
        ),
        golden.Plan(
            "yooloo_a",
            "from the hand, two games, games won count",
            GAME, 3, 3, {"variant": "a", "games": 2, "series": "wins"},
        ),
        golden.Plan(
            "yooloo_b",
            "shuffled points cards, showdowns for the tenth card only",
            GAME, 4, 68, {"variant": "b", "showdown_prize": "last"},
        ),
    ),
    kept=(
        Whole("yooloo_base", 3, {"games": 2}),
        Whole("yooloo_b", 4, {"variant": "b"}, shows=(r"showdown",)),
    ),
    vectors=(vectors.Plan("vector-yooloo", GAME, vectors.TWO, {"variant": "b"}),),
    budget=Budget(hard=200, master=800),
    screens=(
        Screen("yooloo-sort", 4, 0, {"variant": "base"}),
        Screen("yooloo", 4, 5, {"variant": "a"}),
    ),
    roles=frozenset({"screen: end"}),
)  # fmt: skip
