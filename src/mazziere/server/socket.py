"""One person's connection to one table."""

import asyncio
from collections import deque

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from mazziere.server import shown
from mazziere.server.config import FRAME_BYTES, MESSAGES, MESSAGES_S, QUEUE
from mazziere.server.frames import NOW
from mazziere.server.node import Node
from mazziere.server.room import Room
from mazziere.table import playing, presence, sitting, talk
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient, Hello, Hint, Mix, Move, Ping, Pledge, Say
from mazziere.wire.server import Advice, AnyFromServer, Done, Goodbye, Pong, Refusal

AWAY_AFTER_S = 8.0
"""A connection that is gone for so long leaves its seat; a quick change of networks does not."""
POLICY, TOO_BIG, TRY_LATER, REPLACED = 1008, 1009, 1013, 4001

_decoder: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)
_encoder = msgspec.json.Encoder()
_log = structlog.get_logger()


class Line:
    """A connection: what waits to be sent, and what may be received."""

    def __init__(self, socket: WebSocket, node: Node, room: Room, person: str) -> None:
        self.person = person
        self._socket = socket
        self._node = node
        self._room = room
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self._received: deque[float] = deque(maxlen=MESSAGES)
        self._closing: tuple[int, str] | None = None
        self._ready = False
        self._behind = 0  # messages that wait, or are being written
        self._now = socket.scope.get("extensions", {}).get(NOW, {}).get("write")

    # Sending

    def send(self, message: AnyFromServer) -> None:
        """Put a message into the queue; a reader that is too slow is let go."""
        if not self._ready and not isinstance(message, (Refusal, Goodbye)):
            return  # the first thing it gets is a snapshot
        data = _encoder.encode(message)
        if not self._behind and self._now is not None and self._now(data):
            return
        try:
            self._out.put_nowait(data)
            self._behind += 1
        except asyncio.QueueFull:
            self.close(TRY_LATER, "slow", come_back=True)

    def close(self, code: int, why: str, come_back: bool) -> None:
        """End the connection, and say why."""
        if self._closing is None:
            self._closing = code, why
            while self._out.full():
                self._out.get_nowait()
            self._out.put_nowait(_encoder.encode(Goodbye(why, come_back)))
            if self._out.full():
                self._out.get_nowait()
            self._out.put_nowait(None)

    async def _write(self) -> None:
        while (data := await self._out.get()) is not None:
            await self._socket.send_text(data.decode("utf-8"))
            self._behind -= 1
        assert self._closing is not None
        await self._socket.close(*self._closing)

    # Receiving

    async def run(self) -> None:
        """Serve the connection until it ends."""
        await self._socket.accept()
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            self._room.watchers.discard(self)
            self._node.gone(self._room, self)
            if self._closing is not None:
                await asyncio.wait([writer], timeout=2)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            if self._socket.client_state == WebSocketState.CONNECTED:
                await asyncio.gather(self._socket.close(), return_exceptions=True)

    async def _read(self) -> None:
        while self._closing is None:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode("utf-8") if text is not None else message.get("bytes") or b""
            if len(data) > FRAME_BYTES:
                self.close(TOO_BIG, "too_big", come_back=False)
                return
            if not self._within_limits():
                self.close(POLICY, "too_many", come_back=False)
                return
            await self._take(data)

    def _within_limits(self) -> bool:
        now = self._node.clock()
        crowded = len(self._received) == MESSAGES and now - self._received[0] < MESSAGES_S
        self._received.append(now)
        return not crowded

    async def _take(self, data: bytes) -> None:
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._refuse("", No("bad_message"))
            return
        name = getattr(message, "id", "") if isinstance(message, Move) else ""
        if not self._ready and not isinstance(message, Hello):
            self._refuse(name, No("hello_first"))
            return
        try:
            await self._answer(message)
        except No as no:
            self._refuse(name, no)

    def _refuse(self, name: str, no: No) -> None:
        facts = no.facts
        detail = facts.get("reason") or facts.get("move")
        seq = self._room.table.seq
        self.send(
            Refusal(no.code, seq, name[:64], no.rule, facts.get("why"), str(detail or "") or None)
        )

    # Answering

    async def _answer(self, message: AnyFromClient) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
        elif isinstance(message, Move):
            await self._move(message)
        elif isinstance(message, Pledge):
            await self._room.act(
                lambda table, at: sitting.pledge(
                    table, self.person, message.seat, message.pledge, at
                )
            )
        elif isinstance(message, Mix):
            await self._room.act(
                lambda table, at: playing.mix(table, self.person, message.seat, message.part, at)
            )
        elif isinstance(message, Say):
            self._node.check_talk(self.person)
            await self._room.act(
                lambda table, at: talk.say(table, self.person, message.seat, message.text, at)
            )
        elif isinstance(message, Hint):
            await self._hint(message)
        elif isinstance(message, Ping):
            self.send(Pong(message.id, self._node.clock()))

    async def _hello(self, message: Hello) -> None:
        """Begin, or begin again after a gap: with what was missed, or with everything."""
        room = self._room
        if message.version != VERSION:
            self.close(POLICY, "version", come_back=False)
            return
        self._node.arrived(room, self)
        await room.act(lambda table, at: presence.come_back(table, self.person, at))
        self._ready = True
        room.watchers.add(self)
        now = self._node.clock()
        missed = [item for item in room.history if item.seq > (message.last or 0)]
        if message.last is None or len(missed) > shown.LOOK_BACK or message.last > room.table.seq:
            self.send(shown.snapshot(room.table, room.history, self.person, now))
        else:
            self.send(shown.update(room.table, missed, self.person, now))

    async def _move(self, message: Move) -> None:
        if not 1 <= len(message.id) <= 64:
            raise No("bad_message")

        def wish(table: Table, at: float) -> Draft:
            return playing.move(
                table, self.person, message.seat, message.moves, message.id, message.expect, at
            )

        def answer(pen: Draft) -> None:
            self.send(Done(message.id, pen.table.answers[message.seat][message.id]))

        try:
            await self._room.act(wish, answer, self)
        except playing.Done as done:
            self.send(Done(message.id, done.seq))

    async def _hint(self, message: Hint) -> None:
        table = self._room.table
        if message.seat not in table.seats_of(self.person):
            raise No("not_seated")
        if not shown.allows_hints(table):
            raise No("no_hints")
        seq, shares = await self._node.bots.advise(self._room, message.seat)
        names = tuple(table.match.game.name(share.action) for share in shares)
        self.send(
            Advice(
                message.seat,
                seq,
                names,
                tuple(round(share.share, 4) for share in shares),
                tuple(round(share.value, 4) for share in shares),
            )
        )
