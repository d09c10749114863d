"""The game "from 1 to 10" for the generic tests and the tools."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.one_to_ten.box import HIDDEN, NONE
from tests.cases import GameCase, Screen
from tests.games.one_to_ten import secrecy
from tests.games.one_to_ten.invariants import INVARIANTS
from tests.games.one_to_ten.leaks import LEAKS
from tests.games.one_to_ten.reference import OneToTen, knowing_move
from tests.games.one_to_ten.transcripts import searching
from tests.properties.play import Style
from tools import golden, vectors
from tools.records import Whole

GAME = "one_to_ten"


def fresh(players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a fresh match that are not 0."""
    return {"row": NONE}


CASE = GameCase(
    other={"end": "now"},
    needs={"one_go_score": {"variant": "one_go"}},
    endless=frozenset({"one_go"}),
    reference=OneToTen,
    choose=knowing_move,
    fresh=fresh,
    styles=(Style(), Style(lowest=0.7), Style(peeks=0.8)),
    peek=secrecy.peek,
    sort=secrecy.sort,
    check_world=secrecy.check_world,
    blanks={"row": HIDDEN},
    leaks=LEAKS,
    live_players=2,
    full_players=2,
    card_texts=tuple(str(number) for number in range(1, 11)),
    stands=frozenset({"turn"}),
    reloaded={},
    open_to_bots=True,
    observed=({}, {"variant": "one_go"}),
    from_facts=({"variant": "one_go", "one_go_score": "best_run", "end": "now"},),
    invariants=INVARIANTS,
    transcripts=(
        golden.Plan(
            "one_to_ten_step", "a card in each turn, and the round is finished", GAME, 3, 17, {}
        ),
        golden.Plan(
            "one_to_ten_one_go",
            "all ten in a single turn, the longest run counts",
            GAME, 2, 1, {"variant": "one_go", "one_go_score": "best_run", "end": "now"},
        ),
    ),
    policy=searching,
    kept=(
        Whole("one_to_ten_step", 3),
        Whole("one_to_ten_one_go", 2, {"variant": "one_go", "one_go_score": "best_run"}),
    ),
    vectors=(
        vectors.Plan(
            "vector-ten", GAME, vectors.THREE, sends=(1,), pledged=(1,), match=2, limit=12
        ),
    ),
    screens=(Screen("one_to_ten", 4, 6),),
)  # fmt: skip
