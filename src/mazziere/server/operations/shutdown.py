"""A limit for the time of a shutdown: log what still runs, and exit anyway."""

import asyncio
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

import structlog

SHUTDOWN_S = 10.0
"""Timeout of a shutdown, from the signal to the end of the process."""
EXIT_CODE = 70
"""The exit code after this timeout: an internal error."""
STACK_FRAMES = 8
MOST_FRAMES = 200

_log = structlog.get_logger()


def _exit() -> None:
    sys.stderr.flush()
    os._exit(EXIT_CODE)


class ShutdownLimit:
    """If a shutdown takes too long, log the stacks of all tasks and threads, and end the process.

    A thread watches the time, because the event loop itself may be blocked. It watches until the
    process ends: after the event loop, Python still waits for the threads of executors.
    """

    def __init__(self, leave: Callable[[], None] = _exit) -> None:
        self._leave = leave
        self._timer: threading.Timer | None = None

    def start(self) -> None:
        """Start the time, unless it runs already."""
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        self._timer = threading.Timer(SHUTDOWN_S, self._give_up, (loop, threading.get_ident()))
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Stop the time, for a process that goes on."""
        if self._timer is not None:
            self._timer.cancel()

    def _give_up(self, loop: asyncio.AbstractEventLoop, thread: int) -> None:
        """In the timer's thread: log what the shutdown waits for, and leave."""
        try:
            _log.error("shutdown takes too long", limit_s=SHUTDOWN_S)
            frames = sys._current_frames()
            for other in threading.enumerate():
                frame = frames.get(other.ident or 0)
                if frame is None or other.daemon:
                    continue
                event = "event loop" if other.ident == thread else "running thread"
                _log.error(event, thread=other.name, where=_places(_outwards(frame)))
            for task in list(asyncio.all_tasks(loop)):
                _log.error("pending task", task=task.get_name(), where=task_places(task))
        finally:
            self._leave()


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
