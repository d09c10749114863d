"""Gymnasium: its own checker, batches in all autoreset modes, rewards, masks and seeds."""

import itertools
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mazziere
from mazziere import rl
from mazziere.games import find, ids
from mazziere.kernel.refusals import Refused
from tests.bots.tables import short
from tests.rl.tables import legal_actions

NAMES = [name for name in ids() if find(name).package.startswith("mazziere.")]


def batch(name: str = "dieci", envs: int = 4, **settings: Any) -> Any:
    settings = {"options": short(name), "mode": "plain"} | settings
    return mazziere.make(name, settings.pop("players", 2), envs=envs, **settings)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:.*render method.*:UserWarning")
def test_gymnasiums_own_checker(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for mask in ("info", "observation"):
        env = gymnasium.make(
            f"mazziere/{name}-v1", mode="plain", illegal="random", mask=mask, render_mode="ansi"
        )
        check_env(env.unwrapped, skip_render_check=mask == "observation")


def test_the_registered_batch() -> None:
    envs = gymnasium.make_vec("mazziere/dieci-v1", num_envs=3, mode="plain", players=3)
    observations, info = envs.reset(seed=1)
    assert observations.shape == (3, rl.layout("dieci", 3).size)
    assert info["action_mask"].shape == (3, 5)


@pytest.mark.parametrize("seat", [0, 1, "all"])
@pytest.mark.parametrize("name", NAMES)
def test_batches_play_matches_in_their_spaces(name: str, seat: Any) -> None:
    envs = batch(name, envs=2, seat=seat, autoreset="same_step")
    rng = np.random.default_rng(1)
    observations, info = envs.reset(seed=1)
    for _ in range(120):
        assert envs.observation_space.contains(observations)
        assert (info["seat"] == seat).all() or seat == "all"
        actions = legal_actions(info["action_mask"], rng)
        observations, rewards, ends, cuts, info = envs.step(actions)
        assert rewards.shape == ends.shape == cuts.shape == (2,)


def play(envs: Any, steps: int, seed: int = 1) -> list[Any]:
    """Play random legal moves; return everything that was returned."""
    rng = np.random.default_rng(seed)
    _, info = envs.reset(seed=seed)
    rows = []
    for _ in range(steps):
        mask = info["action_mask"]
        observations, rewards, ends, cuts, info = envs.step(legal_actions(mask, rng))
        rows.append((observations.copy(), rewards, ends, cuts, info))
        if envs.autoreset_mode == gymnasium.vector.AutoresetMode.DISABLED and (ends | cuts).any():
            _, info = envs.reset(options={"reset_mask": ends | cuts})
    return rows


def test_a_match_that_ended_begins_again_in_the_next_step() -> None:
    rows = play(batch(autoreset="next_step"), 80)
    ended = 0
    for (_, rewards, ends, _, info), (_, later, ends_after, _, _) in itertools.pairwise(rows):
        if ends.any():
            ended += int(ends.sum())
            assert (info["_scores"] == ends).all()
            assert (info["scores"][ends].min(axis=1) == 0).all()  # dieci: somebody has no token
            assert (info["rewards"][ends].sum(axis=1) == 1).all()
            assert (later[ends] == 0).all()
            assert not ends_after[ends].any()
        assert (rewards[~ends] == 0).all()
    assert ended > 4


def test_a_match_that_ended_begins_again_in_the_same_step() -> None:
    rows = play(batch(autoreset="same_step"), 80)
    layout = rl.layout("dieci", 2)
    ended = 0
    for observations, _, ends, _, info in rows:
        assert ("final_obs" in info) == bool(ends.any())
        for i in np.flatnonzero(ends):
            ended += 1
            final = layout.decode(info["final_obs"][i])
            assert len(final["tokens"]) == 1  # one seat has no token left
            assert layout.decode(observations[i])["tokens"] == {"me": 2, "seat +1": 2}
    assert ended > 4


def test_without_autoreset_the_caller_begins_the_next_match() -> None:
    rows = play(batch(autoreset="disabled"), 60)
    assert sum(int(ends.sum()) for _, _, ends, _, _ in rows) > 3
    envs = batch(autoreset="disabled", envs=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.array([0]))
    _, info = envs.reset(seed=1)
    ends = np.array([False])
    while not ends.any():
        _, _, ends, _, info = envs.step(
            legal_actions(info["action_mask"], np.random.default_rng(1))
        )
    with pytest.raises(gymnasium.error.ResetNeeded, match="in environment 0"):
        envs.step(np.array([0]))


def test_the_modes_play_the_same_matches() -> None:
    found = []
    for mode in ("next_step", "same_step", "disabled"):
        envs = batch(autoreset=mode, envs=1)
        rng, ends, scores = np.random.default_rng(5), 0, []
        _, info = envs.reset(seed=9)
        begins = False
        while ends < 5:
            actions = np.array([0]) if begins else legal_actions(info["action_mask"], rng)
            _, _, ended, _, info = envs.step(actions)
            begins = mode == "next_step" and bool(ended[0])
            if ended[0]:
                ends += 1
                scores.append(info["scores"][0].tolist())
                if mode == "disabled":
                    _, info = envs.reset()
        found.append(scores)
    assert found[0] == found[1] == found[2]


def test_truncation_comes_after_so_many_moves() -> None:
    rows = play(batch("uno", envs=2, seat="all", max_moves=7, autoreset="same_step"), 30)
    cuts = [i for i, (_, _, _, cut, _) in enumerate(rows) if cut[0]]
    assert cuts[:3] == [6, 13, 20]
    assert not any(ends.any() for _, _, ends, _, _ in rows)


def test_rewards_are_those_of_the_scores() -> None:
    kinds = {}
    for reward in ("score", "win", "difference"):
        rows = play(batch(players=3, seat="all", reward=reward, autoreset="same_step"), 150)
        kinds[reward] = [
            (info["scores"][i].tolist(), info["rewards"][i].tolist())
            for _, _, ends, _, info in rows
            for i in np.flatnonzero(ends)
        ]
    assert len(kinds["win"]) > 5
    for scores, rewards in kinds["score"]:
        assert rewards == scores
    for scores, rewards in kinds["win"]:
        assert rewards == [1.0 if score == max(scores) else 0.0 for score in scores]
    for scores, rewards in kinds["difference"]:
        others = [(sum(scores) - score) / 2 for score in scores]
        assert rewards == [score - other for score, other in zip(scores, others, strict=True)]


def test_a_low_score_is_good_where_the_lowest_wins() -> None:
    options = {"target": 50, "scoring": "lowest"}
    envs = batch("uno_h2o", envs=1, options=options, reward="score")
    rng = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    while "scores" not in info:  # a match ends
        *_, info = envs.step(legal_actions(info["action_mask"], rng))
    assert info["scores"].max() >= 50
    assert (info["rewards"] == -info["scores"]).all()


def test_a_seed_gives_the_same_matches_and_another_gives_others() -> None:
    first, same, other = play(batch(), 40), play(batch(), 40), play(batch(), 40, seed=2)
    for one, two in zip(first, same, strict=True):
        assert (one[0] == two[0]).all()
        assert (one[1] == two[1]).all()
    assert any((one[0] != two[0]).any() for one, two in zip(first, other, strict=True))
    alone = batch(envs=1)
    alone.reset(seed=1 + 2)
    together = batch(envs=4)
    observations, _ = together.reset(seed=1)
    assert (alone.tables.observations[0] == observations[2]).all()


def test_arrays_are_fresh_unless_views_are_asked_for() -> None:
    for copy in (True, False):
        for dtype in ("int8", "float32"):
            envs = batch(copy=copy, dtype=dtype)
            first, info = envs.reset(seed=1)
            second, *_ = envs.step(legal_actions(info["action_mask"], np.random.default_rng(1)))
            assert np.shares_memory(first, second) == (not copy)


def test_named_arrays_are_the_flat_row() -> None:
    flat, _ = batch("uno").reset(seed=4)
    named, _ = batch("uno", observation="dict").reset(seed=4)
    assert (
        np.concatenate([part.reshape(4, -1) for part in named.values()], axis=1).shape == flat.shape
    )
    assert (np.concatenate([part.reshape(4, -1) for part in named.values()], axis=1) == flat).all()


def test_bots_play_the_other_seats() -> None:
    wins = {}
    for bots in ("random", "normal"):
        envs = batch("one_to_ten", envs=8, seat=0, bots=bots, autoreset="same_step")
        rows = play(envs, 150)
        ends = [(info, i) for _, _, end, _, info in rows for i in np.flatnonzero(end)]
        wins[bots] = sum(float(info["rewards"][i, 0]) for info, i in ends) / len(ends)
    assert wins["normal"] < 0.5 * wins["random"]  # a random learner loses to memory


def test_illegal_actions_are_refused_or_replaced() -> None:
    envs = batch(envs=1)
    _, info = envs.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"][0] == 0)[0])
    with pytest.raises(Refused):
        envs.step(np.array([illegal]))
    lenient = batch(envs=1, illegal="random")
    lenient.reset(seed=1)
    lenient.step(np.array([illegal]))


def test_compiled_batches_are_those_of_plain_rules() -> None:
    settings: dict[str, Any] = {"players": 3, "seat": 1, "bots": "normal", "autoreset": "same_step"}
    compiled = play(batch(mode="compiled", **settings), 40)
    plain = play(batch(mode="plain", **settings), 40)
    for one, two in zip(compiled, plain, strict=True):
        assert (one[0] == two[0]).all()
        assert (one[1] == two[1]).all()
        assert (one[4]["action_mask"] == two[4]["action_mask"]).all()
