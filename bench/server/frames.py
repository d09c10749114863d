"""A minimal WebSocket client, so that the server is the bottleneck.

Frames have a mask of zeros, which leaves the text unchanged.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any

Taken = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """A connection; `taken` is called with every text that arrives."""

    def __init__(self, request: bytes, taken: Taken) -> None:
        self._request = request
        self._taken = taken
        self._data = bytearray()
        self._parts = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._is_open:
            head, blank, rest = self._data.partition(b"\r\n\r\n")
            if not blank:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n", 1)[0].decode()))
                return
            self._data, self._is_open = rest, True
            self.opened.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        data, place, end = self._data, 0, len(self._data)
        while end - place >= 2:
            size, start = data[place + 1] & 127, place + 2
            if size == 126:
                if end - place < 4:
                    break
                size, start = int.from_bytes(data[place + 2 : place + 4], "big"), place + 4
            elif size == 127:
                if end - place < 10:
                    break
                size, start = int.from_bytes(data[place + 2 : place + 10], "big"), place + 10
            if end - start < size:
                break
            self._take(data[place], bytes(data[start : start + size]))
            place = start + size
        if place:
            del data[:place]

    def _take(self, first: int, payload: bytes) -> None:
        kind = first & 15
        if kind == 9:
            self._send(0x8A, payload)
        elif kind == 8:
            assert self.transport is not None
            self.transport.close()
        elif kind in (0, 1, 2):
            if first & 0x80 and not self._parts:
                self._taken(self, payload)
                return
            self._parts += payload
            if first & 0x80:
                whole, self._parts = bytes(self._parts), bytearray()
                self._taken(self, whole)

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._send(0x81, text)

    def _send(self, first: int, payload: bytes) -> None:
        assert self.transport is not None
        size = len(payload)
        head = (
            struct.pack("!BB4x", first, 0x80 | size)
            if size < 126
            else struct.pack("!BBH4x", first, 0x80 | 126, size)
        )
        self.transport.write(head + payload)

    def drop(self) -> None:
        """Drop the connection without a close frame, as a phone does."""
        if self.transport is not None:
            self.transport.abort()


async def connect(port: int, path: str, taken: Taken, cookie: str = "") -> Socket:
    """Connect to a server on this machine."""
    host = f"127.0.0.1:{port}"
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request, taken), "127.0.0.1", port)
    await socket.opened
    return socket
