"""A real server for tests: its own SQLite file, real sockets on a free port, in this process."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import uvicorn

from mazziere.client import Client, Line
from mazziere.server.app import build
from mazziere.server.config import Config
from mazziere.server.node import Node
from mazziere.server.run import _server
from mazziere.store import Store, open_store

QUICK = Config(
    requests_per_minute=1_000_000,
    codes_per_minute=1_000_000,
    talk_per_minute=1_000_000,
    hints_per_minute=1_000_000,
    tables_per_person=1_000_000,
    tables_per_address=1_000_000,
    messages=1_000_000,
    admin_port=None,
)
"""Without the limits that a test would run into."""


@dataclass
class Running:
    """A server that runs."""

    node: Node
    store: Store
    url: str
    server: uvicorn.Server
    clients: list[Client] = field(default_factory=list)

    def client(self) -> Client:
        """Somebody new."""
        client = Client(self.url)
        self.clients.append(client)
        return client

    async def seated(
        self, game: str, people: int, options: dict[str, Any] | None = None, **settings: Any
    ) -> tuple[str, list[Client]]:
        """A table with people on all its seats, the first of whom is the host."""
        clients = [self.client() for _ in range(people)]
        settings = {"graceMs": 0, **settings}
        table = await clients[0].open(game, "P0", people, options, **settings)
        for seat, client in enumerate(clients[1:], 1):
            await client.join(table.id, f"P{seat}", seat)
        return table.id, clients


@asynccontextmanager
async def running(
    file: Path, config: Config = QUICK, clock: Callable[[], float] = time.time
) -> AsyncIterator[Running]:
    """Start a server on a file; stop it at the end."""
    config = replace(config, database=f"sqlite:///{file}", port=0)
    store = await open_store(config.database)
    node = Node(config, store, await store.secret("sessions"), clock)
    server = _server(build(node), "127.0.0.1", 0, config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), task
        await asyncio.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(node, store, f"http://127.0.0.1:{port}", server)
    finally:
        server.should_exit = True
        await task
        await store.close()


@pytest_asyncio.fixture
async def server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Running]:
    """A server; `@pytest.mark.parametrize("server", [Config(…)], indirect=True)` for another one."""
    async with running(tmp_path / "store.db", getattr(request, "param", QUICK)) as started:
        yield started


@asynccontextmanager
async def lines(table: str, clients: Sequence[Client]) -> AsyncIterator[list[Line]]:
    """Connections of several people to a table."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(client.line(table)) for client in clients]


async def caught_up(line: Line, seq: int, limit_s: float = 20.0) -> None:
    """Wait until a connection has been shown an entry."""
    async with asyncio.timeout(limit_s):
        while line.seq < seq:
            await line.next()
