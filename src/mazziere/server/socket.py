"""One person's connection to one table."""

import asyncio
from collections import deque

import msgspec
import structlog
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from mazziere.server import shown
from mazziere.server.config import FRAME_BYTES
from mazziere.server.finding import find_table, may_see
from mazziere.server.frames import NOW
from mazziere.server.limits import is_within
from mazziere.server.node import Node
from mazziere.server.persons import COOKIE
from mazziere.server.room import Errand, Room
from mazziere.store import StoreError
from mazziere.table import playing, presence, sitting, talk
from mazziere.table.refused import No
from mazziere.table.table import Draft, Happened, Table
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient, Hello, Hint, Mix, Move, Ping, Pledge, Say
from mazziere.wire.server import Advice, AnyFromServer, Done, Goodbye, Pong, Refusal, Update, Why

ENDS: dict[Why, tuple[int, bool]] = {
    "closed": (1000, False),
    "version": (1008, False),
    "hello_first": (1008, True),
    "too_big": (1009, False),
    "internal": (1011, True),
    "restart": (1012, True),
    "slow": (1013, True),
    "replaced": (4001, False),
    "moved": (4002, False),
    "removed": (4403, False),
    "not_found": (4404, False),
    "too_many": (4429, True),
}
"""Why a connection ends: the code of the close frame, and whether the client may come back."""
LAST_WORDS_S = 2.0
"""For so long a connection that is to end may take to hear why."""
AT_ONCE = 8
"""Moves and questions of one connection that may be under way."""

_decoder: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)
_encoder = msgspec.json.Encoder()
_log = structlog.get_logger()


async def connect(socket: WebSocket, node: Node) -> None:
    """Serve a connection; one that is refused is told why, as browsers show no more than that."""
    person = node.sessions.read(socket.cookies.get(COOKIE)) or ""
    address = socket.client.host if socket.client else ""
    try:
        node.limits.connect(address)
    except No:
        await _turn_away(socket, "too_many")
        return
    try:
        if node.is_leaving:
            await _turn_away(socket, "restart")
            return
        try:
            room = await find_table(node, socket.path_params["table"], person)
        except No:
            await _turn_away(socket, "not_found")
            return
        except StoreError as error:
            _log.error("store failed", error=type(error).__name__)
            await _turn_away(socket, "internal")
            return
        await Line(socket, node, room, person).run()
    finally:
        node.limits.disconnect(address)


async def _turn_away(socket: WebSocket, why: Why) -> None:
    code, come_back = ENDS[why]
    try:
        await socket.accept()
        await socket.send_text(_encoder.encode(Goodbye(why, come_back)).decode("utf-8"))
        await socket.close(code, why)
    except WebSocketDisconnect:
        pass


class Line:
    """A connection: what waits to be sent, and what may be received."""

    def __init__(self, socket: WebSocket, node: Node, room: Room, person: str) -> None:
        self.person = person
        self._socket = socket
        self._node = node
        self._room = room
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(node.config.queue)
        self._received: deque[float] = deque(maxlen=node.config.messages)
        self._why: Why | None = None  # it is to end
        self._ready = False
        self._was_seated = False
        self._behind = 0  # messages that wait, or are being written
        self._now = socket.scope.get("extensions", {}).get(NOW, {})
        self._under_way = 0  # moves and questions
        self._advising: set[asyncio.Task[None]] = set()
        self._at_rest: asyncio.Future[None] | None = None
        self._parts: list[asyncio.Task[None]] = []

    # Sending

    def send(self, *messages: AnyFromServer) -> None:
        """Write messages in one go, or let them wait; a reader that is too slow is let go."""
        data = [_encoder.encode(message) for message in messages if self._may_have(message)]
        if not data:
            return
        if not self._put(data):
            self.end("slow")
        elif self._room.table.phase == "closed" and isinstance(messages[0], Update):
            self.end("closed")

    def _put(self, messages: list[bytes]) -> bool:
        """Write at once if nothing waits, or let it wait; False if too much does."""
        if not self._behind and self._now and self._now["write"](messages):
            return True
        if self._out.maxsize - self._out.qsize() < len(messages):
            return False
        for data in messages:
            self._out.put_nowait(data)
        self._behind += len(messages)
        return True

    def _may_have(self, message: AnyFromServer) -> bool:
        """Whether a message is still for this connection; one that is not may end it."""
        if self._why is not None:
            return False
        if not self._ready:
            return isinstance(message, Refusal)  # the first thing it gets is how things are
        if isinstance(message, Update):
            self._look_after_seat(message)
        return self._why is None

    def _look_after_seat(self, message: Update) -> None:
        """End if the person may not see the table any more; one who has lost the seat is told."""
        table = self._room.table
        was_seated, self._was_seated = self._was_seated, bool(table.seats_of(self.person))
        if self._was_seated:
            return
        if was_seated and any(item.what == "taken" for item in message.news):
            self.end("moved")
        elif not may_see(table, self.person) and table.phase != "closed":
            self.end("removed" if self.person in table.removed else "not_found")

    def end(self, why: Why) -> None:
        """End the connection, and say why."""
        if self._why is not None:
            return
        self._why = why
        while self._out.qsize() > max(0, self._out.maxsize - 2):
            self._out.get_nowait()
        self._out.put_nowait(_encoder.encode(Goodbye(why, ENDS[why][1])))
        self._out.put_nowait(None)
        asyncio.get_running_loop().call_later(LAST_WORDS_S, self._give_up)

    def _give_up(self) -> None:
        for part in self._parts:
            part.cancel()

    async def _write(self) -> None:
        while (data := await self._out.get()) is not None:
            await self._socket.send_text(data.decode("utf-8"))
            self._behind -= 1
        assert self._why is not None
        await self._socket.close(ENDS[self._why][0], self._why)

    # Receiving

    async def run(self) -> None:
        """Serve the connection until it ends."""
        await self._socket.accept()
        if self._now:
            self._now["listen"](self._take_now)
        self._parts = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            await asyncio.wait(self._parts, return_when=asyncio.FIRST_COMPLETED)
            if self._why is not None:
                await asyncio.wait(self._parts[:1])  # at most until we give up
        finally:
            self._ready = False
            self._room.watchers.discard(self)
            self._node.gone(self._room, self)
            self._give_up()
            ended = await asyncio.gather(*self._parts, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                    _log.error("connection failed", exc_info=error)
            await self._rest()  # what was asked for is done all the same

    async def _read(self) -> None:
        while self._why is None:
            try:
                message = await self._received_next()
            except TimeoutError:
                self.end("hello_first")
                return
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode("utf-8") if text is not None else message.get("bytes") or b""
            if len(data) > FRAME_BYTES:
                self.end("too_big")
            elif not self._within_limits():
                self.end("too_many")
            else:
                await self._take(data)

    async def _received_next(self) -> Message:
        if self._ready:
            return await self._socket.receive()
        async with asyncio.timeout(self._node.config.hello_s):
            return await self._socket.receive()

    def _within_limits(self) -> bool:
        config, now = self._node.config, self._node.clock()
        is_full = len(self._received) == config.messages
        crowded = is_full and is_within(self._received[0], now, config.messages_s)
        self._received.append(now)
        return not crowded

    async def _take(self, data: bytes) -> None:
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse("", No("bad_message", reason=str(error)[:200]))
            return
        if not self._ready and not isinstance(message, Hello):
            self._refuse("", No("hello_first"))
        elif not isinstance(message, (Move, Hint)):
            await self._answer(message)
        else:
            self._work_on(message)

    def _take_now(self, data: bytes) -> bool:
        """Take a move without waiting, which is what most messages are; False leaves it."""
        if not self._ready or self._why is not None or len(data) > FRAME_BYTES:
            return False
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        if not isinstance(message, Move):
            return False
        if self._within_limits():
            self._work_on(message)
        else:
            self.end("too_many")
        return True

    def _work_on(self, message: Move | Hint) -> None:
        """Answer beside other things: it may have to wait for a call or a bot."""
        if self._under_way >= AT_ONCE:
            self._refuse(_name(message), No("too_many"))
            return
        self._under_way += 1
        if isinstance(message, Move):
            self._move(message)
        else:
            task = asyncio.create_task(self._answer(message))
            self._advising.add(task)
            task.add_done_callback(self._advised)

    def _advised(self, task: "asyncio.Task[None]") -> None:
        self._advising.discard(task)
        self._done()

    def _done(self) -> None:
        """Something that was under way is done."""
        self._under_way -= 1
        if self._at_rest is not None and not self._under_way and not self._at_rest.done():
            self._at_rest.set_result(None)

    async def _rest(self) -> None:
        """Wait until nothing is under way."""
        if self._under_way:
            self._at_rest = asyncio.get_running_loop().create_future()
            await self._at_rest

    async def _answer(self, message: AnyFromClient) -> None:
        """Do as a message asks, or say why not; never fails."""
        try:
            await self._do(message)
        except Exception as error:
            self._fail(message, error)

    def _fail(self, message: AnyFromClient, error: Exception) -> None:
        """Say why something was not done."""
        if isinstance(error, No):
            self._refuse(_name(message), error)
        elif isinstance(error, StoreError):
            _log.error("store failed", error=type(error).__name__)
            self._refuse(_name(message), No("unavailable"))
        else:
            _log.error("message failed", kind=type(message).__name__, exc_info=error)
            self.end("internal")

    def _refuse(self, name: str, no: No) -> None:
        facts = no.facts
        detail = facts.get("reason") or facts.get("move")
        seq = self._room.table.seq
        self.send(Refusal(no.code, seq, name, no.rule, facts.get("why"), str(detail or "") or None))

    # Answering

    async def _do(self, message: AnyFromClient) -> None:
        person, room = self.person, self._room
        match message:
            case Hello():
                await self._hello(message)
            case Pledge(seat, pledge):
                await room.act(lambda table, at: sitting.pledge(table, person, seat, pledge, at))
            case Mix(seat, part):
                await room.act(lambda table, at: playing.mix(table, person, seat, part, at))
            case Say(seat, text):
                self._node.limits.talk(person)
                say = self._node.limits.within(lambda t, at: talk.say(t, person, seat, text, at))
                await room.act(say)
            case Hint():
                await self._hint(message)
            case Ping(name):
                self.send(Pong(name, room.now))

    async def _hello(self, message: Hello) -> None:
        """Begin, or begin again after a gap: with what was missed, or with everything."""
        if message.version != VERSION:
            self.end("version")
            return
        room = await find_table(self._node, self._room.table.id, self.person)
        self._room.watchers.discard(self)
        self._room = room  # the node may have put away the one that it had
        self._node.arrived(room, self)
        if message.last is not None and message.last > room.table.seq:
            await room.hear()  # another node has shown them more than we know
        await room.act(lambda table, at: presence.come_back(table, self.person, at))
        if self._why is not None:
            return
        self._ready = True
        self._was_seated = bool(room.table.seats_of(self.person))
        room.watchers.add(self)
        now = room.now
        missed = _missed(room, message.last)
        if missed is None:
            self.send(shown.snapshot(room.table, room.history, self.person, now))
        else:
            self.send(shown.update(room.table, missed, self.person, now, is_whole=True))

    def _move(self, message: Move) -> None:
        """Have a move made; the room shows and answers it."""

        def wish(table: Table, at: float) -> Draft:
            return playing.move(
                table, self.person, message.seat, message.moves, message.id, message.expect, at
            )

        def answer(pen: Draft) -> Done:
            return Done(message.id, pen.table.answers[message.seat][message.id])

        def ended(result: Draft | Exception | None) -> None:
            self._done()
            if isinstance(result, playing.Done):
                self.send(Done(message.id, result.seq))
            elif isinstance(result, Exception):
                self._fail(message, result)

        self._room.ask(Errand(wish, ended, answer, self))

    async def _hint(self, message: Hint) -> None:
        table = self._room.table
        if message.seat not in table.seats_of(self.person):
            raise No("not_seated")
        if not shown.allows_hints(table):
            raise No("no_hints")
        self._node.limits.hint(self.person)
        seq, shares = await self._node.bots.advise(self._room, message.seat)
        names = tuple(table.match.game.name(share.action) for share in shares)
        self.send(
            Advice(
                message.seat,
                seq,
                names,
                tuple(round(share.share, 4) for share in shares),
                tuple(round(share.value, 4) for share in shares),
                message.id,
            )
        )


def _name(message: AnyFromClient) -> str:
    return message.id if isinstance(message, (Move, Hint)) else ""


def _missed(room: Room, last: int | None) -> list[Happened] | None:
    """What came after an entry, if that is all there and not too much."""
    if last is None or last > room.table.seq:
        return None
    missed = room.history[len(room.history) - (room.table.seq - last) :] if last else []
    is_whole = len(missed) == room.table.seq - last and len(missed) <= shown.LOOK_BACK
    return missed if is_whole else None
