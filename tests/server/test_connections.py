"""Connections that send too much, take too long or do not read, byte by byte."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from mazziere.server.transport.http_protocol import HEAD_S, BoundedHttpProtocol
from tests.server.processes import Served, serve
from tests.server.running import running
from tests.server.test_websocket_protocol import HELLO, PING, Raw, connect, dial, frame
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio

IMPATIENT = {"mazziere.server.transport.http_protocol.UNREAD_S": 0.5}
"""Clients that read are not affected, however busy the machine is."""
HURRIED = {
    "mazziere.server.transport.http_protocol.HEAD_S": 0.4,
    "mazziere.server.transport.http_protocol.REQUEST_S": 0.8,
}
"""Only for requests that never end: on a busy machine others may take longer than this."""
BLOCKED_S = 20
"""Time limit for a server that reads nothing; then a test stops sending."""
ROOM = 4096
"""Receive buffer of a client, in bytes."""
POST = (
    b"POST /api/codes HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    b"Content-Type: application/json\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = serve(tmp_path_factory.mktemp("connections") / "data", patches=IMPATIENT)
    yield served
    served.stop()


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = serve(tmp_path_factory.mktemp("hurried") / "data", patches=HURRIED)
    yield served
    served.stop()


async def rest(raw: Raw) -> bytes:
    """Return all further data, up to the end of the connection."""
    data = b""
    async with deadline("the server ends the connection"):
        try:
            while part := await raw.reader.read(2**16):
                data += part
        except ConnectionError:
            pass
    raw.writer.close()
    return data


async def pour(raw: Raw, piece: bytes, most: int) -> int:
    """Send until the server ends the connection or reads no more; return how much was sent."""
    sent = 0
    try:
        async with asyncio.timeout(BLOCKED_S):
            while sent < most:
                raw.writer.write(piece)
                await raw.writer.drain()
                sent += len(piece)
                await asyncio.sleep(0)
    except (ConnectionError, TimeoutError):
        pass
    return sent


async def works(server: Served) -> None:
    """Check that the server still answers."""
    assert (await server.client().ask("GET", "/api/tables"))[0] == 200


def memory_kb(server: Served) -> int:
    return int(psutil.Process(server.process.pid).memory_info().rss) // 1024


def files(server: Served) -> int:
    return int(psutil.Process(server.process.pid).num_fds())


async def closed_to(server: Served, number: int) -> None:
    await until(lambda: files(server) <= number, f"the server has {number} files open")


@pytest.mark.parametrize(
    "start",
    [
        b"GET / HTTP/1.1\r\nX: ",
        b"GET / HTTP/1.1\r\n",
        b"GET /",
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: ",
        POST + b"Content-Length: 999999999\r\n\r\n",
    ],
    ids=["a value", "values", "a path", "what follows a body", "a body"],
)
async def test_the_size_of_a_request_is_limited(server: Served, start: bytes) -> None:
    raw = await dial(server)
    host = f"127.0.0.1:{server.ready.port}".encode()
    await raw.send(start.replace(b"{host}", host))
    piece = b"X: a\r\n" * 2000 if start.endswith(b"\r\n") else b"a" * 12_000
    assert await pour(raw, piece, 30_000_000) < 10_000_000
    raw.writer.close()
    await works(server)


@pytest.mark.parametrize(
    "head",
    [
        b"X: " + b"a" * 40_000 + b"\r\n",
        b"".join(b"X-%d: a\r\n" % number for number in range(200)),
        b"".join(b"X-%d: %s\r\n" % (number, b"a" * 500) for number in range(80)),
    ],
    ids=["one long header", "many headers", "many long headers"],
)
async def test_a_head_in_one_piece_is_limited(server: Served, head: bytes) -> None:
    """The whole request arrives in one read of the server."""
    ask = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n"
    raw = await dial(server)
    await raw.send(ask + head + b"\r\n")
    assert (await rest(raw)).startswith(b"HTTP/1.1 400 ")
    raw = await dial(server)
    await raw.send(ask + b"X: " + b"a" * 20_000 + b"\r\nConnection: close\r\n\r\n")
    assert (await rest(raw)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        POST + b"Content-Length: 9\r\n\r\n{",
    ],
    ids=["nothing", "a line", "a head", "a body"],
)
async def test_an_incomplete_request_times_out(hurried: Served, start: bytes) -> None:
    raw = await dial(hurried)
    with suppress(ConnectionError):  # the time may be over before all is sent
        await raw.send(start.replace(b"{host}", f"127.0.0.1:{hurried.ready.port}".encode()))
    assert await rest(raw) == b""


async def test_the_time_for_a_request_begins_with_each_request(tmp_path: Path) -> None:
    """Read the timer of the connection instead of waiting for it."""
    ask = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n"
    loop = asyncio.get_running_loop()
    async with running(tmp_path / "store.db") as server:
        connections = server.server.server_state.connections
        port, since = urlsplit(server.url).port, loop.time()
        raw = Raw(*await asyncio.open_connection("127.0.0.1", port))
        await until(lambda: connections, "the server accepts")
        (protocol,) = connections
        assert isinstance(protocol, BoundedHttpProtocol)
        for _ in range(3):
            await raw.send(ask[:20])
            await until(lambda: protocol._size == 20, "the first half arrives")
            assert protocol._timer is not None
            assert protocol._timer.when() >= since + HEAD_S
            await raw.send(ask[20:])
            async with deadline("the server answers"):
                assert await raw.reader.readuntil(b'"tables":[]')
            await until(lambda: protocol._timer is None, "the timer stops")
            since = loop.time()
        raw.writer.close()


async def test_a_client_that_does_not_read_answers_is_disconnected(server: Served) -> None:
    raw = await dial(server, ROOM)
    await works(server)
    before = files(server)  # including this connection
    await raw.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 700)
    await closed_to(server, before - 1)
    raw.writer.close()


@pytest.mark.parametrize("kind", [0x89, 0x8A, 0x00], ids=["pings", "pongs", "parts"])
async def test_the_rate_of_control_frames_is_limited(server: Served, kind: int) -> None:
    raw = await connect(server)
    await raw.send(frame(HELLO))
    await raw.until(b'"snapshot"')
    if not kind:
        await raw.send(frame(b"{", 0x01))
    for _ in range(110):
        await raw.send(frame(b"", kind))
    assert (4429).to_bytes(2, "big") + b"too_many" in await rest(raw)
    await works(server)


async def test_unread_pongs_do_not_fill_the_memory(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The rate limit for pings is switched off here."""
    patches = {"mazziere.server.transport.websocket_protocol.MOST_CONTROL_FRAMES": 10**9}
    server = serve(tmp_path_factory.mktemp("pings") / "data", patches=patches)
    try:
        raw = await connect(server, ROOM)
        before = memory_kb(server)
        await pour(raw, frame(b"x" * 125, 0x89) * 500, 8_000_000)
        assert memory_kb(server) - before < 5_000
        raw.writer.close()
    finally:
        server.stop()


async def test_a_client_that_does_not_read_messages_is_disconnected(server: Served) -> None:
    raw = await connect(server, ROOM)
    before = files(server)
    await pour(raw, frame(HELLO), 12_000 * len(frame(HELLO)))
    await closed_to(server, before - 1)
    raw.writer.close()
    await works(server)


async def test_some_pings_are_allowed(server: Served) -> None:
    raw = await connect(server)
    await raw.send(frame(HELLO))
    await raw.until(b'"snapshot"')
    for _ in range(20):
        await raw.send(frame(b"", 0x89))
        await raw.send(frame(PING))
    await raw.until(b'"id":7')
    raw.writer.close()


async def test_malformed_requests_are_not_logged(server: Served) -> None:
    host = f"127.0.0.1:{server.ready.port}"
    before = server.log.read_text()
    for sent in (
        b"nonsense\r\n\r\n",
        f"GET /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade, close\r\n"
        "Upgrade: h2c\r\n\r\n".encode(),
        f"GET /api/tables/x/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode(),
    ):
        raw = await dial(server)
        await raw.send(sent)
        assert (await rest(raw)).startswith(b"HTTP/1.1 ")
    raw = await connect(server)
    await raw.send(frame(b"\xff\xfe"))
    await rest(raw)
    assert server.log.read_text() == before
