"""Processes that are killed during a write, and concurrent processes."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mazziere.store import Store, open_store
from mazziere.store.crash import POINTS
from tests.servers import Postgres
from tests.store.child import CONTENDED, TABLES
from tests.waiting import LIMIT_S, killed_late, next_line

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
Said = dict[tuple[str, int], str]


def spawn(*words: str, crash_at: str = "") -> "subprocess.Popen[str]":
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.child", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "MAZZIERE_CRASH_AT": crash_at},
    )


def heard(process: "subprocess.Popen[str]", kill_after: int | None = None) -> Said:
    """Return what a process acknowledged until it ended or was killed."""
    said: Said = {}
    assert process.stdout is not None
    with process.stdout, killed_late(process, "the process ends or is killed"):
        assert next_line(process, "the process opens the store") == "open\n"
        for count, line in enumerate(process.stdout, 1):
            if count == kill_after:
                process.kill()
            table, seq, word = line.split()
            assert (table, int(seq)) not in said
            said[table, int(seq)] = word
    process.wait(LIMIT_S)
    return said


async def logs(store: Store, tables: list[str]) -> Said:
    """Return all entries of the store, and check that sequence numbers have no gaps."""
    found: Said = {}
    for table in tables:
        rows = await store.read(table)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert await store.head(table) == len(rows)
        found.update({(table, row.seq): row.data.decode() for row in rows})
    return found


async def reopened(url: str) -> Said:
    store = await open_store(url)
    try:
        return await logs(store, [f"t{i}" for i in range(TABLES)])
    finally:
        await store.close()


def check(url: str, acknowledged: Said) -> None:
    found = asyncio.run(reopened(url))
    assert acknowledged.items() <= found.items()
    moves = [(table, word) for (table, _), word in found.items()]
    assert len(moves) == len(set(moves)), "a move is there twice"


def test_killed_at_every_crash_point(url: str) -> None:
    draw = random.Random(url.partition(":")[0])
    acknowledged: Said = {}
    for point in POINTS:
        # Only after the tables have been created.
        crash_at = f"{point}:{draw.randint(8, 40)}"
        process = spawn("write", url, point, crash_at=crash_at)
        acknowledged |= heard(process)
        assert process.returncode == -signal.SIGKILL
        check(url, acknowledged)
    assert len(acknowledged) > 20 * len(POINTS)


def test_killed_at_any_moment(url: str) -> None:
    draw = random.Random(url.partition(":")[0])
    acknowledged: Said = {}
    for life in range(3):
        process = spawn("write", url, f"life{life}")
        acknowledged |= heard(process, kill_after=draw.randint(20, 400))
        assert process.returncode == -signal.SIGKILL
        check(url, acknowledged)


def test_two_processes_contend_on_postgresql(postgres: Postgres) -> None:
    url, upto = postgres.fresh(), 60
    processes = [spawn("contend", url, name, str(upto)) for name in ("left", "right")]
    left, right = map(heard, processes)
    assert [process.returncode for process in processes] == [0, 0]
    assert not left.keys() & right.keys()

    async def found() -> Said:
        store = await open_store(url)
        try:
            return await logs(store, [f"c{i}" for i in range(CONTENDED)])
        finally:
            await store.close()

    assert asyncio.run(found()) == left | right
    assert len(left | right) >= CONTENDED * upto
    assert set((left | right).values()) == {"left", "right", "made"}


def opened(url: str) -> str:
    """Open a store in another process; return what it says."""
    process = spawn("open", url)
    with killed_late(process, "another process opens the store"):
        return process.communicate()[0]


def test_a_second_process_on_a_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"

    async def ask() -> str:
        store = await open_store(url)
        try:
            return await asyncio.to_thread(opened, url)
        finally:
            await store.close()

    assert (
        asyncio.run(ask())
        == f"cannot open: {tmp_path / 'store.db'} is in use by another mazziere\n"
    )
    assert opened(url) == "open\n"
