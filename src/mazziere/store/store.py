"""The store as the server sees it; a back end says how steps are driven."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from mazziere.store import transactions as do
from mazziere.store.errors import Clash, CodeTaken, TableExists
from mazziere.store.facts import Counts, Facts, Found, Known, Row
from mazziere.store.transactions import Steps

T = TypeVar("T")

SECRET_BYTES = 32
EXPIRED_AT_ONCE = 100
"""Tables that one transaction removes, so that moves need not wait for a large clean-up."""


Told = Callable[[Any], None]
"""Called on the loop with a result, or with the exception that stands for it; never fails."""


class Append(NamedTuple):
    """An append that waits."""

    table: str
    expect: int
    entries: Sequence[bytes]
    facts: Facts
    at: float
    told: Told

    def steps(self) -> Steps[Known]:
        """Return what is to be done when it is done on its own."""
        return do.append(self.table, self.expect, self.entries, self.facts, self.at)


class Memory:
    """What this process last wrote about the tables in use; lets an append write less."""

    def __init__(self, size: int = 20_000) -> None:
        self._size = size
        self._known: OrderedDict[str, Known] = OrderedDict()

    def keep(self, table: str, known: Known) -> None:
        """Remember a write that is durable."""
        self._known[table] = known
        self._known.move_to_end(table)
        if len(self._known) > self._size:
            self._known.popitem(last=False)

    def only_advances(self, append: Append) -> Known | None:
        """Return what is known if the append changes nothing but the head and when it is due."""
        known = self._known.get(append.table)
        if known is None or known.head != append.expect or known.differs(append.facts):
            return None
        return known


class Store:
    """Append-only logs, one for each table, with the facts that a table is found by."""

    async def create(self, table: str, entries: Sequence[bytes], facts: Facts, at: float) -> int:
        """Make a table; TableExists, CodeTaken."""
        _check(entries)
        known = await self._write(lambda: do.create(table, entries, facts, at), table, facts.code)
        return known.head

    async def append(
        self, table: str, expect: int, entries: Sequence[bytes], facts: Facts, at: float
    ) -> int:
        """Append after `expect`; return the last number once it is durable.

        Conflict with the current number if the log has gone on, NoSuchTable, CodeTaken. Unavailable
        if the database failed: the entries may or may not be there, read the log again.
        """
        waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.begin_append(table, expect, entries, facts, at, partial(tell, waiting))
        return await waiting

    def begin_append(
        self,
        table: str,
        expect: int,
        entries: Sequence[bytes],
        facts: Facts,
        at: float,
        told: Told,
    ) -> None:
        """Append without waiting: `told` is called with what `append` would return or raise."""
        _check(entries)
        self._enqueue(Append(table, expect, entries, facts, at, told))

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """Return the entries after a number, in order; NoSuchTable."""
        return await self._read(lambda: do.read(table, after))

    async def head(self, table: str) -> int:
        """Return the last sequence number; NoSuchTable."""
        return await self._read(lambda: do.head(table))

    async def save_snapshot(self, table: str, seq: int, data: bytes) -> None:
        """Keep the fold of the first `seq` entries, unless a newer one is kept already."""
        await self._write(lambda: do.save_snapshot(table, seq, data), table)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """Return the newest snapshot with its number."""
        return await self._read(lambda: do.snapshot(table))

    async def table_with_code(self, code: str) -> str | None:
        """Return the table with this join code."""
        return await self._read(lambda: do.table_with_code(code))

    async def tables_of(self, person: str, limit: int) -> list[Found]:
        """Return a person's tables, the one changed last first."""
        return await self._read(lambda: do.tables_of(person, limit))

    async def due(self, before: float, limit: int) -> list[str]:
        """Return tables that were due at that time or earlier, the longest overdue first."""
        return await self._read(lambda: do.due(before, limit))

    async def secret(self, name: str) -> bytes:
        """Return 32 random bytes under a name, the same on every node and after every start."""
        fresh = secrets.token_bytes(SECRET_BYTES)
        return await self._write(lambda: do.secret(name, fresh), "")

    async def kept(self, name: str) -> bytes | None:
        """Return what is kept under a name."""
        return await self._read(lambda: do.kept(name))

    async def keep(self, name: str, fresh: bytes) -> bytes:
        """Keep something small under a name, once and for all nodes; return what is kept."""
        return await self._write(lambda: do.secret(name, fresh), "")

    async def latest(self, limit: int) -> list[Found]:
        """Return the tables that were changed last."""
        return await self._read(lambda: do.latest(limit))

    async def counts(self) -> Counts:
        """Count what there is."""
        return await self._read(lambda: do.counts())

    async def delete(self, table: str) -> None:
        """Remove a table with everything about it; NoSuchTable."""
        await self._write(lambda: do.delete(table), table)

    async def expire(self, ended_before: float, idle_before: float) -> list[str]:
        """Remove tables that ended, or were last written to without ending, before these times."""
        total: list[str] = []
        while True:
            gone = await self._write(
                lambda: do.expire(ended_before, idle_before, EXPIRED_AT_ONCE), ""
            )
            total += gone
            if len(gone) < EXPIRED_AT_ONCE:
                return total

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        raise NotImplementedError

    # What a back end fills in

    def _enqueue(self, append: Append) -> None:
        raise NotImplementedError

    async def _write(self, make: Callable[[], Steps[T]], table: str, code: str | None = None) -> T:
        """Carry out a transaction; return when it is durable."""
        raise NotImplementedError

    async def _read(self, make: Callable[[], Steps[T]]) -> T:
        raise NotImplementedError


def tell(waiting: "asyncio.Future[Any]", result: Any) -> None:
    """Give somebody who waits a result, or raise it if it is an exception."""
    if waiting.done():  # they have been cancelled
        return
    if isinstance(result, Exception):
        waiting.set_exception(result)
    else:
        waiting.set_result(result)


def named(clash: Clash, table: str, code: str | None) -> CodeTaken | TableExists:
    """Say which value was taken."""
    return CodeTaken(code) if clash.column == "code" else TableExists(table)


def _check(entries: Sequence[bytes]) -> None:
    for entry in entries or (None,):
        if not isinstance(entry, bytes):
            raise ValueError("entries are one or more pieces of bytes")
