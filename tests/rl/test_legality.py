"""Steps refuse illegal actions, and name the rule."""

from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from mazziere import rl
from mazziere.games import find, ids
from mazziere.kernel.engine import engine
from mazziere.kernel.jit import Mode
from mazziere.kernel.refusals import NO_MOVE, NOT_LEGAL, Refused

NAMES = [name for name in ids() if find(name).package.startswith("mazziere.")]


@pytest.mark.parametrize("played", [0, 3, 12])
@pytest.mark.parametrize("name", NAMES)
def test_a_step_refuses_every_illegal_action_and_changes_nothing(name: str, played: int) -> None:
    game = find(name)
    rules = engine(game, "plain")
    desks = rules.desks(min(game.seats), {})
    rules.begin(desks, 0, 1, 0)
    for _ in range(played):
        rules.step(desks, 0, int(desks["legal"][0, desks["count"][0] // 2]))
    before = desks.tobytes()
    legal = set(desks["legal"][0, : desks["count"][0]].tolist())
    names = {refusal.name for refusal in game.refusals}
    for action in range(len(game.actions)):
        if action not in legal:
            with pytest.raises(Refused) as refused:
                rules.step(desks, 0, action)
            assert refused.value.code in names | {NOT_LEGAL}
            assert refused.value.text == game.actions[action]
            with pytest.raises(Refused):
                rules.step_many(
                    desks,
                    np.array([action], np.int32),
                    np.zeros((1, 2), np.int32),
                    np.zeros(1, np.int8),
                )
    for action in (-2, len(game.actions)):
        with pytest.raises(Refused) as refused:
            rules.step(desks, 0, action)
        assert refused.value.code == NO_MOVE
    assert desks.tobytes() == before
    assert rules.step(desks, 0, min(legal)) >= 0


def test_a_checked_step_refuses_in_every_mode() -> None:
    game = find("dieci")
    accept = game.action_numbers["accept"]
    modes: tuple[Mode, ...] = ("plain", "checked", "compiled")
    for mode in modes:
        rules = engine(game, mode)
        desks = rules.desks(2, {})
        rules.begin(desks, 0, 1, 0)
        before = desks.tobytes()
        with pytest.raises(Refused) as refused:
            rules.step_checked(desks, 0, accept)
        assert (refused.value.code, refused.value.rule) == ("not_asked", "DIE-R2")
        assert desks.tobytes() == before
        if mode != "compiled":  # there it is the caller's error
            with pytest.raises(Refused):
                rules.step(desks, 0, accept)


def test_an_environment_refuses_before_anything_moves() -> None:
    tables = rl.Tables(rl.read_setup("dieci", 2, mode="plain"), 3)
    tables.reset([1, 2, 3])
    before = tables.states.tobytes(), tables.works.tobytes()
    legal = [int(np.flatnonzero(mask)[0]) for mask in tables.masks]
    with pytest.raises(Refused) as refused:
        tables.step([*legal[:2], 2])
    assert refused.value.code == "not_asked"
    assert (tables.states.tobytes(), tables.works.tobytes()) == before
    tables.step(legal)


def test_waiting_is_for_seats_out_of_turn_only() -> None:
    tables = rl.Tables(rl.read_setup("uno", 2, mode="plain"), 1)
    tables.reset([1])
    with pytest.raises(Refused, match='may not "wait"'):
        tables.step([len(tables.action_names) - 1])


def test_openspiel_refuses_illegal_actions() -> None:
    game = pyspiel.load_game("mazziere_dieci(players=2)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    accept = find("dieci").action_numbers["accept"]
    before = str(state)
    with pytest.raises(Refused) as refused:
        state.apply_action(accept)
    assert refused.value.code == "not_asked"
    with pytest.raises(rl.BadEnvironment, match="may not wait"):
        state.apply_action(game.num_distinct_actions() - 1)
    assert str(state) == before


@pytest.mark.parametrize("action", [1.5, None, "keep"])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = gymnasium.make("mazziere/dieci-v1", players=2, mode="plain", disable_env_checker=True)
    env.reset(seed=1)
    with pytest.raises(rl.BadEnvironment, match="is not a whole number"):
        env.unwrapped.step(action)
    table = rl.make("dieci", 2, api="pettingzoo", mode="plain")
    table.reset(seed=1)
    with pytest.raises(rl.BadEnvironment, match="is not a whole number"):
        table.unwrapped.step(action)
