"""A node that leaves the bus while it speaks has left; one without a bus says so."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mazziere.server.bus import RedisBus
from mazziere.server.tasks import end
from tests.servers import valkey

__all__ = ["valkey"]

pytestmark = pytest.mark.asyncio

TURNS = 12
"""Of the loop, in which something is said."""


async def test_a_node_leaves_at_any_moment_of_a_word(valkey: str) -> None:
    nodes = [RedisBus(valkey) for _ in range(TURNS)]
    async with asyncio.timeout(30):
        for node in nodes:
            await node.start(lambda what, table, rest: None, lambda: None)
        while not all(node.is_up for node in nodes):
            await asyncio.sleep(0.02)
        for turns, node in enumerate(nodes):
            node.say("entries", "a-table", "7")
            for _ in range(turns):
                await asyncio.sleep(0)
            await node.stop()


async def test_that_nobody_listens_is_said_once() -> None:
    bus = RedisBus("redis://127.0.0.1:1")
    with capture_logs() as logs:
        await bus.start(lambda what, table, rest: None, lambda: None)
        async with asyncio.timeout(30):
            while not logs:
                await asyncio.sleep(0.01)
            for _ in range(3):  # each of which is tried in vain
                bus.say("entries", "a-table", "7")
                while bus._entries:
                    await asyncio.sleep(0.01)
        await bus.stop()
    assert [(log["event"], log["log_level"]) for log in logs] == [("bus is gone", "warning")]


async def test_a_task_that_loses_a_cancellation_ends() -> None:
    lost = asyncio.Event()

    async def careless() -> None:
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            lost.set()
        await asyncio.sleep(1000)

    task = asyncio.create_task(careless())
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await end([task])
    assert lost.is_set()
    assert task.cancelled()
