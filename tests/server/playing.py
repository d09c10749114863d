"""People who play over any server that is there, and remember what they were promised."""

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from mazziere.client import Client, Closed, Line
from mazziere.store import open_store
from mazziere.table.entries import AnyEntry, Ended, Moved, decode
from mazziere.table.table import Table
from mazziere.wire.client import Move
from mazziere.wire.server import Done, Goodbye, Refusal

LONG: dict[str, Any] = {"scoring": "winner", "target": 2000}
"""A match that no test plays to its end."""
LOST = (Closed, OSError, EOFError, TimeoutError, WebSocketException)


@dataclass
class Promised:
    """A move that the server has acknowledged."""

    table: str
    seat: int
    move: str
    id: str
    seq: int


@dataclass
class Person:
    """Somebody at a seat who always comes back, and sends again what was not answered."""

    where: Callable[[], str]  # the URL to connect to next
    cookie: str
    table: str
    seat: int
    draw: random.Random
    promised: list[Promised] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    line: Line | None = None
    is_over: bool = False
    _open: Move | None = None  # what was sent and not answered yet
    _last: int | None = None

    async def play(self, until: Callable[[], bool]) -> None:
        """Play until told to stop or until the match is over, whatever happens to the servers."""
        while not until() and not self.is_over:
            try:
                await self._connected(until)
            except LOST:
                await asyncio.sleep(0.05)

    async def _connected(self, until: Callable[[], bool]) -> None:
        client = Client(self.where())
        client.cookie = self.cookie
        async with client.line(self.table, self._last) as line:
            self.line = line
            try:
                await self._go_on(line, until)
            finally:
                self._last = line.seq

    async def _go_on(self, line: Line, until: Callable[[], bool]) -> None:
        while not until():
            if line.table.phase == "over":
                self.is_over = True
                return
            if self._open is None and line.moves(self.seat) and line.table.phase == "playing":
                move = self.draw.choice(line.moves(self.seat))
                self._open = Move(secrets.token_hex(8), self.seat, (move,), line.seq)
            if self._open is not None:
                await self._send(line, self._open)
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await line.next()

    async def _send(self, line: Line, move: Move) -> None:
        await line.send(move)
        while True:
            answer = await line.next()
            if isinstance(answer, (Done, Refusal)) and answer.id == move.id:
                break
        if isinstance(answer, Done):
            self.promised.append(
                Promised(self.table, self.seat, move.moves[0], move.id, answer.seq)
            )
            self._open = None
        elif answer.code != "unavailable":  # that is sent again, others are thought over
            self.refused.append(answer)
            self._open = None


async def farewell(line: Line) -> Goodbye:
    """Read until the connection ends; return what the server says to that."""
    with pytest.raises(Closed) as closed:
        await _for_ever(line)
    assert closed.value.goodbye is not None
    return closed.value.goodbye


async def _for_ever(line: Line) -> None:
    async with asyncio.timeout(20):
        while True:
            await line.next()


async def seated(
    url: str,
    where: list[Callable[[], str]],
    seed: int,
    game: str = "uno",
    bots: Sequence[str] = (),
    **settings: Any,
) -> list[Person]:
    """Open a table with a person for each place to connect to, and start the match."""
    clients = [Client(url) for _ in where]
    players = len(where) + len(bots)
    options = LONG if game == "uno" else {}
    info = await clients[0].open(game, "Ada 0", players, options, graceMs=0, paceMs=0, **settings)
    for seat, client in enumerate(clients[1:], 1):
        await client.join(info.id, f"Bea {seat}", seat)
    for number, bot in enumerate(bots, len(clients)):
        await clients[0].act("PUT", info.id, f"/seats/{number}", {"bot": bot})
    await clients[0].start(info.id)
    return [
        Person(place, client.cookie or "", info.id, seat, random.Random(seed * 100 + seat))
        for seat, (client, place) in enumerate(zip(clients, where, strict=True))
    ]


async def read_log(database: str, table: str) -> list[AnyEntry]:
    """The entries of a table, each legal after those before it."""
    store = await open_store(database)
    try:
        rows = await store.read(table)
    finally:
        await store.close()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    entries = [decode(row.data) for row in rows]
    folded = Table(table)
    for row, entry in zip(rows, entries, strict=True):
        folded.apply(entry, row.at)  # an illegal move would be refused here
    return entries


def check(entries: list[AnyEntry], people: list[Person]) -> None:
    """Nothing that was promised is missing, and nothing is there twice."""
    for promised in (promise for person in people for promise in person.promised):
        entry = entries[promised.seq - 1]
        assert isinstance(entry, Moved), (promised, entry)
        assert (entry.seat, entry.moves) == (promised.seat, (promised.move,))
        assert entry.id == promised.id
    ids = [entry.id for entry in entries if isinstance(entry, Moved) and entry.id]
    assert len(ids) == len(set(ids)), "a move is there twice"
    assert sum(isinstance(entry, Ended) for entry in entries) <= 1
