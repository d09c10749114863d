"""Declarations about DIECI for the search for leaks."""

from random import Random
from typing import Any

from mazziere.games.dieci.box import ANSWER, GALLOHOTEL
from mazziere.kernel.engine import Engine
from tests.properties.play import Recording, Style, record

LOW_CARDS = Style({"swap": 4.0, "block": 3.0}, early=dict.fromkeys(("10", "9", "8", "7", "6"), 0.4))
STYLES = (
    Style(),
    LOW_CARDS,
    Style({"swap": 4.0, "block": 3.0}, early={"7": 0.1, "6": 0.2, "8": 0.2}),
    Style({"keep": 2.0}, early={"cat": 0.05, "9": 0.5}),
)


def sort(state: Any) -> tuple[int, ...]:
    """Classify a position by phase, chained blocks, cards put aside, and seats jumped."""
    phase = int(state["phase"])
    jumped = int(state["jumped"]) if phase == ANSWER else 0
    return phase, int(state["links"] > 0), int(state["asides"] > 0), jumped


def wipe_out(machine: Engine, rng: Random) -> Recording:
    """Play a match with one token each, in which nobody may be left."""
    return record(machine, 2, {"tokens": 1}, rng, LOW_CARDS, 200)


def jumped_six(machine: Engine, rng: Random) -> Recording:
    """Play until an offer jumps to a 6 that may not block, with a pack of rabbits and sixes."""
    copies = [0, 0, 0, 12, 12] + [1] * 10
    options = {"rabbit_strict": True, "must_block": True, "deck": "own", "copies": copies}
    for _ in range(100):
        played = record(machine, 4, options, rng, LOW_CARDS, 60)
        for number, states in enumerate(played.states):
            state = states[0]
            asked = state["phase"] == ANSWER and state["jumped"]
            if asked and state["card"][state["asked"]] == GALLOHOTEL:
                del played.states[number + 1 :], played.steps[number:], played.events[number:]
                return played
    raise AssertionError("no offer jumped to a 6 in 100 matches")
