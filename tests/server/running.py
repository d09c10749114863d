"""A real server for tests: its own SQLite file, real sockets on a free port, in this process."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import uvicorn

from mazziere.client import Client, Closed, Line
from mazziere.server.app import build
from mazziere.server.config import Config
from mazziere.server.node import Node
from mazziere.server.run import settings
from mazziere.store import Store, open_store
from mazziere.wire.server import Goodbye

QUICK = Config(
    requests_per_minute=1_000_000,
    codes_per_minute=1_000_000,
    talk_per_minute=1_000_000,
    hints_per_minute=1_000_000,
    tables_per_person=1_000_000,
    tables_per_address=1_000_000,
    messages=1_000_000,
    least_pace_ms=0,
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
        self, game: str, people: int, options: dict[str, Any] | None = None, **agreed: Any
    ) -> tuple[str, list[Client]]:
        """A table with people on all its seats, the first of whom is the host."""
        clients = [self.client() for _ in range(people)]
        table = await clients[0].open(game, "P0", people, options, **{"graceMs": 0, **agreed})
        for seat, client in enumerate(clients[1:], 1):
            await client.join(table.id, f"P{seat}", seat)
        return table.id, clients


@asynccontextmanager
async def running(
    file: Path, config: Config = QUICK, clock: Callable[[], float] = time.time, port: int = 0
) -> AsyncIterator[Running]:
    """Start a server on a file; stop it at the end."""
    config = replace(config, database=f"sqlite:///{file}", port=port)
    store = await open_store(config.database)
    node = Node(config, store, await store.secret("sessions"), clock)
    served = settings(build(node), config)
    served.port = port
    server = uvicorn.Server(served)
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
    """A server; parametrized indirectly with a `Config`, another one."""
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


async def ended(line: Line, limit_s: float = 20.0) -> tuple[int | None, Goodbye | None]:
    """Wait for the end of a connection; return the code of it and what the server said."""
    async with asyncio.timeout(limit_s):
        try:
            while True:
                await line.next()
        except Closed as closed:
            assert line._socket is not None
            return line._socket.close_code, closed.goodbye


async def turned_away(line: Line) -> tuple[int | None, Goodbye | None]:
    """Try to connect where that is refused; return the code and what the server said."""
    try:
        await line.__aenter__()
    except Closed as closed:
        assert line._socket is not None
        return line._socket.close_code, closed.goodbye
    raise AssertionError("the connection was not refused")


@contextmanager
def in_thread(file: Path, config: Config = QUICK) -> Iterator[str]:
    """A server in a thread, for tests that are not asynchronous themselves: its address."""
    address: list[str] = []
    ready, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with running(file, config) as server:
            address.append(server.url)
            ready.set()
            while not over.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        yield address[0]
    finally:
        over.set()
        thread.join()
