"""An environment of `pettingzoo.classic`, stepped through the AEC interface.

A step is `last` and `step` with a random action out of the mask, as a learning program makes them.
"""

import random
import time
from importlib import import_module
from typing import Any

import numpy as np

from bench.peers import run
from bench.sampling import Sample, Slice, Stopwatch, sliced


def play_agents(env: Any, seconds: float) -> Sample:
    """Play matches of an AEC environment by random legal moves."""
    rng = random.Random(time.time_ns())

    def play(until: float) -> Slice:
        steps = matches = 0
        watch = Stopwatch()
        while watch.stop() < until:
            env.reset(seed=rng.getrandbits(30))
            for _agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
            matches += 1
        return Slice(steps, matches, watch.cpu_seconds, watch.seconds)

    return sliced(play, seconds)


def work(seconds: float, name: str) -> Sample:
    """Take part with the environment of that name."""
    return play_agents(import_module(f"pettingzoo.classic.{name}").env(), seconds)


if __name__ == "__main__":
    run(work)
