"""A node: the objects that all requests of one server process share."""

import asyncio
import time

import structlog

from mazziere.server.background_tasks import end
from mazziere.server.bots.seated_bots import SeatedBots
from mazziere.server.clock import TimeSource
from mazziere.server.config import Config
from mazziere.server.identity.sessions import Sessions
from mazziere.server.identity.share_links import ShareLinks
from mazziere.server.limits import RateLimits
from mazziere.server.metrics import Metrics
from mazziere.server.rooms.bus import open_bus
from mazziere.server.rooms.finished_matches import FinishedMatches
from mazziere.server.rooms.presence import PresenceTracker
from mazziere.server.rooms.registry import RoomRegistry
from mazziere.server.rooms.table_search import TableSearch
from mazziere.store import Store, StoreError

DAY_S = 24 * 3600.0
RETENTION_S = 3600.0
"""Interval between two deletions of old tables."""
FAREWELL_S = 2.0
"""Time that connections have to end when the node stops."""

_log = structlog.get_logger()


class Node:
    """One server process."""

    def __init__(
        self, config: Config, store: Store, key: bytes, clock: TimeSource = time.time
    ) -> None:
        self.config = config
        self.store = store
        self.clock = clock
        self.sessions = Sessions(key)
        self.share_links = ShareLinks(key)
        self.matches = FinishedMatches(store)
        self.limits = RateLimits(config, store, clock)
        self.metrics = Metrics()
        self.bus = open_bus(config.bus)
        self.bots = SeatedBots(self.metrics, config.bot_threads)
        self.rooms = RoomRegistry(store, self.bus, clock, self.bots, self.metrics)
        self.search = TableSearch(store, self.rooms, self.bus)
        self.presence = PresenceTracker(self.rooms, self.bus, clock, config.away_after_s)
        self._is_leaving = False
        self._retention: asyncio.Task[None] | None = None

    @property
    def is_leaving(self) -> bool:
        """Whether the node is about to stop; it takes no new connections."""
        return self._is_leaving

    async def start(self) -> None:
        """Connect to the bus, and start all background loops."""
        await self.bus.start(self._on_message, self._on_bus_back)
        self.rooms.start()
        self.presence.start()
        self._retention = asyncio.create_task(self._expire_regularly())

    async def say_goodbye(self) -> None:
        """End all connections and ask the clients to come back; wait until they are gone."""
        self._is_leaving = True
        self.presence.end_all()
        deadline = time.monotonic() + FAREWELL_S
        while self.presence.connection_count and time.monotonic() < deadline:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stop; work that has begun is finished."""
        if not self._is_leaving:
            await self.say_goodbye()
        if self._retention is not None:
            await end([self._retention])
        await self.presence.stop()
        self.bots.stop()  # before the rooms, whose tasks may wait for a bot
        await self.rooms.stop()
        await self.bus.stop()

    # The bus

    def _on_message(self, what: str, table: str, rest: str) -> None:
        if what == "entries":
            self.rooms.on_entries(table, int(rest))
        elif what == "deleted":
            self.rooms.forget(table)
        else:
            self.presence.on_message(what, table, rest)

    def _on_bus_back(self) -> None:
        self.rooms.on_missed_messages()
        self.presence.on_bus_back()

    # Retention

    async def expire(self) -> int:
        """Delete tables whose retention time is over; return how many."""
        now = self.clock()
        ended = now - self.config.retention_days * DAY_S
        idle = now - self.config.idle_days * DAY_S
        deleted = await self.store.expire(ended, idle)
        for table in deleted:
            self.rooms.forget_everywhere(table)
        if deleted:
            _log.info("deleted old tables", count=len(deleted))
        return len(deleted)

    async def _expire_regularly(self) -> None:
        while True:
            try:
                await self.expire()
            except StoreError as error:
                _log.warning("retention failed", error=type(error).__name__)
            await asyncio.sleep(RETENTION_S)
