"""The checks of the mutants' suite that no other test runs, on the games as they are."""

import numpy as np
import pytest

from mazziere.games import find, shelf
from mazziere.kernel.engine import Engine
from mazziere.kernel.match import Match
from tools.mutants import suite
from tools.mutants.fresh import wrong_fields


@pytest.mark.parametrize("name", shelf())
def test_a_fresh_match_is_a_blank_record(name: str) -> None:
    suite.look_at_fresh((name,))


@pytest.mark.parametrize("name", shelf())
def test_loops_play_what_steps_play(name: str) -> None:
    suite.play_in_loops((name,))


@pytest.mark.slow
@pytest.mark.parametrize("name", shelf())
def test_refusals_views_and_worlds(name: str) -> None:
    suite.inspect_states((name,))


def test_a_record_that_is_not_blank_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Engine.start

    def start_on(engine: Engine, states: np.ndarray, index: int) -> None:
        start(engine, states, index)
        states["turn"][index] = 1

    monkeypatch.setattr(Engine, "start", start_on)
    assert wrong_fields("dieci", 3, {}) == ["turn"]


def test_a_move_that_is_refused_though_legal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(find("dieci"), 3, {})
    match.chance({"chance": "dealer", "seat": 0})
    match.deal(lambda group: group)
    suite.check_refusals(match)
    monkeypatch.setattr(Engine, "why_not", lambda *_: 1)
    with pytest.raises(suite.Noticed, match="why_not"):
        suite.check_refusals(match)
