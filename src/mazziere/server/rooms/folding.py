"""Long computations in slices, so that they do not block the event loop."""

import asyncio
from collections.abc import Generator, Sequence
from typing import TypeVar

from mazziere.store import LogRow
from mazziere.table.entries import decode
from mazziere.table.table import AppliedEntry, TableState, fold

T = TypeVar("T")

ENTRIES_PER_SLICE = 16
"""Entries or steps that are computed before other tasks may run."""


async def fold_rows(table: TableState, rows: Sequence[LogRow]) -> list[AppliedEntry]:
    """Apply the rows of a log to a table."""
    applied = []
    for item in fold(table, ((row.at, decode(row.data)) for row in rows)):
        applied.append(item)
        if item.seq % ENTRIES_PER_SLICE == 0:
            await asyncio.sleep(0)
    return applied


async def in_slices(steps: Generator[None, None, T]) -> T:
    """Run a computation that pauses after each step; return its result."""
    number = 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        number += 1
        if number % ENTRIES_PER_SLICE == 0:
            await asyncio.sleep(0)
