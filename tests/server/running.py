"""A real server for tests: its own SQLite file, real sockets on a free port, in this process."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
import pytest_asyncio
import uvicorn

from mazziere.client import Client, ConnectionEnded, TableConnection
from mazziere.server.config import Config
from mazziere.server.http.app import build
from mazziere.server.node import Node
from mazziere.server.run import settings
from mazziere.store import Store, open_store
from mazziere.wire.server import Goodbye
from tests.waiting import LIMIT_S, deadline, joined, until

Kind = TypeVar("Kind")

QUICK = Config(
    requests_per_minute=1_000_000,
    codes_per_minute=1_000_000,
    talk_per_minute=1_000_000,
    hints_per_minute=1_000_000,
    hints_per_minute_of_address=1_000_000,
    pings_per_address=1_000_000,
    tables_per_person=1_000_000,
    tables_per_address=1_000_000,
    messages=1_000_000,
    messages_per_address=1_000_000,
    hellos_per_minute=1_000_000,
    hellos_per_minute_of_address=1_000_000,
    codes_per_minute_of_all=1_000_000,
    http_per_address=1_000_000,
    least_pace_ms=0,
    admin_port=None,
)
"""No rate limits, which a test would exceed."""


@dataclass
class Running:
    """A running server."""

    node: Node
    store: Store
    url: str
    server: uvicorn.Server
    clients: list[Client] = field(default_factory=list)

    def client(self) -> Client:
        """Return the client of a new person."""
        client = Client(self.url)
        self.clients.append(client)
        return client

    async def seated(
        self, game: str, people: int, options: dict[str, Any] | None = None, **agreed: Any
    ) -> tuple[str, list[Client]]:
        """Open a table with people on all seats; return it with their clients, the host first."""
        clients = [self.client() for _ in range(people)]
        table = await clients[0].open(game, "P0", people, options, **{"graceMs": 0, **agreed})
        for seat, client in enumerate(clients[1:], 1):
            await client.join(table.id, f"P{seat}", seat)
        return table.id, clients


@asynccontextmanager
async def running(
    file: Path,
    config: Config = QUICK,
    clock: Callable[[], float] = time.time,
    port: int = 0,
    database: str | None = None,
) -> AsyncIterator[Running]:
    """Start a server on a file or on another database; stop it at the end."""
    config = replace(config, database=database or f"sqlite:///{file}", port=port)
    store = await open_store(config.database)
    node = Node(config, store, await store.secret("sessions"), clock)
    served = settings(build(node), config)
    served.port = port
    server = uvicorn.Server(served)
    task = asyncio.create_task(server.serve())
    await until(lambda: server.started or task.done(), "the server starts")
    assert not task.done(), task
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(node, store, f"http://127.0.0.1:{port}", server)
    finally:
        server.should_exit = True
        async with deadline("the server stops"):
            await task
        async with deadline("the store closes"):
            await store.close()


@pytest_asyncio.fixture
async def server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Running]:
    """A running server; its `Config` can be given by indirect parametrization."""
    async with running(tmp_path / "store.db", getattr(request, "param", QUICK)) as started:
        yield started


@asynccontextmanager
async def lines(table: str, clients: Sequence[Client]) -> AsyncIterator[list[TableConnection]]:
    """Connect several people to a table."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(client.connect(table)) for client in clients]


async def caught_up(line: TableConnection, seq: int) -> None:
    """Wait until a connection has received an entry."""
    async with deadline(f"the connection receives entry {seq}"):
        while line.seq < seq:
            await line.next()


async def read_until(line: TableConnection, condition: Callable[[], object], what: str) -> None:
    """Read from a connection until a condition holds."""
    async with deadline(what):
        while not condition():
            await line.next()


async def read_for(line: TableConnection, *kinds: type[Kind]) -> Kind:
    """Read from a connection until a message of one of these kinds comes; return it."""
    async with deadline(f"the server sends {' or '.join(kind.__name__ for kind in kinds)}"):
        while True:
            message = await line.next()
            if isinstance(message, kinds):
                return message


async def ended(line: TableConnection) -> tuple[int | None, Goodbye | None]:
    """Wait for the end of a connection; return the close code and the goodbye."""
    async with deadline("the server ends the connection"):
        try:
            while True:
                await line.next()
        except ConnectionEnded as closed:
            assert line._socket is not None
            return line._socket.close_code, closed.goodbye


async def turned_away(line: TableConnection) -> tuple[int | None, Goodbye | None]:
    """Connect where that is refused; return the close code and the goodbye."""
    try:
        await line.__aenter__()
    except ConnectionEnded as closed:
        assert line._socket is not None
        return line._socket.close_code, closed.goodbye
    raise AssertionError("the connection was not refused")


@contextmanager
def in_thread(file: Path, config: Config = QUICK) -> Iterator[str]:
    """Run a server in a thread, for synchronous tests; yield its URL."""
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
        assert ready.wait(LIMIT_S), "the server did not start"
        yield address[0]
    finally:
        over.set()
        joined([thread], "the server in a thread stops", 2 * LIMIT_S)
