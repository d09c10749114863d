"""Fast path for unfragmented text frames.

Nearly every message on our sockets is a text in one frame. This module parses and writes such
frames itself. All other frames (fragments, pings, close frames, faulty ones) go to the websockets
library. The library gets whole frames only, so it never waits for the rest of one.
"""

from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.speedups import apply_mask

from mazziere.server.transport.http_protocol import UnreadTimeout

DIRECT_IO = "mazziere.direct"
"""The ASGI extension through which a connection is written to and read without a task switch."""
_TEXT = 0x81  # first byte of an unfragmented text frame
_MASKED = 0x80
_LONG_HEAD = 4  # bytes of a head with a 16-bit length, without the mask
MOST_CONTROL_FRAMES, CONTROL_FRAMES_S = 100, 20.0
"""Rate limit for pings, pongs and fragments: the same as for messages."""


class FastWebSocketProtocol(UnreadTimeout, WebSocketsSansIOProtocol):
    """A WebSocket connection; the application sees no difference to uvicorn's own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._partial = b""  # the beginning of a frame whose end has not arrived
        self._library_reads = False  # the library may be in the middle of a frame
        self._counted = 0.0, 0  # start of the period, and control frames in it
        self._listener: Callable[[bytes], bool] = _ignore

    # Reading

    def data_received(self, data: bytes) -> None:
        """Split received data into frames."""
        if self._library_reads or not self.handshake_complete or self.close_sent:
            super().data_received(data)
            return
        if self._partial:
            data, self._partial = self._partial + data, b""
        place, end = 0, len(data)
        while place < end:
            size = _frame_size(data, place, end)
            if size is None or size > self.config.ws_max_size:  # let the library report the fault
                self._library_reads = True
                super().data_received(data[place:])
                return
            if size == 0 or place + size > end:
                self._partial = data[place:]
                return
            self._receive_frame(data, place, size)
            place += size

    def _receive_frame(self, data: bytes, place: int, size: int) -> None:
        is_short = data[place + 1] != _MASKED | 126
        start = place + (6 if is_short else 8)
        if data[place] != _TEXT or self.close_sent:
            super().data_received(data[place : place + size])
            return
        text = apply_mask(data[start : place + size], data[start - 4 : start])
        if self.queue.empty() and self._listener(text):
            return
        self.frames = [text]
        self.curr_msg_data_type = "text"
        self.send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read."""
        if self.writable.is_set() and not self.close_sent:
            super().handle_ping()
        else:
            self.conn.data_to_send()
        self._count_control_frame()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong."""
        super().handle_pong(event)
        self._count_control_frame()

    def handle_cont(self, event: Frame) -> None:
        """Handle a further fragment of a message."""
        self._count_control_frame()
        super().handle_cont(event)

    def _count_control_frame(self) -> None:
        """End a connection that sends too many frames other than messages."""
        since, number = self._counted
        now = self.loop.time()
        self._counted = (now, 1) if now - since >= CONTROL_FRAMES_S else (since, number + 1)
        if self._counted[1] > MOST_CONTROL_FRAMES and not self.close_sent:
            self.conn.send_close(4429, "too_many")
            self.handle_parser_exception()

    # Writing

    async def run_asgi(self) -> None:
        """Run the application, with the extension for direct input and output."""
        self.scope["extensions"][DIRECT_IO] = {"write": self.write_now, "listen": self.listen}
        await super().run_asgi()

    def listen(self, listener: Callable[[bytes], bool]) -> None:
        """Offer each text to `listener` first, if none is queued; False puts it into the queue."""
        self._listener = listener

    def write_now(self, texts: Sequence[bytes]) -> bool:
        """Write texts at once; return False if the client does not keep up, or is gone."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(framed, texts)))
        return True

    async def send(self, message: Any) -> None:
        """Send an ASGI message of the application."""
        if (
            message["type"] == "websocket.send"
            and self.handshake_complete
            and not self.close_sent
            and not self.disconnected
            and self.initial_response is None
            and message.get("text") is not None
        ):
            if not self.writable.is_set():
                await self.writable.wait()
            if not self.transport.is_closing():
                self.transport.write(framed(message["text"].encode()))
                return
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # a refused upgrade is complete, and not an error


def _ignore(text: bytes) -> bool:
    """Leave every text to the queue: the listener before `listen` is called."""
    return False


def _frame_size(data: bytes, place: int, end: int) -> int | None:
    """Return the size of the text frame at `place`: 0 if not known yet, None for another frame."""
    if end - place < 2:
        return 0
    size = data[place + 1]
    if not size & _MASKED:
        return None
    size &= 127
    if size < 126:
        return 6 + size
    if size == 127:
        return None
    if end - place < _LONG_HEAD:
        return 0
    return 8 + int.from_bytes(data[place + 2 : place + 4], "big")


def framed(text: bytes) -> bytes:
    """Return a text as one unmasked frame."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text
