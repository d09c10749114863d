"""Backup and restore, within a back end and from one to the other."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from mazziere.store import CannotOpen, Store, open_store
from mazziere.store import backup as backup_module
from mazziere.store.backup import Size, backup, restore
from mazziere.store.schema import VERSION_TABLE
from tests.servers import Postgres
from tests.store.samples import OVER, PLAYING, WAITING, but
from tests.store.test_opening import SECOND, query, write_script
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> str:
    """The URL of a second database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'deeper' / 'other.db'}"
    return postgres.fresh()


async def fill(store: Store) -> None:
    await store.create("gone", [b"0"] * 3, PLAYING, 0.5)
    await store.create("waits", [b"1"], WAITING, 1.0)
    await store.create("plays", [b"1", b"\x00\xff"], PLAYING, 2.0)
    await store.append("plays", 2, [b"3"], but(PLAYING, due_at=7.125), 1700000000.123456)
    await store.create("ended", [b"1"], OVER, 3.0)
    await store.save_snapshot("plays", 2, b"fold")
    await store.create("last", [b"1"], PLAYING, 3.0)
    await store.delete("last")
    await store.delete("gone")


async def everything(url: str) -> list[object]:
    """Return everything that can be read from the filled store."""
    store = await open_store(url)
    try:
        return [
            *[await store.read(name) for name in ("waits", "plays", "ended")],
            *[await store.tables_of(person, 9) for person in ("a1", "b2")],
            await store.snapshot("plays"),
            await store.table_with_code("ABCDEF"),
            await store.due(100.0, 9),
            await store.counts(),
        ]
    finally:
        await store.close()


async def test_a_backup_can_be_restored_into_either_database(
    store: Store, url: str, other_url: str, tmp_path: Path
) -> None:
    await fill(store)
    file = tmp_path / "backup.db"
    assert await backup(url, file) == Size(3, 5)  # while the store is open
    await store.close()
    assert await restore(other_url, file) == Size(3, 5)
    assert await everything(other_url) == await everything(url)
    assert file.stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("backup.db?*"))


async def test_appends_work_after_a_restore(
    store: Store, url: str, other_url: str, tmp_path: Path
) -> None:
    await fill(store)
    await backup(url, tmp_path / "backup.db")
    await restore(other_url, tmp_path / "backup.db")
    other = await open_store(other_url)
    try:
        assert await other.append("plays", 3, [b"4"], OVER, 4.0) == 4
        assert await other.create("new", [b"1"], PLAYING, 4.0) == 1
        assert [row.data for row in await other.read("new")] == [b"1"]
        assert await other.snapshot("new") is None
    finally:
        await other.close()


async def test_a_backup_during_play_is_consistent(store: Store, url: str, tmp_path: Path) -> None:
    heads = dict.fromkeys((f"t{i}" for i in range(20)), 0)
    going = True

    async def play(table: str) -> None:
        heads[table] = await store.create(table, [b"1"], PLAYING, 1.0)
        while going:
            heads[table] = await store.append(table, heads[table], [b"2", b"3"], PLAYING, 2.0)

    players = [asyncio.create_task(play(table)) for table in heads]
    sizes = []
    for number in range(3):
        sizes.append(await backup(url, tmp_path / f"{number}.db"))
        enough = sizes[-1].entries + len(heads)
        await until(lambda enough=enough: sum(heads.values()) > enough, "play goes on")  # type: ignore[misc]
    going = False
    async with deadline("the last appends end"):
        await asyncio.gather(*players)
    for number, size in enumerate(sizes):
        connection = sqlite3.connect(tmp_path / f"{number}.db")
        rows = connection.execute(
            "SELECT id, head, count(seq), max(seq) FROM tables JOIN entries USING (n) GROUP BY n"
        ).fetchall()
        connection.close()
        assert all(head == count == last for _, head, count, last in rows)
        assert all(head % 2 for _, head, _, _ in rows), "half an append"
        assert sum(head for _, head, _, _ in rows) == size.entries
    assert sizes[0].entries < sizes[-1].entries <= sum(heads.values())


async def test_a_backup_in_many_batches_is_complete(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch may be written in another thread."""
    url = postgres.fresh()
    store = await open_store(url)
    try:
        await store.create("long", [b"%d" % number for number in range(9000)], PLAYING, 1.0)
        monkeypatch.setattr(backup_module, "ROWS_AT_ONCE", 5)
        assert await backup(url, tmp_path / "copy.db") == Size(1, 9000)
    finally:
        await store.close()


async def test_nothing_is_overwritten_unless_forced(store: Store, url: str, tmp_path: Path) -> None:
    await fill(store)
    file = tmp_path / "backup.db"
    await backup(url, file)
    with pytest.raises(CannotOpen, match="--force"):
        await backup(url, file)
    await store.append("plays", 3, [b"later"], PLAYING, 4.0)
    await store.create("later", [b"1"], PLAYING, 4.0)
    await store.close()
    with pytest.raises(CannotOpen, match="--force"):
        await restore(url, file)
    again = await open_store(url)
    assert await again.head("plays") == 4
    await again.close()
    await restore(url, file, force=True)
    restored = await everything(url)
    assert restored[-1] == ({"waiting": 1, "playing": 1, "over": 1}, 5)
    assert (await backup(url, file, force=True)) == Size(3, 5)


async def test_a_store_in_use_is_not_restored(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    store = await open_store(url)
    try:
        await fill(store)
        await backup(url, tmp_path / "backup.db")
        with pytest.raises(CannotOpen, match="in use"):
            await restore(url, tmp_path / "backup.db", force=True)
        assert await store.head("plays") == 3
    finally:
        await store.close()


async def test_a_damaged_backup_is_refused(
    store: Store, url: str, other_url: str, tmp_path: Path
) -> None:
    await fill(store)
    file = tmp_path / "backup.db"
    await backup(url, file)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("DELETE FROM entries WHERE seq = 2")
    connection.close()
    with pytest.raises(CannotOpen, match="damaged: 4 entries of 5"):
        await restore(other_url, file)
    file.write_bytes(file.read_bytes()[:5000])
    with pytest.raises(CannotOpen):
        await restore(other_url, file)


async def test_an_older_backup_is_migrated(
    store: Store, url: str, other_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store)
    await backup(url, tmp_path / "backup.db")
    before = (tmp_path / "backup.db").read_bytes()
    write_script(tmp_path, SECOND, monkeypatch)
    await restore(other_url, tmp_path / "backup.db")
    other = await open_store(other_url)
    assert await other.head("plays") == 3
    await other.close()
    assert await query(other_url, f"SELECT version_num FROM {VERSION_TABLE}") == [("0002",)]
    assert (tmp_path / "backup.db").read_bytes() == before


async def test_a_newer_backup_is_refused(
    store: Store, url: str, other_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    await backup(url, file)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    connection.close()
    with pytest.raises(CannotOpen, match="newer"):
        await restore(other_url, file)


async def test_a_missing_store_or_backup_is_an_error(url: str, tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no store"):
        await backup(url, tmp_path / "backup.db")
    with pytest.raises(CannotOpen, match="no backup"):
        await restore(url, tmp_path / "backup.db")
    (tmp_path / "letter").write_text("Dear Sir")
    with pytest.raises(CannotOpen, match="not a mazziere store"):
        await restore(url, tmp_path / "letter")
    assert not (tmp_path / "store.db").exists()
