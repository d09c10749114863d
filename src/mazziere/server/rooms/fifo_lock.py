"""A first-in, first-out lock with callbacks; without contention it costs no task switch."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class FifoLock:
    """A lock whose waiters get it in the order in which they asked."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def acquire(self, begin: Callable[[], None]) -> None:
        """Call `begin` as soon as the lock is free, at once if it is free now."""
        if self._is_taken:
            self._waiting.append(begin)
        else:
            self._is_taken = True
            begin()

    def release(self) -> None:
        """Pass the lock to the next waiter, in the next turn of the event loop."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_taken = False

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Wait for the lock, and hold it for the body of an `async with`."""
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.acquire(lambda: self._begin(begun))
        try:
            await begun
            yield
        finally:
            if begun.done() and not begun.cancelled():
                self.release()

    def _begin(self, begun: "asyncio.Future[None]") -> None:
        if begun.cancelled():  # the waiter has given up
            self.release()
        else:
            begun.set_result(None)
