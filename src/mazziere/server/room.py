"""One table on one node: its fold, those who look at it, and the next thing that is due.

Wishes are carried out one after the other. Each is written as a draft against the table as it is,
appended to the log with the number that it expects, and shown when that is durable. If another node
was quicker the log is read again and the wish is judged anew.
"""

import asyncio
import math
from collections.abc import Callable
from typing import Protocol

import structlog

from mazziere.server import shown
from mazziere.store import Conflict, Facts, Store
from mazziere.table.due import due_at, tick
from mazziere.table.entries import decode, encode
from mazziere.table.refused import Later, No
from mazziere.table.table import Draft, Happened, Table
from mazziere.wire.server import AnyFromServer

Clock = Callable[[], float]
Wish = Callable[[Table, float], Draft | None]
"""A verb with everything but the table and the time; None if there is nothing to do."""

MOST_TRIES = 8

_log = structlog.get_logger()


class Watcher(Protocol):
    """A connection that looks at a table."""

    person: str

    def send(self, message: AnyFromServer) -> None:
        """Put a message into the queue of the connection."""


class Room:
    """A table on this node."""

    def __init__(self, store: Store, clock: Clock, table: Table) -> None:
        self.table = table
        self.history: list[Happened] = []
        self.watchers: set[Watcher] = set()
        self.appends = 0
        self.conflicts = 0
        self.asked_until = -1.0  # bots with a call to make have been asked, and would rather wait
        self.on_change: Callable[[Room], None] = lambda room: None
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()

    @property
    def due(self) -> float | None:
        """When the table is to be looked at again."""
        return due_at(self.table, self.asked_until)

    async def act(self, wish: Wish) -> Draft | None:
        """Carry out a wish; No if it is refused."""
        while True:
            try:
                async with self._lock:
                    return await self._act(wish)
            except Later as later:  # a call is open: others may have their say meanwhile
                await asyncio.sleep(max(0.0, later.until - self._clock()))

    async def _act(self, wish: Wish) -> Draft | None:
        for _ in range(MOST_TRIES):
            pen = wish(self.table, self._clock())
            if pen is None:
                return None
            try:
                await self._append(pen)
            except Conflict:
                self.conflicts += 1
                await self.catch_up()
                continue
            self.appends += 1
            self._take(pen.table, pen.happened)
            return pen
        raise No("busy")

    async def _append(self, pen: Draft) -> None:
        entries = [encode(entry) for entry in pen.entries]
        facts = facts_of(pen.table)
        await self._store.append(self.table.id, pen.expect, entries, facts, pen.at)

    async def catch_up(self) -> None:
        """Read what other nodes have appended."""
        rows = await self._store.read(self.table.id, self.table.seq)
        if rows:
            table = self.table.fork()
            happened = [table.apply(decode(row.data), row.at) for row in rows]
            self._take(table, happened)

    async def hear(self, seq: int) -> None:
        """The bus says that there are entries up to a number."""
        async with self._lock:
            if seq > self.table.seq:
                await self.catch_up()

    async def look(self) -> None:
        """Do what is overdue, bots apart."""
        await self.act(tick)

    def _take(self, table: Table, happened: list[Happened]) -> None:
        self.table = table
        self.history += happened
        for watcher in tuple(self.watchers):
            watcher.send(shown.update(table, happened, watcher.person, self._clock()))
        self.on_change(self)


def facts_of(table: Table) -> Facts:
    """What a table can be found by."""
    return Facts(
        status="paused" if table.is_paused else table.phase,
        code=table.code,
        persons=tuple(sorted({seat.person for seat in table.seats if seat.person} | {table.host})),
        due_at=due_at(table, math.inf),  # nobody has to be woken for a call
        ended_at=table.at if table.phase in ("over", "closed") else None,
        game=table.game,
    )
