"""Who is connected, here and elsewhere, and who is marked away.

Whether somebody is away stands in the log. A person who sits at a table that this node has open,
who is not marked away and whom this node has not seen for a while, is asked for on the bus; if no
node has them, they are marked away, whichever node had them last and whatever became of it. Should
that be wrong after all, the node that has them marks them as back as soon as it reads it.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from mazziere.server.bus import Bus
from mazziere.server.limits import is_within
from mazziere.server.room import Clock, Room
from mazziere.server.rooms import Rooms
from mazziere.server.tasks import end
from mazziere.store import NoSuchTable, StoreError
from mazziere.table import presence
from mazziere.table.entries import Left
from mazziere.table.refused import No
from mazziere.table.table import Happened

if TYPE_CHECKING:
    from mazziere.server.socket import Line

ANSWER_S = 1.0
"""For so long the other nodes may take to say that they have somebody."""
LOOK_S = 2.0

Key = tuple[str, str]
"""A table and a person."""


class People:
    """The connections of a node."""

    def __init__(self, rooms: Rooms, bus: Bus, clock: Clock, away_after_s: float) -> None:
        self.lines: dict[Key, set[Line]] = {}
        self._rooms = rooms
        self._bus = bus
        self._clock = clock
        self._away_after_s = away_after_s
        self._missing: dict[Key, float] = {}  # since when they have not been seen
        self._task: asyncio.Task[None] | None = None
        rooms.on_change = self._changed

    def start(self) -> None:
        """Begin to look after them."""
        self._task = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            await end([self._task])

    @property
    def connections(self) -> int:
        """How many there are."""
        return sum(map(len, self.lines.values()))

    @property
    def online(self) -> int:
        """How many different people are connected."""
        return len({person for _, person in self.lines})

    # Connections of this node

    def arrived(self, room: Room, line: "Line") -> None:
        """A connection is there; older ones of the same person at a seat are told and end."""
        key = room.table.id, line.person
        self._missing.pop(key, None)
        others = self.lines.setdefault(key, set())
        if room.table.seats_of(line.person):
            self._replace(key, but=line)
            self._bus.say("arrived", *key)
        others.add(line)

    def gone(self, room: Room, line: "Line") -> None:
        """A connection has ended; after a while its person is away."""
        key = room.table.id, line.person
        others = self.lines.get(key, set())
        others.discard(line)
        if not others:
            self.lines.pop(key, None)
            if room.table.seats_of(line.person):
                self._missing.setdefault(key, self._clock())

    def _replace(self, key: Key, but: "Line | None" = None) -> None:
        for line in list(self.lines.get(key, ())):
            if line is not but:
                line.end("replaced")

    # Other nodes

    def heard(self, what: str, table: str, person: str) -> None:
        """Another node says something of a person."""
        key = table, person
        if what == "who" and key in self.lines:
            self._bus.say("here", *key)
        elif what in ("arrived", "here"):
            self._missing.pop(key, None)
            if what == "arrived":
                self._replace(key)

    def bus_is_back(self) -> None:
        """Others may have come back later than we: give everybody time to be heard of."""
        self._missing = dict.fromkeys(self._missing, self._clock())

    # Those who are missing

    def _changed(self, room: Room, happened: list[Happened]) -> None:
        """Somebody who is here has been marked away: say that they are not."""
        for item in happened:
            if isinstance(item.entry, Left):
                person = room.table.seats[item.entry.seat].person
                if (room.table.id, person) in self.lines:
                    self._rooms.spawn(self._come_back(room, person))

    async def _come_back(self, room: Room, person: str) -> None:
        with suppress(No):
            if (room.table.id, person) in self.lines:
                await room.act(lambda table, at: presence.come_back(table, person, at))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(min(LOOK_S, self._away_after_s / 2))
            for number, room in enumerate(self._rooms.open_rooms):
                self._note_missing(room)
                if number % 200 == 199:
                    await asyncio.sleep(0)
            now, wait = self._clock(), self._away_after_s
            late = [key for key, since in self._missing.items() if not is_within(since, now, wait)]
            if late and self._bus.is_up:  # while nobody can be asked nobody is away
                await self._ask(late)

    def _note_missing(self, room: Room) -> None:
        """Note who sits in a match without being connected to this node."""
        table = room.table
        if table.phase in ("waiting", "closed"):
            return  # only those who were connected are missed
        for seat in table.seats:
            if seat.kind == "person" and not seat.is_away:
                key = table.id, seat.person
                if key not in self.lines:
                    self._missing.setdefault(key, self._clock())

    async def _ask(self, late: list[Key]) -> None:
        for key in late:
            self._bus.say("who", *key)
        if self._bus.is_shared:
            await asyncio.sleep(ANSWER_S)
        for key in late:
            since = self._missing.get(key)
            if since is not None and key not in self.lines and self._bus.is_up:
                del self._missing[key]
                if not await self._leave(*key) and key not in self.lines:
                    self._missing.setdefault(key, since)  # asked for again

    async def _leave(self, table: str, person: str) -> bool:
        """Mark somebody away; False if that cannot be written now."""
        try:
            room = await self._rooms.room(table)
            await room.act(lambda now, at: presence.leave(now, person, at))
        except NoSuchTable:
            pass
        except No as no:
            return no.code == "not_found"
        except StoreError:
            return False
        except Exception as error:  # of this table; others are to be looked after, too
            self._rooms.failed(error)
        return True
