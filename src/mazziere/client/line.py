"""The socket of a client: what it has been shown, and its moves."""

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
"""Between attempts to come back: twice as long each time, and not all at the same moment."""

_decoder: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)
_encoder = msgspec.json.Encoder()


class Closed(Exception):
    """The connection has ended; `goodbye` is what the server said, if anything."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__(goodbye)
        self.goodbye = goodbye


class Line:
    """A connection to a table.

    With `tries` above 0 a connection that is lost, or that the server asks to come back, is made
    again up to so many times in a row: what was missed is asked for, and a move that had no answer
    yet is sent again under the same id, so that it is made once.
    """

    def __init__(
        self, address: str, origin: str, cookie: str, last: int | None = None, tries: int = 0
    ) -> None:
        self._address = address
        self._origin = origin
        self._cookie = cookie
        self._last = last
        self._tries = tries
        self._socket: ClientConnection | None = None
        self._goodbye: Goodbye | None = None
        self._failures = 0  # since it was last shown something
        self._table: TableInfo | None = None
        self._parts: dict[int, bytes] = {}
        self.connections = 0  # that have been made
        self.received: list[bytes] | None = None  # set a list to keep every frame
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
            ping_interval=None,
            proxy=None,
        )
        self._goodbye = None
        self.connections += 1
        with suppress(Closed):  # the next message says why
            await self.hello()

    async def hello(self) -> None:
        """Say what is known, to be told the rest."""
        await self.send(Hello(VERSION, self._last if self._table is None else self.seq))

    async def _come_back(self) -> None:
        """Connect again; Closed if that is not wanted, or does not succeed."""
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
        raise Closed(self._goodbye)

    # What is known

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

    # Talking

    async def send(self, message: AnyFromClient) -> None:
        """Send a message; Closed if the connection is no more."""
        await self.send_raw(_encoder.encode(message).decode("utf-8"))

    async def send_raw(self, data: str | bytes) -> None:
        """Send anything."""
        assert self._socket is not None
        try:
            await self._socket.send(data)
        except ConnectionClosed:
            raise Closed(self._goodbye) from None

    async def next(self) -> AnyFromServer:
        """Wait for the next message, and take note of it; Closed when there is none."""
        while True:
            assert self._socket is not None
            try:
                data = await self._socket.recv()
            except ConnectionClosed:
                if not self._tries:
                    raise Closed(self._goodbye) from None
                await self._come_back()
                continue
            raw = data.encode("utf-8") if isinstance(data, str) else data
            if self.received is not None:
                self.received.append(raw)
            message = _decoder.decode(raw)
            await self._note(message)
            return message

    async def _note(self, message: AnyFromServer) -> None:
        if isinstance(message, Goodbye):
            self._goodbye = message
        elif isinstance(message, Update) and self._table and message.after > self.seq:
            await self.hello()  # something is missing in between
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
                await self._show_parts()

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

    async def move(
        self, seat: int, *moves: str, expect: int | None = None, name: str | None = None
    ) -> Done | Refusal:
        """Make moves, and wait for the answer; `name` is the id of a move that is made again."""
        wish = Move(
            name or secrets.token_hex(8), seat, moves, self.seq if expect is None else expect
        )
        sent_on = 0
        while True:
            if sent_on != self.connections:
                sent_on = self.connections
                try:
                    await self.send(wish)
                except Closed:
                    if not self._tries:
                        raise
            message = await self.next()
            if isinstance(message, (Done, Refusal)) and message.id == wish.id:
                return message

    async def until(self, phase: str, limit_s: float = 30.0) -> None:
        """Wait until the table is in a phase."""
        async with asyncio.timeout(limit_s):
            while self.table.phase != phase:
                await self.next()
