"""Events: fixed-size rows addressed to seats.

A log is a grid of integers: cell (0, 0) counts the rows, each further row is one event. Where no
log is wanted pass None, and in compiled code the logging is gone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid

SPECTATOR = 10
"""The seat number that stands for all spectators; they have their own audience bit."""
EVERYONE = (1 << (SPECTATOR + 1)) - 1

ROWS = 640
"""Capacity for the events of one step; the largest is a shuffle of all hands."""


class Event(NamedTuple):
    """One event, addressed to the seats in `audience`."""

    kind: int
    seat: int
    a: int
    b: int
    audience: int


def new_log() -> NDArray[np.int32]:
    """Return an empty log."""
    return np.zeros((ROWS, 5), np.int32)


def events_of(log: NDArray[np.int32]) -> list[Event]:
    """List the events of a log."""
    return list(map(Event._make, log[1 : 1 + int(log[0, 0])].tolist()))


@jit
def emit(log: Grid | None, kind: int, seat: int, first: int, second: int, audience: int) -> None:
    """Add one event to the log, if there is one."""
    if log is not None:
        row = log[0, 0] + 1
        log[0, 0] = row
        log[row, 0] = kind
        log[row, 1] = seat
        log[row, 2] = first
        log[row, 3] = second
        log[row, 4] = audience


@jit
def only(seat: int) -> int:
    """Return the audience of one seat."""
    return 1 << seat


@jit
def all_but(seat: int) -> int:
    """Return the audience of all other seats and the spectators."""
    return EVERYONE & ~(1 << seat)
