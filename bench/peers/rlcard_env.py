"""RLCard's UNO for two: the environment, which turns each state into an observation and a mask.

A step is `env.step` with a random action out of the legal ones; the deal is included.
"""

import random
import time

import rlcard

from bench.peers import run
from bench.sampling import Sample, Slice, Stopwatch, sliced


def work(seconds: float, _argument: str) -> Sample:
    """Play matches by random moves."""
    rng = random.Random(time.time_ns())
    env = rlcard.make("uno", {"seed": rng.getrandbits(30)})

    def play(until: float) -> Slice:
        steps = matches = 0
        watch = Stopwatch()
        while watch.stop() < until:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                steps += 1
            matches += 1
        return Slice(steps, matches, watch.cpu_seconds, watch.seconds)

    return sliced(play, seconds)


if __name__ == "__main__":
    run(work)
