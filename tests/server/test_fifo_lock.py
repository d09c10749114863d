"""The FIFO lock: order, cancelled waiters, failures."""

import asyncio

import pytest

from mazziere.server.rooms.fifo_lock import FifoLock
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio


async def test_waiters_get_the_lock_in_order() -> None:
    lock = FifoLock()
    begun: list[str] = []
    lock.acquire(lambda: begun.append("first"))
    lock.acquire(lambda: begun.append("second"))
    lock.acquire(lambda: begun.append("third"))
    assert begun == ["first"]
    for expected in (["first", "second"], ["first", "second", "third"]):
        lock.release()
        await asyncio.sleep(0)
        assert begun == expected
    lock.release()
    lock.acquire(lambda: begun.append("fourth"))
    assert begun[-1] == "fourth"


async def test_nobody_overtakes_the_next_waiter() -> None:
    lock = FifoLock()
    begun: list[str] = []
    lock.acquire(lambda: begun.append("first"))
    lock.acquire(lambda: begun.append("second"))
    lock.release()
    lock.acquire(lambda: begun.append("late"))
    await asyncio.sleep(0)
    assert begun == ["first", "second"]


async def hold(lock: FifoLock, leave: asyncio.Event, held: list[int], number: int) -> None:
    async with lock.hold():
        held.append(number)
        await leave.wait()


@pytest.mark.parametrize("is_next", [False, True])
async def test_a_cancelled_waiter_does_not_block_others(is_next: bool) -> None:
    lock, leave, held = FifoLock(), asyncio.Event(), list[int]()
    tasks = [asyncio.create_task(hold(lock, leave, held, number)) for number in range(3)]
    await until(lambda: len(lock._waiting) == 2, "two wait for the lock")
    assert held == [0]
    if is_next:  # cancel the waiter that has just got the lock
        leave.set()
        async with deadline("the next waiter gets the lock"):
            while lock._waiting and len(lock._waiting) > 1:
                await asyncio.sleep(0)
    tasks[1].cancel()
    leave.set()
    async with deadline("all tasks end"):
        await asyncio.wait(tasks)
    assert held[-1] == 2
    assert tasks[2].done()
    assert not lock._is_taken


async def test_the_lock_is_released_after_an_exception() -> None:
    lock = FifoLock()
    with pytest.raises(ValueError, match="so"):
        async with lock.hold():
            raise ValueError("so")
    assert not lock._is_taken
