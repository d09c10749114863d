"""The store in a SQLite file: one writer, readers on connections of their own."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from mazziere.store.errors import CannotOpen, Closed, Unavailable
from mazziere.store.lock import FileLock
from mazziere.store.migrate import Standing, migrate_sqlite, standing
from mazziere.store.schema import VERSION_TABLE
from mazziere.store.store import Append, Store, tell
from mazziere.store.transactions import Steps
from mazziere.store.writer import Write, Writer, drive

T = TypeVar("T")

READERS = 2
OLDEST = (3, 35)
"""The first SQLite with RETURNING."""

_MAGIC = b"SQLite format 3\0"
_WRITER = {
    "synchronous": "FULL",  # a commit is on the disk when it returns
    "fullfsync": "ON",  # ... also on macOS, where a sync is a wish otherwise
    "checkpoint_fullfsync": "ON",
    "wal_autocheckpoint": "4000",  # pages: fewer, larger checkpoints
    "journal_size_limit": str(64 * 2**20),
}


class SqliteStore(Store):
    """A store in one file, for one process."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock) -> None:
        self._path = path
        self._lock = lock
        self._closing = False
        self._writer = Writer(connection, asyncio.get_running_loop())
        self._writer.start()
        self._here = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(READERS, "mazziere-read")

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], float]) -> "SqliteStore":
        """Open a file, made or migrated if need be; CannotOpen."""
        connection, lock = await asyncio.to_thread(_prepare, path, clock)
        return cls(path, connection, lock)

    async def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        """Readers first: the last to leave tidies the file up, and that must be the writer."""
        self._pool.shutdown()
        for reader in self._readers:
            reader.close()
        self._writer.stop()
        self._writer.join()
        self._lock.release()

    def _enqueue(self, append: Append) -> None:
        if self._closing:
            raise Closed
        self._writer.put(append)

    async def _write(self, make: Callable[[], Steps[T]], table: str, code: str | None = None) -> T:
        if self._closing:
            raise Closed
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._writer.put(Write(make, table, code, partial(tell, waiting)))
        return await waiting

    async def _read(self, make: Callable[[], Steps[T]]) -> T:
        if self._closing:
            raise Closed
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._fetch, make)

    def _fetch(self, make: Callable[[], Steps[T]]) -> T:
        try:
            return drive(self._reader(), make())
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from None

    def _reader(self) -> sqlite3.Connection:
        """The connection of this thread; one that cannot be made now is tried again next time."""
        known: sqlite3.Connection | None = getattr(self._here, "connection", None)
        if known is None:
            known = connect(self._path)
            self._readers.append(known)
            known.execute("PRAGMA query_only = ON")
            self._here.connection = known
        return known


def _prepare(path: Path, clock: Callable[[], float]) -> tuple[sqlite3.Connection, FileLock]:
    if sqlite3.sqlite_version_info < OLDEST:
        raise CannotOpen(f"SQLite {sqlite3.sqlite_version} is too old, 3.35 is needed")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(path)
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
    """Open for writing, made or migrated if need be; the caller has the lock."""
    how = standing(str(path), version_of(path))
    if how is Standing.OLDER:
        _copy_aside(path, clock)
    # Made here and not by SQLite: deals lie in it that only their seats may know.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        for name, value in _WRITER.items():
            connection.execute(f"PRAGMA {name} = {value}")
        if how is not Standing.CURRENT:
            migrate_sqlite(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect(path: Path) -> sqlite3.Connection:
    """Connect without the driver's own ideas on when a transaction begins."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)


def connect_to_read(path: Path, *, alone: bool = False) -> sqlite3.Connection:
    """Connect so that the file stays as it is, byte for byte; `alone` leaves no companions."""
    uri = f"{path.resolve().as_uri()}?mode=ro" + ("&immutable=1" if alone else "")
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10)


def version_of(path: Path) -> str | None:
    """Return the version of the schema in a file; None if nothing is there yet."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise CannotOpen(f"{path} is not a mazziere store")
    log = path.with_name(path.name + "-wal")  # of somebody who died, or is still there
    connection = connect_to_read(path, alone=not log.exists())
    try:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        if VERSION_TABLE not in names:
            if not names:  # made, but never written to
                return None
            raise CannotOpen(f"{path} is not a mazziere store")
        rows = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
        return str(rows[0][0]) if rows else None
    finally:
        connection.close()


def _copy_aside(path: Path, clock: Callable[[], float]) -> Path:
    """Keep the file as it is before a migration."""
    copy = path.with_name(f"{path.name}.before-migration-{int(clock())}")
    copy_file(path, copy)
    return copy


def copy_file(source: Path, target: Path) -> None:
    """Copy a store into a new file that is whole on the disk or not there, while it is in use."""
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    reading, writing = connect_to_read(source), connect(part)
    try:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # one file, without companions
        writing.close()
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        reading.close()
        writing.close()
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
