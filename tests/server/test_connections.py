"""Connections that bring too much, take too long or do not read, byte by byte."""

import asyncio
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]
import pytest

from tests.server.processes import Served, serve
from tests.server.test_frames import HELLO, PING, Raw, connect, dial, frame

pytestmark = pytest.mark.asyncio

HURRIED = {
    "mazziere.server.requests.HEAD_S": 0.4,
    "mazziere.server.requests.REQUEST_S": 0.8,
    "mazziere.server.requests.UNREAD_S": 0.5,
}
ROOM = 4096
"""So little is taken of what a server sends before it is read."""
POST = (
    b"POST /api/codes HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    b"Content-Type: application/json\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = serve(tmp_path_factory.mktemp("connections") / "data", patches=HURRIED)
    yield served
    served.stop()


async def rest(raw: Raw) -> bytes:
    """What still comes, up to the end of the connection."""
    data = b""
    async with asyncio.timeout(20):
        try:
            while part := await raw.reader.read(2**16):
                data += part
        except ConnectionError:
            pass
    raw.writer.close()
    return data


async def pour(raw: Raw, piece: bytes, most: int) -> int:
    """Send until the other side has had enough; return how much it took."""
    sent = 0
    try:
        async with asyncio.timeout(20):
            while sent < most:
                raw.writer.write(piece)
                await raw.writer.drain()
                sent += len(piece)
                await asyncio.sleep(0)
    except (ConnectionError, TimeoutError):
        pass
    return sent


async def works(server: Served) -> None:
    """The server is none the worse for it."""
    assert (await server.client().ask("GET", "/api/tables"))[0] == 200


def memory_kb(server: Served) -> int:
    return int(psutil.Process(server.process.pid).memory_info().rss) // 1024


def files(server: Served) -> int:
    return int(psutil.Process(server.process.pid).num_fds())


async def closed_to(server: Served, number: int) -> None:
    async with asyncio.timeout(20):
        while files(server) > number:
            await asyncio.sleep(0.05)


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
async def test_a_request_has_an_end(server: Served, start: bytes) -> None:
    raw = await dial(server)
    host = f"127.0.0.1:{server.ready.port}".encode()
    await raw.send(start.replace(b"{host}", host))
    piece = b"X: a\r\n" * 2000 if start.endswith(b"\r\n") else b"a" * 12_000
    assert await pour(raw, piece, 30_000_000) < 10_000_000
    raw.writer.close()
    await works(server)


@pytest.mark.parametrize(
    "start",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", POST + b"Content-Length: 9\r\n\r\n{"],
    ids=["nothing", "a line", "a head", "a body"],
)
async def test_a_request_that_does_not_go_on_is_not_waited_for(
    server: Served, start: bytes
) -> None:
    raw = await dial(server)
    await raw.send(start.replace(b"{host}", f"127.0.0.1:{server.ready.port}".encode()))
    assert await rest(raw) == b""


async def test_one_request_after_the_other_on_one_connection(server: Served) -> None:
    raw = await dial(server)
    ask = b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n"
    for _ in range(4):
        await raw.send(ask[:20], ask[20:])
        assert await raw.reader.readuntil(b'"tables":[]')
        await asyncio.sleep(0.3)
    raw.writer.close()


async def test_answers_that_nobody_reads_are_given_up(server: Served) -> None:
    raw = await dial(server, ROOM)
    await works(server)
    before = files(server)  # with this connection among them
    await raw.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 700)
    await closed_to(server, before - 1)
    raw.writer.close()


@pytest.mark.parametrize("kind", [0x89, 0x8A, 0x00], ids=["pings", "pongs", "parts"])
async def test_frames_that_are_no_messages_are_limited_too(server: Served, kind: int) -> None:
    raw = await connect(server)
    await raw.send(frame(HELLO))
    await raw.until(b'"snapshot"')
    if not kind:
        await raw.send(frame(b"{", 0x01))
    for _ in range(110):
        await raw.send(frame(b"", kind))
    assert (4429).to_bytes(2, "big") + b"too_many" in await rest(raw)
    await works(server)


async def test_pings_whose_answers_nobody_reads_fill_nothing(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Also without a limit on their number."""
    patches = {"mazziere.server.frames.MOST_ODD": 10**9}
    server = serve(tmp_path_factory.mktemp("pings") / "data", patches=patches)
    try:
        raw = await connect(server, ROOM)
        before = memory_kb(server)
        await pour(raw, frame(b"x" * 125, 0x89) * 500, 20_000_000)
        assert memory_kb(server) - before < 10_000
        raw.writer.close()
    finally:
        server.stop()


async def test_who_does_not_read_is_let_go_with_what_waits(server: Served) -> None:
    raw = await connect(server, ROOM)
    before = files(server)
    await pour(raw, frame(HELLO), 12_000 * len(frame(HELLO)))
    await closed_to(server, before - 1)
    raw.writer.close()
    await works(server)


async def test_a_browser_that_answers_pings_stays(server: Served) -> None:
    raw = await connect(server)
    await raw.send(frame(HELLO))
    await raw.until(b'"snapshot"')
    for _ in range(20):
        await raw.send(frame(b"", 0x89))
        await raw.send(frame(PING))
    await raw.until(b'"id":7')
    raw.writer.close()


async def test_what_strangers_send_does_not_fill_the_log(server: Served) -> None:
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
