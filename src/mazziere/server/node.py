"""A node: everything that its requests share."""

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

import structlog
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from mazziere.server.bus import open_bus
from mazziere.server.codes import clean_code
from mazziere.server.config import Config
from mazziere.server.metrics import Metrics
from mazziere.server.people import People
from mazziere.server.persons import Sessions
from mazziere.server.room import Clock, Room
from mazziere.server.rooms import Rooms
from mazziere.server.seated_bots import SeatedBots
from mazziere.store import NoSuchTable, Store, StoreError
from mazziere.table.refused import No

if TYPE_CHECKING:
    from mazziere.server.socket import Line

DAY_S = 24 * 3600.0
RETENTION_S = 3600.0
"""How often a node looks for tables that are to be deleted."""
FAREWELL_S = 2.0
"""For so long a node that stops waits for its connections to end."""

_TALK = parse("10 per 20 seconds")
_CODES = parse("10 per minute")
_TABLES = parse("20 per hour")
_REQUESTS = parse("300 per minute")
_log = structlog.get_logger()


class Node:
    """One server process."""

    def __init__(self, config: Config, store: Store, key: bytes, clock: Clock = time.time) -> None:
        self.config = config
        self.store = store
        self.clock = clock
        self.sessions = Sessions(key)
        self.metrics = Metrics()
        self.bus = open_bus(config.bus)
        self.bots = SeatedBots(clock, self.metrics, config.bot_threads)
        self.rooms = Rooms(store, self.bus, clock, self.bots, self.metrics)
        self.people = People(self.rooms, self.bus, clock, config.away_after_s)
        self.is_leaving = False
        self._limits = MovingWindowRateLimiter(MemoryStorage())
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
                line.close(1012, "restart", come_back=True)
        end = time.monotonic() + FAREWELL_S
        while self.lines and time.monotonic() < end:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stop; what was begun is finished."""
        if not self.is_leaving:
            await self.say_goodbye()
        if self._retention is not None:
            self._retention.cancel()
            await asyncio.gather(self._retention, return_exceptions=True)
        await self.people.stop()
        await self.rooms.stop()
        self.bots.stop()
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
        count = await self.store.expire(ended, idle)
        if count:
            _log.info("deleted old tables", count=count)
        return count

    async def _retain(self) -> None:
        while True:
            try:
                await self.expire()
            except StoreError as error:
                _log.warning("retention failed", error=type(error).__name__)
            await asyncio.sleep(RETENTION_S)

    # Finding tables

    async def room(self, table: str) -> Room:
        """The room of a table; No if there is none."""
        if len(table) != 32 or not set(table) <= set("0123456789abcdef"):
            raise No("not_found")
        try:
            room = await self.rooms.room(table)
        except NoSuchTable:
            raise No("not_found") from None
        except StoreError:
            raise No("unavailable") from None
        if room.table.phase == "closed":
            raise No("not_found")
        return room

    async def find(self, code: str, address: str) -> Room:
        """The table that waits with a code; guessing is slow."""
        self._check(_CODES, "code", address)
        table = await self.store.table_with_code(clean_code(code)[:12])
        if table is None:
            raise No("not_found")
        return await self.room(table)

    # Limits

    def _check(self, limit: object, *who: str) -> None:
        if not self._limits.hit(limit, *who):  # type: ignore[arg-type]
            raise No("too_many")

    def check_request(self, address: str) -> None:
        """An address may ask so often."""
        self._check(_REQUESTS, "request", address)

    def check_talk(self, person: str) -> None:
        """A person may talk so often, where talking is allowed at all."""
        if not self.config.chat:
            raise No("chat_off")
        self._check(_TALK, "talk", person)

    def check_code(self, address: str) -> None:
        """An address may try so many codes."""
        self._check(_CODES, "recovery", address)

    def check_opening(self, person: str, address: str) -> None:
        """A person, and an address, may open so many tables."""
        self._check(_TABLES, "tables", person)
        self._check(_TABLES, "tables", address, "many")


def new_key() -> bytes:
    """A key for signing cookies."""
    return secrets.token_bytes(32)
