"""The store in PostgreSQL, which several processes share."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

import asyncpg  # type: ignore[import-untyped]

from mazziere.store import statements as sql
from mazziere.store.crash import crash_point
from mazziere.store.errors import (
    CannotOpen,
    NotWritten,
    StoreClosed,
    StoreError,
    Unavailable,
    UniqueViolation,
    unavailable,
)
from mazziere.store.facts import LastWrite
from mazziere.store.migrate import SchemaState, compare_schema, postgres_script
from mazziere.store.opening import without_password
from mazziere.store.schema import VERSION_TABLE
from mazziere.store.store import STORE_CALL_S, Append, OnResult, Store, WriteCache, as_store_error
from mazziere.store.transactions import Call, Rows, Steps, entry_rows

T = TypeVar("T")

CONNECTIONS = 10
COMMITTERS = 2
"""Groups in flight at a time: one is written while another waits for the disk."""
LARGEST_GROUP = 100
"""Appends per group. The planner joins arrays row by row: groups of 500 are 3 × slower."""
RETRIES = 5
CONNECT_S = 10.0
"""Timeout of a new connection."""
OPEN_S = 60.0
"""Timeout of connecting and migrating together."""
CLOSE_S = 3.0
"""Timeout of pending writes and of closing the connections when the store is closed."""
_MIGRATION_LOCK = 0x6D617A7A  # any number that other programs are unlikely to use

_FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
_CONNECTION_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InternalClientError,  # may be raised when a connection is cut between two messages
)
_BAD_VALUES = (asyncpg.DataError,)  # values that the database does not accept
_RETRYABLE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
_FAULT_OF_ONE = (*_BAD_VALUES, *_RETRYABLE, asyncpg.UniqueViolationError)


class _Answer:
    """Passes on the first result of an append, or `Unavailable` if none comes in time."""

    def __init__(self, on_result: OnResult) -> None:
        self._on_result = on_result
        self._timer = asyncio.get_running_loop().call_later(STORE_CALL_S, self._give_up)
        self.is_given = False

    def __call__(self, result: Any) -> None:
        if not self.is_given:
            self.is_given = True
            self._timer.cancel()
            self._on_result(result)

    def _give_up(self) -> None:
        self(Unavailable(f"no answer in {STORE_CALL_S:g} s"))


class _Pending(NamedTuple):
    append: Append
    known: LastWrite
    answer: _Answer


class PostgresStore(Store):
    """A store that several processes share."""

    def __init__(self, pool: "asyncpg.Pool[Any]") -> None:
        self._pool = pool
        self._cache = WriteCache()
        self._pending: list[_Pending] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._alone: set[asyncio.Task[None]] = set()
        self._committers = [asyncio.create_task(self._commit()) for _ in range(COMMITTERS)]

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Connect; create or migrate the schema if need be; CannotOpen."""
        where = without_password(url)
        try:
            async with asyncio.timeout(OPEN_S):
                pool = await connect(url)
                try:
                    await migrate(pool, where)
                except BaseException:
                    await close_pool(pool)
                    raise
        except TimeoutError:
            raise CannotOpen(f"{where}: no answer in {OPEN_S:g} s") from None
        return cls(pool)

    async def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        self._wake.set()
        try:
            async with asyncio.timeout(CLOSE_S):
                await asyncio.gather(*self._committers)
                await asyncio.gather(*self._alone)
                await self._pool.close()
        except TimeoutError:  # the database does not answer
            for task in (*self._committers, *self._alone):
                task.cancel()
            self._pool.terminate()

    def _enqueue(self, append: Append) -> None:
        if self._closing:
            raise StoreClosed
        answer = _Answer(append.on_result)
        append = append._replace(on_result=answer)
        known = self._cache.if_only_head_moves(append)
        if known is None:
            self._append_alone(append)
        else:
            self._pending.append(_Pending(append, known, answer))
            self._wake.set()

    def _append_alone(self, append: Append) -> None:
        task = asyncio.create_task(self._append(append))
        self._alone.add(task)
        task.add_done_callback(self._alone.discard)

    async def _append(self, append: Append) -> None:
        """Write an append in its own transaction, and report the result."""
        try:
            async with asyncio.timeout(STORE_CALL_S):
                known = await self._transact(append.steps, append.table, append.facts.code)
        except TimeoutError as error:
            append.on_result(unavailable(error))
        except Exception as error:
            append.on_result(error)
        else:
            append.on_result(known.head)

    # Groups

    async def _commit(self) -> None:
        while True:
            await self._wake.wait()
            group = self._gather()
            if group:
                await self._append_together(group)
            elif self._pending:
                continue  # all that were taken had been given up
            elif self._closing:
                return
            else:
                self._wake.clear()

    def _gather(self) -> list[tuple[Append, LastWrite]]:
        """Take at most one pending append per table; a second one is written alone.

        An append that was given up while it waited is dropped.
        """
        taken, self._pending = self._pending[:LARGEST_GROUP], self._pending[LARGEST_GROUP:]
        group: dict[int, tuple[Append, LastWrite]] = {}
        for append, known, answer in taken:
            if answer.is_given:
                continue
            if known.n in group:
                self._append_alone(append)
            else:
                group[known.n] = (append, known)
        return list(group.values())

    async def _append_together(self, group: list[tuple[Append, LastWrite]]) -> None:
        """Write many appends with one statement, which is one transaction."""
        prepared = sql.ADVANCE_HEADS.on("postgresql")
        crash_point("group-begun")
        try:
            async with asyncio.timeout(STORE_CALL_S), borrowed(self._pool) as connection:
                rows = await connection.fetch(prepared.text, *prepared.row(_arrays(group)))
        except _FAULT_OF_ONE:  # write each alone to find out which
            rows = []
        except Exception as error:
            for append, _ in group:
                append.on_result(_as_store_error(error))
            return
        crash_point("group-committed")
        written = {row[0] for row in rows}
        for append, known in group:
            if known.n in written:
                last = append.expect + len(append.entries)
                self._cache.remember(append.table, LastWrite(known.n, last, append.facts))
                append.on_result(last)
            else:
                self._append_alone(append)
        crash_point("group-told")

    # One at a time

    async def _run_write(
        self, make: Callable[[], Steps[T]], table: str, code: str | None = None
    ) -> T:
        if self._closing:
            raise StoreClosed
        return await self._transact(make, table, code)

    async def _transact(self, make: Callable[[], Steps[T]], table: str, code: str | None) -> T:
        """Run a transaction; retry it after a deadlock or a serialization failure."""
        for left in reversed(range(RETRIES)):
            try:
                async with transaction(self._pool) as connection:
                    crash_point("group-begun")
                    result = await drive(connection, make())
                    crash_point("group-written")
                crash_point("group-committed")
                break
            except asyncpg.UniqueViolationError as error:
                column = "code" if error.constraint_name == "tables_code" else "id"
                raise as_store_error(UniqueViolation(column), table, code) from None
            except _RETRYABLE as error:
                if not left:
                    raise unavailable(error) from None
            except _FAILURES as error:
                raise _as_store_error(error) from None
        if isinstance(result, LastWrite):
            self._cache.remember(table, result)
        return result

    async def _run_read(self, make: Callable[[], Steps[T]]) -> T:
        if self._closing:
            raise StoreClosed
        for left in reversed(range(RETRIES)):
            try:
                async with borrowed(self._pool) as connection:
                    return await drive(connection, make())
            except _CONNECTION_LOST as error:  # reading is safe to retry
                if not left:
                    raise _as_store_error(error) from None
            except _FAILURES as error:
                raise _as_store_error(error) from None
        raise AssertionError  # not reached


def _arrays(group: list[tuple[Append, LastWrite]]) -> dict[str, list[Any]]:
    rows = [
        row
        for append, known in group
        for row in entry_rows(known.n, append.expect, append.entries, append.at)
    ]
    return {
        "ns": [known.n for _, known in group],
        "expects": [append.expect for append, _ in group],
        "lasts": [append.expect + len(append.entries) for append, _ in group],
        "dues": [append.facts.due_at for append, _ in group],
        "moments": [append.at for append, _ in group],
        "entry_ns": [row["n"] for row in rows],
        "seqs": [row["seq"] for row in rows],
        "ats": [row["at"] for row in rows],
        "datas": [row["data"] for row in rows],
    }


def _as_store_error(error: Exception) -> StoreError | ValueError:
    """Return ValueError for bad values, and Unavailable for a failure of the database."""
    if isinstance(error, _BAD_VALUES):
        return ValueError(f"the store cannot keep this: {error}")
    if isinstance(error, asyncpg.DiskFullError):
        return NotWritten(str(error))
    return unavailable(error)


@asynccontextmanager
async def borrowed(pool: "asyncpg.Pool[Any]") -> AsyncIterator[Any]:
    """Borrow a connection of a pool. It is cut if the call is cancelled.

    asyncpg would first wait for the server to cancel the statement, and nothing limits that wait.
    """
    connection = await pool.acquire(timeout=STORE_CALL_S)
    try:
        yield connection
    except asyncio.CancelledError:
        connection.terminate()
        raise
    finally:
        await pool.release(connection)


@asynccontextmanager
async def transaction(pool: "asyncpg.Pool[Any]", **settings: Any) -> AsyncIterator[Any]:
    """Borrow a connection for one transaction. If the call is cancelled, both end at once."""
    async with borrowed(pool) as connection:
        begun = connection.transaction(**settings)
        await begun.start()
        try:
            yield connection
        except Exception:
            await begun.rollback()
            raise
        await begun.commit()


async def close_pool(pool: "asyncpg.Pool[Any]") -> None:
    """Close the connections of a pool, or cut them if that takes too long."""
    try:
        async with asyncio.timeout(CLOSE_S):
            await pool.close()
    except TimeoutError:
        pool.terminate()


async def drive(connection: Any, steps: Steps[T]) -> T:
    """Run the steps of a transaction on a connection."""
    try:
        call = next(steps)
        while True:
            call = steps.send(await _perform(connection, call))
    except StopIteration as end:
        answer: T = end.value
        return answer


async def _perform(connection: Any, call: Call) -> Rows:
    prepared = call.statement.on("postgresql")
    if isinstance(call.values, Sequence):
        await connection.executemany(prepared.text, list(map(prepared.row, call.values)))
        return ()
    rows: Rows = await connection.fetch(prepared.text, *prepared.row(call.values))
    return rows


# Opening


async def connect(url: str, connections: int = CONNECTIONS) -> "asyncpg.Pool[Any]":
    """Connect to a database; CannotOpen."""
    try:
        return await asyncpg.create_pool(
            url,
            min_size=1,
            max_size=connections,
            timeout=CONNECT_S,
            command_timeout=STORE_CALL_S,
            reset=_no_reset,
            server_settings={"application_name": "mazziere", **await _durable(url)},
        )
    except (*_FAILURES, ValueError) as error:
        raise CannotOpen(f"{without_password(url)}: {error}") from None


async def _durable(url: str) -> dict[str, str]:
    """Return settings that make commits durable; a stricter setting of the operator stays."""
    connection = await asyncpg.connect(url, timeout=CONNECT_S, command_timeout=STORE_CALL_S)
    try:
        is_off = await connection.fetchval("SHOW synchronous_commit") == "off"
    finally:
        await connection.close(timeout=CLOSE_S)
    return {"synchronous_commit": "on"} if is_off else {}


async def _no_reset(connection: Any) -> None:
    """Do nothing: no setting outlives a transaction, and a reset costs a round trip."""


async def migrate(pool: "asyncpg.Pool[Any]", where: str) -> None:
    """Migrate the schema to the newest version, in one transaction and one process at a time."""
    try:
        async with borrowed(pool) as connection:
            if await _standing(connection, where) is SchemaState.CURRENT:
                return
        async with transaction(pool) as connection:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
            if await _standing(connection, where) is not SchemaState.CURRENT:
                version = await version_of(connection)
                await connection.execute(await asyncio.to_thread(postgres_script, version))
    except _FAILURES as error:
        raise CannotOpen(f"{where}: {error}") from None


async def _standing(connection: Any, where: str) -> SchemaState:
    version = await version_of(connection)
    return await asyncio.to_thread(compare_schema, where, version)


async def version_of(connection: Any) -> str | None:
    """Return the schema version; None if there is no schema yet."""
    # Not to_regclass: within a transaction it may not find a table that was created meanwhile.
    found = await connection.fetchval(
        "SELECT count(*) FROM pg_catalog.pg_tables "
        "WHERE tablename = $1 AND schemaname = ANY (current_schemas(false))",
        VERSION_TABLE,
    )
    if not found:
        return None
    version: str | None = await connection.fetchval(f"SELECT version_num FROM {VERSION_TABLE}")
    return version
