"""The matches behind the spoken transcripts are what the engine sends today."""

import pytest

from mazziere.games import shelf
from tools import golden, spoken

PLANS = [(name, *plan) for name in shelf() for plan in spoken.plans(name)]


@pytest.mark.parametrize(("game", "name", "plan", "listener"), PLANS, ids=lambda it: str(it)[:20])
def test_recorded_match_is_current(game: str, name: str, plan: golden.Plan, listener: int) -> None:
    written = (spoken.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert written == spoken.recorded(game, name, plan, listener)
