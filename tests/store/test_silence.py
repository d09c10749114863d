"""A PostgreSQL that falls silent: every call ends with `Unavailable`, and later the store works."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from mazziere.store import CannotOpen, Unavailable
from mazziere.store import postgres as postgres_store
from mazziere.store import store as store_module
from mazziere.store.backup import backup
from mazziere.store.postgres import COMMITTERS, PostgresStore
from tests.browser.wire import BOTH, DOWN, Wire
from tests.servers import Postgres
from tests.store.samples import PLAYING, but
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio

TABLES = [f"t{number}" for number in range(COMMITTERS + 3)]
"""More tables than groups in flight, so that some appends wait in the queue."""


@pytest.fixture
def wire(postgres: Postgres) -> Iterator[Wire]:
    """A proxy in front of the database."""
    wire = Wire(postgres.url())
    yield wire
    wire.close()


def through(wire: Wire, url: str) -> str:
    """Return the URL of a database behind a proxy."""
    port = wire.url.partition("127.0.0.1:")[2].partition("/")[0]
    return re.sub(r":\d+/", f":{port}/", url)


@pytest.mark.parametrize("held", [BOTH, {DOWN}], ids=["black hole", "answers are lost"])
async def test_every_append_is_given_up_and_answered_once(
    postgres: Postgres, wire: Wire, monkeypatch: pytest.MonkeyPatch, held: set[str]
) -> None:
    with monkeypatch.context() as patched:  # the library's own timeout shall not end a call
        patched.setattr(postgres_store, "STORE_CALL_S", 10_000)
        store = await PostgresStore.open(through(wire, postgres.fresh()))
    for table in TABLES:
        await store.create(table, [b"1"], PLAYING, 1.0)
    with monkeypatch.context() as patched:
        for module in (postgres_store, store_module):
            patched.setattr(module, "STORE_CALL_S", 0.3)
        patched.setattr(postgres_store, "LARGEST_GROUP", 1)
        answers: dict[str, list[Any]] = {table: [] for table in [*TABLES, "alone"]}
        wire.hold(*held)
        for table in TABLES:
            store.begin_append(table, 1, [b"2"], PLAYING, 2.0, answers[table].append)
        alone = but(PLAYING, persons=())  # changes more than the head
        store.begin_append(TABLES[0], 1, [b"2"], alone, 2.0, answers["alone"].append)
        await until(lambda: all(answers.values()), "every append is answered")
        async with deadline("other calls are given up"):
            for call in (partial(store.head, "t0"), partial(store.secret, "other")):
                with pytest.raises(Unavailable):
                    await call()
    wire.mend()
    async with deadline("the store works again"):
        for table in TABLES:
            while True:
                try:
                    head = await store.head(table)
                    assert await store.append(table, head, [b"3"], PLAYING, 3.0) == head + 1
                    break
                except Unavailable:
                    await asyncio.sleep(0.01)
    assert [[type(answer) for answer in given] for given in answers.values()] == [
        [Unavailable] for _ in answers
    ]
    async with deadline("the store closes"):
        await store.close()


async def test_an_append_that_was_given_up_in_the_queue_is_not_written(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await PostgresStore.open(postgres.fresh())
    await store.create("t", [b"1"], PLAYING, 1.0)
    for committer in store._committers:  # nobody takes appends from the queue
        committer.cancel()
    with monkeypatch.context() as patched:  # calls that must succeed keep their limit
        patched.setattr(postgres_store, "STORE_CALL_S", 0.1)
        async with deadline("the append is given up"):
            with pytest.raises(Unavailable):
                await store.append("t", 1, [b"2"], PLAYING, 2.0)
    assert store._pending
    assert store._gather() == []
    assert await store.head("t") == 1
    store._pool.terminate()


async def test_a_silent_database_cannot_be_opened_or_copied(
    postgres: Postgres, wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = through(wire, postgres.fresh())
    store = await PostgresStore.open(url)
    await store.close()
    wire.hold(*BOTH)
    monkeypatch.setattr(postgres_store, "CONNECT_S", 0.2)
    async with deadline("both give up"):
        with pytest.raises(CannotOpen):
            await PostgresStore.open(url)
        with pytest.raises(CannotOpen):
            await backup(url, tmp_path / "backup")


async def test_a_migration_that_waits_for_another_gives_up(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.fresh()
    monkeypatch.setattr(postgres_store, "OPEN_S", 0.5)
    other = await asyncpg.connect(url)
    await other.execute("SELECT pg_advisory_lock($1)", postgres_store._MIGRATION_LOCK)
    async with deadline("the store is given up"):
        with pytest.raises(CannotOpen, match="no answer in"):
            await PostgresStore.open(url)
    await other.close()
    await (await PostgresStore.open(url)).close()
