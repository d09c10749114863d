"""PettingZoo's own tests, and the masks, waits and ends of its interfaces."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make as make_registered
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import mazziere
from mazziere.games import find, ids
from mazziere.kernel.refusals import Refused
from tests.bots.tables import short

NAMES = [name for name in ids() if find(name).package.startswith("mazziere.")]
ABOUT_DICTS = "ignore:Observation (space|is not a NumPy):UserWarning"  # a mask makes it a dict


def table(name: str, players: int = 3, **settings: Any) -> Any:
    settings = {"options": short(name), "mode": "plain"} | settings
    return mazziere.make(name, players, api="pettingzoo", **settings)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings(ABOUT_DICTS)
def test_the_api_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(table(name), num_cycles=40)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_test(name: str) -> None:
    seed_test(lambda: table(name), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_the_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: table(name, render_mode=render_mode))
    assert "seat 0" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_an_image_shows_the_table(name: str) -> None:
    env = table(name, render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.shape == (540, 810, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 5


def parallel(**settings: Any) -> Any:
    return mazziere.make("yooloo", 3, api="parallel", mode="plain", **settings)


def test_the_parallel_tests(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel(), num_cycles=100)
    parallel_seed_test(lambda: parallel(illegal="random"), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


def test_the_mask_of_a_parallel_match_may_be_in_info(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel(mask="info", illegal="random"), num_cycles=100)
    assert "Passed" in capsys.readouterr().out
    inside, beside = parallel(), parallel(mask="info")
    seen, _ = inside.reset(seed=3)
    bare, infos = beside.reset(seed=3)
    for agent in inside.agents:
        assert (seen[agent]["observation"] == bare[agent]).all()
        assert (seen[agent]["action_mask"] == infos[agent]["action_mask"]).all()


def test_the_max_cycles_test() -> None:
    def parallel_env(max_cycles: int) -> Any:
        return parallel(illegal="random", max_cycles=max_cycles)

    def env(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


def test_a_parallel_match_is_played_to_its_end() -> None:
    env = parallel(options={"variant": "a"})
    observations, _ = env.reset(seed=2)
    rng = np.random.default_rng(2)
    total = dict.fromkeys(env.agents, 0.0)
    steps = 0
    while env.agents:
        actions = {
            agent: rng.choice(np.flatnonzero(seen["action_mask"]))
            for agent, seen in observations.items()
        }
        observations, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            total[agent] += reward
        steps += 1
    assert steps >= 10
    assert sum(total.values()) == pytest.approx(1)


def test_a_parallel_step_refuses() -> None:
    env = parallel()
    env.reset(seed=1)
    with pytest.raises(Refused, match="stack first"):
        env.step(dict.fromkeys(env.agents, 10))
    with pytest.raises(Refused, match='may not "wait"'):
        env.step(dict.fromkeys(env.agents, 20))
    with pytest.raises(ValueError, match="seat_1 gave no action"):
        env.step({"seat_0": 0})
    with pytest.raises(ValueError, match="played in turns"):
        mazziere.make("uno", api="parallel")


def test_the_registered_environments() -> None:
    env = make_registered("aec", "mazziere/dieci-v1", players=3, mode="plain")
    env.reset(seed=1)
    assert env.agents == ["seat_0", "seat_1", "seat_2"]
    assert make_registered("parallel", "mazziere/yooloo-v1", mode="plain").max_num_agents == 2


def test_only_the_selected_agent_has_moves() -> None:
    env = table("uno")
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert (mask.sum() > 0) == (agent == env.agent_selection)


def test_the_mask_is_in_the_info_by_option() -> None:
    inside, outside = table("dieci"), table("dieci", mask="info")
    for env in (inside, outside):
        env.reset(seed=1)
    seen, *_, info = outside.last()
    assert isinstance(seen, np.ndarray)
    assert (info["action_mask"] == inside.last()[0]["action_mask"]).all()
    with pytest.raises(ValueError, match="mask is observation or info"):
        table("dieci", mask="nowhere")


def test_seats_out_of_turn_may_wait() -> None:
    env = table("uno", 2)
    waits = 0
    for seed in range(6):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for agent in env.agent_iter(400):
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                break
            mask = seen["action_mask"]
            action = int(rng.choice(np.flatnonzero(mask)))
            if mask[-1]:
                waits += 1
                names = [env.tables.action_names[i] for i in np.flatnonzero(mask)]
                assert all(name.startswith(("catch", "uno", "wait")) for name in names)
                env.step(len(mask) - 1)
                assert env.agent_selection != agent
                assert not env.observe(env.agent_selection)["action_mask"][-1]
                continue
            env.step(action)
    assert waits > 0
