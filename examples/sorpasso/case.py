"""Sorpasso for the generic tests of Mazziere (`tests/cases.py`)."""

from collections.abc import Mapping
from typing import Any

from sorpasso.box import HIDDEN, NONE

from tests.cases import GameCase


def fresh(players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a fresh match that are not 0."""
    return {"top": NONE}


def sort(state: Any) -> tuple[int, ...]:
    """Return the class of a position: phase, players, cards dealt, and whether the road is free."""
    return (
        int(state["phase"]),
        int(state["players"]),
        int(state["hand"]),
        int(state["top"] == NONE),
    )


CASE = GameCase(
    other={"hand": 4},
    saved_after=6,
    fresh=fresh,
    own_events=frozenset({"dealt"}),
    others_events=frozenset({"dealt_unseen"}),
    sort=sort,
    blanks={"held": HIDDEN},
    moments=25,
    card_texts=tuple(str(number) for number in range(1, 17)),
)
