"""A node: everything that its requests share."""

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from mazziere.server.bus import open_bus
from mazziere.server.config import Config
from mazziere.server.limits import Limits
from mazziere.server.persons import Sessions
from mazziere.server.replays import Replays
from mazziere.server.room import Clock, Room
from mazziere.server.rooms import Rooms
from mazziere.server.seated_bots import SeatedBots
from mazziere.server.shares import Shares
from mazziere.store import Store
from mazziere.table import presence

if TYPE_CHECKING:
    from mazziere.server.socket import Line


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
        self.bots = SeatedBots(self.clock, config.bot_threads)
        self.rooms = Rooms(store, open_bus(config.bus), self.clock, self.bots)
        self.lines: dict[tuple[str, str], set[Line]] = {}
        self.is_leaving = False
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
        await asyncio.sleep(self.config.away_after_s)
        if (room.table.id, person) not in self.lines:
            await room.act(lambda table, at: presence.leave(table, person, at))

    def _spawn(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def new_key() -> bytes:
    """A key for signing cookies."""
    return secrets.token_bytes(32)
