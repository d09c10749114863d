"""Long computations in slices, so that they do not block the event loop."""

import asyncio
import time
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from mazziere.store import LogRow
from mazziere.table.entries import Began, JsonObject, decode
from mazziere.table.table import AppliedEntry, TableState

T = TypeVar("T")

ENTRIES_PER_SLICE = 16
"""Entries or steps that are computed before other tasks may run."""


SLICE_S = 0.002
"""Work of a stranger that is followed by a pause."""


class Slices:
    """Pauses in a long computation for a stranger: it takes at most half of the time.

    After each slice it sleeps as long as the slice took.
    """

    sleep = staticmethod(asyncio.sleep)

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._worked_s = 0.0
        self._since = clock()

    async def pause(self) -> None:
        """Let other tasks run, and sleep at the end of a slice."""
        self._worked_s += self._clock() - self._since
        if self._worked_s >= SLICE_S:
            await self.sleep(self._worked_s)
            self._worked_s = 0.0
        else:
            await asyncio.sleep(0)
        self._since = self._clock()


async def fold_rows(
    table: TableState, rows: Sequence[LogRow], slices: Slices | None = None
) -> list[AppliedEntry]:
    """Apply the rows of a log to a table; with `slices`, at most in half of the time."""
    applied = []
    for row in rows:
        entry = decode(row.data)
        if isinstance(entry, Began):
            await replay_ahead(table, entry.given)
        applied.append(table.apply(entry, row.at))
        if table.seq % ENTRIES_PER_SLICE == 0:
            await (slices.pause() if slices is not None else asyncio.sleep(0))
    return applied


async def replay_ahead(table: TableState, given: tuple[JsonObject, ...]) -> None:
    """Replay the given steps of a table's next match before it begins."""
    if given and (table.continued is None or table.continued.given != given):
        table.continued = await in_slices(table.replay_given(given))


async def in_slices(steps: Generator[None, None, T]) -> T:
    """Run a computation that pauses after each step; return its result."""
    number, slices = 0, Slices()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        number += 1
        if number % ENTRIES_PER_SLICE == 0:
            await slices.pause()
