"""`mazziere.make`: every interface by name, and one-line errors for invalid settings."""

from typing import Any

import pytest

import mazziere
from mazziere import rl


def test_each_interface_is_made() -> None:
    settings: dict[str, Any] = {"mode": "plain"}
    kinds = {
        "gymnasium": "TableEnv",
        "pettingzoo": "AECTable",
        "parallel": "ParallelTable",
        "arrays": "Tables",
    }
    for api, kind in kinds.items():
        assert type(mazziere.make("yooloo", 3, api=api, **settings)).__name__ == kind
    assert type(mazziere.make("yooloo", 3, envs=2, **settings)).__name__ == "VectorTable"
    assert mazziere.make("yooloo", 3, api="open_spiel").num_players() == 3


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": 11}, "uno is for"),
        ({"players": "3"}, "uno is for"),
        ({"options": {"tokens": 1}}, "uno has no option 'tokens'"),
        ({"options": {"target": 1}}, "target"),
        ({"seat": 2}, "seat is 0 to 1, or 'all', not 2"),
        ({"seat": True}, "seat is 0 to 1"),
        ({"bots": "clever"}, "there is no bot 'clever'"),
        ({"bots": "easy,easy,easy"}, "bots names 3 bots for 2 seats"),
        ({"memory": "none"}, "memory is perfect or face_up, not 'none'"),
        ({"reward": "gold"}, "reward is score or win or difference, not 'gold'"),
        ({"dtype": "int64"}, "dtype is int8 or float32, not 'int64'"),
        ({"observation": "image"}, "observation is flat or dict, not 'image'"),
        ({"illegal": "ignore"}, "illegal is raise or random"),
        ({"max_moves": 0}, "max_moves is a number from 1"),
        ({"api": "rlcard"}, "api is one of gymnasium"),
        ({"envs": 0}, "a batch has 1 or more environments, not 0"),
        ({"envs": 2, "api": "pettingzoo"}, "envs is for the APIs gymnasium and arrays"),
        ({"envs": 2, "autoreset": "never"}, "autoreset is next_step, same_step or disabled"),
        ({"envs": 2, "render_mode": "ansi"}, "a batch has no render mode 'ansi'"),
        ({"render_mode": "hologram"}, "render_mode is ansi, rgb_array, human or None"),
        ({"luck": 7}, "there is no setting 'luck' here"),
        ({"envs": 2, "luck": 7}, "there is no setting 'luck' here"),
        ({"envs": "2"}, "a batch has 1 or more environments, not '2'"),
        ({"mask": "nowhere"}, "mask is observation or info, not 'nowhere'"),
        ({"mask": "nowhere", "api": "pettingzoo"}, "mask is observation or info"),
        ({"mode": "fast"}, "mode is plain or compiled or checked, not 'fast'"),
        ({"game": "yooloo", "bots": "master"}, "the master of yooloo is not compiled"),
    ],
)
def test_a_bad_setting_is_named_in_one_line(settings: dict[str, Any], words: str) -> None:
    given = {"game": "uno", "mode": "plain"} | settings
    with pytest.raises(rl.BadEnvironment) as refused:
        mazziere.make(**given)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_actions_of_a_wrong_shape_are_named() -> None:
    envs = mazziere.make("dieci", 2, envs=2, mode="plain")
    envs.reset(seed=1)
    for actions in ([0], [0.5, 1.0], [[0, 0]]):
        with pytest.raises(rl.BadEnvironment, match="actions are 2 whole numbers"):
            envs.step(actions)
    with pytest.raises(rl.BadEnvironment, match="seed lists 3 seeds"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(rl.BadEnvironment, match="reset_mask is 2 booleans"):
        envs.reset(options={"reset_mask": [1, 0]})


def test_a_third_seat_reads_its_own_hand() -> None:
    tables = mazziere.make("uno", 3, api="arrays", envs=2, seat=2, mode="plain")
    tables.reset([5, 6])
    for i in range(2):
        hand = rl.layout("uno", 3).split(tables.observations[i])["hand"]
        assert hand.sum() == tables.states["size"][i, 2]
