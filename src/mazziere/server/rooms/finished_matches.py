"""Records and replays of finished matches, built from the log and cached.

The cost of a match depends on this match only: the table knows where its entries begin and end. One
match is read at a time on a node, equal requests share the work, and work that nobody waits for is
cancelled.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from mazziere.kernel.record import write
from mazziere.server.rooms.folding import Slices, fold_rows
from mazziere.server.rooms.replays import replay_json
from mazziere.server.rooms.room import Room
from mazziere.server.rooms.shared_work import SharedWork
from mazziere.store import Store
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import TableState

ROWS_PER_READ = 1000
"""Entries of a match that are read at a time."""
CACHED_TEXTS = 64
CACHED_BYTES = 1 << 26

_Key = tuple[str, str, int]
"""The kind of text ("record" or "replay"), the table and the match."""


async def record_of(store: Store, table: TableState, match: int) -> dict[str, Any]:
    """Return the record of a finished match; `not_found` if there is no such match."""
    span = next((span for span in table.spans if span.match == match), None)
    if span is None:
        raise CommandRefused("not_found")
    if table.began is not None and table.began.match == match and table.phase == "over":
        return table.record()
    folded, slices = table.before_match(span), Slices()
    while folded.seq < span.last:
        upto = min(folded.seq + ROWS_PER_READ, span.last)
        await fold_rows(folded, await store.read(table.id, folded.seq, upto), slices)
    return folded.record()


class FinishedMatches:
    """The finished matches of a node's tables, as JSON."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._work: SharedWork[bytes] = SharedWork()
        self._texts: OrderedDict[_Key, bytes] = OrderedDict()
        self._bytes = 0

    async def record(self, room: Room, match: int, address: str = "") -> bytes:
        """Return the record of a finished match; `not_found`, `unavailable`."""
        make = partial(self._write_record, room, match)
        return await self._get("record", room, match, address, make)

    async def replay(self, room: Room, match: int, address: str = "") -> bytes:
        """Return the replay of a finished match; `not_found`, `too_big`, `unavailable`."""
        make = partial(self._write_replay, room, match)
        return await self._get("replay", room, match, address, make)

    async def _get(
        self,
        kind: str,
        room: Room,
        match: int,
        address: str,
        make: Callable[[], Coroutine[Any, Any, bytes]],
    ) -> bytes:
        if not any(span.match == match for span in room.table.spans):
            raise CommandRefused("not_found")
        key = kind, room.table.id, match
        if key not in self._texts:
            data = await self._work.run(key, make, address)
            self._remember(key, data)
            return data
        self._texts.move_to_end(key)
        return self._texts[key]

    def _remember(self, key: _Key, data: bytes) -> None:
        self._bytes += len(data) - len(self._texts.pop(key, b""))
        self._texts[key] = data
        while len(self._texts) > CACHED_TEXTS or self._bytes > CACHED_BYTES:
            self._bytes -= len(self._texts.popitem(last=False)[1])

    async def _write_record(self, room: Room, match: int) -> bytes:
        record = await record_of(self._store, room.table, match)
        return (await asyncio.to_thread(write, record)).encode()

    async def _write_replay(self, room: Room, match: int) -> bytes:
        return await replay_json(await record_of(self._store, room.table, match))
