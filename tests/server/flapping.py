"""A node with PostgreSQL that is stopped while its bus comes and goes."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from tests.server.processes import serve
from tests.waiting import deadline

STOP_S = 60.0
"""Deadline of a round on a busy machine; the node's own limit is much shorter."""


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


async def stopped_while_the_bus_flaps(
    folder: Path, database: str, bus: str, seed: int, patches: Mapping[str, Any] | None = None
) -> int:
    """Play a move on a node and stop it at a random moment; return its exit code.

    The code is 0 only if the node has stopped within its own limit.
    """
    rng = Random(seed)
    flapping = Flapping(bus, rng)
    async with flapping as url, deadline(f"the node stops, seed {seed}", STOP_S):
        server = await asyncio.to_thread(
            serve, folder, patches=patches, database=database, bus=url, admin_port=None
        )
        try:
            await _play_a_move(server.client())
            await asyncio.sleep(rng.uniform(0, 0.2))
            code = await asyncio.to_thread(server.stop)
        finally:
            if server.process.is_alive():
                server.kill()
    assert flapping.connections >= 2, "the node listens and sends"
    return code


async def _play_a_move(ada: Any) -> None:
    table = await ada.open("dieci", "Ada", 2, bots=["easy"], graceMs=0)
    await ada.start(table.id, named=1)
    async with ada.connect(table.id) as connection:
        await connection.move(0, "keep")
