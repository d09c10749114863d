"""Bot threads are shared fairly between tables; the order is checked without a clock."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from mazziere.server.bots import bot_threads
from mazziere.server.bots.bot_threads import NICENESS, BotThreads
from mazziere.server.bots.seated_bots import THINK_S

pytestmark = pytest.mark.asyncio


class Hands(Executor):
    """An executor whose jobs run only when a test says so."""

    def __init__(self) -> None:
        self.under_way: list[tuple[Callable[[], Any], Future[Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.under_way.append((fn, future))
        return future

    async def finish_first(self) -> Any:
        """Run the job that was submitted first; return its result."""
        do, future = self.under_way.pop(0)
        try:
            future.set_result(do())
        except Exception as error:
            future.set_exception(error)
        await asyncio.sleep(0)  # let the event loop take the result
        return None if future.exception() else future.result()


async def served(hands: Hands) -> list[str]:
    """Run all jobs; return their results in order."""
    order = []
    while hands.under_way:
        order.append(await hands.finish_first())
    return order


def ask(threads: BotThreads, table: str, name: str, is_hint: bool = False) -> "asyncio.Future[str]":
    return threads.submit(table, lambda: f"{table}{name}", "hint" if is_hint else "search")


async def test_a_table_with_many_jobs_does_not_delay_others() -> None:
    hands = Hands()
    threads = BotThreads(1, hands)
    for number in range(4):
        ask(threads, "a", str(number))
    ask(threads, "b", "0")
    ask(threads, "c", "0")
    ask(threads, "c", "1")
    assert await served(hands) == ["a0", "a1", "b0", "c0", "a2", "c1", "a3"]


async def test_a_new_table_waits_for_at_most_one_job_of_each_other_table() -> None:
    hands = Hands()
    threads = BotThreads(1, hands)
    for table in "abc":
        for number in range(9):
            ask(threads, table, str(number))
    for _ in range(5):
        await hands.finish_first()
    ask(threads, "new", "0")
    order = await served(hands)
    before = [name[0] for name in order[1 : order.index("new0")]]  # the first had started already
    assert sorted(before) == ["a", "b", "c"]


async def test_one_job_of_a_table_at_a_time_even_with_free_threads() -> None:
    hands = Hands()
    threads = BotThreads(3, hands)
    for table, number in ("a0", "a1", "b0", "a2"):
        ask(threads, table, number)
    assert [do() for do, _ in hands.under_way] == ["a0", "b0"]
    await hands.finish_first()
    assert [do() for do, _ in hands.under_way] == ["b0", "a1"]
    assert await served(hands) == ["b0", "a1", "a2"]


async def test_hints_and_bots_are_served_alternately() -> None:
    hands = Hands()
    threads = BotThreads(1, hands)
    for table in "abcd":
        ask(threads, table, " moves")
    for table in "xyx":
        ask(threads, table, " hint", is_hint=True)
    assert await served(hands) == [
        "a moves", "x hint", "b moves", "y hint", "c moves", "x hint", "d moves",
    ]  # fmt: skip


async def test_rules_of_thumb_wait_for_no_search() -> None:
    hands, thumbs = Hands(), Hands()
    threads = BotThreads(2, hands, thumbs)
    for number in range(100):
        ask(threads, f"table {number}", " search")
    decided = threads.submit("new", lambda: "decided", "thumb")
    assert await served(thumbs) == ["decided"]
    assert await decided == "decided"
    assert len(await served(hands)) == 100  # none of them had run


async def test_a_job_that_nobody_waits_for_never_runs() -> None:
    hands = Hands()
    threads = BotThreads(1, hands)
    asked = [ask(threads, table, str(number)) for number in range(3) for table in "ab"]
    for future in asked[1:5]:
        future.cancel()
    assert await served(hands) == ["a0", "b2"]
    assert threads.share_of(bot_threads.CROWD_S) == 1.0  # no job is counted any more


async def test_a_crowd_of_searches_gets_less_time_each() -> None:
    """All of 1,000 searches of a second end in half of the timeout of one decision."""
    hands = Hands()
    threads = BotThreads(2, hands)
    shares: list[float] = []
    assert threads.share_of(1.0) == 1.0
    for number in range(1000):
        threads.submit(f"table {number}", lambda: shares.append(threads.share_of(1.0)))
    await served(hands)
    assert shares[0] == bot_threads.LEAST_SEARCH_S
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert sum(shares) / 2 < THINK_S / 2


async def test_results_and_exceptions_reach_the_caller() -> None:
    hands = Hands()
    threads = BotThreads(1, hands)

    def fail() -> None:
        raise ZeroDivisionError

    failing, fine = threads.submit("a", fail), ask(threads, "a", "1")
    assert await served(hands) == [None, "a1"]
    with pytest.raises(ZeroDivisionError):
        await failing
    assert await fine == "a1"


async def test_waiting_jobs_are_cancelled_on_stop() -> None:
    threads = BotThreads(1)
    gate: Future[str] = Future()
    first = threads.submit("a", gate.result)
    second = ask(threads, "a", "1")
    threads.stop()
    gate.set_result("thought")
    assert await first == "thought"
    assert second.cancelled()
    assert ask(threads, "b", "1").cancelled()


async def test_jobs_run_in_real_threads() -> None:
    threads = BotThreads(2)
    asked = [ask(threads, table, str(number)) for table in "ab" for number in range(3)]
    assert await asyncio.gather(*asked) == ["a0", "a1", "a2", "b0", "b1", "b2"]
    threads.stop()


class NoThreads(Hands):
    """An executor that cannot start a thread for some calls."""

    is_full = True

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        if self.is_full:
            raise RuntimeError("can't start new thread")
        return super().submit(fn, *args, **kwargs)


async def test_a_thread_that_cannot_start_keeps_no_place() -> None:
    hands = NoThreads()
    threads = BotThreads(2, hands)
    for _ in range(5):
        with pytest.raises(RuntimeError, match="new thread"):
            await ask(threads, "a", "0")
    hands.is_full = False
    for table in "ab":
        ask(threads, table, "1")
    assert await served(hands) == ["a1", "b1"]


async def test_bot_threads_yield_to_the_event_loop() -> None:
    threads = BotThreads(1)
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    wanted = max(own, NICENESS) if sys.platform == "linux" else own
    assert await threads.submit("a", priority) == wanted
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own
    threads.stop()
