"""boardgame.io's server under the same load: a trivial move, in memory only."""

import asyncio
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import msgspec

from bench.sampling import NotMeasured
from bench.server.figures import Figures, Watch
from bench.server.frames import Socket, connect

VERSION = "0.50.2"
PATH = "/socket.io/?EIO=4&transport=websocket"
ROOM = b"/count,"


def install(folder: Path) -> str:
    """Install it from npm into its own folder; NotMeasured if that fails."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise NotMeasured("node and npm are not there")
    (folder / "package.json").write_text('{"private": true}\n')
    words = ["npm", "install", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotMeasured(f"npm cannot install boardgame.io {VERSION}")
    return VERSION


def start(folder: Path, core: int | None) -> "tuple[subprocess.Popen[str], int]":
    """Start the server on one core; return it with its port."""
    pin = ["taskset", "-c", str(core)] if core is not None else []
    script = Path(__file__).with_name("peer.js")
    process = subprocess.Popen(
        [*pin, "node", str(script), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    assert process.stdout is not None
    for connection in process.stdout:
        if connection.strip().isdigit():
            return process, int(connection)
    raise NotMeasured("boardgame.io does not start")


_states = msgspec.json.Decoder(list[msgspec.Raw])


class Person:
    """A person who adds one whenever it is their turn."""

    def __init__(self, match: str, player: str, load: "Load") -> None:
        self._match, self._player, self._load = match, player, load
        self._socket: Socket | None = None
        self._synced: asyncio.Future[None] | None = None
        self._sent = 0.0
        self._waits = False
        self._state = -1
        self._turn = ""

    async def connect(self, port: int) -> None:
        self._synced = asyncio.get_running_loop().create_future()
        self._socket = await connect(port, PATH, self._take)
        await self._synced

    def _take(self, socket: Socket, data: bytes) -> None:
        if data.startswith(b"0"):
            socket.send(b"40" + ROOM)
        elif data.startswith(b"40"):
            words = json.dumps(["sync", self._match, self._player, None, 2])
            socket.send(b"42" + ROOM + words.encode())
        elif data == b"2":
            socket.send(b"3")
        elif data.startswith(b"42"):
            self._event(data[data.index(b",") + 1 :])

    def _event(self, data: bytes) -> None:
        kind, *rest = _states.decode(data)
        if bytes(kind) == b'"sync"':
            state = json.loads(bytes(rest[1]))["state"]
            if self._synced is not None and not self._synced.done():
                self._synced.set_result(None)
        elif bytes(kind) == b'"update"':
            state = msgspec.json.decode(rest[1])
        else:
            return
        self._state, self._turn = state["_stateID"], state["ctx"]["currentPlayer"]
        if self._waits and self._turn != self._player:
            self._load.waits.append(time.perf_counter() - self._sent)
            self._waits = False
        self.move()

    def move(self) -> None:
        if self._load.is_on and self._turn == self._player and not self._waits:
            assert self._socket is not None
            self._waits = True
            payload = {"type": "add", "args": [], "playerID": self._player}
            action = {"type": "MAKE_MOVE", "payload": payload}
            words = ["update", action, self._state, self._match, self._player]
            self._sent = time.perf_counter()
            self._socket.send(b"42" + ROOM + msgspec.json.encode(words))

    def drop(self) -> None:
        if self._socket is not None:
            self._socket.drop()


class Load:
    """All people of a load, and their latencies."""

    def __init__(self) -> None:
        self.is_on = False
        self.waits: list[float] = []


async def measure(port: int, pid: int, tables: int, warm_s: float, seconds: float) -> Figures:
    """Let everybody play, and measure after a warm-up."""
    load = Load()
    people = [Person(f"match{n}", player, load) for n in range(tables) for player in "01"]
    for first in range(0, len(people), 50):
        await asyncio.gather(*(one.connect(port) for one in people[first : first + 50]))
    load.is_on = True
    for person in people:
        person.move()
    await asyncio.sleep(warm_s)
    load.waits.clear()
    watch = Watch(pid)
    await asyncio.sleep(seconds)
    figures = watch.stop(load.waits)
    load.is_on = False
    await asyncio.sleep(0.3)
    for person in people:
        person.drop()
    return figures
