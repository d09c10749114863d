"""Which tables one may see: those of one's own, those that wait, and those open to watchers.

Whom the host has removed may see only what any watcher may.
"""

from mazziere.server.codes import clean_code
from mazziere.server.node import Node
from mazziere.server.room import Room
from mazziere.store import NoSuchTable
from mazziere.table import sitting
from mazziere.table.refused import No
from mazziere.table.table import Table

NOBODY = "0" * 32
"""A table that there is not."""


def may_see(table: Table, person: str) -> bool:
    """Whether a person may see a table; one of the unknown has the empty name."""
    if table.phase == "closed":
        return False
    if table.seats_of(person) or (person and person == table.host):
        return True
    if person in table.removed:
        return table.settings.watchers
    return table.phase == "waiting" or table.settings.watchers


async def find_table(node: Node, table: str, person: str) -> Room:
    """The room of a table that a person may see.

    A table that one may not see is refused just as one that there is not, after the same work: one
    look into the store that finds nothing. Only when it was not open on this node its log has been
    read before, which takes longer; what that tells whoever has its name (128 random bits) is that
    the table has not been deleted. To know without the log whether a table lets people watch, the
    store would have to keep that, too.
    """
    is_name = len(table) == 32 and set(table) <= set("0123456789abcdef")
    try:
        room = await node.rooms.room(table if is_name else NOBODY)
        if node.bus.is_shared and not node.bus.is_up:
            await room.hear()  # nobody will say what has happened
        if not may_see(room.table, person):
            if not node.bus.is_shared:
                await node.rooms.room(NOBODY)
            await room.hear()  # another node may have just seated them
            if not may_see(room.table, person):
                raise No("not_found")
    except NoSuchTable:
        raise No("not_found") from None
    return room


async def find_with_code(node: Node, table: str, person: str, code: str) -> Room:
    """The room of a table that a person may see, or has the code for a seat of."""
    try:
        return await find_table(node, table, person)
    except No:
        room = node.rooms.known(table)
        if room is None or room.table.phase == "closed":
            raise
        if sitting.lent_seat(room.table, code, room.now) is None:
            raise
        return room


async def find_by_code(node: Node, code: str) -> Room:
    """The table that waits with a code."""
    table = await node.store.table_with_code(clean_code(code)[:12])
    room = await find_table(node, table or NOBODY, "")
    if room.table.code is None:
        raise No("not_found")
    return room
