"""Costly work, one piece at a time, shared by equal requests, with a short queue."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mazziere.server.windows import networks
from mazziere.table.refusals import CommandRefused

MOST_QUEUED = 8
"""Pieces of work that may wait or run; a further one is refused."""
MOST_OF_ADDRESS = 2
"""Pieces of work that one address may have among these, so that it cannot fill the queue."""
WORK_S = 60.0
"""Timeout of one piece of work, without its time in the queue."""
WAIT_S = 80.0
"""Timeout of the queue and the work together."""
RETRY_S = 5.0
"""Time after which a refused client may ask again."""

T = TypeVar("T")


class ShortQueue:
    """Lets pieces of work run one at a time; `limit` names it in refusals."""

    def __init__(self, limit: str, most_queued: int = MOST_QUEUED) -> None:
        self._limit = limit
        self._most_queued = most_queued
        self._queued = 0
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the turn of a piece of work; `unavailable` if too much work waits."""
        if self._queued >= self._most_queued:
            raise CommandRefused("unavailable", limit=self._limit, wait_s=RETRY_S)
        self._queued += 1
        try:
            async with self._turn:
                yield
        finally:
            self._queued -= 1


@dataclass
class _SharedRun(Generic[T]):
    task: "asyncio.Task[T]"
    network: str  # of the first client that asked for it
    waiters: int = 0


class SharedWork(Generic[T]):
    """Runs coroutines one at a time. Equal keys share one run, which stops when nobody waits."""

    def __init__(self, most_queued: int = MOST_QUEUED) -> None:
        self._most_queued = most_queued
        self._jobs: dict[Hashable, _SharedRun[T]] = {}
        self._turn = asyncio.Lock()

    async def run(
        self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]], address: str = ""
    ) -> T:
        """Return the result of the work with a key; `unavailable` if too much work waits."""
        job = self._jobs.get(key)
        if job is None:
            network = networks(address)[-1]
            if not self._has_room_for(network):
                raise CommandRefused("unavailable", limit="old_matches", wait_s=RETRY_S)
            job = _SharedRun(asyncio.create_task(self._in_turn(make)), network)
            self._jobs[key] = job
            job.task.add_done_callback(lambda task: self._drop(key, task))
        job.waiters += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiters -= 1
            if not job.waiters and not job.task.done():
                job.task.cancel()
                self._drop(key, job.task)  # now, so that a new request starts new work

    def _has_room_for(self, network: str) -> bool:
        if len(self._jobs) >= self._most_queued:
            return False
        return sum(job.network == network for job in self._jobs.values()) < MOST_OF_ADDRESS

    async def _in_turn(self, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            async with asyncio.timeout(WAIT_S), self._turn, asyncio.timeout(WORK_S):
                return await make()
        except TimeoutError:
            raise CommandRefused("unavailable", limit="old_matches", wait_s=RETRY_S) from None

    def _drop(self, key: Hashable, task: "asyncio.Task[T]") -> None:
        job = self._jobs.get(key)
        if job is not None and job.task is task:
            del self._jobs[key]
        if task.done() and not task.cancelled():
            task.exception()  # mark it as retrieved, in case nobody waits any more
