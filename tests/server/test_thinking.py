"""The threads of the bots are shared fairly; who is next is seen without a clock."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from mazziere.server.thinking import Thinking

pytestmark = pytest.mark.asyncio


class Hands(Executor):
    """Threads that think only when a test says so."""

    def __init__(self) -> None:
        self.under_way: list[tuple[Callable[[], Any], Future[Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.under_way.append((fn, future))
        return future

    async def finish_first(self) -> Any:
        """Let the thought that is under way for longest end; what it was."""
        do, future = self.under_way.pop(0)
        try:
            future.set_result(do())
        except Exception as error:
            future.set_exception(error)
        await asyncio.sleep(0)  # the loop hears of it
        return None if future.exception() else future.result()


async def served(hands: Hands) -> list[str]:
    """All that is thought, in the order in which it is."""
    order = []
    while hands.under_way:
        order.append(await hands.finish_first())
    return order


def ask(thinking: Thinking, table: str, name: str, is_hint: bool = False) -> "asyncio.Future[str]":
    return thinking.think(table, lambda: f"{table}{name}", is_hint)


async def test_a_table_with_many_bots_does_not_make_others_wait() -> None:
    hands = Hands()
    thinking = Thinking(1, hands)
    for number in range(4):
        ask(thinking, "a", str(number))
    ask(thinking, "b", "0")
    ask(thinking, "c", "0")
    ask(thinking, "c", "1")
    assert await served(hands) == ["a0", "a1", "b0", "c0", "a2", "c1", "a3"]


async def test_who_comes_waits_for_at_most_one_thought_of_each_other_table() -> None:
    hands = Hands()
    thinking = Thinking(1, hands)
    for table in "abc":
        for number in range(9):
            ask(thinking, table, str(number))
    for _ in range(5):
        await hands.finish_first()
    ask(thinking, "new", "0")
    order = await served(hands)
    before = [name[0] for name in order[1 : order.index("new0")]]  # the first had begun already
    assert sorted(before) == ["a", "b", "c"]


async def test_one_thought_of_a_table_at_a_time_though_threads_are_free() -> None:
    hands = Hands()
    thinking = Thinking(3, hands)
    for table, number in ("a0", "a1", "b0", "a2"):
        ask(thinking, table, number)
    assert [do() for do, _ in hands.under_way] == ["a0", "b0"]
    await hands.finish_first()
    assert [do() for do, _ in hands.under_way] == ["b0", "a1"]
    assert await served(hands) == ["b0", "a1", "a2"]


async def test_hints_and_bots_are_served_in_turn() -> None:
    hands = Hands()
    thinking = Thinking(1, hands)
    for table in "abcd":
        ask(thinking, table, " moves")
    for table in "xyx":
        ask(thinking, table, " hint", is_hint=True)
    assert await served(hands) == [
        "a moves", "x hint", "b moves", "y hint", "c moves", "x hint", "d moves",
    ]  # fmt: skip


async def test_answers_and_failures_reach_who_asked() -> None:
    hands = Hands()
    thinking = Thinking(1, hands)

    def fail() -> None:
        raise ZeroDivisionError

    failing, fine = thinking.think("a", fail), ask(thinking, "a", "1")
    assert await served(hands) == [None, "a1"]
    with pytest.raises(ZeroDivisionError):
        await failing
    assert await fine == "a1"


async def test_what_waits_when_it_stops_is_given_up() -> None:
    thinking = Thinking(1)
    gate: Future[str] = Future()
    first = thinking.think("a", gate.result)
    second = ask(thinking, "a", "1")
    thinking.stop()
    gate.set_result("thought")
    assert await first == "thought"
    assert second.cancelled()
    assert ask(thinking, "b", "1").cancelled()


async def test_real_threads_think() -> None:
    thinking = Thinking(2)
    asked = [ask(thinking, table, str(number)) for table in "ab" for number in range(3)]
    assert await asyncio.gather(*asked) == ["a0", "a1", "a2", "b0", "b1", "b2"]
    thinking.stop()
