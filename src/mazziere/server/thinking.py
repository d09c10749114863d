"""Threads that think for many tables, each of which has its turn.

A table has one thought in the threads at a time and then goes behind all others that wait, so one
with many slow bots makes nobody wait for more than one thought of it. Hints, which somebody looks
forward to, have a line of their own; while both lines are there they are served in turn, so a hint
is not behind what bots think ahead, and bots are not behind people who ask again and again.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class _Work(NamedTuple, Generic[T]):
    do: Callable[[], T]
    answer: "asyncio.Future[T]"


_Line = OrderedDict[str, deque[_Work[Any]]]
"""What each table has waiting, the table whose turn is next first."""


class Thinking:
    """Hands work to threads, table by table; all of it from one event loop."""

    def __init__(self, threads: int, pool: Executor | None = None) -> None:
        self._pool = pool or ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._free = threads
        self._bots: _Line = OrderedDict()
        self._hints: _Line = OrderedDict()
        self._hint_is_next = True
        self._busy: set[str] = set()  # tables with a thought in a thread
        self._is_stopped = False

    def think(self, table: str, do: Callable[[], T], is_hint: bool = False) -> "asyncio.Future[T]":
        """Have something thought about for a table, when it has its turn."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._is_stopped:
            answer.cancel()
            return answer
        line = self._hints if is_hint else self._bots
        line.setdefault(table, deque()).append(_Work(do, answer))
        self._go_on()
        return answer

    def stop(self) -> None:
        """Let the threads end; what waits, or comes, is not thought about any more."""
        self._is_stopped = True
        for line in (self._hints, self._bots):
            for works in line.values():
                for work in works:
                    work.answer.cancel()
            line.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _go_on(self) -> None:
        """Give the threads that are free something to think about."""
        while self._free:
            lines = (self._hints, self._bots)
            for line in lines if self._hint_is_next else reversed(lines):
                table = next((table for table in line if table not in self._busy), None)
                if table is not None:
                    self._hint_is_next = line is self._bots
                    self._begin(table, _take(line, table))
                    break
            else:
                return

    def _begin(self, table: str, work: _Work[Any]) -> None:
        self._free -= 1
        self._busy.add(table)
        loop = asyncio.get_running_loop()

        def ended(thought: "Future[Any]") -> None:  # in the thread
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._ended, table, work.answer, thought)

        self._pool.submit(work.do).add_done_callback(ended)

    def _ended(self, table: str, answer: "asyncio.Future[Any]", thought: "Future[Any]") -> None:
        self._free += 1
        self._busy.discard(table)
        if answer.done():
            pass  # nobody waits for it any more
        elif thought.cancelled():
            answer.cancel()
        elif (error := thought.exception()) is not None:
            answer.set_exception(error)
        else:
            answer.set_result(thought.result())
        self._go_on()


def _take(line: _Line, table: str) -> _Work[Any]:
    """Take a table's first work out of a line; the table goes to its end."""
    works = line[table]
    work = works.popleft()
    line.move_to_end(table)
    if not works:
        del line[table]
    return work
