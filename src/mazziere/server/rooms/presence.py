"""Presence: the people connected to this node or another, and those who are marked away.

The log says whether a person is away. Each node watches the people at its open tables. When a
person is not marked away and has had no connection to this node for a while, the node asks the
others on the bus. If no node answers, it marks the person away, whichever node had them last. If
that was wrong, the node that has the connection marks the person as back when it reads the entry.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from mazziere.server.background_tasks import end
from mazziere.server.clock import TimeSource, is_within
from mazziere.server.rooms.bus import Bus
from mazziere.server.rooms.registry import RoomRegistry
from mazziere.server.rooms.room import Room, Source, Viewer
from mazziere.store import NoSuchTable, StoreError
from mazziere.table import presence
from mazziere.table.entries import Left
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import AppliedEntry

ANSWER_S = 1.0
"""Time that other nodes have to answer that they have a person."""
CHECK_S = 2.0
"""Interval between two checks for missing people."""
ROOMS_PER_SLICE = 200
QUIET_S = 2.0
"""Time without a sign of a person after which the others at the table are told.

Pages ping every second. The others then see the silence within three seconds of its beginning."""
QUIET_CHECK_S = 0.4
"""Interval between two checks for silent connections."""

Key = tuple[str, str]
"""A table and a person."""


class PresenceTracker:
    """The connections of a node, by table and person."""

    def __init__(
        self, rooms: RoomRegistry, bus: Bus, clock: TimeSource, away_after_s: float
    ) -> None:
        self._connections: dict[Key, set[Viewer]] = {}
        self._rooms = rooms
        self._bus = bus
        self._clock = clock
        self._away_after_s = away_after_s
        self._missing: dict[Key, float] = {}  # since when they have had no connection
        self._gone: dict[Key, float] = {}  # since when, by the loop's clock: gone from this node
        self._quiet: set[Key] = set()  # people of this node of whom the others were told
        self._tasks: list[asyncio.Task[None]] = []
        rooms.add_listener(self._changed)

    def start(self) -> None:
        """Start to check for missing and for silent people."""
        self._tasks = [
            asyncio.create_task(self._check_regularly()),
            asyncio.create_task(self._listen_regularly()),
        ]

    async def stop(self) -> None:
        """Stop checking."""
        await end(self._tasks)

    def __iter__(self) -> Iterator[Key]:
        return iter(list(self._connections))

    @property
    def connection_count(self) -> int:
        """The number of connections to this node."""
        return sum(map(len, self._connections.values()))

    @property
    def person_count(self) -> int:
        """The number of different people who are connected to this node."""
        return len({person for _, person in self._connections})

    # Connections of this node

    def arrived(self, room: Room, viewer: Viewer) -> bool:
        """Add a connection; older connections of the same seated person end.

        Returns False for a connection that a bad network delivers late: the page has opened a
        newer one since. It must not take the seat from that one.
        """
        key = room.table.id, viewer.person
        known = self._connections.get(key, ())
        if any(other.source.is_newer(viewer.source) for other in known):
            return False
        self._missing.pop(key, None)
        self._gone.pop(key, None)
        viewers = self._connections.setdefault(key, set())
        if room.table.seats_of(viewer.person):
            self._end_older(key, viewer.source, keep=viewer)
            page, attempt = viewer.source
            self._bus.publish("arrived", room.table.id, f"{viewer.person} {page} {attempt}")
        viewers.add(viewer)
        return True

    def gone(self, room: Room, viewer: Viewer) -> None:
        """Remove a connection; its person may be marked away after a while."""
        key = room.table.id, viewer.person
        viewers = self._connections.get(key, set())
        viewers.discard(viewer)
        if not viewers:
            self._connections.pop(key, None)
            if room.table.seats_of(viewer.person):
                self._missing.setdefault(key, self._clock())
                self._gone[key] = asyncio.get_running_loop().time()

    def end_all(self) -> None:
        """End all connections and ask the clients to come back: the server restarts."""
        for viewers in list(self._connections.values()):
            for viewer in list(viewers):
                viewer.end("restart")

    def _end_older(self, key: Key, arrived: Source, keep: Viewer | None = None) -> None:
        for viewer in list(self._connections.get(key, ())):
            if viewer is not keep and not viewer.source.is_newer(arrived):
                viewer.end("replaced")

    # Other nodes

    def on_message(self, what: str, table: str, rest: str) -> None:
        """Handle a message of another node about a person."""
        person, _, source = rest.partition(" ")
        key = table, person
        if what == "who" and key in self._connections:
            self._bus.publish("here", *key)
        elif what in ("quiet", "heard"):
            self._show(key, what == "quiet")
        elif what in ("arrived", "here"):
            self._missing.pop(key, None)
            self._gone.pop(key, None)
            if what == "arrived":
                page, _, attempt = source.partition(" ")
                self._end_older(key, Source(page, int(attempt or 0)))

    def on_bus_back(self) -> None:
        """Restart all waiting times: other nodes may reach the bus later than this one."""
        self._missing = dict.fromkeys(self._missing, self._clock())

    # Silent people

    async def _listen_regularly(self) -> None:
        while True:
            await asyncio.sleep(QUIET_CHECK_S)
            self.check_quiet()

    def check_quiet(self) -> None:
        """Tell a table which of its people have fallen silent, and which are heard again."""
        before = asyncio.get_running_loop().time() - QUIET_S
        quiet = {key for key, since in self._gone.items() if since < before}
        for key, viewers in self._connections.items():
            heard = [viewer.heard_at for viewer in viewers]
            if all(at is not None and at < before for at in heard):
                quiet.add(key)
        for key in quiet ^ self._quiet:
            self._show(key, key in quiet)
            self._bus.publish("quiet" if key in quiet else "heard", *key)
        self._quiet = quiet

    def _show(self, key: Key, is_quiet: bool) -> None:
        """Show it to the viewers on this node, unless the person plays alone."""
        table, person = key
        room = self._rooms.open_room(table)
        if room is None:
            self._gone.pop(key, None)
            return
        persons = {seat.person for seat in room.table.seats if seat.kind == "person"}
        if not is_quiet or (person in persons and len(persons) > 1):
            room.set_quiet(person, is_quiet)

    # Missing people

    def _changed(self, room: Room, applied: list[AppliedEntry]) -> None:
        """Mark connected people as back if another node has marked them away."""
        for item in applied:
            if isinstance(item.entry, Left):
                person = room.table.seats[item.entry.seat].person
                self._gone.pop((room.table.id, person), None)  # the log tells it now
                if (room.table.id, person) in self._connections:
                    self._rooms.run_in_background(self._come_back(room, person))

    async def _come_back(self, room: Room, person: str) -> None:
        with suppress(CommandRefused):
            if (room.table.id, person) in self._connections:
                await room.act(lambda table, at: presence.come_back(table, person, at))

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(min(CHECK_S, self._away_after_s / 2))
            for number, room in enumerate(self._rooms.open_rooms, 1):
                self._note_missing(room)
                if number % ROOMS_PER_SLICE == 0:
                    await asyncio.sleep(0)
            now, wait = self._clock(), self._away_after_s
            late = [key for key, since in self._missing.items() if not is_within(since, now, wait)]
            if late and self._bus.is_up:  # nobody is marked away while other nodes cannot be asked
                await self._mark_away(late)

    def _note_missing(self, room: Room) -> None:
        """Note people who sit in a match without a connection to this node.

        Those who have one, but are marked away, are marked as back: an earlier attempt has failed.
        """
        table = room.table
        for seat in table.seats:
            if seat.is_away and (table.id, seat.person) in self._connections:
                self._rooms.run_in_background(self._come_back(room, seat.person))
        if table.phase in ("waiting", "closed"):
            return  # here only people who were connected before can be missing
        for seat in table.seats:
            if seat.kind == "person" and not seat.is_away:
                key = table.id, seat.person
                if key not in self._connections:
                    self._missing.setdefault(key, self._clock())

    async def _mark_away(self, late: list[Key]) -> None:
        """Ask the other nodes for missing people; mark those away whom no node has."""
        for key in late:
            self._bus.publish("who", *key)
        if self._bus.is_shared:
            await asyncio.sleep(ANSWER_S)
        for key in late:
            since = self._missing.get(key)
            if since is not None and key not in self._connections and self._bus.is_up:
                del self._missing[key]
                if not await self._leave(*key) and key not in self._connections:
                    self._missing.setdefault(key, since)  # the next check tries again

    async def _leave(self, table: str, person: str) -> bool:
        """Mark a person away; return False if that cannot be written now."""
        try:
            room = await self._rooms.room(table)
            await room.act(lambda state, at: presence.leave(state, person, at))
        except NoSuchTable:
            pass
        except CommandRefused as refusal:
            return refusal.code == "not_found"
        except StoreError:
            return False
        except Exception as error:  # a fault of this table must not stop the others
            self._rooms.report_failure(error)
        return True
