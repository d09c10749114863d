"""The tables that this node has open, and what wakes them: people, the bus, the clock."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from mazziere.kernel.record import Record
from mazziere.server.bus import Bus
from mazziere.server.codes import new_code
from mazziere.server.room import Clock, Room, facts_of
from mazziere.server.seated_bots import SeatedBots
from mazziere.store import CodeTaken, NoSuchTable, Store
from mazziere.table.entries import Settings, decode, encode
from mazziere.table.opening import open_from, open_table
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table

SWEEP_S = 5.0
"""How often a node looks for tables that others should have brought on."""
LATE_S = 2.0
"""So long after its time a table is taken up by whoever notices."""
MOST_OPEN = 20_000
TABLE_BYTES = 16

_log = structlog.get_logger()


class Rooms:
    """The tables of a node."""

    def __init__(self, store: Store, bus: Bus, clock: Clock, bots: SeatedBots) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._bots = bots
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen to the bus and to the clock."""
        await self._bus.start(self._woken)
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Let go of everything; what was begun is finished."""
        for timer in self._timers.values():
            timer.cancel()
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.stop()

    @property
    def open_rooms(self) -> dict[str, Room]:
        """The tables that this node has open."""
        return self._rooms

    @property
    def appends(self) -> int:
        """Appends of the tables that are open."""
        return sum(room.appends for room in self._rooms.values())

    @property
    def conflicts(self) -> int:
        """How often another node was quicker."""
        return sum(room.conflicts for room in self._rooms.values())

    # Finding

    async def room(self, table: str) -> Room:
        """The room of a table; NoSuchTable if there is none."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        lock = self._opening.setdefault(table, asyncio.Lock())
        async with lock:
            try:
                if table not in self._rooms:
                    await self._load(table)
                return self._rooms[table]
            finally:
                self._opening.pop(table, None)

    async def _load(self, table: str) -> None:
        rows = await self._store.read(table)
        if not rows:
            raise NoSuchTable(table)
        folded = Table(table)
        happened = [folded.apply(decode(row.data), row.at) for row in rows]
        room = Room(self._store, self._clock, folded)
        room.history = happened
        self._add(room)

    def _add(self, room: Room) -> None:
        room.on_change = self._changed
        self._rooms[room.table.id] = room
        self._set_timer(room)
        if len(self._rooms) > MOST_OPEN:
            self._drop_idle()

    def _drop_idle(self) -> None:
        """Forget tables at which nobody looks; the log has them."""
        idle = [name for name, room in self._rooms.items() if not room.watchers]
        for name in idle[: len(idle) // 2]:
            self.forget(name)

    def forget(self, table: str) -> None:
        """Let go of a table; the log has it."""
        self._rooms.pop(table, None)
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()

    # Opening

    async def open(
        self,
        host: str,
        game: str,
        players: int,
        options: Mapping[str, Any],
        settings: Settings,
    ) -> Room:
        """Open a table."""
        return await self._create(
            lambda name, code, secret, at: open_table(
                name, host, game, players, options, settings, code, secret, at
            )
        )

    async def open_from(self, host: str, record: Record, settings: Settings) -> Room:
        """Open a table whose first match goes on from where a record stops."""
        return await self._create(
            lambda name, code, secret, at: open_from(name, host, record, settings, code, secret, at)
        )

    async def _create(self, write: Callable[[str, str, bytes, float], Draft]) -> Room:
        for _ in range(20):
            name, secret = secrets.token_hex(TABLE_BYTES), secrets.token_bytes(32)
            pen = write(name, new_code(), secret, self._clock())
            entries = [encode(entry) for entry in pen.entries]
            try:
                await self._store.create(name, entries, facts_of(pen.table), pen.at)
            except CodeTaken:
                continue
            room = Room(self._store, self._clock, pen.table)
            room.history = list(pen.happened)
            self._add(room)
            return room
        raise No("busy")

    # Waking

    def _changed(self, room: Room) -> None:
        self._bus.say(room.table.id, room.table.seq)
        self._set_timer(room)

    def _set_timer(self, room: Room) -> None:
        name = room.table.id
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
        due = room.due
        if due is not None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, due - self._clock())
            self._timers[name] = loop.call_later(wait, self._ring, name)

    def _ring(self, table: str) -> None:
        room = self._rooms.get(table)
        if room is not None:
            self._spawn(self._bring_on(room))

    async def _bring_on(self, room: Room) -> None:
        """Do what is due: time-outs, then bots."""
        now = self._clock()
        try:
            await room.look()
            if not await self._bots.move(room):
                room.asked_until = now
        except No:
            pass  # somebody was quicker
        self._set_timer(room)

    def _woken(self, table: str, seq: int) -> None:
        """Another node has appended."""
        room = self._rooms.get(table)
        if room is not None and seq > room.table.seq:
            self._spawn(room.hear(seq))

    async def _sweep(self) -> None:
        """Take up tables whose node is gone."""
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                for name in await self._store.due(self._clock() - LATE_S, 100):
                    room = await self.room(name)
                    await room.hear(room.table.seq + 1)
                    self._set_timer(room)
            except Exception:
                _log.exception("sweep failed")

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("work failed", exc_info=task.exception())
