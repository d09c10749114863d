"""A node: everything that its requests share."""

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from mazziere.server.bus import open_bus
from mazziere.server.config import Config
from mazziere.server.limits import Limits
from mazziere.server.metrics import Metrics
from mazziere.server.people import People
from mazziere.server.persons import Sessions
from mazziere.server.replays import Replays
from mazziere.server.room import Clock, Room
from mazziere.server.rooms import Rooms
from mazziere.server.seated_bots import SeatedBots
from mazziere.server.shares import Shares
from mazziere.server.tasks import end
from mazziere.store import Store, StoreError

if TYPE_CHECKING:
    from mazziere.server.socket import Line

DAY_S = 24 * 3600.0
RETENTION_S = 3600.0
"""How often a node looks for tables that are to be deleted."""
FAREWELL_S = 2.0
"""For so long a node that stops waits for its connections to end."""

_log = structlog.get_logger()


class Node:
    """One server process."""

    def __init__(self, config: Config, store: Store, key: bytes, clock: Clock = time.time) -> None:
        self.config = config
        self.store = store
        self.clock = clock
        self.sessions = Sessions(key)
        self.shares = Shares(key)
        self.replays = Replays()
        self.limits = Limits(config, store, clock)
        self.metrics = Metrics()
        self.bus = open_bus(config.bus)
        self.bots = SeatedBots(self.metrics, config.bot_threads)
        self.rooms = Rooms(store, self.bus, clock, self.bots, self.metrics)
        self.people = People(self.rooms, self.bus, clock, config.away_after_s)
        self.is_leaving = False
        self._retention: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to work."""
        await self.bus.start(self._heard, self._bus_is_back)
        self.rooms.start()
        self.people.start()
        self._retention = asyncio.create_task(self._retain())

    async def say_goodbye(self) -> None:
        """Tell everybody to come back, and wait until they have gone."""
        self.is_leaving = True
        for lines in list(self.lines.values()):
            for line in list(lines):
                line.end("restart")
        end = time.monotonic() + FAREWELL_S
        while self.lines and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stop; what was begun is finished."""
        if not self.is_leaving:
            await self.say_goodbye()
        if self._retention is not None:
            await end([self._retention])
        await self.people.stop()
        self.bots.stop()  # nobody waits for thoughts any more
        await self.rooms.stop()
        await self.bus.stop()

    # The bus

    def _heard(self, what: str, table: str, rest: str) -> None:
        if what == "entries":
            self.rooms.woken(table, int(rest))
        elif what == "deleted":
            self.rooms.forget(table)
        else:
            self.people.heard(what, table, rest)

    def _bus_is_back(self) -> None:
        self.rooms.catch_up()
        self.people.bus_is_back()

    # Connections

    @property
    def lines(self) -> "dict[tuple[str, str], set[Line]]":
        """The connections, by table and person."""
        return self.people.lines

    def arrived(self, room: Room, line: "Line") -> None:
        """A connection is there; an older one of the same person at a seat is told and ends."""
        self.people.arrived(room, line)

    def gone(self, room: Room, line: "Line") -> None:
        """A connection has ended; after a while its person is away."""
        self.people.gone(room, line)

    # Retention

    async def expire(self) -> int:
        """Delete what has been kept for long enough; return how many tables that were."""
        now = self.clock()
        ended = now - self.config.retention_days * DAY_S
        idle = now - self.config.idle_days * DAY_S
        gone = await self.store.expire(ended, idle)
        for table in gone:
            self.rooms.deleted(table)
        if gone:
            _log.info("deleted old tables", count=len(gone))
        return len(gone)

    async def _retain(self) -> None:
        while True:
            try:
                await self.expire()
            except StoreError as error:
                _log.warning("retention failed", error=type(error).__name__)
            await asyncio.sleep(RETENTION_S)
