"""People who play through restarts of servers, and record all acknowledged moves."""

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from mazziere.client import Client, ConnectionEnded, TableConnection
from mazziere.games import find
from mazziere.store import open_store
from mazziere.table.entries import AnyEntry, Ended, Moved, decode
from mazziere.table.table import TableState
from mazziere.wire.client import Move
from mazziere.wire.server import Done, Goodbye, Refusal
from tests.waiting import deadline

LONG: dict[str, Any] = {"scoring": "winner", "target": 2000}
"""A match that no test plays to its end."""
PLAY_S = 200
"""Time limit for a match."""
LOST = (ConnectionEnded, OSError, EOFError, TimeoutError, WebSocketException)


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
    """A person at a seat who reconnects, and repeats a move that was not answered."""

    where: Callable[[], str]  # the URL to connect to next
    cookie: str
    table: str
    seat: int
    draw: random.Random
    promised: list[Promised] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    connection: TableConnection | None = None
    is_over: bool = False
    _open: Move | None = None  # sent, but not answered yet
    _last: int | None = None

    async def play(self, until: Callable[[], bool]) -> None:
        """Play until `until()` holds or the match is over, through all failures of servers."""
        async with deadline(f"seat {self.seat} has played enough", PLAY_S):
            while not until() and not self.is_over:
                try:
                    await self._connected(until)
                except LOST:
                    await asyncio.sleep(0.05)

    async def _connected(self, until: Callable[[], bool]) -> None:
        client = Client(self.where())
        client.cookie = self.cookie
        async with client.connect(self.table, self._last) as connection:
            self.connection = connection
            try:
                await self._go_on(connection, until)
            finally:
                self._last = connection.seq

    async def _go_on(self, connection: TableConnection, until: Callable[[], bool]) -> None:
        while not until():
            if connection.table.phase == "over":
                self.is_over = True
                return
            if (
                self._open is None
                and connection.moves(self.seat)
                and connection.table.phase == "playing"
            ):
                move = self.draw.choice(connection.moves(self.seat))
                self._open = Move(secrets.token_hex(8), self.seat, (move,), connection.seq)
            if self._open is not None:
                await self._send(connection, self._open)
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await connection.next()

    async def _send(self, connection: TableConnection, move: Move) -> None:
        await connection.send(move)
        while True:
            answer = await connection.next()
            if isinstance(answer, (Done, Refusal)) and answer.id == move.id:
                break
        if isinstance(answer, Done):
            self.promised.append(
                Promised(self.table, self.seat, move.moves[0], move.id, answer.seq)
            )
            self._open = None
        elif answer.code != "unavailable":  # such a move is repeated, another one is chosen anew
            self.refused.append(answer)
            self._open = None


async def farewell(connection: TableConnection) -> Goodbye:
    """Read until the connection ends; return the goodbye of the server."""
    with pytest.raises(ConnectionEnded) as closed:
        await _read_on(connection)
    assert closed.value.goodbye is not None
    return closed.value.goodbye


async def _read_on(connection: TableConnection) -> None:
    async with deadline("the server ends the connection"):
        while True:
            await connection.next()


async def seated(
    url: str,
    where: list[Callable[[], str]],
    seed: int,
    game: str = "uno",
    bots: Sequence[str] = (),
    starts: bool = True,
    **settings: Any,
) -> list[Person]:
    """Open a table with one person per URL in `where`, and start the match unless told not to."""
    clients = [Client(url) for _ in where]
    players = len(where) + len(bots)
    options = LONG if "target" in {option.name for option in find(game).options} else {}
    info = await clients[0].open(game, "Ada 0", players, options, graceMs=0, paceMs=0, **settings)
    for seat, client in enumerate(clients[1:], 1):
        await client.join(info.id, f"Bea {seat}", seat)
    for number, bot in enumerate(bots, len(clients)):
        await clients[0].act("PUT", info.id, f"/seats/{number}", {"bot": bot})
    if starts:
        await clients[0].start(info.id)
    return [
        Person(place, client.cookie or "", info.id, seat, random.Random(seed * 100 + seat))
        for seat, (client, place) in enumerate(zip(clients, where, strict=True))
    ]


async def read_log(database: str, table: str) -> list[AnyEntry]:
    """Return the entries of a table; fails if they cannot be folded."""
    store = await open_store(database)
    try:
        rows = await store.read(table)
    finally:
        await store.close()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    entries = [decode(row.data) for row in rows]
    folded = TableState(table)
    for row, entry in zip(rows, entries, strict=True):
        folded.apply(entry, row.at)  # an illegal move would be refused here
    return entries


def check(entries: list[AnyEntry], people: list[Person]) -> None:
    """Check that no acknowledged move is missing or duplicated."""
    for promised in (promise for person in people for promise in person.promised):
        entry = entries[promised.seq - 1]
        assert isinstance(entry, Moved), (promised, entry)
        assert (entry.seat, entry.moves) == (promised.seat, (promised.move,))
        assert entry.id == promised.id
    ids = [entry.id for entry in entries if isinstance(entry, Moved) and entry.id]
    assert len(ids) == len(set(ids)), "a move is there twice"
    assert sum(isinstance(entry, Ended) for entry in entries) <= 1
