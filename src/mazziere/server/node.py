"""A node: everything that its requests share."""

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from mazziere.server.bus import open_bus
from mazziere.server.codes import clean_code
from mazziere.server.config import Config
from mazziere.server.persons import Sessions
from mazziere.server.room import Room
from mazziere.server.rooms import Rooms
from mazziere.server.seated_bots import SeatedBots
from mazziere.store import NoSuchTable, Store
from mazziere.table import presence
from mazziere.table.refused import No

if TYPE_CHECKING:
    from mazziere.server.socket import Line

AWAY_AFTER_S = 8.0
"""A connection that is gone for so long leaves its seat; a quick change of networks does not."""

_TALK = parse("10 per 20 seconds")
_CODES = parse("10 per minute")
_TABLES = parse("20 per hour")
_REQUESTS = parse("300 per minute")


class Node:
    """One server process."""

    def __init__(self, config: Config, store: Store, key: bytes) -> None:
        self.config = config
        self.store = store
        self.clock = time.time
        self.sessions = Sessions(key)
        self.bots = SeatedBots(self.clock, config.bot_threads)
        self.rooms = Rooms(store, open_bus(config.bus), self.clock, self.bots)
        self.lines: dict[tuple[str, str], set[Line]] = {}
        self.is_leaving = False
        self._limits = MovingWindowRateLimiter(MemoryStorage())
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to work."""
        await self.rooms.start()

    async def stop(self) -> None:
        """Tell everybody to come back, and stop."""
        self.is_leaving = True
        for lines in list(self.lines.values()):
            for line in list(lines):
                line.close(1012, "restart", come_back=True)
        for task in self._tasks:
            task.cancel()
        await self.rooms.stop()
        self.bots.stop()

    # Connections

    def arrived(self, room: Room, line: "Line") -> None:
        """A connection is there; an older one of the same person at a seat is told and ends."""
        key = room.table.id, line.person
        others = self.lines.setdefault(key, set())
        if room.table.seats_of(line.person):
            for other in list(others):
                if other is not line:
                    other.close(4001, "replaced", come_back=False)
        others.add(line)

    def gone(self, room: Room, line: "Line") -> None:
        """A connection has ended; after a while its person is away."""
        key = room.table.id, line.person
        others = self.lines.get(key, set())
        others.discard(line)
        if not others:
            self.lines.pop(key, None)
            if not self.is_leaving:
                self._spawn(self._leave_later(room, line.person))

    async def _leave_later(self, room: Room, person: str) -> None:
        await asyncio.sleep(AWAY_AFTER_S)
        if (room.table.id, person) not in self.lines:
            await room.act(lambda table, at: presence.leave(table, person, at))

    def _spawn(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Finding tables

    async def room(self, table: str) -> Room:
        """The room of a table; No if there is none."""
        if len(table) != 32 or not set(table) <= set("0123456789abcdef"):
            raise No("not_found")
        try:
            room = await self.rooms.room(table)
        except NoSuchTable:
            raise No("not_found") from None
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
