"""Turns: one after the other, in order, also when somebody who waits goes."""

import asyncio

import pytest

from mazziere.server.turns import Turns

pytestmark = pytest.mark.asyncio


async def test_a_turn_begins_at_once_if_nobody_has_one_and_in_order_otherwise() -> None:
    turns = Turns()
    begun: list[str] = []
    turns.take(lambda: begun.append("first"))
    turns.take(lambda: begun.append("second"))
    turns.take(lambda: begun.append("third"))
    assert begun == ["first"]
    for expected in (["first", "second"], ["first", "second", "third"]):
        turns.give_back()
        await asyncio.sleep(0)
        assert begun == expected
    turns.give_back()
    turns.take(lambda: begun.append("fourth"))
    assert begun[-1] == "fourth"


async def test_between_two_turns_nobody_slips_in() -> None:
    turns = Turns()
    begun: list[str] = []
    turns.take(lambda: begun.append("first"))
    turns.take(lambda: begun.append("second"))
    turns.give_back()
    turns.take(lambda: begun.append("late"))
    await asyncio.sleep(0)
    assert begun == ["first", "second"]


async def hold(turns: Turns, leave: asyncio.Event, held: list[int], number: int) -> None:
    async with turns.turn():
        held.append(number)
        await leave.wait()


@pytest.mark.parametrize("is_next", [False, True])
async def test_who_goes_while_waiting_holds_nobody_up(is_next: bool) -> None:
    turns, leave, held = Turns(), asyncio.Event(), list[int]()
    tasks = [asyncio.create_task(hold(turns, leave, held, number)) for number in range(3)]
    await asyncio.sleep(0.01)
    assert held == [0]
    if is_next:  # the turn is theirs when they go, and they have not noticed
        leave.set()
        while turns._waiting and len(turns._waiting) > 1:
            await asyncio.sleep(0)
    tasks[1].cancel()
    leave.set()
    await asyncio.wait(tasks, timeout=5)
    assert held[-1] == 2
    assert tasks[2].done()
    assert not turns._is_taken


async def test_a_turn_that_fails_is_given_back() -> None:
    turns = Turns()
    with pytest.raises(ValueError, match="so"):
        async with turns.turn():
            raise ValueError("so")
    assert not turns._is_taken
