"""Our server under load: every answered move is legal and durable."""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.server.figures import Figures, Watch
from bench.server.frames import Socket, connect
from bench.server.tables import Seated

AT_ONCE = 200


class _Position(msgspec.Struct):
    seat: int | None
    moves: tuple[str, ...]


class _Table(msgspec.Struct):
    seq: int


class _Message(msgspec.Struct):
    type: str
    seq: int = 0
    table: _Table | None = None
    positions: tuple[_Position, ...] = ()
    id: str | int = ""
    code: str = ""


_decoder = msgspec.json.Decoder(_Message)


def start(
    database: str, core: int | None, folder: Path, game: str, with_bots: bool = False
) -> "tuple[subprocess.Popen[str], int]":
    """Start a server on one core, with compiled bots if wanted; return it with its port."""
    pin = ["taskset", "-c", str(core)] if core is not None else []
    with (folder / "ours.log").open("w") as log:
        process = subprocess.Popen(
            [*pin, sys.executable, "-m", "bench.server.serve", database, game]
            + (["bots"] if with_bots else []),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    connection = process.stdout.readline()
    if not connection:
        raise RuntimeError((folder / "ours.log").read_text())
    return process, int(connection)


class Person:
    """A person who moves whenever it is their turn."""

    def __init__(self, seated: Seated, load: "Load") -> None:
        self.seated = seated
        self.seq: int | None = None
        self._load = load
        self._sent = 0.0
        self._count = 0
        self._waits = False
        self._shown: asyncio.Future[None] | None = None
        self._socket: Socket | None = None
        self._draw = random.Random(f"{seated.table} {seated.seat}")
        self._moves: tuple[str, ...] = ()

    async def connect(self, port: int) -> None:
        """Connect, send hello, and wait for the snapshot."""
        path = f"/api/tables/{self.seated.table}/socket"
        self._shown = asyncio.get_running_loop().create_future()
        self._socket = await connect(port, path, self._take, self.seated.cookie)
        last = "null" if self.seq is None else str(self.seq)
        self._socket.send(b'{"type":"hello","version":1,"last":%s}' % last.encode())
        await self._shown

    def drop(self) -> None:
        """Drop the connection without a close frame."""
        if self._socket is not None:
            self._socket.drop()

    def _take(self, socket: Socket, data: bytes) -> None:
        message = _decoder.decode(data)
        if message.type in ("snapshot", "update"):
            self.seq = message.table.seq if message.table is not None else message.seq
            self._moves = message.positions[0].moves
            if self._shown is not None and not self._shown.done():
                self._shown.set_result(None)
        elif message.type == "done":
            self._load.waits.append(time.perf_counter() - self._sent)
            self._waits = False
        elif message.type == "refusal":
            self._load.refusals.append(message.code)
            self._waits = False
        self.move()

    def ping(self) -> None:
        """Ping, as a page does every second."""
        if self._socket is not None:
            self._socket.send(b'{"type":"ping"}')

    def move(self) -> None:
        """Move if it is this person's turn and the load is running."""
        if self._moves and not self._waits and self._load.is_on and self._socket is not None:
            self._count += 1
            self._waits = True
            text = self._draw.choice(self._moves)
            self._sent = time.perf_counter()
            self._socket.send(
                b'{"type":"move","id":"%d","seat":%d,"moves":["%s"],"expect":%d}'
                % (self._count, self.seated.seat, text.encode(), self.seq or 0)
            )


class Load:
    """All people of a load, and their latencies."""

    def __init__(self) -> None:
        self.is_on = False
        self.waits: list[float] = []
        self.refusals: list[str] = []


async def connected(people: Sequence[Person], port: int) -> float:
    """Connect everybody; return the duration."""
    began = time.perf_counter()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(person: Person) -> None:
        async with gate:
            await person.connect(port)

    await asyncio.gather(*map(one, people))
    return time.perf_counter() - began


async def measure(
    seated: Sequence[Sequence[Seated]], port: int, pid: int, warm_s: float, seconds: float
) -> Figures:
    """Let everybody play, and measure after a warm-up."""
    load = Load()
    people = [Person(one, load) for table in seated for one in table]
    await connected(people, port)
    load.is_on = True
    for person in people:
        person.move()
    await asyncio.sleep(warm_s)
    load.waits.clear()
    watch = Watch(pid)
    await asyncio.sleep(seconds)
    figures = watch.stop(load.waits)
    load.is_on = False
    await asyncio.sleep(0.5)
    for person in people:
        person.drop()
    if any(code != "stale" for code in load.refusals):
        raise RuntimeError(f"refused: {set(load.refusals)}")
    return figures
