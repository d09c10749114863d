"""Waiting in tests: every wait has a deadline, and a failure names what did not happen."""

import asyncio
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager

LIMIT_S = 60.0
"""The usual deadline. It is far longer than any wait takes, because the machine may be busy."""
PAUSE_S = 0.01


class WaitedTooLongError(AssertionError):
    """Something did not happen before the deadline."""

    def __init__(self, what: str, limit_s: float) -> None:
        super().__init__(f"waited {limit_s:g} s in vain: {what}")


def wait_until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S) -> None:
    """Block until a condition holds; `what` completes "waited in vain: ..."."""
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            raise WaitedTooLongError(what, limit_s)
        time.sleep(PAUSE_S)


async def until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S) -> None:
    """Let the event loop run until a condition holds."""
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            raise WaitedTooLongError(what, limit_s)
        await asyncio.sleep(PAUSE_S)


@asynccontextmanager
async def deadline(what: str, limit_s: float = LIMIT_S) -> AsyncIterator[None]:
    """Give up on what the block waits for when the time is over."""
    try:
        async with asyncio.timeout(limit_s) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        raise WaitedTooLongError(what, limit_s) from None


# Processes


@contextmanager
def killed_late(
    process: "subprocess.Popen[str]", what: str, limit_s: float = LIMIT_S
) -> Iterator[None]:
    """Kill a process that has not done in time what the block waits for."""
    is_late = threading.Event()

    def kill() -> None:
        is_late.set()
        process.kill()

    timer = threading.Timer(limit_s, kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if is_late.is_set():
            raise WaitedTooLongError(what, limit_s)


def next_line(process: "subprocess.Popen[str]", what: str, limit_s: float = LIMIT_S) -> str:
    """Return the next line that a process prints.

    Further lines may be in the buffer of the pipe already: `rest_of` returns them, unlike
    `communicate`.
    """
    assert process.stdout is not None
    with killed_late(process, what, limit_s):
        line = process.stdout.readline()
    assert line, f"the process ended before this: {what}"
    return line


def rest_of(process: "subprocess.Popen[str]", what: str, limit_s: float = LIMIT_S) -> str:
    """Return what a process prints until it ends."""
    assert process.stdout is not None
    with killed_late(process, what, limit_s):
        return process.stdout.read()


def joined(threads: Iterable[threading.Thread], what: str, limit_s: float = LIMIT_S) -> None:
    """Wait for threads to end."""
    end = time.monotonic() + limit_s
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
        if thread.is_alive():
            raise WaitedTooLongError(what, limit_s)
