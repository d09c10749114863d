"""Turns at what only one may do at a time; where nobody waits they cost nothing."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Turns:
    """One after the other, in the order in which they ask."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self, begin: Callable[[], None]) -> None:
        """Call `begin` when its turn comes: at once, if nobody has one."""
        if self._is_taken:
            self._waiting.append(begin)
        else:
            self._is_taken = True
            begin()

    def give_back(self) -> None:
        """End a turn; the next one begins soon."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_taken = False

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it for a while."""
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(lambda: self._begin(begun))
        try:
            await begun
            yield
        finally:
            if begun.done() and not begun.cancelled():
                self.give_back()

    def _begin(self, begun: "asyncio.Future[None]") -> None:
        if begun.cancelled():  # nobody waits any more
            self.give_back()
        else:
            begun.set_result(None)
