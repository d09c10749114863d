"""One person's WebSocket connection to one table."""

import asyncio

import msgspec
import structlog
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from mazziere.server.config import FRAME_BYTES
from mazziere.server.identity.sessions import COOKIE
from mazziere.server.limits import seconds, too_many
from mazziere.server.node import Node
from mazziere.server.rooms import projection
from mazziere.server.rooms.room import PendingCommand, Room, Source
from mazziere.server.rooms.table_search import may_see
from mazziere.server.transport.websocket_protocol import DIRECT_IO
from mazziere.store import StoreError, log_failure
from mazziere.table import chat, playing, presence, sitting
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import AppliedEntry, Draft, TableState
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient, Hello, Hint, Mix, Move, Ping, Pledge, Say
from mazziere.wire.server import Advice, AnyFromServer, Done, Goodbye, Pong, Refusal, Update, Why

CLOSE_CODES: dict[Why, tuple[int, bool]] = {
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
"""By the reason for an end: the code of the close frame, and whether the client may come back."""
GOODBYE_S = 2.0
"""Time that a client has to read why its connection ends."""
QUEUE_BYTES = 1 << 21
"""Upper bound on the bytes that wait for a slow reader, besides that on their number."""
MOST_PENDING = 8
"""Upper bound on unanswered moves and hints of one connection."""
FREE_PING_S = 0.5
"""A ping that comes this long after the last one does not count as a message.

Pages ping every second, and a class of pupils shares one address."""

_decoder: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)
_encoder = msgspec.json.Encoder()
_last_encoded: tuple[AnyFromServer, bytes] = (Pong(0, 0.0), b"")
"""The last message and its bytes: all spectators of a table get the same one, in a row."""
_BAD_MESSAGE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_log = structlog.get_logger()


async def connect(socket: WebSocket, node: Node) -> None:
    """Serve a connection. Browsers hide upgrade errors, so accept, say why, and close.

    An address that goes on above a limit gets `too_many` before the upgrade, which costs less.
    """
    person = node.sessions.read(socket.cookies.get(COOKIE)) or ""
    address = socket.client.host if socket.client else ""
    try:
        node.limits.check_request(address)
        node.limits.add_connection(address)
    except CommandRefused as refusal:
        if not node.limits.may_explain(address):
            raise
        await _turn_away(socket, "too_many", refusal)
        return
    try:
        if node.is_leaving:
            await _turn_away(socket, "restart")
            return
        try:
            room = await node.search.visible(socket.path_params["table"], person)
        except CommandRefused as refusal:
            if refusal.code == "not_found":
                await _turn_away(socket, "not_found")
            else:  # many long logs are being read
                await _turn_away(socket, "internal", refusal)
            return
        except StoreError as error:
            log_failure(error)
            await _turn_away(socket, "internal")
            return
        await Connection(socket, node, room, person, address).run()
    finally:
        node.limits.remove_connection(address)


async def _turn_away(socket: WebSocket, why: Why, refusal: CommandRefused | None = None) -> None:
    try:
        await socket.accept()
        await socket.send_text(_encoder.encode(_goodbye(why, refusal)).decode("utf-8"))
        await socket.close(CLOSE_CODES[why][0], why)
    except WebSocketDisconnect:
        pass


def _encode(message: AnyFromServer) -> bytes:
    """Encode a message; only once if it goes to several connections in a row."""
    global _last_encoded
    if message is not _last_encoded[0]:
        _last_encoded = message, _encoder.encode(message)
    return _last_encoded[1]


def _goodbye(why: Why, refusal: CommandRefused | None) -> Goodbye:
    come_back = CLOSE_CODES[why][1]
    if refusal is None:
        return Goodbye(why, come_back)
    return Goodbye(why, come_back, refusal.facts.get("limit"), seconds(refusal))


class Connection:
    """A connection: its send queue, and the handlers of its messages."""

    def __init__(
        self, socket: WebSocket, node: Node, room: Room, person: str, address: str
    ) -> None:
        self._person = person
        self._address = address
        self._socket = socket
        self._node = node
        self._room = room
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(node.config.queue)
        self._end_reason: Why | None = None  # set when the connection is to end
        self._is_ready = False  # after the first hello
        self.source = Source()  # of the first hello
        self._was_seated = False
        self._pinged_at: float | None = None  # the last free ping; None: the client does not ping
        self._heard_at = 0.0  # by the loop's clock
        self._hello_until = asyncio.get_running_loop().time() + node.config.hello_s
        self._unsent = 0  # messages in the queue, or being written
        self._unsent_bytes = 0
        self._direct_io = socket.scope.get("extensions", {}).get(DIRECT_IO, {})
        self._pending = 0  # unanswered moves and hints
        self._hint_tasks: set[asyncio.Task[None]] = set()
        self._no_pending: asyncio.Future[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []  # the writer and the reader

    @property
    def person(self) -> str:
        """The person who is connected; empty without a cookie."""
        return self._person

    @property
    def address(self) -> str:
        """The address that is connected."""
        return self._address

    @property
    def heard_at(self) -> float | None:
        """The time of its last message, by the loop's clock; None if it does not ping regularly."""
        return None if self._pinged_at is None else self._heard_at

    # Sending

    def send(self, *messages: AnyFromServer) -> None:
        """Write messages in one go, or queue them; end a connection that reads too slowly."""
        data = [_encode(message) for message in messages if self._may_send(message)]
        if not data:
            return
        if not self._write_or_queue(data):
            self.end("slow")
        elif self._room.table.phase == "closed" and isinstance(messages[0], Update):
            self.end("closed")

    def _write_or_queue(self, messages: list[bytes]) -> bool:
        """Write at once if the queue is empty, or queue; return False if the queue is full."""
        if not self._unsent and self._direct_io and self._direct_io["write"](messages):
            return True
        size = sum(map(len, messages))
        if self._queue.maxsize - self._queue.qsize() < len(messages):
            return False
        if self._unsent and self._unsent_bytes + size > QUEUE_BYTES:
            return False
        for data in messages:
            self._queue.put_nowait(data)
        self._unsent += len(messages)
        self._unsent_bytes += size
        return True

    def _may_send(self, message: AnyFromServer) -> bool:
        """Whether a message is still for this connection; an update may end it."""
        if self._end_reason is not None:
            return False
        if not self._is_ready:
            return isinstance(message, Refusal)  # the first other message answers the hello
        if isinstance(message, Update):
            self._check_access(message)
        return self._end_reason is None

    def _check_access(self, message: Update) -> None:
        """End if the person has lost the seat to another device, or may not see the table."""
        table = self._room.table
        was_seated, self._was_seated = self._was_seated, bool(table.seats_of(self._person))
        if self._was_seated:
            return
        if was_seated and any(item.what == "taken" for item in message.news):
            self.end("moved")
        elif not may_see(table, self._person) and table.phase != "closed":
            self.end("removed" if self._person in table.removed else "not_found")

    def end(self, why: Why, refusal: CommandRefused | None = None) -> None:
        """Send the reason, and the limit that was exceeded; then end the connection."""
        if self._end_reason is not None:
            return
        self._end_reason = why
        while self._queue.qsize() > max(0, self._queue.maxsize - 2):
            self._queue.get_nowait()
        self._queue.put_nowait(_encoder.encode(_goodbye(why, refusal)))
        self._queue.put_nowait(None)
        asyncio.get_running_loop().call_later(GOODBYE_S, self._cancel_tasks)

    def _cancel_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _write_queue(self) -> None:
        while (data := await self._queue.get()) is not None:
            await self._socket.send_text(data.decode("utf-8"))
            self._unsent -= 1
            self._unsent_bytes -= len(data)
        assert self._end_reason is not None
        await self._socket.close(CLOSE_CODES[self._end_reason][0], self._end_reason)

    # Receiving

    async def run(self) -> None:
        """Serve the connection until it ends."""
        await self._socket.accept()
        if self._direct_io:
            self._direct_io["listen"](self._receive_directly)
        self._tasks = [
            asyncio.create_task(self._write_queue()),
            asyncio.create_task(self._read_messages()),
        ]
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._end_reason is not None:
                await asyncio.wait(self._tasks[:1])  # until the goodbye is sent or timed out
        finally:
            self._is_ready = False
            self._room.remove_viewer(self)
            self._node.presence.gone(self._room, self)
            self._cancel_tasks()
            ended = await asyncio.gather(*self._tasks, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                    _log.error("connection failed", exc_info=error)
            await self._wait_for_pending()  # moves that were received are made all the same

    async def _read_messages(self) -> None:
        while self._end_reason is None:
            try:
                message = await self._receive_next()
            except TimeoutError:
                self.end("hello_first")
                return
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode("utf-8") if text is not None else message.get("bytes") or b""
            if len(data) > FRAME_BYTES:
                self.end("too_big")
            else:
                await self._receive(data)

    async def _receive_next(self) -> Message:
        if self._is_ready:
            return await self._socket.receive()
        async with asyncio.timeout_at(self._hello_until):  # other messages do not extend it
            return await self._socket.receive()

    def _is_within_rate(self, message: AnyFromClient | None) -> bool:
        """Count a message, None if it is malformed; end the connection above the rate limit."""
        self._heard_at = now = asyncio.get_running_loop().time()
        if isinstance(message, Ping) and self._is_free_ping(now):
            self._pinged_at = now
            return True
        try:
            self._node.limits.check_message(self._person, self._address)
        except CommandRefused as refusal:
            self.end("too_many", refusal)
            return False
        return True

    def _is_free_ping(self, now: float) -> bool:
        is_regular = self._pinged_at is None or now - self._pinged_at >= FREE_PING_S
        return is_regular and self._node.limits.is_free_ping(self._address)

    async def _receive(self, data: bytes) -> None:
        try:
            message = _decoder.decode(data)
        except _BAD_MESSAGE as error:
            if self._is_within_rate(None):
                self._refuse("", CommandRefused("bad_message", reason=str(error)[:200]))
            return
        if not self._is_within_rate(message):
            return
        if not self._is_ready and not isinstance(message, Hello):
            self._refuse("", CommandRefused("hello_first"))
        elif not isinstance(message, (Move, Hint)):
            await self._answer(message)
        else:
            self._start(message)

    def _receive_directly(self, data: bytes) -> bool:
        """Take a move or a ping without a task switch; return False for any other message."""
        if not self._is_ready or self._end_reason is not None or len(data) > FRAME_BYTES:
            return False
        try:
            message = _decoder.decode(data)
        except _BAD_MESSAGE:
            return False
        if not isinstance(message, (Move, Ping)):
            return False
        if self._is_within_rate(message):
            if isinstance(message, Move):
                self._start(message)
            else:
                self.send(Pong(message.id, self._room.now))
        return True

    def _start(self, message: Move | Hint) -> None:
        """Start to answer a message that may have to wait for a call window or a bot."""
        if self._pending >= MOST_PENDING:
            self._refuse(_id_of(message), too_many("pending"))
            return
        self._pending += 1
        if isinstance(message, Move):
            self._move(message)
        else:
            task = asyncio.create_task(self._answer(message))
            self._hint_tasks.add(task)
            task.add_done_callback(self._hint_answered)

    def _hint_answered(self, task: "asyncio.Task[None]") -> None:
        self._hint_tasks.discard(task)
        self._answered()

    def _answered(self) -> None:
        """Note that a move or a hint has been answered."""
        self._pending -= 1
        if self._no_pending is not None and not self._pending and not self._no_pending.done():
            self._no_pending.set_result(None)

    async def _wait_for_pending(self) -> None:
        """Wait until all moves and hints are answered."""
        if self._pending:
            self._no_pending = asyncio.get_running_loop().create_future()
            await self._no_pending

    async def _answer(self, message: AnyFromClient) -> None:
        """Handle a message, and send a refusal if it fails; never raises."""
        try:
            await self._handle(message)
        except Exception as error:
            self._fail(message, error)

    def _fail(self, message: AnyFromClient, error: Exception) -> None:
        """Tell the client why a message was not carried out."""
        if isinstance(error, CommandRefused):
            self._refuse(_id_of(message), error)
        elif isinstance(error, StoreError):
            log_failure(error)
            self._refuse(_id_of(message), CommandRefused("unavailable"))
        else:
            _log.error("message failed", kind=type(message).__name__, exc_info=error)
            self.end("internal")

    def _refuse(self, message_id: str, refusal: CommandRefused) -> None:
        facts = refusal.facts
        detail = facts.get("reason") or facts.get("move")
        self.send(
            Refusal(
                refusal.code,
                self._room.table.seq,
                message_id,
                refusal.rule,
                facts.get("why"),
                str(detail or "") or None,
                facts.get("limit"),
                seconds(refusal),
            )
        )

    # Handlers

    async def _handle(self, message: AnyFromClient) -> None:
        person, room, limits = self._person, self._room, self._node.limits
        match message:
            case Hello():
                await self._hello(message)
            case Pledge(seat, pledge):
                await room.act(lambda table, at: sitting.pledge(table, person, seat, pledge, at))
            case Mix(seat, part):
                await room.act(lambda table, at: playing.mix(table, person, seat, part, at))
            case Say(seat, text):
                limits.check_talk(person)
                await room.act(
                    limits.while_log_may_grow(
                        lambda table, at: chat.say(table, person, seat, text, at)
                    )
                )
            case Hint():
                await self._hint(message)
            case Ping(number):
                self.send(Pong(number, room.now))

    async def _hello(self, message: Hello) -> None:
        """Start, or continue after a gap: send the missed entries, or everything."""
        if message.version != VERSION:
            self.end("version")
            return
        try:
            self._node.limits.check_hello(self._person, self._address)
        except CommandRefused as refusal:
            self.end("too_many", refusal)
            return
        room = await self._node.search.visible(self._room.table.id, self._person)
        self._room.remove_viewer(self)
        self._room = room  # the node may have dropped the former room from memory
        try:
            await self._enter(room, message)
        except (CommandRefused, StoreError) as error:
            if not self._is_ready:
                raise
            if isinstance(error, StoreError):
                log_failure(error)
            self.end("internal")  # it is shown nothing now, so it has to connect again

    async def _enter(self, room: Room, message: Hello) -> None:
        """Become a viewer of a room, and get what the client has missed."""
        if not self._is_ready:
            self.source = Source(message.page, message.attempt)
        if not self._node.presence.arrived(room, self):
            self.end("replaced")
            return
        if room.may_be_behind and self._may_know_more(room, message.last):
            await room.refresh()
        await self._come_back(room)
        try:
            room.check_watcher(self)
        except CommandRefused as refusal:
            self.end("too_many", refusal)
        if self._end_reason is not None:
            return
        self._is_ready = True
        self._was_seated = bool(room.table.seats_of(self._person))
        room.add_viewer(self)
        missed = _missed(room, message.last)
        if missed is None:
            history, quiet = room.history, room.quiet
            self.send(projection.snapshot(room.table, history, self._person, room.now, quiet))
        else:
            self.send(room.update_for(self, missed, is_whole=True))

    async def _come_back(self, room: Room) -> None:
        """Mark the person as back. If that cannot be written now, the presence tracker retries."""
        try:
            await room.act(lambda table, at: presence.come_back(table, self._person, at))
        except CommandRefused as refusal:
            if refusal.code != "unavailable":
                raise

    def _may_know_more(self, room: Room, last: int | None) -> bool:
        """Whether another node may have shown the client more, or have seated the person."""
        if last is not None and last > room.table.seq:
            return True
        return bool(self._person) and not room.table.seats_of(self._person)

    def _move(self, message: Move) -> None:
        """Submit a move; the room shows and answers it."""

        def command(table: TableState, at: float) -> Draft:
            return playing.move(
                table, self._person, message.seat, message.moves, message.id, message.expect, at
            )

        def make_answer(draft: Draft) -> Done:
            return Done(message.id, draft.table.answers[message.seat][message.id])

        def on_outcome(result: Draft | Exception | None) -> None:
            self._answered()
            if isinstance(result, playing.AlreadyMoved):
                self.send(Done(message.id, result.seq))
            elif isinstance(result, Exception):
                self._fail(message, result)

        self._room.submit(PendingCommand(command, on_outcome, make_answer, self))

    async def _hint(self, message: Hint) -> None:
        table = self._room.table
        if message.seat not in table.seats_of(self._person):
            raise CommandRefused("not_seated")
        if not projection.allows_hints(table):
            raise CommandRefused("no_hints")
        self._node.limits.check_hint(self._person, self._address)
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


def _id_of(message: AnyFromClient) -> str:
    return message.id if isinstance(message, (Move, Hint)) else ""


def _missed(room: Room, last: int | None) -> list[AppliedEntry] | None:
    """Return the entries after `last`; None if some are not in memory, or if there are too many."""
    if last is None or last > room.table.seq:
        return None
    count = room.table.seq - last
    missed = list(room.history[len(room.history) - count :]) if last else []
    return missed if len(missed) == count and count <= projection.LOOK_BACK else None
