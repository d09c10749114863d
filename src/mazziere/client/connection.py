"""The WebSocket part of the client: the last state that the server sent, and moves."""

import asyncio
import random
import secrets
from contextlib import suppress
from types import TracebackType
from typing import Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from mazziere.kernel.fair import pledge
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient, Hello, Mix, Move, Pledge
from mazziere.wire.server import AnyFromServer, Done, Goodbye, Refusal, Snapshot, Update
from mazziere.wire.shared import ClockInfo, News, Position, TableInfo

FIRST_WAIT_S, LONGEST_WAIT_S = 0.2, 10.0
"""Pause before a reconnect: exponential back-off with jitter."""
CONNECT_S = 10.0
"""Timeout of a new connection."""
CLOSE_S = 5.0
"""Timeout of closing a connection."""
PING_S = 20.0
"""Interval between two pings of the server, and timeout of an answer."""

_decoder: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)
_encoder = msgspec.json.Encoder()


class ConnectionEnded(Exception):
    """The connection has ended; `goodbye` is the server's last message, if it sent one."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__(goodbye)
        self.goodbye = goodbye


class TableConnection:
    """A connection to a table.

    With `tries` above 0 it reconnects when the connection is lost or the server restarts, up to
    `tries` times in a row. It then asks for missed entries. A move without an answer is sent again
    with the same id, so that it is made once.
    """

    def __init__(
        self, address: str, origin: str, cookie: str, last: int | None = None, tries: int = 0
    ) -> None:
        self._address = address
        self._origin = origin
        self._cookie = cookie
        self._last = last
        self._page, self._attempt = secrets.token_hex(8), 0  # tell our connections apart
        self._tries = tries
        self._socket: ClientConnection | None = None
        self._goodbye: Goodbye | None = None
        self._failures = 0  # failed reconnects since the last update
        self._table: TableInfo | None = None
        self._parts: dict[int, bytes] = {}
        self.connections = 0  # connections made so far
        self.received: list[bytes] | None = None  # set a list to record every frame
        self.news: list[News] = []
        self.positions: dict[int | None, Position] = {}
        self.clocks: tuple[ClockInfo, ...] = ()

    async def __aenter__(self) -> Self:
        await self._connect()
        while self._table is None:
            await self.next()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection."""
        self._tries = 0
        if self._socket is not None:
            await self._socket.close()

    # Connecting

    async def _connect(self) -> None:
        self._socket = await connect(
            self._address,
            origin=self._origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self._cookie} if self._cookie else {},
            compression=None,
            max_size=1 << 22,
            open_timeout=CONNECT_S,
            close_timeout=CLOSE_S,
            ping_interval=PING_S,
            ping_timeout=PING_S,
            proxy=None,
        )
        self._goodbye = None
        self.connections += 1
        with suppress(ConnectionEnded):  # `next` raises it with the reason
            await self.hello()

    async def hello(self) -> None:
        """Ask for all entries after the last known one."""
        self._attempt += 1
        last = self._last if self._table is None else self.seq
        await self.send(Hello(VERSION, last, self._page, self._attempt))

    async def _reconnect(self) -> None:
        """Connect again; ConnectionEnded if the server does not want it, or all tries fail."""
        while self._failures < self._tries:
            if self._goodbye is not None and not self._goodbye.come_back:
                break
            wait = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2**self._failures)
            self._failures += 1
            await asyncio.sleep(wait * (0.5 + random.random() / 2))
            try:
                await self._connect()
            except (OSError, InvalidHandshake):
                continue
            return
        raise ConnectionEnded(self._goodbye)

    # State

    @property
    def table(self) -> TableInfo:
        """The table, as the server last showed it."""
        assert self._table is not None
        return self._table

    @property
    def seq(self) -> int:
        """The last entry that the server showed."""
        return self.table.seq

    def moves(self, seat: int) -> tuple[str, ...]:
        """Return the legal moves of a seat."""
        position = self.positions.get(seat)
        return position.moves if position else ()

    # Messages

    async def send(self, message: AnyFromClient) -> None:
        """Send a message; ConnectionEnded."""
        await self.send_raw(_encoder.encode(message).decode("utf-8"))

    async def send_raw(self, data: str | bytes) -> None:
        """Send any text or bytes; ConnectionEnded."""
        assert self._socket is not None
        try:
            await self._socket.send(data)
        except ConnectionClosed:
            raise ConnectionEnded(self._goodbye) from None

    async def next(self) -> AnyFromServer:
        """Wait for the next message, and update the state; ConnectionEnded."""
        while True:
            assert self._socket is not None
            try:
                data = await self._socket.recv()
            except ConnectionClosed:
                if not self._tries:
                    raise ConnectionEnded(self._goodbye) from None
                await self._reconnect()
                continue
            raw = data.encode("utf-8") if isinstance(data, str) else data
            if self.received is not None:
                self.received.append(raw)
            message = _decoder.decode(raw)
            await self._update(message)
            return message

    async def _update(self, message: AnyFromServer) -> None:
        if isinstance(message, Goodbye):
            self._goodbye = message
        elif isinstance(message, Update) and self._table and message.after > self.seq:
            await self.hello()  # entries are missing in between
        elif isinstance(message, (Snapshot, Update)):
            if isinstance(message, Snapshot):
                self.news = []
            self._failures = 0
            known = self.news[-1].seq if self.news else 0
            self.news += [item for item in message.news if item.seq > known]
            if message.table is not None:
                self._table = message.table
            elif isinstance(message, Update):
                self._table = msgspec.structs.replace(self.table, seq=message.seq)
            self.positions = {position.seat: position for position in message.positions}
            self.clocks = message.clocks
            if self.table.phase == "starting" and self._parts:
                await self._reveal_parts()

    async def _reveal_parts(self) -> None:
        parts, self._parts = self._parts, {}
        listed = dict(self.table.deal.pledges) if self.table.deal else {}
        for seat, part in parts.items():
            if listed.get(seat) == pledge(part):  # otherwise it was pledged for another deal
                await self.send(Mix(seat, part.hex()))

    async def pledge(self, seat: int) -> None:
        """Commit to a random part of the next deal; it is revealed when the match starts."""
        part = secrets.token_bytes(32)
        self._parts[seat] = part
        await self.send(Pledge(seat, pledge(part)))

    async def move(
        self, seat: int, *moves: str, expect: int | None = None, move_id: str | None = None
    ) -> Done | Refusal:
        """Make moves, and wait for the answer; `move_id` repeats a move without making it twice."""
        message_sent = Move(
            move_id or secrets.token_hex(8), seat, moves, self.seq if expect is None else expect
        )
        sent_on = 0
        while True:
            if sent_on != self.connections:
                sent_on = self.connections
                try:
                    await self.send(message_sent)
                except ConnectionEnded:
                    if not self._tries:
                        raise
            message = await self.next()
            if isinstance(message, (Done, Refusal)) and message.id == message_sent.id:
                return message

    async def until(self, phase: str, limit_s: float = 30.0) -> None:
        """Wait until the table is in a phase; TimeoutError after `limit_s`."""
        async with asyncio.timeout(limit_s):
            while self.table.phase != phase:
                await self.next()
