"""Limits for connections, headers, bodies and idle time; uvicorn's protocol has none of them."""

import asyncio
import ipaddress
from asyncio import TimerHandle
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mazziere.server.windows import OpenPerAddress

HEAD_BYTES = 32_768
MOST_HEADERS = 100
REQUEST_BYTES = 1 << 20
"""Upper bound on a whole request; the largest one brings a record, and may have trailers."""
HEAD_S = 15.0
REQUEST_S = 60.0
UNREAD_S = 60.0
"""Time after which a connection is aborted if the client does not read."""
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)
"""The answer to a connection above the limit of its address."""


class ConnectionLimit:
    """An upper bound on the open HTTP connections of an address; trusted proxies have none."""

    def __init__(self, most: int, trusted: Sequence[str] = ()) -> None:
        self._open = OpenPerAddress(most)
        self._trusted = [ipaddress.ip_network(network) for network in trusted]

    def add(self, address: str) -> bool:
        """Count a connection; return False if it is one too many."""
        return self._is_trusted(address) or self._open.add(address)

    def remove(self, address: str) -> None:
        """Stop counting a connection."""
        if not self._is_trusted(address):
            self._open.remove(address)

    def _is_trusted(self, address: str) -> bool:
        try:
            known = ipaddress.ip_address(address)
        except ValueError:  # no network address, but a local socket
            return True
        return any(known in network for network in self._trusted)


class _HeadTooLargeError(Exception):
    """The head of a request has too many bytes or headers."""


class UnreadTimeout:
    """A mixin that aborts a connection whose client has stopped reading."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread_timer: TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timer: the write buffer is full."""
        super().pause_writing()  # type: ignore[misc]
        self._stop_unread_timer()
        self._unread_timer = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client has read."""
        self._stop_unread_timer()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer with the connection."""
        self._stop_unread_timer()
        super().connection_lost(exc)  # type: ignore[misc]

    def _stop_unread_timer(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None


class BoundedHttpProtocol(UnreadTimeout, HttpToolsProtocol):
    """An HTTP connection with limits for the size and the duration of each request."""

    limit: ConnectionLimit | None = None  # set by `limited`

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._counted: str | None = None  # the address for which this connection counts
        self._head = 0  # bytes of the head so far, as far as it is parsed
        self._header_count = 0
        self._in_head = True  # the head of the current request is not complete
        self._size = 0  # bytes of the current request so far
        self._timer: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the head of the first request."""
        super().connection_made(transport)
        self._set_timer(HEAD_S)
        address = self.client[0] if self.client else ""
        if self.limit is None:
            return
        if self.limit.add(address):
            self._counted = address
        else:
            transport.write(TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer with the connection."""
        self._set_timer(None)
        self._stop_counting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; from now on it counts as a socket."""
        self._stop_counting()
        super().handle_websocket_upgrade()

    def _stop_counting(self) -> None:
        if self.limit is not None and self._counted is not None:
            self.limit.remove(self._counted)
            self._counted = None

    def data_received(self, data: bytes) -> None:
        """Parse data, and refuse a request that is too large."""
        self._size += len(data)
        if self._in_head and self._timer is None:
            self._set_timer(HEAD_S)
        super().data_received(data)
        most = HEAD_BYTES if self._in_head else REQUEST_BYTES
        if self._size > most and not self.transport.is_closing():
            self.send_400_response("Too much.")

    # The parser calls these. A head that arrives in one read is checked here, before it is used.

    def on_message_begin(self) -> None:
        """Start to count the head of a request."""
        self._head = self._header_count = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count the bytes of the address."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header and its bytes."""
        self._header_count += 1
        self._count_head(len(name) + len(value))
        super().on_header(name, value)

    def _count_head(self, size: int) -> None:
        self._head += size
        if self._head > HEAD_BYTES or self._header_count > MOST_HEADERS:
            raise _HeadTooLargeError

    def on_headers_complete(self) -> None:
        """Start the timer for the body."""
        self._in_head = False
        self._set_timer(REQUEST_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Prepare for the next request on this connection."""
        self._in_head, self._size = True, 0
        self._set_timer(None)
        super().on_message_complete()

    def _set_timer(self, seconds: float | None) -> None:
        """Abort the connection after this time, unless the timer is set again; None stops it."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.transport.abort) if seconds else None


def limited(most: int, trusted: Sequence[str]) -> type[BoundedHttpProtocol]:
    """Return the protocol with an upper bound on the connections of an address."""
    attributes = {"limit": ConnectionLimit(most, trusted), "__doc__": BoundedHttpProtocol.__doc__}
    return type("LimitedHttpProtocol", (BoundedHttpProtocol,), attributes)
