"""The tables that this node has open, and what wakes them: people, the bus, the clock."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any
from weakref import WeakValueDictionary

import structlog

from mazziere.kernel.record import Record
from mazziere.server.bus import Bus
from mazziere.server.codes import new_code
from mazziere.server.metrics import Metrics
from mazziere.server.room import Clock, Room, facts_of, fold, has
from mazziere.server.seated_bots import SeatedBots
from mazziere.server.tasks import end
from mazziere.store import CodeTaken, NoSuchTable, Store, StoreError
from mazziere.table.entries import Ended, Settings, encode
from mazziere.table.opening import open_from, open_table
from mazziere.table.refused import No
from mazziere.table.saved import dump, load
from mazziere.table.table import Draft, Happened, Table

SWEEP_S = 5.0
"""How often a node looks for tables that others should have brought on."""
LATE_S = 2.0
"""So long after its time a table is taken up by whoever notices."""
HOLD_BACK_S = 0.4
"""What is due is left to the node that wrote last, for so long."""
POLL_S = 1.0
"""How often the log is looked at while the bus is gone."""
AGAIN_S = 1.0
SWEPT = 1000
MOST_RECENT = 2000
"""Tables that are kept open though nobody looks at them."""
TABLE_BYTES = 16

_log = structlog.get_logger()

Changed = Callable[[Room, list[Happened]], None]


class Rooms:
    """The tables of a node. While anybody holds a room, whoever asks for its table gets it."""

    def __init__(
        self, store: Store, bus: Bus, clock: Clock, bots: SeatedBots, metrics: Metrics
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._bots = bots
        self._metrics = metrics
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()  # which are kept, used or not
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._busy: set[str] = set()  # tables that are being brought on
        self._missed = False  # words on the bus may have been missed
        self._tasks: set[asyncio.Task[Any]] = set()
        self._watches: list[asyncio.Task[None]] = []
        self._is_stopping = False
        self.on_change: Changed = lambda room, happened: None

    def start(self) -> None:
        """Listen to the clock."""
        self._watches = [asyncio.create_task(self._sweep()), asyncio.create_task(self._poll())]

    async def stop(self) -> None:
        """Let go of everything; what was begun is finished."""
        self._is_stopping = True
        for timer in self._timers.values():
            timer.cancel()
        await end(self._watches)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def open_rooms(self) -> list[Room]:
        """The tables that this node has open."""
        return list(self._rooms.values())

    # Finding

    async def room(self, table: str) -> Room:
        """The room of a table; NoSuchTable if there is none."""
        room = self._rooms.get(table)
        if room is None:
            loading = self._loading.get(table)
            if loading is None:  # the first who asks reads the log, the others wait for it
                loading = self._loading[table] = asyncio.create_task(self._load(table))
                loading.add_done_callback(lambda task: self._loaded(table, task))
            room = await asyncio.shield(loading)
        if table in self._recent:
            self._recent.move_to_end(table)
        return room

    def known(self, table: str) -> Room | None:
        """The room of a table that this node has open."""
        return self._rooms.get(table)

    async def _load(self, table: str) -> Room:
        """Fold the log, from the end of the last match on if that was kept."""
        folded = await self._saved(table) or Table(table)
        history = await fold(folded, await self._store.read(table, folded.seq))
        return self._add(self._new(folded, history, is_ours=False))

    async def _saved(self, table: str) -> Table | None:
        """A table as it was when a match had ended, if it was kept by a program like this."""
        kept = await self._store.snapshot(table)
        found = load(kept[1]) if kept is not None else None
        return found if found is not None and found.id == table else None

    async def _save(self, table: Table) -> None:
        """Keep a table between two matches; bots and people need all of the one that is on."""
        try:
            await self._store.save_snapshot(table.id, table.seq, dump(table))
        except StoreError as error:  # folding more does no harm
            _log.warning("no snapshot", error=type(error).__name__)

    def _loaded(self, table: str, task: "asyncio.Task[Room]") -> None:
        self._loading.pop(table, None)
        if not task.cancelled():
            task.exception()  # whoever asked has got it

    def _new(self, table: Table, history: list[Happened], is_ours: bool) -> Room:
        shared = self._bus.is_shared
        room = Room(self._store, self._clock, self._metrics, table, history, shared)
        room.is_ours = is_ours
        room.on_change = self._changed
        return room

    def _add(self, room: Room) -> Room:
        self._rooms[room.table.id] = self._recent[room.table.id] = room
        self._set_timer(room)
        while len(self._recent) > MOST_RECENT:
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            if oldest not in self._rooms:  # nobody held it; what is due there is swept up
                self._stop_timer(oldest)
        return room

    def forget(self, table: str) -> None:
        """A table is no more: let go of it, and of those who look at it."""
        self._stop_timer(table)
        self._recent.pop(table, None)
        room = self._rooms.pop(table, None)
        if room is not None:
            for watcher in tuple(room.watchers):
                watcher.end("closed")

    async def delete(self, table: str) -> None:
        """Delete a table for good, on all nodes; NoSuchTable."""
        await self._store.delete(table)
        self.deleted(table)

    def deleted(self, table: str) -> None:
        """A table was deleted: let go of it, on all nodes."""
        self.forget(table)
        self._bus.say("deleted", table)

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
            except StoreError:  # a table of which nobody knows the name does no harm
                raise No("unavailable") from None
            self._metrics.appends += 1
            return self._add(self._new(pen.table, list(pen.happened), is_ours=True))
        raise No("busy")

    # The clock

    def _changed(self, room: Room, happened: list[Happened]) -> None:
        if room.is_ours:
            self._bus.say("entries", room.table.id, str(room.table.seq))
            self._bots.think_ahead(room)
            if has(happened, Ended):
                self.spawn(self._save(room.table))
        self._set_timer(room)
        self.on_change(room, happened)

    def _stop_timer(self, table: str) -> None:
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()

    def _set_timer(self, room: Room, at_least_s: float = 0.0) -> None:
        name, due = room.table.id, room.due
        self._stop_timer(name)
        if due is not None and not self._is_stopping and name not in self._busy:
            held = HOLD_BACK_S if self._bus.is_shared and not room.is_ours else 0.0
            wait = max(at_least_s, due - room.now + held, 0.0)
            self._timers[name] = asyncio.get_running_loop().call_later(wait, self._ring, name)

    def _ring(self, table: str) -> None:
        self._timers.pop(table, None)
        room = self._rooms.get(table)
        if room is not None and table not in self._busy and not self._is_stopping:
            self._busy.add(table)
            self.spawn(self._bring_on(room))

    async def _bring_on(self, room: Room) -> None:
        """Do what is due: time-outs, then bots."""
        pause = 0.0
        try:
            await room.look()
            await self._bots.move(room)
        except No as no:
            if no.code == "not_found":
                self.forget(room.table.id)
                return
            if no.code in ("unavailable", "busy"):  # otherwise somebody was quicker
                pause = AGAIN_S
        except Exception:
            pause = AGAIN_S
            raise
        finally:
            self._busy.discard(room.table.id)
            if self._rooms.get(room.table.id) is room:
                self._set_timer(room, pause)

    async def _sweep(self) -> None:
        """Take up tables whose node is gone."""
        while True:
            try:
                for name in await self._store.due(self._clock() - LATE_S, SWEPT):
                    if name not in self._busy and name not in self._timers:
                        await self._take_up(name)
            except StoreError as error:
                _log.warning("sweep failed", error=type(error).__name__)
            await asyncio.sleep(SWEEP_S)

    async def _take_up(self, table: str) -> None:
        try:
            room = await self.room(table)
            if room.due is not None or self._bus.is_shared:
                await room.hear()
        except NoSuchTable:
            self.forget(table)
        except StoreError:
            raise
        except Exception as error:  # of this table; others are to be taken up, too
            self.failed(error)
        else:
            self._set_timer(room)

    # The bus

    def woken(self, table: str, seq: int) -> None:
        """Another node has appended."""
        room = self._rooms.get(table)
        if room is not None and seq > room.table.seq:
            self.spawn(self._hear(room, seq))

    def catch_up(self) -> None:
        """Words may have been missed."""
        self._missed = True

    async def _poll(self) -> None:
        """Read the log of the tables that people look at while the bus is gone, then of all."""
        while True:
            if not self._bus.is_up or self._missed:
                missed, self._missed = self._missed, False
                for room in self.open_rooms:
                    if room.watchers or missed:
                        await self._hear(room, None)
            await asyncio.sleep(POLL_S)

    async def _hear(self, room: Room, seq: int | None) -> None:
        try:
            await room.hear(seq)
        except NoSuchTable:
            self.forget(room.table.id)
        except StoreError as error:
            _log.warning("cannot read", error=type(error).__name__)
        except Exception as error:  # of this table; others are to be heard, too
            self.failed(error)

    # Work

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.failed(error)

    def failed(self, error: BaseException) -> None:
        """Note that work for a table has failed, which is our fault."""
        self._metrics.failures += 1
        _log.error("work failed", exc_info=error)
