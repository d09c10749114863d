"""Finding a table for a person, by its id or by a code.

A person may see the tables at which they sit, tables that wait for players, and tables that allow
spectators. A person whom the host has removed may see only tables that allow spectators.
"""

from mazziere.server.rooms.bus import Bus
from mazziere.server.rooms.registry import RoomRegistry
from mazziere.server.rooms.room import Room
from mazziere.store import NoSuchTable, Store
from mazziere.table import sitting
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import TableState

NO_TABLE = "0" * 32
"""The id of a table that does not exist."""
_DIGITS = frozenset("0123456789abcdef")


def may_see(table: TableState, person: str) -> bool:
    """Whether a person may see a table; `person` is empty for somebody without a cookie."""
    if table.phase == "closed":
        return False
    if table.seats_of(person) or (person and person == table.host):
        return True
    if person in table.removed:
        return table.settings.watchers
    return table.phase == "waiting" or table.settings.watchers


class TableSearch:
    """Finds rooms of tables; every failure is `not_found`."""

    def __init__(self, store: Store, rooms: RoomRegistry, bus: Bus) -> None:
        self._store = store
        self._rooms = rooms
        self._bus = bus

    async def visible(self, table: str, person: str) -> Room:
        """Return the room of a table that a person may see.

        A hidden table and a missing one get the same answer after the same work: one read of the
        store that finds nothing. Two differences in time remain. The log of a table that was not
        open on this node is read first. And with several nodes, the read for a hidden table is
        shared with others and may wait for REFRESH_S. Both tell somebody who knows the table's id
        (128 random bits) that the table has not been deleted. To avoid it, the store would have to
        keep whether a table allows spectators.
        """
        is_id = len(table) == 32 and _DIGITS.issuperset(table)
        try:
            room = await self._rooms.room(table if is_id else NO_TABLE)
            if self._bus.is_shared and not self._bus.is_up:
                await room.refresh()  # no other node can tell us of new entries
            if not may_see(room.table, person):
                if not room.may_be_behind:
                    await self._rooms.room(NO_TABLE)
                await room.refresh()  # another node may have seated the person just now
                if not may_see(room.table, person):
                    raise CommandRefused("not_found")
        except NoSuchTable:
            raise CommandRefused("not_found") from None
        return room

    async def visible_or_lent(self, table: str, person: str, code: str) -> Room:
        """Return the room of a table that a person may see, or has a seat's code for."""
        try:
            return await self.visible(table, person)
        except CommandRefused:
            room = self._rooms.open_room(table)
            if room is None or room.table.phase == "closed":
                raise
            if sitting.lent_seat(room.table, code, room.now) is None:
                raise
            return room

    async def with_code(self, code: str, seat_code: str, person: str) -> Room:
        """Return the room of the table with a join code.

        With the code of a seat (`bad_code` if it is wrong) a table is found that does not allow
        spectators, too.
        """
        table = await self._store.table_with_code(code) or NO_TABLE
        if not seat_code:
            return await self.visible(table, person)
        room = await self.visible_or_lent(table, person, seat_code)
        if sitting.lent_seat(room.table, seat_code, room.now) is None:
            raise CommandRefused("bad_code")
        return room

    async def shared(self, table: str) -> Room:
        """Return the room of a table whose match was shared; anybody with the link may see it."""
        try:
            room = await self._rooms.room(table)
        except NoSuchTable:
            raise CommandRefused("not_found") from None
        if room.table.phase == "closed":
            raise CommandRefused("not_found")
        return room
