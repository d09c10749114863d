"""OpenSpiel's crazy eights for two, played at random by loops that are written in C++.

The package from PyPI has two such loops:

- `rollouts`: `RandomRolloutEvaluator`, reached through a search of a single simulation, which
  plays so many matches from the position it is given. It cannot start at a chance node, so the
  cards are dealt before the clock starts: its matches come without the sixteen steps of the deal,
  and ours with it. It does not say how many moves it made: the mean length of a match comes from
  matches of the other loop, played beside it.
- `bots`: `evaluate_bots` with two uniform random bots, one call per match, deal included. The
  state keeps its history, so the moves are counted exactly.

A step is a move of a player, as in our own figures. OpenSpiel resolves chance card by card (each
card dealt or drawn is a step of its own there); those are not counted here, nor are ours.
"""

import random
import time
from typing import Any

import pyspiel

from bench.peers import run
from bench.sampling import Sample, Slice, Stopwatch, sliced

GAME = "crazy_eights(players=2)"
LENGTH_SAMPLE = 2000  # matches; their mean is good to about 1 %
ROLLOUTS = 100  # matches per call from Python


def played(game: Any, seed: int) -> Any:
    """Return the final state of a match between random bots."""
    bots = [pyspiel.make_uniform_random_bot(seat, 2 * seed + seat) for seat in range(2)]
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, seed)
    return state


def moves(state: Any) -> int:
    """Count the moves of players in a match."""
    return sum(step.player >= 0 for step in state.full_history())


def dealt(game: Any, rng: random.Random) -> Any:
    """Return a match after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def rollouts(game: Any, seconds: float, rng: random.Random) -> Sample:
    """Time the rollouts of an evaluator."""
    seeds = [rng.getrandbits(30) for _ in range(LENGTH_SAMPLE)]
    length = sum(moves(played(game, seed)) for seed in seeds) / LENGTH_SAMPLE

    def work(until: float) -> Slice:
        matches, watch = 0, Stopwatch()
        while watch.cpu_seconds < until:
            state = dealt(game, rng)
            evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, rng.getrandbits(30))
            search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
            watch.go()
            search.mcts_search(state)
            watch.stop()
            matches += ROLLOUTS
        return Slice(matches * length, matches, watch.cpu_seconds, watch.seconds)

    return sliced(work, seconds)


def bots(game: Any, seconds: float, rng: random.Random) -> Sample:
    """Time matches between bots."""

    def work(until: float) -> Slice:
        states: list[Any] = []
        watch = Stopwatch()
        while watch.cpu_seconds < until:
            seeds = [rng.getrandbits(30) for _ in range(20)]
            watch.go()
            states += [played(game, seed) for seed in seeds]
            watch.stop()
        return Slice(sum(map(moves, states)), len(states), watch.cpu_seconds, watch.seconds)

    return sliced(work, seconds)


def work(seconds: float, loop: str) -> Sample:
    """Take part with one of the loops."""
    game = pyspiel.load_game(GAME)
    rng = random.Random(time.time_ns())
    return (rollouts if loop == "rollouts" else bots)(game, seconds, rng)


if __name__ == "__main__":
    run(work)
