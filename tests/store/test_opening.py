"""Opening a store: URLs, files, schema versions."""

import asyncio
import shutil
import sqlite3
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import bindparam, create_engine, func, select

from mazziere.store import CannotOpen, default_url, migrate, open_store
from mazziere.store.schema import VERSION_TABLE, metadata
from mazziere.store.sqlite import open_file, version_of
from mazziere.store.statements import Statement
from mazziere.store.transactions import Call, Steps
from tests.servers import Postgres
from tests.store.samples import PLAYING

pytestmark = pytest.mark.asyncio

SECOND = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("mood", sa.Text))
    op.execute("UPDATE tables SET mood = 'merry'")
"""
FAILING = SECOND + '    op.execute("UPDATE no_such_table SET mood = 1")\n'


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


def write_script(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a migration to the program."""
    scripts = folder / "versions"
    scripts.mkdir()
    (scripts / "0002_mood.py").write_text(text)
    monkeypatch.setattr(migrate, "FOLDERS", [*migrate.FOLDERS, scripts])


async def filled(url: str) -> None:
    store = await open_store(url)
    await store.create("t", [b"1", b"2"], PLAYING, 1.0)
    await store.close()


async def refused(url: str) -> str:
    with pytest.raises(CannotOpen) as why:
        await open_store(url)
    assert "\n" not in str(why.value)
    return str(why.value)


def setting(name: str) -> Steps[str]:
    """Run a statement on a connection of the store."""
    rows = yield Call(Statement(select(func.current_setting(bindparam("name")))), {"name": name})
    return str(rows[0][0])


async def query(url: str, text: str) -> list[tuple[object, ...]]:
    """Run a statement on the database directly."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        try:
            return connection.execute(text).fetchall()
        finally:
            connection.close()
    other = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await other.fetch(text)]
    finally:
        await other.close()


# URLs and files


async def test_the_default_is_a_file_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAZZIERE_DATA_DIR", str(tmp_path / "data"))
    assert default_url() == f"sqlite:///{tmp_path / 'data' / 'mazziere.db'}"
    store = await open_store()
    await store.close()
    file = tmp_path / "data" / "mazziere.db"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "url", ["mysql://me:secret@here/db", "sqlite://", "sqlite:///:memory:", "no url: secret"]
)
async def test_other_urls_are_refused_without_their_password(url: str) -> None:
    assert "secret" not in await refused(url)


async def test_a_server_that_does_not_answer() -> None:
    said = await refused("postgresql://me:secret@127.0.0.1:1/db")
    assert "127.0.0.1" in said
    assert "secret" not in said


async def test_files_that_are_no_store_are_refused_unchanged(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Sir, " * 200)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE tables (id)")
    other.close()
    before = contents(tmp_path)
    for name in before:
        assert "is not a mazziere store" in await refused(f"sqlite:///{tmp_path / name}")
    assert contents(tmp_path) == before


async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in await refused(f"sqlite:///{tmp_path / 'file' / 'store.db'}")


async def test_commits_reach_the_disk(tmp_path: Path) -> None:
    connection = open_file(tmp_path / "store.db", lambda: 0.0)
    try:
        asked = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "fullfsync")
        }
    finally:
        connection.close()
    assert asked == {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1}


async def test_commits_on_postgresql_reach_the_disk(postgres: Postgres) -> None:
    url = postgres.fresh()
    name = url.rpartition("/")[2]
    await query(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = await open_store(url)
    try:
        await asyncio.gather(*(store.create(f"{i}", [b"1"], PLAYING, 1.0) for i in range(20)))
        assert await store._read(lambda: setting("synchronous_commit")) == "on"
    finally:
        await store.close()
    assert await query(url, "SHOW synchronous_commit") == [("off",)]


# The schema


async def test_the_migrations_produce_the_schema(tmp_path: Path) -> None:
    await filled(f"sqlite:///{tmp_path / 'store.db'}")
    engine = create_engine(f"sqlite:///{tmp_path / 'store.db'}")
    with engine.connect() as connection:
        settings = {"version_table": VERSION_TABLE}
        assert (
            compare_metadata(MigrationContext.configure(connection, opts=settings), metadata) == []
        )
    engine.dispose()


async def test_postgresql_has_the_same_columns(postgres: Postgres) -> None:
    url = postgres.fresh()
    await filled(url)
    rows = await query(
        url,
        "SELECT table_name, column_name, is_nullable FROM information_schema.columns "
        "WHERE table_schema = 'public'",
    )
    declared = {
        (table.name, column.name, "YES" if column.nullable else "NO")
        for table in metadata.tables.values()
        for column in table.c
    }
    assert set(rows) == {*declared, (VERSION_TABLE, "version_num", "NO")}
    indexes = {row[0] for row in await query(url, "SELECT indexname FROM pg_indexes")}
    assert {"tables_code", "tables_due_at", "persons_person"} <= indexes


async def test_several_processes_may_open_a_new_database(postgres: Postgres) -> None:
    url = postgres.fresh()
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    await asyncio.gather(*(store.close() for store in stores))
    assert await query(url, f"SELECT version_num FROM {VERSION_TABLE}") == [("0001",)]


# Schema versions


async def test_a_newer_schema_is_refused_unchanged(url: str, tmp_path: Path) -> None:
    await filled(url)
    await query(url, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    before = contents(tmp_path)
    said = await refused(url)
    assert "9999" in said
    assert "newer" in said
    assert contents(tmp_path) == before
    assert await query(url, f"SELECT version_num FROM {VERSION_TABLE}") == [("9999",)]


async def test_a_newer_file_after_a_crash_is_refused_unchanged(tmp_path: Path) -> None:
    live, copy = tmp_path / "live", tmp_path / "copy"
    live.mkdir()
    await filled(f"sqlite:///{live / 'store.db'}")
    writer = sqlite3.connect(live / "store.db", isolation_level=None)
    writer.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    shutil.copytree(live, copy)  # as after a crash
    writer.close()
    before = contents(copy)
    assert before["store.db-wal"]
    assert "newer" in await refused(f"sqlite:///{copy / 'store.db'}")
    after = contents(copy)
    assert (after["store.db"], after["store.db-wal"]) == (
        before["store.db"],
        before["store.db-wal"],
    )


async def test_an_older_schema_is_migrated(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(url)
    write_script(tmp_path, SECOND, monkeypatch)
    store = await open_store(url, clock=lambda: 1234.5)
    try:
        assert [row.data for row in await store.read("t")] == [b"1", b"2"]
        assert await store.append("t", 2, [b"3"], PLAYING, 2.0) == 3
    finally:
        await store.close()
    assert await query(url, "SELECT id, mood FROM tables") == [("t", "merry")]
    assert await query(url, f"SELECT version_num FROM {VERSION_TABLE}") == [("0002",)]
    monkeypatch.undo()
    assert "newer" in await refused(url)


async def test_a_file_is_copied_before_a_migration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.db"
    await filled(f"sqlite:///{path}")
    write_script(tmp_path, SECOND, monkeypatch)
    store = await open_store(f"sqlite:///{path}", clock=lambda: 1234.5)
    await store.close()
    kept = tmp_path / "store.db.before-migration-1234"
    assert version_of(kept) == "0001"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert await query(f"sqlite:///{kept}", "SELECT count(*) FROM entries") == [(2,)]
    monkeypatch.undo()
    old = await open_store(f"sqlite:///{kept}")
    assert await old.head("t") == 2
    await old.close()


async def test_a_migration_that_fails_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(url)
    write_script(tmp_path, FAILING, monkeypatch)
    assert "no_such_table" in await refused(url)
    monkeypatch.undo()
    store = await open_store(url)
    assert await store.head("t") == 2
    await store.close()
    with pytest.raises((sqlite3.OperationalError, asyncpg.UndefinedColumnError)):
        await query(url, "SELECT mood FROM tables")
