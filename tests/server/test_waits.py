"""Every wait has a timeout: the store, the bus, a thinking bot, a shutdown, a full disk."""

import asyncio
import json
import os
import resource
import sqlite3
import subprocess
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError
from structlog.testing import capture_logs
from websockets.asyncio import server as websockets
from websockets.asyncio.server import ServerConnection

from mazziere.client import ConnectionEnded, TableConnection
from mazziere.client import connection as client_connection
from mazziere.server.bots import seated_bots
from mazziere.server.operations import shutdown
from mazziere.server.rooms import bus as bus_module
from mazziere.server.rooms.bus import RedisBus
from mazziere.store import Store, Unavailable, open_store
from mazziere.store import store as store_module
from mazziere.store import writer as writer_module
from mazziere.table import playing, sitting
from mazziere.table.entries import Settings
from mazziere.table.refusals import CommandRefused
from mazziere.wire.server import Done, Pong, Refusal
from tests.server.processes import DiedEarlyError, serve
from tests.server.running import Running, lines, running
from tests.server.test_rooms import RoomsNode
from tests.store.samples import PLAYING
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio


# The store


@contextmanager
def blocked(store: Any) -> Iterator[None]:
    """Keep the thread that writes to a SQLite file busy, as a disk that hangs does."""
    begun, over = threading.Event(), threading.Event()

    class Slow:
        def __call__(self) -> Any:
            begun.set()
            over.wait(60)
            yield from ()

    write = writer_module.Write(Slow(), "", None, lambda result: None)
    store._writer.put(write)
    try:
        yield
    finally:
        over.set()


async def test_a_disk_that_hangs_counts_as_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'store.db'}")
    await store.create("t", [b"1"], PLAYING, 1.0)
    with blocked(store):
        with monkeypatch.context() as patched:  # only for calls that fail: others take their time
            patched.setattr(store_module, "STORE_CALL_S", 0.2)
            patched.setattr(writer_module, "STORE_CALL_S", 0.2)
            async with deadline("the append is given up"):
                with pytest.raises(Unavailable):
                    await store.append("t", 1, [b"2"], PLAYING, 2.0)
                with pytest.raises(Unavailable):
                    await store.secret("other")
        assert await store.head("t") == 1  # readers do not wait for the writer
    async with deadline("the late append is written"):
        while await store.head("t") == 1:
            await asyncio.sleep(0.01)
    assert await store.append("t", 2, [b"3"], PLAYING, 3.0) == 3
    await store.close()


@contextmanager
def full(store: Any) -> Iterator[None]:
    """Let a SQLite file grow no more, as on a full disk."""
    done = threading.Event()

    def limit(pages: int) -> Any:
        def steps() -> Any:
            connection: sqlite3.Connection = store._writer._connection
            if pages == 0:
                count = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages or count}")
            done.set()
            yield from ()

        return steps

    def run(pages: int) -> None:
        done.clear()
        store._writer.put(writer_module.Write(limit(pages), "", None, lambda result: None))

    run(0)
    try:
        yield
    finally:
        run(2**30)


async def refused_while_full(connection: TableConnection) -> set[str]:
    """Send messages to be kept until one is refused; return the codes of all refusals."""
    codes: list[str] = []
    say = f'{{"type":"say","seat":1,"text":"{"x" * 180}"}}'
    async with deadline("the disk is full"):
        while "unavailable" not in codes:
            await connection.send_raw(say)
            await connection.send_raw('{"type":"ping"}')
            while not isinstance(message := await connection.next(), Pong):
                if isinstance(message, Refusal):
                    codes.append(message.code)
    return set(codes)


async def test_on_a_full_disk_moves_are_unavailable_and_go_on_later(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, {"tokens": 5})
    await ada.start(table, named=0)
    async with lines(table, [ada, bea]) as (_, connection):
        with capture_logs() as logs:
            with full(server.store):
                assert await refused_while_full(connection) == {"unavailable"}
            assert isinstance(await connection.move(1, "keep"), Done)
    events = [log["event"] for log in logs if "store" in log["event"]]
    assert events == ["the store cannot write", "the store writes again"]
    room = await server.node.rooms.room(table)
    assert len(await server.store.read(table)) == room.table.seq


NO_MOUNT = "no file system could be mounted"


@contextmanager
def small_disk(folder: Path) -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Mount a small file system; yield a function that fills it.

    Where this process may not mount, the size of the store's files is limited instead, with a
    warning in the summary of the tests.
    """
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            yield partial(filled, folder / "filler")
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    else:
        warnings.warn(f"{NO_MOUNT}: only a limit for the size of files was tested", stacklevel=2)
        yield partial(limited, folder / "store.db-wal")


@contextmanager
def filled(file: Path) -> Iterator[None]:
    """Fill a file system to the last byte."""
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(b"x" * 512)
    try:
        yield
    finally:
        file.unlink()


@contextmanager
def limited(file: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the present size of one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.filterwarnings(f"default:{NO_MOUNT}")
async def test_a_small_disk_fills_up_during_a_match(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as fill:
        async with running(tmp_path / "disk" / "store.db") as server:
            table, (ada, bea) = await server.seated("dieci", 2, {"tokens": 5})
            await ada.start(table, named=0)
            async with lines(table, [ada, bea]) as (_, connection):
                with capture_logs() as logs:
                    with fill():
                        assert await refused_while_full(connection) == {"unavailable"}
                        answer = await connection.move(1, "keep")
                        assert isinstance(answer, Refusal)
                        assert answer.code == "unavailable"
                    assert isinstance(await connection.move(1, "keep"), Done)
            events = [log["event"] for log in logs if "store" in log["event"]]
            assert events == ["the store cannot write", "the store writes again"]
            room = await server.node.rooms.room(table)
            assert len(await server.store.read(table)) == room.table.seq


async def test_a_file_that_may_not_grow_is_a_full_disk(server: Running, tmp_path: Path) -> None:
    """The limit of the process for the size of files; SQLite reports it like a used-up quota."""
    table, (ada, bea) = await server.seated("dieci", 2, {"tokens": 5})
    await ada.start(table, named=0)
    async with lines(table, [ada, bea]) as (_, connection):
        with capture_logs() as logs:
            with limited(tmp_path / "store.db-wal"):
                for _ in range(5):
                    answer = await connection.move(1, "keep")
                    assert isinstance(answer, Refusal)
                    assert answer.code == "unavailable"
            assert isinstance(await connection.move(1, "keep"), Done)
    assert [(log["event"], log.get("error")) for log in logs if "store" in log["event"]] == [
        ("the store cannot write", "SQLITE_IOERR_WRITE"),
        ("the store writes again", None),
    ]


# The client


async def test_a_server_that_falls_silent_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is open in both directions, but nobody answers."""
    monkeypatch.setattr(client_connection, "PING_S", 0.1)
    monkeypatch.setattr(client_connection, "CLOSE_S", 0.1)
    asleep = asyncio.Event()

    async def fall_silent(socket: ServerConnection) -> None:
        socket.transport.pause_reading()
        await asleep.wait()

    async with websockets.serve(fall_silent, "127.0.0.1", 0, close_timeout=0.1) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        connection = TableConnection(f"ws://127.0.0.1:{port}/", "http://127.0.0.1", "")
        async with deadline("the client gives up"):
            with pytest.raises(ConnectionEnded):
                await connection.__aenter__()
        asleep.set()


# Bots


async def test_a_bot_that_thinks_for_ever_makes_a_random_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    monkeypatch.setattr(seated_bots, "THINK_S", 0.2)
    monkeypatch.setattr(seated_bots, "_ask", lambda *args: over.wait(60))
    store = await open_store(f"sqlite:///{tmp_path / 'store.db'}")
    node = RoomsNode(store)
    room = await node.rooms.open_table("ada", "one_to_ten", 2, {}, Settings(pace_ms=0))
    await room.act(lambda table, at: sitting.sit(table, "ada", "Ada", 0, at))
    await room.act(lambda table, at: sitting.seat_bot(table, "ada", 1, "easy", at))
    await room.act(lambda table, at: playing.start(table, "ada", 1, at))
    before = room.table.seq
    await until(lambda: room.table.seq > before, "the bot moves")
    assert node.metrics.value("bot_failures") >= 1  # more if it is to move again already
    monkeypatch.setattr(seated_bots, "THINK_S", 0.1)
    await until(lambda: 0 in room.table.legal, "ada is to move")
    with pytest.raises(CommandRefused) as refusal:
        await node.bots.advise(room, 0)
    assert refusal.value.code == "unavailable"
    over.set()
    await node.stop()
    await store.close()


# The bus


async def _never_given(*args: object, **settings: object) -> None:
    await asyncio.Event().wait()


class Deaf:
    """A server that accepts connections and never answers."""

    def __init__(self) -> None:
        self.accepted = 0
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self._writers.append(writer)

    async def __aexit__(self, *args: object) -> None:
        for writer in self._writers:
            writer.close()
        self._server.close()


async def test_a_bus_that_never_answers_is_down_and_can_be_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bus_module, "BUS_CALL_S", 0.1)
    deaf = Deaf()
    async with deaf as url:
        bus = RedisBus(url)
        with capture_logs() as logs:
            await bus.start(lambda what, table, rest: None, lambda: None)
            await until(lambda: logs, "the bus is noticed to be down")
            bus.publish("entries", "a-table", "7")
            await until(lambda: deaf.accepted >= 4, "the bus is tried again")
            assert not bus.is_up
            async with deadline("the bus is left"):
                await bus.stop()
    assert [log["event"] for log in logs] == ["bus is down"]


async def test_a_bus_whose_library_hangs_is_down_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The timeouts are our own: neither reading nor leaving the channel returns."""
    monkeypatch.setattr(bus_module, "BUS_CALL_S", 0.05)
    monkeypatch.setattr(bus_module, "IDLE_S", 0.05)
    monkeypatch.setattr(bus_module, "RETRY_S", 0.01)
    opened: list[object] = []

    class Hanging:
        get_message = aclose = _never_given

        def __init__(self) -> None:
            opened.append(self)

        async def subscribe(self, name: str) -> None:
            pass

    class Library:
        pubsub = Hanging
        publish = aclose = _never_given

    bus = RedisBus("redis://127.0.0.1:1")
    with capture_logs() as logs:
        await bus.start(lambda what, table, rest: None, lambda: None)
        bus._client = Library()
        await until(lambda: len(opened) >= 3, "the channel is opened again and again")
        assert not bus.is_up
        async with deadline("the bus is left"):
            await bus.stop()
    assert [log["event"] for log in logs] == ["bus is down"]


async def test_a_call_to_the_bus_is_not_repeated_inside_the_library() -> None:
    attempts = []

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        attempts.append(1)
        writer.close()  # every connection is lost at once

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    bus = RedisBus(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await bus.start(lambda what, table, rest: None, lambda: None)
    try:
        for task in bus._tasks:
            task.cancel()
        await asyncio.gather(*bus._tasks, return_exceptions=True)
        attempts.clear()
        with pytest.raises(RedisError):
            await bus._client.publish("mazziere", "x")
        assert len(attempts) == 1
    finally:
        await bus.stop()
        server.close()


# Shutdown


async def test_a_limit_that_was_cancelled_does_nothing() -> None:
    left: list[bool] = []
    limit = shutdown.ShutdownLimit(lambda: left.append(True))
    with capture_logs() as logs:
        limit.start()
        limit.cancel()
        timer = limit._timer
        assert timer is not None
        assert timer.daemon, "a limit that is not reached lets the process end"
        await asyncio.to_thread(timer.join)
    assert (left, logs) == ([], [])


async def test_a_shutdown_that_hangs_is_logged_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutdown, "SHUTDOWN_S", 0.05)
    left = threading.Event()

    async def inner() -> None:
        await asyncio.Event().wait()

    async def waits_for_ever() -> None:
        await inner()

    task = asyncio.create_task(waits_for_ever(), name="stuck")
    await asyncio.sleep(0)
    with capture_logs() as logs:
        shutdown.ShutdownLimit(left.set).start()
        assert await asyncio.to_thread(left.wait, 60)
    task.cancel()
    assert logs[0]["event"] == "shutdown takes too long"
    (stuck,) = [log for log in logs if log.get("task") == "stuck"]
    names = [place.split()[-1] for place in stuck["where"]]
    assert names[-2:] == ["inner", "waits_for_ever"]


async def _never(*args: object) -> None:
    await asyncio.Event().wait()


async def _fail(*args: object) -> None:
    raise RuntimeError("no password")


async def _open_for_ever(url: str | None) -> Store:
    store = await open_store(url)
    store.close = _never  # type: ignore[method-assign]
    return store


def _hang(*args: object) -> None:
    os.write(2, b"hanging\n")  # into the log
    threading.Event().wait()


async def test_a_server_that_cannot_stop_exits_all_the_same(tmp_path: Path) -> None:
    patches = {
        "mazziere.server.operations.shutdown.SHUTDOWN_S": 0.5,
        "mazziere.server.node.end": _never,
    }
    server = serve(tmp_path / "data", patches=patches)
    assert await asyncio.to_thread(server.stop) == shutdown.EXIT_CODE
    logs = [json.loads(line) for line in server.log.read_text().splitlines()]
    (event,) = [log for log in logs if log["event"] == "shutdown takes too long"]
    assert event["level"] == "error"
    places = [place for log in logs for place in log.get("where", ())]
    assert any("_never" in place for place in places)


async def test_a_bot_that_hangs_in_a_thread_does_not_keep_the_process(tmp_path: Path) -> None:
    """After the event loop has ended, Python would wait for the thread."""
    patches = {
        "mazziere.server.operations.shutdown.SHUTDOWN_S": 2.0,
        "mazziere.server.bots.seated_bots._ask": _hang,
    }
    server = serve(tmp_path / "data", patches=patches)
    ada = server.client()
    table = await ada.open("one_to_ten", "Ada", 2, bots=["easy"])
    async with ada.connect(table.id):
        await ada.start(table.id, named=1)  # the bot begins
        await until(lambda: "hanging" in server.log.read_text(), "the bot hangs")
    assert await asyncio.to_thread(server.stop) == shutdown.EXIT_CODE
    text = server.log.read_text()
    logs = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    places = [place for log in logs for place in log.get("where", ())]
    assert any("_hang" in place for place in places)


async def test_a_server_that_fails_to_start_ends_although_its_store_does_not_close(
    tmp_path: Path,
) -> None:
    patches = {
        "mazziere.server.operations.shutdown.SHUTDOWN_S": 0.5,
        "mazziere.server.run.first_password": _fail,
        "mazziere.server.run.open_store": _open_for_ever,
    }
    with pytest.raises(DiedEarlyError) as died:
        await asyncio.to_thread(serve, tmp_path / "data", patches=patches)
    assert died.value.code == shutdown.EXIT_CODE
