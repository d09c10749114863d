"""A node with PostgreSQL stops in time while its bus comes and goes."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from types import TracebackType
from urllib.parse import urlsplit

import pytest

from tests.server.running import QUICK, lines, running
from tests.servers import Postgres, postgres, valkey
from tests.waiting import deadline

__all__ = ["postgres", "valkey"]

pytestmark = pytest.mark.asyncio

ROUNDS = 8


class Flapping:
    """A proxy in front of a bus that loses every connection after a moment."""

    def __init__(self, bus: str, rng: Random) -> None:
        self._bus = urlsplit(bus)
        self._rng = rng
        self._tasks: set[asyncio.Task[None]] = set()
        self.connections = 0

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.create_task(self._forward(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far, to_far = await asyncio.open_connection(self._bus.hostname, self._bus.port)
        ways = [asyncio.create_task(pump(reader, to_far)), asyncio.create_task(pump(far, writer))]
        try:
            await asyncio.wait(ways, timeout=self._rng.uniform(0.001, 0.1))
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, to_far):
                end.close()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Forward bytes in one direction."""
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


async def start_and_stop(folder: Path, database: str, bus: str, rng: Random) -> None:
    """Play a move on a node, and stop it at a random moment."""
    config = replace(QUICK, bus=bus)
    async with running(folder, config, database=database) as server:
        table, (ada, bea) = await server.seated("dieci", 2)
        await ada.start(table, named=0)
        async with lines(table, [ada, bea]) as (_, connection):
            await connection.move(1, "keep")
        await asyncio.sleep(rng.uniform(0, 0.2))


async def test_a_node_stops_in_time(tmp_path: Path, postgres: Postgres, valkey: str) -> None:
    rng = Random(1)
    database = postgres.fresh()
    flapping = Flapping(valkey, rng)
    async with flapping as bus:
        for number in range(ROUNDS):
            async with deadline(f"the node starts and stops, round {number}"):
                await start_and_stop(tmp_path / "store.db", database, bus, rng)
    assert flapping.connections > 2 * ROUNDS
