"""OpenSpiel's own tests, and that its algorithms run on our games."""

import pickle
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    sample_some_states,
)

import mazziere
from mazziere.rl import open_spiel

GAMES = (
    "mazziere_dieci(players=3,tokens=1)",
    "mazziere_one_to_ten",
    "mazziere_rookie(edition=pocket)",
    "mazziere_uno(must_play=True,players=3)",
    "mazziere_uno_h2o(must_play=True,scoring=hand)",
    "mazziere_yooloo(players=3,variant=b)",
    "mazziere_yooloo",
)


LONG = GAMES[2:5]  # games with long matches
WHOLE_MATCHES = [
    pytest.param(text, marks=pytest.mark.slow if text in LONG else ()) for text in GAMES
]
API_CHECKS = sorted(
    name for name in vars(api_test.EnforceAPIOnPartialTreeBase) if name.startswith("test_")
)


def test_every_game_is_registered() -> None:
    names = {name for name in pyspiel.registered_names() if name.startswith("mazziere_")}
    assert names == set(open_spiel.register())
    assert {text.partition("(")[0] for text in GAMES} <= names


@pytest.mark.parametrize("text", WHOLE_MATCHES)
def test_the_random_simulation_test(text: str) -> None:
    open_spiel.seed(1)
    game = pyspiel.load_game(text)
    explicit = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert explicit == (text == "mazziere_yooloo")
    pyspiel.random_sim_test(game, num_sims=1, serialize=explicit, verbose=False)


def playout(game: Any, rng: Random) -> Any:
    """Play at random to the end."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("text", GAMES)
def test_a_history_leads_to_the_same_state(text: str) -> None:
    open_spiel.seed(2)
    game = pyspiel.load_game(text)
    state = playout(game, Random(2))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.is_terminal()
    assert again.returns() == state.returns()
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("check", API_CHECKS)
def test_the_api_test(text: str, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_spiel.seed(1)
    few = partial(sample_some_states.sample_some_states, max_states=40)
    monkeypatch.setattr(
        sample_some_states, "sample_some_states", lambda game, max_states: few(game)
    )
    kind: Any = type(
        "Checked",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": pyspiel.load_game(text), "game_name": text},
    )
    kind.setUpClass()
    getattr(kind(check), check)()


@pytest.mark.parametrize("text", GAMES)
def test_a_player_cannot_tell_a_resampled_state(text: str) -> None:
    open_spiel.seed(3)
    rng = Random(3)
    game = pyspiel.load_game(text)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    histories, observer = game.make_py_observer(recall), game.make_py_observer()
    state = game.new_initial_state()
    for _ in range(20):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        for watcher in (histories, observer):
            assert watcher.string_from(other, player) == watcher.string_from(state, player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))


def test_a_state_survives_pickling() -> None:
    game = pyspiel.load_game("mazziere_yooloo")
    state = game.new_initial_state()
    state.apply_action(1)
    state.apply_action(4)
    seats = pickle.loads(pickle.dumps(state._seats))
    assert seats.match.states.tobytes() == state.match.states.tobytes()
    assert seats.heard == state._seats.heard


@pytest.mark.parametrize("text", GAMES)
def test_information_set_search_plays(text: str) -> None:
    open_spiel.seed(4)
    game = pyspiel.load_game(text)
    random = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(game, FirstMoves(), 2.0, 10, random_state=random)
    state = game.new_initial_state()
    for _ in range(12):
        if state.is_terminal():
            break
        chance = state.is_chance_node()
        action = state.chance_outcomes()[0][0] if chance else bot.step(state)
        assert chance or action in state.legal_actions()
        state.apply_action(action)


class FirstMoves(mcts.Evaluator):  # type: ignore[misc]
    """Values a state at 0 and all of its moves alike, so that a long game costs no playout."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * int(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        moves = state.legal_actions()
        return [(move, 1 / len(moves)) for move in moves]


def test_information_set_search_with_playouts_ends_a_match() -> None:
    open_spiel.seed(4)
    game = pyspiel.load_game("mazziere_dieci(tokens=1)")
    random = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, random), 2.0, 10, random_state=random
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0] if chance else bot.step(state))
    assert sum(state.returns()) == 1


def test_regret_minimisation_runs() -> None:
    open_spiel.seed(5)
    np.random.seed(5)  # noqa: NPY002 - the solver draws from it
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        pyspiel.load_game("mazziere_dieci(tokens=1)")
    )
    for _ in range(3):
        solver.iteration()
    assert solver._infostates


def test_the_rl_environment_of_open_spiel() -> None:
    open_spiel.seed(6)
    env = rl_environment.Environment(pyspiel.load_game("mazziere_dieci(tokens=1)"))
    step = env.reset()
    rng = Random(6)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == 1


@pytest.mark.parametrize("text", WHOLE_MATCHES)
def test_a_playthrough_is_written_and_read(text: str, tmp_path: Path) -> None:
    open_spiel.seed(7)
    written = generate_playthrough.playthrough(text, action_sequence=None, seed=1)
    name = text.partition("(")[0]
    assert f'GameType.short_name = "{name}"' in written
    assert "State 1\n" in written
    path = tmp_path / "playthrough.txt"
    path.write_text(written, encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # the replay reads a flag
    open_spiel.seed(7)  # a state at a sampled chance node draws its outcome
    original, again = generate_playthrough.replay(str(path))
    assert again == original == written


def test_bad_parameters_are_named() -> None:
    for parameters, words in (
        ({"reward": "gold"}, "reward is score or win or difference"),
        ({"players": 99}, "dieci is for"),
        ({"tokens": 99}, "tokens"),
    ):
        with pytest.raises(Exception, match=words):
            mazziere.make("dieci", api="open_spiel", **parameters)
