"""The bus only wakes: “this table has entries up to that number”. Nodes then read the log."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import structlog

Heard = Callable[[str, int], None]
CHANNEL = "mazziere"
AGAIN_S = 1.0

_log = structlog.get_logger()


class Bus(Protocol):
    """Carries word from node to node."""

    async def start(self, heard: Heard) -> None:
        """Begin to listen."""

    def say(self, table: str, seq: int) -> None:
        """Tell the other nodes that a table has entries up to a number."""

    async def stop(self) -> None:
        """Leave."""


class NoBus:
    """A node alone."""

    async def start(self, heard: Heard) -> None:
        """There is nobody to listen to."""

    def say(self, table: str, seq: int) -> None:
        """There is nobody to tell."""

    async def stop(self) -> None:
        """There is nothing to leave."""


class RedisBus:
    """Redis or Valkey. What it loses, the log still has: nodes look there on their own, too."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._node = secrets.token_hex(8)
        self._client: Any = None
        self._out: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard) -> None:
        from redis.asyncio import Redis

        self._client = Redis.from_url(self._url)
        self._tasks = [
            asyncio.create_task(self._listen(heard)),
            asyncio.create_task(self._speak()),
        ]

    def say(self, table: str, seq: int) -> None:
        try:
            self._out.put_nowait(f"{self._node} {table} {seq}")
        except asyncio.QueueFull:
            _log.warning("bus is slow", dropped=table)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    async def _speak(self) -> None:
        while True:
            text = await self._out.get()
            try:
                await self._client.publish(CHANNEL, text)
            except Exception as error:
                _log.warning("bus is gone", error=type(error).__name__)
                await asyncio.sleep(AGAIN_S)

    async def _listen(self, heard: Heard) -> None:
        while True:
            try:
                async with self._client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._take(message["data"], heard)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                _log.warning("bus is gone", error=type(error).__name__)
                await asyncio.sleep(AGAIN_S)

    def _take(self, data: bytes, heard: Heard) -> None:
        node, table, seq = data.decode("ascii").split()
        if node != self._node:
            heard(table, int(seq))


def open_bus(url: str | None) -> Bus:
    """The bus of an address; a node without one is alone."""
    return RedisBus(url) if url else NoBus()
