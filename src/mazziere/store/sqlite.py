"""The store in a SQLite file: one writing connection, and several reading ones."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from mazziere.kernel.file_lock import FileLock
from mazziere.store.errors import CannotOpen, StoreClosed, unavailable
from mazziere.store.lock import lock_store
from mazziere.store.migrate import SchemaState, compare_schema, migrate_sqlite
from mazziere.store.schema import VERSION_TABLE
from mazziere.store.store import Append, Store, settle
from mazziere.store.transactions import Steps
from mazziere.store.writer import Write, Writer, drive

T = TypeVar("T")

READERS = 2
OLDEST_SQLITE = (3, 35)
"""The first version with RETURNING."""
BUSY_S = 10.0
"""Timeout of a lock that another connection to the file holds."""

_MAGIC = b"SQLite format 3\0"
_WRITER = {
    "synchronous": "FULL",  # a commit is on the disk when it returns
    "fullfsync": "ON",  # ... also on macOS, where fsync does not wait for the disk
    "checkpoint_fullfsync": "ON",
    "wal_autocheckpoint": "4000",  # pages: fewer, larger checkpoints
    "journal_size_limit": str(64 * 2**20),
}


class SqliteStore(Store):
    """A store in a file, for one process."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock) -> None:
        self._path = path
        self._lock = lock
        self._closing = False
        self._writer = Writer(connection, asyncio.get_running_loop())
        self._writer.start()
        self._thread = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(READERS, "mazziere-read")

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], float]) -> "SqliteStore":
        """Open a file; create or migrate it if need be; CannotOpen."""
        connection, lock = await asyncio.to_thread(_prepare, path, clock)
        return cls(path, connection, lock)

    async def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        """Close readers first: SQLite checkpoints on the last close, which must be the writer's."""
        self._pool.shutdown()
        for reader in self._readers:
            reader.close()
        self._writer.stop()
        self._writer.join()
        self._lock.release()

    def _enqueue(self, append: Append) -> None:
        if self._closing:
            raise StoreClosed
        self._writer.put(append)

    async def _run_write(
        self, make: Callable[[], Steps[T]], table: str, code: str | None = None
    ) -> T:
        if self._closing:
            raise StoreClosed
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._writer.put(Write(make, table, code, partial(settle, future)))
        return await future

    async def _run_read(self, make: Callable[[], Steps[T]]) -> T:
        if self._closing:
            raise StoreClosed
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._fetch, make)

    def _fetch(self, make: Callable[[], Steps[T]]) -> T:
        try:
            return drive(self._reader(), make())
        except sqlite3.Error as error:
            raise unavailable(error) from None

    def _reader(self) -> sqlite3.Connection:
        """Return the reading connection of this thread, opened if need be."""
        known: sqlite3.Connection | None = getattr(self._thread, "connection", None)
        if known is None:
            known = connect(self._path)
            self._readers.append(known)
            known.execute("PRAGMA query_only = ON")
            self._thread.connection = known
        return known


def _prepare(path: Path, clock: Callable[[], float]) -> tuple[sqlite3.Connection, FileLock]:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise CannotOpen(f"SQLite {sqlite3.sqlite_version} is too old, 3.35 is needed")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = lock_store(path)
    except OSError as error:
        raise CannotOpen(f"{path}: {error.strerror or error}") from None
    try:
        return open_file(path, clock), lock
    except (OSError, sqlite3.Error) as error:
        lock.release()
        raise CannotOpen(f"{path}: {error}") from None
    except BaseException:
        lock.release()
        raise


def open_file(path: Path, clock: Callable[[], float]) -> sqlite3.Connection:
    """Open a file for writing; create or migrate it if need be. The caller holds the lock."""
    how = compare_schema(str(path), version_of(path))
    if how is SchemaState.OLDER:
        _copy_aside(path, clock)
    # Create the file here, readable by its owner only: it contains secret deals.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        for name, value in _WRITER.items():
            connection.execute(f"PRAGMA {name} = {value}")
        if how is not SchemaState.CURRENT:
            migrate_sqlite(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect(path: Path) -> sqlite3.Connection:
    """Connect without the driver's implicit transactions."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_S)


def connect_to_read(path: Path, *, alone: bool = False) -> sqlite3.Connection:
    """Connect read-only; with `alone`, SQLite creates no WAL files beside the file."""
    uri = f"{path.resolve().as_uri()}?mode=ro" + ("&immutable=1" if alone else "")
    return sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_S
    )


def version_of(path: Path) -> str | None:
    """Return the schema version of a file; None if it is missing or empty."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise CannotOpen(f"{path} is not a mazziere store")
    log = path.with_name(path.name + "-wal")  # of a process that crashed or is still running
    connection = connect_to_read(path, alone=not log.exists())
    try:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        if VERSION_TABLE not in names:
            if not names:  # created, but never written to
                return None
            raise CannotOpen(f"{path} is not a mazziere store")
        rows = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
        return str(rows[0][0]) if rows else None
    finally:
        connection.close()


def _copy_aside(path: Path, clock: Callable[[], float]) -> Path:
    """Copy the file before a migration."""
    copy = path.with_name(f"{path.name}.before-migration-{int(clock())}")
    copy_file(path, copy)
    return copy


def copy_file(source: Path, target: Path) -> None:
    """Copy a store, which may be in use, into a new file that is complete or missing."""
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    reading, writing = connect_to_read(source), connect(part)
    try:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # one file, without WAL files
        writing.close()
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        reading.close()
        writing.close()
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
