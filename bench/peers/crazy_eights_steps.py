"""OpenSpiel's crazy eights for two, stepped from Python.

A step is a move of a player. Per step the loop asks for the legal actions and applies one of them,
as an environment has to; chance is sampled by its probabilities. It asks for no observation, since
crazy eights would lose most of its time there: this is the faster of the two ways.
"""

import random
import time

import pyspiel

from bench.peers import run
from bench.sampling import Sample, Slice, Stopwatch, sliced

GAME = "crazy_eights(players=2)"


def work(seconds: float, _argument: str) -> Sample:
    """Play matches by random moves."""
    game = pyspiel.load_game(GAME)
    rng = random.Random(time.time_ns())

    def play(until: float) -> Slice:
        steps = matches = 0
        watch = Stopwatch()
        while watch.stop() < until:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    steps += 1
            matches += 1
        return Slice(steps, matches, watch.cpu_seconds, watch.seconds)

    return sliced(play, seconds)


if __name__ == "__main__":
    run(work)
