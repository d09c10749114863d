"""Tasks that go on until they are told to end."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 0.5
"""For so long a task may take to clean up."""


async def end(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel tasks until each has ended.

    Once is not enough: `asyncio.wait_for` of Python 3.11, with which redis-py sends, loses a
    cancellation that comes at the moment in which it is done.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=AGAIN_S)
        await asyncio.gather(*ended, return_exceptions=True)
