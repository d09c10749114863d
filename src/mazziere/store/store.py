"""The interface of the store. A back end implements how transactions run."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from mazziere.store import transactions as do
from mazziere.store.errors import CodeTaken, TableExists, Unavailable, UniqueViolation
from mazziere.store.facts import LastWrite, LogRow, StoreCounts, TableFacts, TableSummary
from mazziere.store.transactions import Steps

T = TypeVar("T")

SECRET_BYTES = 32
STORE_CALL_S = 15.0
"""Timeout of every call; a database that takes longer counts as unavailable."""
LAST_SEQ = 2**62
"""An upper bound on all sequence numbers."""
EXPIRED_PER_TRANSACTION = 100
"""Tables that one transaction deletes, so that moves do not wait for a large clean-up."""


OnResult = Callable[[Any], None]
"""Called on the event loop with a result or an exception; must not raise."""


class Append(NamedTuple):
    """A pending append."""

    table: str
    expect: int
    entries: Sequence[bytes]
    facts: TableFacts
    at: float
    on_result: OnResult

    def steps(self) -> Steps[LastWrite]:
        """Return the steps of an append that is not part of a group."""
        return do.append(self.table, self.expect, self.entries, self.facts, self.at)


class WriteCache:
    """A cache of the last writes of this process, with which an append can write less."""

    def __init__(self, size: int = 20_000) -> None:
        self._size = size
        self._known: OrderedDict[str, LastWrite] = OrderedDict()

    def remember(self, table: str, known: LastWrite) -> None:
        """Remember a durable write."""
        self._known[table] = known
        self._known.move_to_end(table)
        if len(self._known) > self._size:
            self._known.popitem(last=False)

    def if_only_head_moves(self, append: Append) -> LastWrite | None:
        """Return the last write if the append changes nothing but the head and `due_at`."""
        known = self._known.get(append.table)
        if known is None or known.head != append.expect or known.is_changed_by(append.facts):
            return None
        return known


class Store:
    """Append-only logs, one per table, with the facts by which a table is found."""

    async def create(
        self, table: str, entries: Sequence[bytes], facts: TableFacts, at: float
    ) -> int:
        """Create a table; TableExists, CodeTaken."""
        _check(entries)
        known = await self._write(lambda: do.create(table, entries, facts, at), table, facts.code)
        return known.head

    async def append(
        self, table: str, expect: int, entries: Sequence[bytes], facts: TableFacts, at: float
    ) -> int:
        """Append after entry `expect`; return the last sequence number once it is durable.

        Raises Conflict if the log has other entries after `expect`, NoSuchTable, CodeTaken, and
        Unavailable if the database failed; then the entries may or may not be in the log.
        """
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.begin_append(table, expect, entries, facts, at, partial(settle, future))
        return await future

    def begin_append(
        self,
        table: str,
        expect: int,
        entries: Sequence[bytes],
        facts: TableFacts,
        at: float,
        on_result: OnResult,
    ) -> None:
        """Append without waiting: call `on_result` with the result or exception of `append`."""
        _check(entries)
        self._enqueue(Append(table, expect, entries, facts, at, on_result))

    async def read(self, table: str, after: int = 0, upto: int = LAST_SEQ) -> list[LogRow]:
        """Return the entries after one sequence number up to another, in order; NoSuchTable."""
        return await self._read(lambda: do.read(table, after, upto))

    async def head(self, table: str) -> int:
        """Return the last sequence number; NoSuchTable."""
        return await self._read(lambda: do.head(table))

    async def save_snapshot(self, table: str, seq: int, data: bytes) -> None:
        """Save a snapshot of the first `seq` entries, unless a newer one is saved already."""
        await self._write(lambda: do.save_snapshot(table, seq, data), table)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """Return the newest snapshot with its sequence number."""
        return await self._read(lambda: do.snapshot(table))

    async def table_with_code(self, code: str) -> str | None:
        """Return the table with a join code."""
        return await self._read(lambda: do.table_with_code(code))

    async def tables_of(self, person: str, limit: int) -> list[TableSummary]:
        """Return a person's tables, the one changed last first."""
        return await self._read(lambda: do.tables_of(person, limit))

    async def due(self, before: float, limit: int) -> list[str]:
        """Return tables that were due at a time or earlier, the longest overdue first."""
        return await self._read(lambda: do.due(before, limit))

    async def secret(self, name: str) -> bytes:
        """Return the 32 random bytes of a name, the same on every node and after every start."""
        fresh = secrets.token_bytes(SECRET_BYTES)
        return await self._write(lambda: do.secret(name, fresh), "")

    async def find_value(self, name: str) -> bytes | None:
        """Return the value of a name; None if it has none."""
        return await self._read(lambda: do.find_value(name))

    async def set_value_once(self, name: str, fresh: bytes) -> bytes:
        """Give a name a small value unless it has one, for all nodes; return its value."""
        return await self._write(lambda: do.secret(name, fresh), "")

    async def latest(self, limit: int) -> list[TableSummary]:
        """Return the tables that were changed last."""
        return await self._read(lambda: do.latest(limit))

    async def counts(self) -> StoreCounts:
        """Count tables and entries."""
        return await self._read(lambda: do.counts())

    async def delete(self, table: str) -> None:
        """Delete a table with all its data; NoSuchTable."""
        await self._write(lambda: do.delete(table), table)

    async def expire(self, ended_before: float, idle_before: float) -> list[str]:
        """Delete tables that ended, or whose last entry was written, before these times."""
        total: list[str] = []
        while True:
            deleted = await self._write(
                lambda: do.expire(ended_before, idle_before, EXPIRED_PER_TRANSACTION), ""
            )
            total += deleted
            if len(deleted) < EXPIRED_PER_TRANSACTION:
                return total

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        raise NotImplementedError

    # Implemented by a back end

    def _enqueue(self, append: Append) -> None:
        raise NotImplementedError

    async def _run_write(
        self, make: Callable[[], Steps[T]], table: str, code: str | None = None
    ) -> T:
        """Run a transaction; return when it is durable."""
        raise NotImplementedError

    async def _run_read(self, make: Callable[[], Steps[T]]) -> T:
        raise NotImplementedError

    # With a timeout

    async def _write(self, make: Callable[[], Steps[T]], table: str, code: str | None = None) -> T:
        return await _in_time(self._run_write(make, table, code))

    async def _read(self, make: Callable[[], Steps[T]]) -> T:
        return await _in_time(self._run_read(make))


async def _in_time(call: Coroutine[Any, Any, T]) -> T:
    """Return the result of a call to the database; Unavailable if it takes too long."""
    try:
        async with asyncio.timeout(STORE_CALL_S):
            return await call
    except TimeoutError:
        raise Unavailable(f"no answer in {STORE_CALL_S:g} s") from None


def settle(future: "asyncio.Future[Any]", result: Any) -> None:
    """Set the result of a future, or its exception; does nothing if it is cancelled."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def as_store_error(
    violation: UniqueViolation, table: str, code: str | None
) -> CodeTaken | TableExists:
    """Return the error for a unique column whose value is taken."""
    return CodeTaken(code) if violation.column == "code" else TableExists(table)


def _check(entries: Sequence[bytes]) -> None:
    for entry in entries or (None,):
        if not isinstance(entry, bytes):
            raise ValueError("entries must be one or more bytes objects")
