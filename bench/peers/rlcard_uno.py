"""RLCard's UNO for two: the core of the game, without the environment around it.

A step is `game.step` with a random action out of the list that the step before returned; the deal
is included. RLCard's core lists the legal actions together with the state of the player on turn.
"""

import random
import time

import numpy as np
from rlcard.games.uno.game import UnoGame

from bench.peers import run
from bench.sampling import Sample, Slice, Stopwatch, sliced

PLAYERS = 2


def work(seconds: float, _argument: str) -> Sample:
    """Play matches by random moves."""
    rng = random.Random(time.time_ns())
    game = UnoGame(num_players=PLAYERS)
    game.np_random = np.random.RandomState(rng.getrandbits(30))

    def play(until: float) -> Slice:
        steps = matches = 0
        watch = Stopwatch()
        while watch.stop() < until:
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(rng.choice(state["legal_actions"]))
                steps += 1
            matches += 1
        return Slice(steps, matches, watch.cpu_seconds, watch.seconds)

    return sliced(play, seconds)


if __name__ == "__main__":
    run(work)
