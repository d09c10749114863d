"""Cancelling tasks that run until the server stops."""

import asyncio
from collections.abc import Iterable
from typing import Any

CANCEL_AGAIN_S = 0.5
"""Time that a cancelled task has to end before it is cancelled again."""


async def end(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel tasks until each has ended.

    One cancellation is not enough: `asyncio.wait_for` of Python 3.11, which redis-py uses to send,
    loses a cancellation that arrives at the moment it completes.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_S)
        await asyncio.gather(*ended, return_exceptions=True)
