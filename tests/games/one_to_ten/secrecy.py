"""Declarations about "from 1 to 10" for the search for leaks."""

from random import Random
from typing import Any

import numpy as np

from mazziere.kernel.state import States
from tests.properties.play import Recording, Run, Step


def sort(state: Any) -> tuple[int, ...]:
    """Classify a position by phase, variant and whether a card has been seen."""
    return int(state["phase"]), int(state["variant"]), int(any(state["seen"]))


def peek(run: Run, seat: int, rng: Random) -> Step:
    """Turn over the next card of the seat's row."""
    state = run.states[0]
    row, wanted = state["row"][seat].tolist(), int(state["found"][seat])
    return Step(seat, row.index(wanted))


def check_world(played: Recording, number: int, world: States) -> None:
    """Check that every row holds the ten cards."""
    if world["row"][0, 0, 0] >= 0:
        assert (np.sort(world["row"][0, : played.players]) == np.arange(10)).all()
