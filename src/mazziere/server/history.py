"""Matches that are over, from the log."""

import asyncio
from typing import Any

from mazziere.server.room import BREATHE, Room
from mazziere.store import Store
from mazziere.table.entries import Ended, decode
from mazziere.table.refused import No
from mazziere.table.table import Table


async def record_of(store: Store, room: Room, match: int) -> dict[str, Any]:
    """The record of a match that is over; No if there is no such match."""
    table = room.table
    if not any(result.match == match for result in table.evening):
        raise No("not_found")
    if table.began is not None and table.began.match == match and table.phase == "over":
        return table.record()
    folded = Table(table.id)
    for row in await store.read(table.id):
        entry = decode(row.data)
        folded.apply(entry, row.at)
        if row.seq % BREATHE == 0:
            await asyncio.sleep(0)
        if isinstance(entry, Ended) and entry.match == match:
            break
    return folded.record()
