"""Logs and audiences."""

from typing import Any

import numpy as np

from mazziere.kernel.events import (
    EVERYONE,
    SPECTATOR,
    Event,
    all_but,
    emit,
    events_of,
    new_log,
    only,
)


def test_rows_are_added_and_read_in_order() -> None:
    log = new_log()
    emit(memoryview(log), 3, 1, 7, -1, only(1))
    emit(memoryview(log), 4, 2, 0, 0, all_but(1))
    assert events_of(log) == [Event(3, 1, 7, -1, 0b10), Event(4, 2, 0, 0, EVERYONE & ~0b10)]


def test_no_log_no_rows() -> None:
    nothing: Any = None
    emit(nothing, 1, 1, 1, 1, EVERYONE)


def test_spectators_have_a_bit_of_their_own() -> None:
    assert EVERYONE >> SPECTATOR == 1
    assert all_but(3) >> SPECTATOR & 1
    assert not only(3) >> SPECTATOR & 1
    assert np.int32(EVERYONE) == EVERYONE
