"""The fast path of the WebSocket protocol, byte by byte, against a real server."""

import asyncio
import base64
import os
import socket
import struct
from collections.abc import Iterator

import pytest

from tests.server.processes import Served, serve
from tests.waiting import deadline

pytestmark = pytest.mark.asyncio

HELLO = b'{"type":"hello","version":1}'
PING = b'{"type":"ping","id":7}'
MOVE = b'{"type":"move","id":"m%d","seat":0,"moves":["keep"],"expect":1}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = serve(tmp_path_factory.mktemp("frames") / "data")
    yield served
    served.stop()


class Raw:
    """A raw connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            if len(pieces) > 1:
                await asyncio.sleep(0.001)

    async def frame(self) -> tuple[int, bytes]:
        first, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return first, await self.reader.readexactly(size)

    async def until(self, word: bytes) -> bytes:
        async with deadline(f"a frame with {word!r}"):
            while True:
                _, data = await self.frame()
                if word in data:
                    return data


def frame(payload: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    size = len(payload)
    head = struct.pack("!BB", first, 0x80 | size) if size < 126 else b""
    if 126 <= size < 65536:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    elif size >= 65536:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + mask + masked


async def dial(server: Served, room: int | None = None) -> Raw:
    """Open a connection, with a receive buffer of `room` bytes if given."""
    here = socket.socket()
    if room is not None:
        here.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    here.setblocking(False)
    await asyncio.get_running_loop().sock_connect(here, ("127.0.0.1", server.ready.port))
    return Raw(*await asyncio.open_connection(sock=here, limit=room or 2**16))


async def connect(server: Served, room: int | None = None) -> Raw:
    client = server.client()
    info = await client.open("dieci", "Ada", 2)
    raw = await dial(server, room)
    reader, writer = raw.reader, raw.writer
    host = f"127.0.0.1:{server.ready.port}"
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{info.id}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: {client.cookie}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return raw


async def test_a_frame_in_single_bytes(server: Served) -> None:
    raw = await connect(server)
    await raw.send(*(bytes([byte]) for byte in frame(HELLO)))
    assert await raw.until(b'"snapshot"')
    raw.writer.close()


async def test_many_frames_in_one_write_cut_anywhere(server: Served) -> None:
    raw = await connect(server)
    long = b'{"type":"ping","id":8%s}' % (b" " * 300)
    stream = frame(HELLO) + frame(PING) + frame(long) + frame(PING)
    for cut in (1, 3, 7, 40, len(stream) - 3):
        await raw.send(stream[:cut], stream[cut:])
        await raw.until(b'"id":8')
        await raw.until(b'"id":7')
    raw.writer.close()


async def test_a_move_does_not_overtake_earlier_messages(server: Served) -> None:
    raw = await connect(server)
    await raw.send(frame(HELLO) + frame(MOVE % 1) + frame(PING))
    assert await raw.until(b'"snapshot"')
    assert b'"busy"' in await raw.until(b'"m1"'), "the match has not begun"
    await raw.send(frame(MOVE % 2) + frame(MOVE % 3))
    for name in (b'"m2"', b'"m3"'):
        assert b'"busy"' in await raw.until(name)
    raw.writer.close()


async def test_fragments_and_pings_are_handled(server: Served) -> None:
    raw = await connect(server)
    await raw.send(frame(HELLO[:9], 0x01) + frame(b"are you there", 0x89) + frame(HELLO[9:], 0x80))
    assert await raw.frame() == (0x8A, b"are you there")
    assert await raw.until(b'"snapshot"')
    await raw.send(frame(PING))
    assert await raw.until(b'"id":7')
    await raw.send(frame(struct.pack("!H", 1000), 0x88))
    async with deadline("a close frame"):
        while (await raw.frame())[0] != 0x88:
            pass
    raw.writer.close()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"x" * 70_000), 1009),  # larger than any frame may be
        (frame(b"x" * 5_000), 1009),  # larger than a message may be
        (b"\x81\x05hello", 1002),  # without a mask
        (frame(b"x", 0x83), 1002),  # an unknown kind of frame
        (frame(b"x", 0xC1), 1002),  # compressed without negotiation
        (frame(b"\xff\xfe"), 1007),  # not UTF-8
    ],
    ids=["huge", "big", "bare", "kind", "flags", "text"],
)
async def test_a_faulty_frame_ends_the_connection(server: Served, sent: bytes, code: int) -> None:
    raw = await connect(server)
    await raw.send(sent)
    async with deadline("a close frame"):
        while True:
            first, data = await raw.frame()
            if first == 0x88:
                break
    assert int.from_bytes(data[:2], "big") == code
    raw.writer.close()
    again = await connect(server)  # the server still works
    await again.send(frame(HELLO))
    assert await again.until(b'"snapshot"')
    again.writer.close()
