"""The bus: stopping at any moment, and a bus that is down."""

import asyncio

import pytest
from structlog.testing import capture_logs

from mazziere.server.background_tasks import end
from mazziere.server.rooms.bus import RedisBus
from tests.servers import valkey
from tests.waiting import deadline

__all__ = ["valkey"]

pytestmark = pytest.mark.asyncio

TURNS = 12
"""Turns of the event loop during which a message is sent."""


async def test_a_node_can_stop_while_a_message_is_sent(valkey: str) -> None:
    nodes = [RedisBus(valkey) for _ in range(TURNS)]
    async with deadline("all nodes have left the bus"):
        for node in nodes:
            await node.start(lambda what, table, rest: None, lambda: None)
        while not all(node.is_up for node in nodes):
            await asyncio.sleep(0.02)
        for turns, node in enumerate(nodes):
            node.publish("entries", "a-table", "7")
            for _ in range(turns):
                await asyncio.sleep(0)
            await node.stop()


async def test_a_bus_that_is_down_is_logged_once() -> None:
    bus = RedisBus("redis://127.0.0.1:1")
    with capture_logs() as logs:
        await bus.start(lambda what, table, rest: None, lambda: None)
        async with deadline("the bus gives up three messages"):
            while not logs:
                await asyncio.sleep(0.01)
            for _ in range(3):  # each attempt fails
                bus.publish("entries", "a-table", "7")
                while bus._entries:
                    await asyncio.sleep(0.01)
        await bus.stop()
    assert [(log["event"], log["log_level"]) for log in logs] == [("bus is down", "warning")]


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
    async with deadline("the task ends"):
        await end([task])
    assert lost.is_set()
    assert task.cancelled()
