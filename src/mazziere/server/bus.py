"""The bus between nodes. It only wakes and asks; what is true stands in the log.

Four things are said on it, each in one line of words:

    entries TABLE N       the log of a table has entries up to N
    arrived TABLE PERSON  a person has connected here; older connections elsewhere end
    who TABLE PERSON      is this person connected to anybody?
    here TABLE PERSON     yes, to me
    deleted TABLE         a table is no more

What it loses does no harm: a node looks into the log on its own while the bus is gone, and nobody
is marked away while nobody can be asked.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import structlog

from mazziere.server.tasks import end

Heard = Callable[[str, str, str], None]
"""Called with what is said, the table, and the number or the person."""
CHANNEL = "mazziere"
AGAIN_S = 0.5
ANSWER_S = 5.0
"""A bus that takes longer than this to answer is as good as gone."""
LISTEN_S = 2.0
MOST_LINES = 500
MOST_WAITING = 100_000

_log = structlog.get_logger()


class Bus(Protocol):
    """Carries word from node to node."""

    @property
    def is_up(self) -> bool:
        """Whether it can be relied upon now."""

    @property
    def is_shared(self) -> bool:
        """Whether there may be other nodes."""

    async def start(self, heard: Heard, back: Callable[[], None]) -> None:
        """Begin to listen; `back` is called whenever words may have been missed before."""

    def say(self, what: str, table: str, rest: str = "") -> None:
        """Tell the other nodes."""

    async def stop(self) -> None:
        """Leave."""


class NoBus:
    """A node alone."""

    is_up = True
    is_shared = False

    async def start(self, heard: Heard, back: Callable[[], None]) -> None:
        """There is nobody to listen to."""

    def say(self, what: str, table: str, rest: str = "") -> None:
        """There is nobody to tell."""

    async def stop(self) -> None:
        """There is nothing to leave."""


class RedisBus:
    """Redis or Valkey."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._node = secrets.token_hex(8)
        self._client: Any = None
        self._entries: dict[str, str] = {}  # the newest number of each table that waits to be said
        self._lines: list[str] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listens = self._speaks = False
        self._is_missed = False  # and that has been said

    @property
    def is_up(self) -> bool:
        """Whether both directions work."""
        return self._listens and self._speaks

    async def start(self, heard: Heard, back: Callable[[], None]) -> None:
        from redis.asyncio import Redis

        self._client = Redis.from_url(
            self._url, socket_timeout=ANSWER_S, socket_connect_timeout=ANSWER_S
        )
        self._tasks = [
            asyncio.create_task(self._listen(heard, back)),
            asyncio.create_task(self._speak()),
        ]

    def say(self, what: str, table: str, rest: str = "") -> None:
        if what == "entries":
            self._entries[table] = rest
        elif len(self._lines) < MOST_WAITING:
            self._lines.append(f"{what} {table} {rest}")
        self._wake.set()

    async def stop(self) -> None:
        await end(self._tasks)
        if self._client is not None:
            await asyncio.gather(self._client.aclose(), return_exceptions=True)

    # Speaking

    async def _speak(self) -> None:
        """Say what waits, many lines at a time; without any, see now and then who is there."""
        while True:
            try:
                async with asyncio.timeout(LISTEN_S):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            lines, self._lines = self._lines, []
            entries, self._entries = self._entries, {}
            lines += [f"entries {table} {seq}" for table, seq in entries.items()]
            if not await self._publish(lines):  # others may be listening again before we can speak
                self._entries = entries | self._entries
                self._lines = [line for line in lines if line.startswith("deleted ")] + self._lines

    async def _publish(self, lines: list[str]) -> bool:
        try:
            async with asyncio.timeout(ANSWER_S):
                for first in range(0, max(1, len(lines)), MOST_LINES):
                    text = "\n".join([self._node, *lines[first : first + MOST_LINES]])
                    await self._client.publish(CHANNEL, text)
            self._speaks = True
            self._note_back()
        except Exception as error:
            self._note_gone(error)
            self._speaks = False
            await asyncio.sleep(AGAIN_S)
        return self._speaks

    # Listening

    async def _listen(self, heard: Heard, back: Callable[[], None]) -> None:
        while True:
            try:
                async with self._client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    while True:
                        message = await channel.get_message(timeout=LISTEN_S)
                        if message is None:
                            await channel.ping()  # a connection that is dead says so
                        elif message["type"] == "subscribe":
                            self._listens = True
                            self._note_back()
                            back()
                        elif message["type"] == "message":
                            self._take(message["data"], heard)
            except Exception as error:
                self._note_gone(error)
                self._listens = False
                await asyncio.sleep(AGAIN_S)

    def _take(self, data: bytes, heard: Heard) -> None:
        node, *lines = data.decode("utf-8", "replace").split("\n")
        if node == self._node:
            return
        for line in lines:
            what, _, words = line.partition(" ")
            table, _, rest = words.partition(" ")
            heard(what, table, rest)

    def _note_gone(self, error: Exception) -> None:
        """Say so once, also of a bus that has never been there."""
        if not self._is_missed:
            self._is_missed = True
            _log.warning("bus is gone", error=type(error).__name__)

    def _note_back(self) -> None:
        self._is_missed = self._is_missed and not self.is_up


def open_bus(url: str | None) -> Bus:
    """The bus of an address; a node without one is alone."""
    return RedisBus(url) if url else NoBus()
