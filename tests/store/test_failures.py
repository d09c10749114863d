"""A full disk, and lost connections."""

import asyncio
import contextlib
import re
import resource
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from mazziere.store import NoSuchTable, Unavailable, cause_of, open_store
from mazziere.store import postgres as postgres_store
from mazziere.store import sqlite as sqlite_store
from mazziere.store.errors import unavailable
from tests.servers import Postgres
from tests.store.samples import PLAYING, but
from tests.waiting import deadline

pytestmark = pytest.mark.asyncio


async def test_a_full_disk_loses_no_acknowledged_entry(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'store.db'}")
    head = await store.create("t", [b"1"], PLAYING, 1.0)
    await store.create("u", [b"1"], PLAYING, 1.0)
    log = tmp_path / "store.db-wal"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 2**18, hard))
    try:
        with contextlib.suppress(Unavailable):
            async with deadline("the disk is full"):
                while True:
                    head = await store.append("t", head, [b"x" * 20_000], PLAYING, 2.0)
        with pytest.raises(Unavailable) as failed:
            await store.append("u", 1, [b"x" * 300_000], but(PLAYING, persons=()), 2.0)
        assert re.match(
            r"the disk (is full|cannot be read or written) \(SQLITE_", cause_of(failed.value)
        )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert head > 1
    assert await store.head("t") == head
    assert len(await store.read("t")) == head
    assert await store.append("t", head, [b"after"], PLAYING, 3.0) == head + 1
    assert await store.append("u", 1, [b"after"], PLAYING, 3.0) == 2
    await store.close()


async def test_a_reader_retries_a_file_that_could_not_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'store.db'}")
    await store.create("t", [b"1"], PLAYING, 1.0)

    def fails(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    with monkeypatch.context() as patched:
        patched.setattr(sqlite_store, "connect", fails)
        with pytest.raises(Unavailable):
            await store.head("t")
    assert await store.head("t") == 1
    await store.close()


async def test_postgresql_closes_the_connections(postgres: Postgres) -> None:
    url = postgres.fresh()
    store = await open_store(url)
    heads = {name: await store.create(name, [b"1"], PLAYING, 1.0) for name in "abcd"}
    going, cut = True, []

    async def play(name: str) -> None:
        while going:
            try:
                heads[name] = await store.append(name, heads[name], [b"x"], PLAYING, 2.0)
            except Unavailable as error:
                cut.append(error)
                heads[name] = await store.head(name)  # read the log again, as a node does

    players = [asyncio.create_task(play(name)) for name in heads]
    other = await asyncpg.connect(postgres.url())
    async with deadline("an append loses its connection"):
        while not cut:
            await asyncio.sleep(0.05)
            await other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = $1 AND query LIKE 'WITH held%'",
                url.rpartition("/")[2],
            )
    await other.close()
    going = False
    async with deadline("the last appends end"):
        await asyncio.gather(*players)
    for name, head in heads.items():
        assert [row.seq for row in await store.read(name)] == list(range(1, head + 1))
    await store.close()


@pytest.mark.parametrize(
    "error",
    [asyncpg.InternalClientError, asyncpg.AdminShutdownError, asyncpg.ConnectionDoesNotExistError],
)
async def test_after_a_lost_connection_reads_are_retried_and_writes_are_in_doubt(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    store = await open_store(postgres.fresh())
    await store.create("t", [b"1"], PLAYING, 1.0)
    real, cuts = postgres_store.drive, 0

    async def drive(*args: Any) -> Any:
        nonlocal cuts
        if cuts:
            cuts -= 1
            raise error("cut")
        return await real(*args)

    monkeypatch.setattr(postgres_store, "drive", drive)
    cuts = 2
    assert await store.head("t") == 1
    cuts = 1
    with pytest.raises(Unavailable):
        await store.append("t", 1, [b"2"], but(PLAYING, persons=()), 2.0)
    assert await store.append("t", 1, [b"2"], but(PLAYING, persons=()), 2.0) == 2
    await store.close()


async def test_a_store_closes_although_a_connection_is_not_returned(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "CLOSE_S", 0.2)
    store = await postgres_store.PostgresStore.open(postgres.fresh())
    await store._pool.acquire()
    async with deadline("the store closes"):
        await store.close()


async def test_a_cause_says_why_and_tells_no_secret() -> None:
    """Logs show the cause; the text of an error may quote a row."""
    refused = unavailable(ConnectionRefusedError(111, "Connection refused"))
    assert cause_of(refused) == "Connection refused"
    assert cause_of(unavailable(ValueError("the hand is r7 g2"))) == "ValueError"
    assert cause_of(NoSuchTable("t")) == ""
