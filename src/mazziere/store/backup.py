"""Backup and restore. A backup is always a SQLite file with our schema.

So there is one format for both databases. Any SQLite tool can read it, and either database can be
restored from it.
"""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Table, insert, select

from mazziere.store.errors import CannotOpen
from mazziere.store.lock import lock_store
from mazziere.store.migrate import SchemaState, compare_schema, migrate_sqlite
from mazziere.store.opening import file_of, without_password
from mazziere.store.schema import metadata
from mazziere.store.sqlite import connect, connect_to_read, copy_file, open_file, sync, version_of
from mazziere.store.statements import Statement

ROWS_AT_ONCE = 1000

_TABLES: list[Table] = metadata.sorted_tables
_SELECT = {table.name: Statement(select(table)) for table in _TABLES}
_INSERT = {table.name: Statement(insert(table)) for table in _TABLES}
_SIZE = "SELECT count(*), coalesce(sum(head), 0) FROM tables"


class Size(NamedTuple):
    """The size of a backup."""

    tables: int
    entries: int


async def backup(url: str, target: Path, *, force: bool = False) -> Size:
    """Write a consistent copy of a store, which may be in use; CannotOpen."""
    if target.exists() and not force:
        raise CannotOpen(f"{target} exists; --force overwrites it")
    source = file_of(url)
    if source is not None:
        return await asyncio.to_thread(_backup_file, source, target)
    with _naming(target):
        return await _backup_postgres(url, target)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn an error of the disk or of SQLite into CannotOpen that names the path."""
    try:
        yield
    except OSError as error:
        raise CannotOpen(f"{path}: {error.strerror or error}") from None
    except sqlite3.Error as error:
        raise CannotOpen(f"{path}: {error}") from None


async def restore(url: str, source: Path, *, force: bool = False) -> Size:
    """Replace the content of a store by a backup; CannotOpen, also without `force` if not empty."""
    target = file_of(url)
    with _naming(source):
        version = version_of(source)
        if version is None:
            raise CannotOpen(f"there is no backup at {source}")
        compare_schema(str(source), version)
        size = await asyncio.to_thread(_checked_size, source)
    if target is not None:
        with _naming(target):
            await asyncio.to_thread(_restore_file, source, target, force)
    else:
        with _naming(source):
            await _restore_postgres(source, url, force)
    return size


def _checked_size(path: Path) -> Size:
    """Return the size of a backup; CannotOpen if it is damaged."""
    connection = connect_to_read(path)
    try:
        size = Size(*connection.execute(_SIZE).fetchone())
        found = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
        sound = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    finally:
        connection.close()
    if found != size.entries or sound != "ok":
        raise CannotOpen(f"{path} is damaged: {found} entries of {size.entries}; {sound}")
    return size


# SQLite


def _backup_file(source: Path, target: Path) -> Size:
    with _naming(source):
        if version_of(source) is None:
            raise CannotOpen(f"there is no store at {source}")
    with _naming(target):
        try:
            copy_file(source, target)
        except sqlite3.Error as error:  # either file may be at fault
            raise CannotOpen(f"{source} cannot be copied to {target}: {error}") from None
        return _checked_size(target)


def _restore_file(source: Path, target: Path, force: bool) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = lock_store(target)
    try:
        if target.exists() and target.stat().st_size and not force:
            raise CannotOpen(f"{target} exists; --force overwrites it")
        os.close(os.open(target, os.O_RDWR | os.O_CREAT, 0o600))
        # SQLite copies in one transaction: after a crash the file is the old store or the new one.
        reading, writing = connect_to_read(source), connect(target)
        try:
            reading.backup(writing)
        finally:
            reading.close()
            writing.close()
        sync(target)
        sync(target.parent)
    finally:
        lock.release()


# PostgreSQL


async def _backup_postgres(url: str, target: Path) -> Size:
    from mazziere.store.postgres import close_pool, transaction
    from mazziere.store.postgres import connect as connect_pool
    from mazziere.store.postgres import version_of as version_there

    pool = await connect_pool(url, connections=1)
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    try:
        async with transaction(pool, isolation="repeatable_read", readonly=True) as connection:
            version = await version_there(connection)
            if version is None:
                raise CannotOpen(f"there is no store at {without_password(url)}")
            if compare_schema(without_password(url), version) is SchemaState.OLDER:
                raise CannotOpen(
                    f"{without_password(url)} has an older schema; start the server once"
                )
            await _copy_out(connection, part)
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        await close_pool(pool)
        part.unlink(missing_ok=True)
    return await asyncio.to_thread(_checked_size, target)


async def _copy_out(connection: Any, part: Path) -> None:
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    writing = connect(part)
    try:
        migrate_sqlite(writing)
        writing.execute("BEGIN")
        for table in _TABLES:
            text = _INSERT[table.name].on("sqlite").text
            cursor = await connection.cursor(_SELECT[table.name].on("postgresql").text)
            while rows := await cursor.fetch(ROWS_AT_ONCE):
                await asyncio.to_thread(_insert, writing, text, rows)
        writing.execute("COMMIT")
    finally:
        writing.close()


def _insert(writing: sqlite3.Connection, text: str, rows: list[Any]) -> None:
    """In a thread: insert rows, and close the cursor.

    A cursor that is closed later, in another thread, would reset the statement while the next rows
    use it.
    """
    writing.executemany(text, map(tuple, rows)).close()


async def _restore_postgres(source: Path, url: str, force: bool) -> None:
    from mazziere.store.postgres import close_pool, migrate, transaction
    from mazziere.store.postgres import connect as connect_pool

    pool = await connect_pool(url, connections=1)
    try:
        await migrate(pool, without_password(url))
        with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
            copy = Path(folder) / "backup.db"
            await asyncio.to_thread(copy_file, source, copy)
            reading = await asyncio.to_thread(open_file, copy, time.time)  # migrated
            try:
                async with transaction(pool) as connection:
                    await _copy_in(connection, reading, without_password(url), force)
            finally:
                reading.close()
    finally:
        await close_pool(pool)


async def _copy_in(connection: Any, reading: sqlite3.Connection, where: str, force: bool) -> None:
    names = ", ".join(table.name for table in _TABLES)
    await connection.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
    if await connection.fetchval("SELECT count(*) FROM tables"):
        if not force:
            raise CannotOpen(f"{where} holds tables; --force overwrites them")
        await connection.execute(f"TRUNCATE {names}")
    for table in _TABLES:
        for rows in _in_batches(reading.execute(_SELECT[table.name].on("sqlite").text)):
            await connection.copy_records_to_table(
                table.name, records=rows, columns=list(table.columns.keys())
            )
    # Internal numbers are never reused, not even those of tables that were deleted before.
    last = reading.execute("SELECT seq FROM sqlite_sequence WHERE name = 'tables'").fetchone()
    await connection.execute(
        "SELECT setval(pg_get_serial_sequence('tables', 'n'), GREATEST($1::bigint, "
        "nextval(pg_get_serial_sequence('tables', 'n'))))",
        last[0] if last else 0,
    )


def _in_batches(cursor: sqlite3.Cursor) -> Iterator[list[Any]]:
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        yield rows
