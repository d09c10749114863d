"""The WebSocket protocol on the short way: whole text frames, in and out, without ado.

Nearly everything that goes over a socket of ours is a text in one frame. Those are read and written
here by hand; everything else (fragments, pings, closing, what is wrong) is left to the library,
which is given whole frames and so never stands in the middle of one.
"""

from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.speedups import apply_mask

from mazziere.server.requests import Patience

NOW = "mazziere.now"
"""The extension by which a connection can be written to, and heard, without waiting."""
_TEXT = 0x81  # a text, whole
_MASKED = 0x80
_LONGEST = 4  # of a head without its mask: frames of 64 KiB and more are for the library
MOST_ODD, ODD_S = 100, 20.0
"""Pings, pongs and parts of messages that may come in a time: as many as messages."""


class Frames(Patience, WebSocketsSansIOProtocol):
    """A connection; the application sees no difference."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rest = b""  # the beginning of a frame of which the end has not come
        self._is_odd = False  # the library may stand in the middle of a frame
        self._counted = 0.0, 0  # since when, and how many frames that are no messages
        self._listener: Callable[[bytes], bool] = _deaf

    # Reading

    def data_received(self, data: bytes) -> None:
        """Take what has come, frame by frame."""
        if self._is_odd or not self.handshake_complete or self.close_sent:
            super().data_received(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        place, end = 0, len(data)
        while place < end:
            size = _frame_size(data, place, end)
            if size is None or size > self.config.ws_max_size:  # the library says what is wrong
                self._is_odd = True
                super().data_received(data[place:])
                return
            if size == 0 or place + size > end:
                self._rest = data[place:]
                return
            self._take(data, place, size)
            place += size

    def _take(self, data: bytes, place: int, size: int) -> None:
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
        """Answer a ping, if the answers to others were read."""
        if self.writable.is_set() and not self.close_sent:
            super().handle_ping()
        else:
            self.conn.data_to_send()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong."""
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        """End a connection that sends too many frames that are no messages."""
        since, number = self._counted
        now = self.loop.time()
        self._counted = (now, 1) if now - since >= ODD_S else (since, number + 1)
        if self._counted[1] > MOST_ODD and not self.close_sent:
            self.conn.send_close(4429, "too_many")
            self.handle_parser_exception()

    # Writing

    async def run_asgi(self) -> None:
        """Serve the application, which may also write and listen without waiting."""
        self.scope["extensions"][NOW] = {"write": self.write_now, "listen": self.listen}
        await super().run_asgi()

    def listen(self, listener: Callable[[bytes], bool]) -> None:
        """Offer each text to a listener first, if none before it waits; False leaves it."""
        self._listener = listener

    def write_now(self, texts: Sequence[bytes]) -> bool:
        """Write texts at once; False if the other side does not keep up, or is gone."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(framed, texts)))
        return True

    async def send(self, message: Any) -> None:
        """Send what the application says."""
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
            self.handshake_complete = True  # with a refusal, which is no error of ours


def _deaf(text: bytes) -> bool:
    """The listener of a connection to which nobody listens."""
    return False


def _frame_size(data: bytes, place: int, end: int) -> int | None:
    """The whole length of the frame that begins here: 0 if that is not known yet, None if odd."""
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
    return 8 + int.from_bytes(data[place + 2 : place + 4], "big") if end - place >= _LONGEST else 0


def framed(text: bytes) -> bytes:
    """A text as one frame from a server."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text
