"""Databases written by earlier releases are opened, played on, and copied entry by entry.

`tests/store/written/VERSION.db` was written by that release: a table of DIECI with two finished
matches and a running one, with the snapshot after the second match, and a table of UNO that waits
for players. For a new release that changes the log or the schema, add a file and keep the others.
"""

import shutil
from pathlib import Path

import pytest

from mazziere.games import find
from mazziere.kernel.record import read, verify, write
from mazziere.server.rooms.finished_matches import record_of
from mazziere.store import LogRow, open_store
from mazziere.store.backup import backup, restore
from mazziere.table import playing
from mazziere.table.entries import decode
from mazziere.table.table import TableState
from tests.server.running import running
from tests.servers import Postgres, postgres
from tests.table.evening import person

__all__ = ["postgres"]

pytestmark = pytest.mark.asyncio

WRITTEN = sorted((Path(__file__).parents[1] / "store" / "written").glob("*.db"))
PLAYED, WAITING = "7ab1e" + "0" * 27, "c0de" + "0" * 28
HEADS = {PLAYED: 66, WAITING: 6}
SCORES = [(1, (1, 0), (0,)), (2, (3, 0), (0,))]
"""The results that the release printed when it wrote the file."""
SOON_S = 2000.0
"""A time after the last entry, by the clock of the release; much later the tables would expire."""


@pytest.fixture(params=WRITTEN, ids=[file.stem for file in WRITTEN])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a database of an earlier release."""
    copy = tmp_path / "store.db"
    shutil.copy(request.param, copy)
    return copy


async def entries_of(url: str) -> dict[str, list[LogRow]]:
    """Return all entries of a store."""
    store = await open_store(url)
    try:
        assert (await store.counts()).entries == sum(HEADS.values())
        return {table: await store.read(table) for table in HEADS}
    finally:
        await store.close()


async def test_an_old_database_is_read(old: Path) -> None:
    found = await entries_of(f"sqlite:///{old}")
    assert {table: len(rows) for table, rows in found.items()} == HEADS
    table = TableState(PLAYED)
    for row in found[PLAYED]:
        table.apply(decode(row.data), row.at)
    assert [result[:3] for result in table.evening] == SCORES
    assert table.phase == "playing"


async def test_play_goes_on_in_an_old_database(old: Path) -> None:
    async with running(old, clock=lambda: SOON_S) as server:
        room = await server.node.rooms.room(PLAYED)
        assert room.table.seq == HEADS[PLAYED]
        assert [result[:3] for result in room.table.evening] == SCORES
        for match, scores, _ in SCORES:
            record = read(write(await record_of(server.store, room.table, match)).encode(), find)
            assert verify(record)["proof"] == "ok"
            assert record.result is not None
            assert tuple(record.result["scores"]) == scores
        seat = room.table.to_move()[0]
        own, move, seq = person(["Ada", "Bea"][seat]), room.table.legal[seat][0], room.table.seq
        await room.act(lambda table, at: playing.move(table, own, seat, (move,), "m1", seq, at))
        assert len(await server.store.read(PLAYED)) == room.table.seq > HEADS[PLAYED]
        assert await server.store.table_with_code("ABCDEF") == WAITING


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_backup_of_an_old_database_has_every_entry(
    old: Path, kind: str, tmp_path: Path, postgres: Postgres
) -> None:
    before = await entries_of(f"sqlite:///{old}")
    await backup(f"sqlite:///{old}", tmp_path / "backup.db")
    other = postgres.fresh() if kind == "postgresql" else f"sqlite:///{tmp_path / 'other.db'}"
    await restore(other, tmp_path / "backup.db")
    after = await entries_of(other)
    assert after.keys() == before.keys()
    for table, rows in before.items():
        for one, two in zip(rows, after[table], strict=True):
            assert (one.seq, one.at, bytes(one.data)) == (two.seq, two.at, bytes(two.data))
