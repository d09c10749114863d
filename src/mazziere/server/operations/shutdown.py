"""A limit for the time of a shutdown: log what still runs, and exit anyway."""

import asyncio
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import structlog

SHUTDOWN_S = 10.0
"""Timeout of a shutdown."""
EXIT_CODE = 70
"""The exit code after this timeout: an internal error."""
STACK_FRAMES = 8
MOST_FRAMES = 200

_log = structlog.get_logger()


def _exit() -> None:
    sys.stderr.flush()
    os._exit(EXIT_CODE)


@contextmanager
def shutdown_limit(leave: Callable[[], None] = _exit) -> Iterator[None]:
    """Run a shutdown; if it takes too long, log the stacks of all tasks and end the process.

    A thread watches the time, because the event loop itself may be blocked.
    """
    loop = asyncio.get_running_loop()
    timer = threading.Timer(SHUTDOWN_S, _give_up, (loop, threading.get_ident(), leave))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _give_up(loop: asyncio.AbstractEventLoop, thread: int, leave: Callable[[], None]) -> None:
    """In the timer's thread: log what the shutdown waits for, and leave."""
    try:
        _log.error("shutdown takes too long", limit_s=SHUTDOWN_S)
        frame = sys._current_frames().get(thread)
        if frame is not None:
            _log.error("event loop", where=_places(_outwards(frame)))
        for task in list(asyncio.all_tasks(loop)):
            _log.error("pending task", task=task.get_name(), where=task_places(task))
    finally:
        leave()


def task_places(task: "asyncio.Task[object]") -> list[str]:
    """Return the lines of code at which a task waits, the innermost first."""
    places: list[str] = []
    waiting: object = task.get_coro()
    while waiting is not None and len(places) < MOST_FRAMES:
        frame = _attribute(waiting, "frame")
        if isinstance(frame, FrameType):
            places.append(_place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        waiting = _awaited(waiting, frame)
    return places[: -STACK_FRAMES - 1 : -1]


def _awaited(waiting: object, frame: object) -> object:
    """Return the coroutine or generator that another one awaits."""
    awaited = _attribute(waiting, "await") or getattr(waiting, "gi_yieldfrom", None)
    if type(awaited).__name__ == "async_generator_asend" and isinstance(frame, FrameType):
        # The body of an `asynccontextmanager`: only the manager knows its generator.
        return getattr(frame.f_locals.get("self"), "gen", None)
    return awaited


def _attribute(waiting: object, name: str) -> object:
    """Return an attribute of a coroutine, a generator or an asynchronous generator."""
    for kind in ("cr", "gi", "ag"):
        found: object = getattr(waiting, f"{kind}_{name}", None)
        if found is not None:
            return found
    return None


def _outwards(frame: FrameType) -> Iterable[tuple[FrameType, int]]:
    return list(traceback.walk_stack(frame))[:STACK_FRAMES]


def _places(frames: Iterable[tuple[FrameType, int]]) -> list[str]:
    return [_place(frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in frames]


def _place(file: str, line: int, function: str) -> str:
    return f"{Path(file).name}:{line} {function}"
