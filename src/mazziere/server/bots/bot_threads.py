"""Threads for bots, shared fairly between tables.

Searches and rules of thumb have lanes of their own. Rules of thumb take milliseconds, so they never
wait for a search.

In a lane a table has at most one job in the threads at a time, and then queues behind all other
tables. So a table with many slow bots delays another table by at most one job. Hints have a queue
of their own beside the searches, because a person waits for them. While both queues hold jobs, they
are served alternately: a hint does not wait for all bots, and bots do not starve when people ask
for many hints.

A job whose future is done before its turn comes is dropped. While many searches wait, each gets
less time.
"""

import asyncio
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Generic, Literal, NamedTuple, TypeVar

NICENESS = 15
"""The scheduling priority of bot threads, below that of the thread that serves people."""
CROWD_S = 5.0
"""Time in which all waiting searches would end; with more of them, each gets less time."""
LEAST_SEARCH_S = 0.02
"""Time that a search gets in any case."""

Kind = Literal["thumb", "search", "hint"]
"""The kind of a job: a decision by rules of thumb, a search, or a search for a hint."""
T = TypeVar("T")


class _Job(NamedTuple, Generic[T]):
    run: Callable[[], T]
    result: "asyncio.Future[T]"


_Queue = OrderedDict[str, deque[_Job[Any]]]
"""The waiting jobs by table; the table that is served next comes first."""


def yield_to_players() -> None:
    """Lower the priority of this thread, so that the event loop gets the processor first."""
    if sys.platform == "linux":  # elsewhere threads have no priority of their own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class BotThreads:
    """Runs jobs in threads, table by table. Use it from one event loop only."""

    def __init__(
        self, threads: int, pool: Executor | None = None, thumb_pool: Executor | None = None
    ) -> None:
        self._threads = threads
        self._searches = _Lane("bot", threads, pool)
        self._thumbs = _Lane("bot-thumb", 1, thumb_pool)

    def submit(
        self, table: str, run: Callable[[], T], kind: Kind = "search"
    ) -> "asyncio.Future[T]":
        """Queue a job for a table; after `stop` its future is cancelled."""
        lane = self._thumbs if kind == "thumb" else self._searches
        return lane.submit(table, run, kind == "hint")

    def share_of(self, limit_s: float) -> float:
        """Return the share of its time that a search may use now. Any thread may ask.

        While many searches wait, each is cut so that all of them would end within CROWD_S.
        """
        wanted_s = limit_s * max(1, self._searches.job_count)
        share = self._threads * CROWD_S / wanted_s if wanted_s else 1.0
        return min(1.0, max(share, LEAST_SEARCH_S / limit_s if limit_s else 1.0))

    def stop(self) -> None:
        """Cancel waiting jobs, and let the threads end after their current job."""
        self._searches.stop()
        self._thumbs.stop()


class _Lane:
    """Threads with a queue of jobs, and one of hints."""

    def __init__(self, name: str, threads: int, pool: Executor | None) -> None:
        self._pool = pool or ThreadPoolExecutor(threads, name, initializer=yield_to_players)
        self._free = threads
        self._jobs: _Queue = OrderedDict()
        self._hints: _Queue = OrderedDict()
        self._hint_is_next = True
        self._waiting = 0  # jobs in both queues
        self._busy: set[str] = set()  # tables with a job in a thread
        self._is_stopped = False

    @property
    def job_count(self) -> int:
        """The number of jobs that wait or run."""
        return self._waiting + len(self._busy)

    def submit(self, table: str, run: Callable[[], T], is_hint: bool) -> "asyncio.Future[T]":
        """Queue a job for a table."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._is_stopped:
            result.cancel()
            return result
        queue = self._hints if is_hint else self._jobs
        queue.setdefault(table, deque()).append(_Job(run, result))
        self._waiting += 1
        self._start_jobs()
        return result

    def stop(self) -> None:
        """Cancel waiting jobs, and let the threads end after their current job."""
        self._is_stopped = True
        for queue in (self._hints, self._jobs):
            for jobs in queue.values():
                for job in jobs:
                    job.result.cancel()
            queue.clear()
        self._waiting = 0
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start_jobs(self) -> None:
        """Start waiting jobs in all free threads."""
        while self._free:
            queues = (self._hints, self._jobs)
            for queue in queues if self._hint_is_next else reversed(queues):
                table = next((table for table in queue if table not in self._busy), None)
                if table is not None:
                    job = self._pop(queue, table)
                    if job is not None:
                        self._hint_is_next = queue is self._jobs
                        self._start(table, job)
                    break
            else:
                return

    def _start(self, table: str, job: _Job[Any]) -> None:
        self._free -= 1
        self._busy.add(table)
        loop = asyncio.get_running_loop()

        def done(future: "Future[Any]") -> None:  # called in the thread
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._finish, table, job.result, future)

        try:
            future = self._pool.submit(job.run)
        except RuntimeError as error:  # the system has no thread left, or the pool is shut down
            self._free += 1
            self._busy.discard(table)
            if not job.result.done():
                job.result.set_exception(error)
            return
        future.add_done_callback(done)

    def _finish(self, table: str, result: "asyncio.Future[Any]", future: "Future[Any]") -> None:
        self._free += 1
        self._busy.discard(table)
        if result.done():
            pass  # nobody waits for it any more
        elif future.cancelled():
            result.cancel()
        elif (error := future.exception()) is not None:
            result.set_exception(error)
        else:
            result.set_result(future.result())
        self._start_jobs()

    def _pop(self, queue: _Queue, table: str) -> _Job[Any] | None:
        """Remove the first wanted job of a table, and move the table to the end of the queue.

        None if nobody wants any of its jobs.
        """
        jobs = queue[table]
        job = None
        while jobs and job is None:
            self._waiting -= 1
            first = jobs.popleft()
            job = None if first.result.done() else first
        queue.move_to_end(table)
        if not jobs:
            del queue[table]
        return job
