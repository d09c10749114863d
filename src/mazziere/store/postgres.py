"""The store in PostgreSQL, for any number of processes."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from mazziere.store import statements as sql
from mazziere.store.crash import point
from mazziere.store.errors import CannotOpen, Clash, Closed, StoreError, Unavailable
from mazziere.store.facts import Known
from mazziere.store.migrate import Standing, postgres_script, standing
from mazziere.store.opening import shown
from mazziere.store.schema import VERSION_TABLE
from mazziere.store.store import Append, Memory, Store, named
from mazziere.store.transactions import Call, Rows, Steps, laid

T = TypeVar("T")

CONNECTIONS = 10
COMMITTERS = 2
"""Groups under way at a time: one is written while another waits for the disk."""
LARGEST_GROUP = 100
"""The planner joins the arrays row by row: five hundred at a time are three times slower."""
RETRIES = 5
FAREWELL_S = 5.0
"""For so long the database may take to say goodbye."""
_MIGRATION_LOCK = 0x6D617A7A  # any number that other programs are unlikely to take

_FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
_CUT = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InternalClientError,  # what a cut between two messages may look like
)
_UNFIT = (asyncpg.DataError,)  # values that it does not take
_IN_THE_WAY = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
_ONE_OF_THEM = (*_UNFIT, *_IN_THE_WAY, asyncpg.UniqueViolationError)


class PostgresStore(Store):
    """A store that many processes share."""

    def __init__(self, pool: "asyncpg.Pool[Any]") -> None:
        self._pool = pool
        self._memory = Memory()
        self._waiting: list[tuple[Append, Known]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._alone: set[asyncio.Task[None]] = set()
        self._committers = [asyncio.create_task(self._commit()) for _ in range(COMMITTERS)]

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Connect, and make or migrate the schema if need be; CannotOpen."""
        pool = await connect(url)
        try:
            await migrate(pool, shown(url))
        except BaseException:
            await pool.close()
            raise
        return cls(pool)

    async def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        self._wake.set()
        await asyncio.gather(*self._committers)
        await asyncio.gather(*self._alone)
        try:
            async with asyncio.timeout(FAREWELL_S):
                await self._pool.close()
        except TimeoutError:  # the database does not answer any more
            self._pool.terminate()

    def _enqueue(self, append: Append) -> None:
        if self._closing:
            raise Closed
        known = self._memory.only_advances(append)
        if known is None:
            self._append_alone(append)
        else:
            self._waiting.append((append, known))
            self._wake.set()

    def _append_alone(self, append: Append) -> None:
        task = asyncio.create_task(self._append(append))
        self._alone.add(task)
        task.add_done_callback(self._alone.discard)

    async def _append(self, append: Append) -> None:
        """Write one append in a transaction of its own, and tell."""
        try:
            known = await self._transact(append.steps, append.table, append.facts.code)
        except Exception as error:
            append.told(error)
        else:
            append.told(known.head)

    # Groups

    async def _commit(self) -> None:
        while True:
            await self._wake.wait()
            group = self._gather()
            if group:
                await self._append_together(group)
            elif self._closing:
                return
            else:
                self._wake.clear()

    def _gather(self) -> list[tuple[Append, Known]]:
        """Take what waits, one append for each table; a second one finds out on its own."""
        taken, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
        group: dict[int, tuple[Append, Known]] = {}
        for append, known in taken:
            if known.n in group:
                self._append_alone(append)
            else:
                group[known.n] = (append, known)
        return list(group.values())

    async def _append_together(self, group: list[tuple[Append, Known]]) -> None:
        """Write many appends with one statement, which is its own transaction."""
        prepared = sql.ADVANCE_TOGETHER.on("postgresql")
        point("group-begun")
        try:
            rows = await self._pool.fetch(prepared.text, *prepared.row(_arrays(group)))
        except _ONE_OF_THEM:  # find out which
            rows = []
        except Exception as error:
            for append, _ in group:
                append.told(_named(error))
            return
        point("group-committed")
        won = {row[0] for row in rows}
        for append, known in group:
            if known.n in won:
                last = append.expect + len(append.entries)
                self._memory.keep(append.table, Known(known.n, last, append.facts))
                append.told(last)
            else:
                self._append_alone(append)
        point("group-told")

    # One at a time

    async def _write(self, make: Callable[[], Steps[T]], table: str, code: str | None = None) -> T:
        if self._closing:
            raise Closed
        return await self._transact(make, table, code)

    async def _transact(self, make: Callable[[], Steps[T]], table: str, code: str | None) -> T:
        """Carry out a transaction, again if another one was in its way."""
        for left in reversed(range(RETRIES)):
            try:
                async with self._pool.acquire() as connection, connection.transaction():
                    point("group-begun")
                    result = await drive(connection, make())
                    point("group-written")
                point("group-committed")
                break
            except asyncpg.UniqueViolationError as error:
                column = "code" if error.constraint_name == "tables_code" else "id"
                raise named(Clash(column), table, code) from None
            except _IN_THE_WAY as error:
                if not left:
                    raise Unavailable(str(error)) from None
            except _FAILURES as error:
                raise _named(error) from None
        if isinstance(result, Known):
            self._memory.keep(table, result)
        return result

    async def _read(self, make: Callable[[], Steps[T]]) -> T:
        if self._closing:
            raise Closed
        for left in reversed(range(RETRIES)):
            try:
                async with self._pool.acquire() as connection:
                    return await drive(connection, make())
            except _CUT as error:  # to read twice does no harm
                if not left:
                    raise _named(error) from None
            except _FAILURES as error:
                raise _named(error) from None
        raise AssertionError  # not reached


def _arrays(group: list[tuple[Append, Known]]) -> dict[str, list[Any]]:
    rows = [
        row
        for append, known in group
        for row in laid(known.n, append.expect, append.entries, append.at)
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


def _named(error: Exception) -> StoreError | ValueError:
    """Say whose fault it is: the values' or the database's."""
    if isinstance(error, _UNFIT):
        return ValueError(f"the store cannot keep this: {error}")
    return Unavailable(f"{type(error).__name__}: {error}")


async def drive(connection: Any, steps: Steps[T]) -> T:
    """Carry out steps on a connection."""
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
            timeout=10,
            command_timeout=60,
            reset=_leave_as_it_is,
            server_settings={"application_name": "mazziere", **await _durable(url)},
        )
    except (*_FAILURES, ValueError) as error:
        raise CannotOpen(f"{shown(url)}: {error}") from None


async def _durable(url: str) -> dict[str, str]:
    """Insist that a commit is on the disk when it returns; the operator may ask for more."""
    connection = await asyncpg.connect(url, timeout=10)
    try:
        is_off = await connection.fetchval("SHOW synchronous_commit") == "off"
    finally:
        await connection.close()
    return {"synchronous_commit": "on"} if is_off else {}


async def _leave_as_it_is(connection: Any) -> None:
    """Spare a round trip: we change nothing that lasts longer than a transaction."""


async def migrate(pool: "asyncpg.Pool[Any]", where: str) -> None:
    """Bring the schema to the newest version, all or nothing, one process at a time."""
    try:
        async with pool.acquire() as connection:
            if await _standing(connection, where) is Standing.CURRENT:
                return
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
                if await _standing(connection, where) is not Standing.CURRENT:
                    version = await version_of(connection)
                    await connection.execute(await asyncio.to_thread(postgres_script, version))
    except _FAILURES as error:
        raise CannotOpen(f"{where}: {error}") from None


async def _standing(connection: Any, where: str) -> Standing:
    version = await version_of(connection)
    return await asyncio.to_thread(standing, where, version)


async def version_of(connection: Any) -> str | None:
    """Return the version of the schema, None if there is none yet."""
    # Not to_regclass: what that has not found once it need not find later in a transaction.
    found = await connection.fetchval(
        "SELECT count(*) FROM pg_catalog.pg_tables "
        "WHERE tablename = $1 AND schemaname = ANY (current_schemas(false))",
        VERSION_TABLE,
    )
    if not found:
        return None
    version: str | None = await connection.fetchval(f"SELECT version_num FROM {VERSION_TABLE}")
    return version
