"""Connections of bounded size and patience; the server below takes any head, and waits for ever."""

import asyncio
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 32_768
REQUEST_BYTES = 1 << 20
"""A whole request, with a record to go on from, and what a head may have at its end."""
HEAD_S = 15.0
REQUEST_S = 60.0
UNREAD_S = 60.0
"""For so long what was sent may wait to be read."""


class Patience:
    """Lets go of a connection whose other side has stopped reading, with all that waits for it."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: TimerHandle | None = None

    def pause_writing(self) -> None:
        """Much waits to be read."""
        super().pause_writing()  # type: ignore[misc]
        self._be_patient_no_more()
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Enough was read."""
        self._be_patient_no_more()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is no more."""
        self._be_patient_no_more()
        super().connection_lost(exc)  # type: ignore[misc]

    def _be_patient_no_more(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Requests(Patience, HttpToolsProtocol):
    """A connection that brings requests."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_head = True  # the head of a request is still to come
        self._size = 0  # what has come of the request
        self._late: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; the head of a request is to follow."""
        super().connection_made(transport)
        self._expect(HEAD_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is no more."""
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, but not too much of it."""
        self._size += len(data)
        if self._is_head and self._late is None:
            self._expect(HEAD_S)
        super().data_received(data)
        most = HEAD_BYTES if self._is_head else REQUEST_BYTES
        if self._size > most and not self.transport.is_closing():
            self.send_400_response("Too much.")

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._is_head = False
        self._expect(REQUEST_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there."""
        self._is_head, self._size = True, 0
        self._expect(None)
        super().on_message_complete()

    def _expect(self, seconds: float | None) -> None:
        """Wait for what is to follow, for so long."""
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(seconds, self.transport.abort) if seconds else None
