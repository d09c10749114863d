"""The socket of a client: what it has been shown, and its moves."""

import asyncio
import secrets
from typing import Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from mazziere.kernel.fair import pledge
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient, Hello, Mix, Move, Pledge
from mazziere.wire.server import (
    AnyFromServer,
    Done,
    Goodbye,
    Refusal,
    Snapshot,
    Update,
)
from mazziere.wire.shared import News, Position, TableInfo

_decoder: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)
_encoder = msgspec.json.Encoder()


class Closed(Exception):
    """The connection has ended; `goodbye` is what the server said, if anything."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__(goodbye)
        self.goodbye = goodbye


class Line:
    """A connection to a table."""

    def __init__(self, address: str, origin: str, cookie: str, last: int | None = None) -> None:
        self._address = address
        self._origin = origin
        self._cookie = cookie
        self._last = last
        self._socket: ClientConnection | None = None
        self._goodbye: Goodbye | None = None
        self.received: list[bytes] | None = None  # set a list to keep every frame
        self.news: list[News] = []
        self.positions: dict[int | None, Position] = {}
        self._table: TableInfo | None = None
        self._parts: dict[int, bytes] = {}

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            self._address,
            origin=self._origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self._cookie},
            compression=None,
            max_size=1 << 22,
            ping_interval=None,
        )
        await self.send(Hello(VERSION, self._last))
        while self._table is None:
            await self.next()
        return self

    async def __aexit__(self, *args: object) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def table(self) -> TableInfo:
        """The table as last shown."""
        assert self._table is not None
        return self._table

    @property
    def seq(self) -> int:
        """The last entry that was shown."""
        return self.table.seq

    def moves(self, seat: int) -> tuple[str, ...]:
        """What a seat may do now."""
        position = self.positions.get(seat)
        return position.moves if position else ()

    async def send(self, message: AnyFromClient) -> None:
        """Send a message."""
        assert self._socket is not None
        try:
            await self._socket.send(_encoder.encode(message).decode("utf-8"))
        except ConnectionClosed:
            raise Closed(self._goodbye) from None

    async def next(self) -> AnyFromServer:
        """Wait for the next message, and take note of it; Closed when there is none."""
        assert self._socket is not None
        try:
            data = await self._socket.recv()
        except ConnectionClosed:
            raise Closed(self._goodbye) from None
        raw = data.encode("utf-8") if isinstance(data, str) else data
        if self.received is not None:
            self.received.append(raw)
        message = _decoder.decode(raw)
        if isinstance(message, (Snapshot, Update)):
            self._table = message.table
            self.positions = {position.seat: position for position in message.positions}
            known = self.news[-1].seq if self.news else 0
            self.news += [item for item in message.news if item.seq > known]
            if self._table.phase == "starting" and self._parts:
                await self._show_parts()
        elif isinstance(message, Goodbye):
            self._goodbye = message
        return message

    async def _show_parts(self) -> None:
        parts, self._parts = self._parts, {}
        listed = dict(self.table.deal.pledges) if self.table.deal else {}
        for seat, part in parts.items():
            if listed.get(seat) == pledge(part):  # else it was pledged for another list
                await self.send(Mix(seat, part.hex()))

    async def pledge(self, seat: int) -> None:
        """Promise a random part of the next deal; it is shown when the match is about to begin."""
        part = secrets.token_bytes(32)
        self._parts[seat] = part
        await self.send(Pledge(seat, pledge(part)))

    async def move(self, seat: int, *moves: str, expect: int | None = None) -> Done | Refusal:
        """Make moves, and wait for the answer."""
        name = secrets.token_hex(8)
        await self.send(Move(name, seat, moves, self.seq if expect is None else expect))
        while True:
            message = await self.next()
            if isinstance(message, (Done, Refusal)) and message.id == name:
                return message

    async def until(self, phase: str, limit_s: float = 30.0) -> None:
        """Wait until the table is in a phase."""
        async with asyncio.timeout(limit_s):
            while self.table.phase != phase:
                await self.next()
