"""The bus between nodes. It only wakes other nodes and asks them; the log holds the truth.

A message is a line of words:

    entries TABLE SEQ     the log of a table has entries up to SEQ
    arrived TABLE PERSON PAGE ATTEMPT
                          a person has connected to this node; older connections elsewhere end
    who TABLE PERSON      does any node have a connection of this person?
    here TABLE PERSON     this node has one
    quiet TABLE PERSON    the connection of this person to this node is silent
    heard TABLE PERSON    it is not silent any more
    deleted TABLE         a table was deleted

Lost messages do no harm: while the bus is down a node polls the log, and nobody is marked away.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import structlog

from mazziere.server.background_tasks import end

OnMessage = Callable[[str, str, str], None]
"""Called with the kind of a message, the table, and the sequence number or the person."""
CHANNEL = "mazziere"
RETRY_S = 0.5
BUS_CALL_S = 1.0
"""Timeout of connecting and of every call; a bus that takes longer counts as down."""
IDLE_S = 1.0
"""Time without a message after which both directions are checked."""
LINES_PER_MESSAGE = 500
MOST_WAITING = 100_000
"""Upper bound on lines that wait for the bus; further ones are dropped."""

_log = structlog.get_logger()


class Bus(Protocol):
    """Carries messages from node to node."""

    @property
    def is_up(self) -> bool:
        """Whether messages arrive now, in both directions."""

    @property
    def is_shared(self) -> bool:
        """Whether there may be other nodes."""

    async def start(self, on_message: OnMessage, on_back: Callable[[], None]) -> None:
        """Start to listen; `on_back` is called whenever messages may have been lost before."""

    def publish(self, what: str, table: str, rest: str = "") -> None:
        """Send a message to the other nodes, without waiting."""

    async def stop(self) -> None:
        """Disconnect."""


class NoBus:
    """The bus of a single node: it does nothing."""

    is_up = True
    is_shared = False

    async def start(self, on_message: OnMessage, on_back: Callable[[], None]) -> None:
        """Do nothing."""

    def publish(self, what: str, table: str, rest: str = "") -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""


class RedisBus:
    """A bus over a channel of Redis or Valkey."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._node = secrets.token_hex(8)
        self._client: Any = None
        self._entries: dict[str, str] = {}  # unsent sequence numbers, the newest of each table
        self._lines: list[str] = []  # other unsent lines
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._can_listen = self._can_publish = False
        self._is_down_logged = False

    @property
    def is_up(self) -> bool:
        """Whether both directions work."""
        return self._can_listen and self._can_publish

    async def start(self, on_message: OnMessage, on_back: Callable[[], None]) -> None:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._client = Redis.from_url(
            self._url,
            socket_timeout=BUS_CALL_S,
            socket_connect_timeout=BUS_CALL_S,
            retry=Retry(NoBackoff(), 0),  # the default hides a lost bus for seconds
        )
        self._tasks = [
            asyncio.create_task(self._listen(on_message, on_back)),
            asyncio.create_task(self._send_lines()),
        ]

    def publish(self, what: str, table: str, rest: str = "") -> None:
        if what == "entries":
            self._entries[table] = rest
        elif len(self._lines) < MOST_WAITING:
            self._lines.append(f"{what} {table} {rest}")
        self._wake.set()

    async def stop(self) -> None:
        await end(self._tasks)
        if self._client is not None:
            with suppress(Exception):
                async with asyncio.timeout(BUS_CALL_S):
                    await self._client.aclose()

    # Sending

    async def _send_lines(self) -> None:
        """Send waiting lines, many at a time; after a while without any, send an empty message."""
        while True:
            try:
                async with asyncio.timeout(IDLE_S):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            lines, self._lines = self._lines, []
            entries, self._entries = self._entries, {}
            lines += [f"entries {table} {seq}" for table, seq in entries.items()]
            if not await self._send(lines):  # keep what others need when the bus is back
                self._entries = entries | self._entries
                self._lines = [line for line in lines if line.startswith("deleted ")] + self._lines

    async def _send(self, lines: list[str]) -> bool:
        try:
            async with asyncio.timeout(BUS_CALL_S):
                for first in range(0, max(1, len(lines)), LINES_PER_MESSAGE):
                    text = "\n".join([self._node, *lines[first : first + LINES_PER_MESSAGE]])
                    await self._client.publish(CHANNEL, text)
            self._can_publish = True
            self._note_up()
        except Exception as error:
            self._note_down(error)
            self._can_publish = False
            await asyncio.sleep(RETRY_S)
        return self._can_publish

    # Listening

    async def _listen(self, on_message: OnMessage, on_back: Callable[[], None]) -> None:
        while True:
            try:
                async with self._channel() as channel:
                    async with asyncio.timeout(BUS_CALL_S):
                        await channel.subscribe(CHANNEL)
                    is_pinged = False
                    while True:
                        async with asyncio.timeout(IDLE_S + BUS_CALL_S):
                            message = await channel.get_message(timeout=IDLE_S)
                        if message is None:
                            if is_pinged:
                                raise TimeoutError("no answer to a ping")
                            async with asyncio.timeout(BUS_CALL_S):
                                await channel.ping()
                        is_pinged = message is None
                        if message is None:
                            continue
                        if message["type"] == "subscribe":
                            self._can_listen = True
                            self._note_up()
                            on_back()
                        elif message["type"] == "message":
                            self._receive(message["data"], on_message)
            except Exception as error:
                self._note_down(error)
                self._can_listen = False
                await asyncio.sleep(RETRY_S)

    @asynccontextmanager
    async def _channel(self) -> AsyncIterator[Any]:
        channel = self._client.pubsub()
        try:
            yield channel
        finally:
            with suppress(Exception):
                async with asyncio.timeout(BUS_CALL_S):
                    await channel.aclose()

    def _receive(self, data: bytes, on_message: OnMessage) -> None:
        node, *lines = data.decode("utf-8", "replace").split("\n")
        if node == self._node:
            return
        for line in lines:
            what, _, words = line.partition(" ")
            table, _, rest = words.partition(" ")
            on_message(what, table, rest)

    def _note_down(self, error: Exception) -> None:
        """Log once that the bus is down, also if it was never up."""
        if not self._is_down_logged:
            self._is_down_logged = True
            _log.warning("bus is down", error=type(error).__name__)

    def _note_up(self) -> None:
        self._is_down_logged = self._is_down_logged and not self.is_up


def open_bus(url: str | None) -> Bus:
    """Return the bus at a URL; without one, the bus of a single node."""
    return RedisBus(url) if url else NoBus()
