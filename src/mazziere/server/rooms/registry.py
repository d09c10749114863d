"""The open tables of a node, and their wake-ups: timers, the bus, and sweeps of the store."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakValueDictionary

import structlog

from mazziere.kernel.record import Record
from mazziere.server.background_tasks import end
from mazziere.server.clock import TimeSource
from mazziere.server.identity.codes import new_code
from mazziere.server.metrics import Metrics
from mazziere.server.rooms.bus import Bus
from mazziere.server.rooms.folding import fold_rows, in_slices, replay_ahead
from mazziere.server.rooms.room import OnChange, Room, facts_of, has_kind
from mazziere.server.rooms.shared_work import ShortQueue
from mazziere.store import CodeTaken, NoSuchTable, Store, StoreError, log_failure
from mazziere.table import playing
from mazziere.table.entries import Ended, Settings, encode
from mazziere.table.opening import open_from, open_table, replay_position
from mazziere.table.refusals import CommandRefused
from mazziere.table.snapshot import dump, load
from mazziere.table.table import AppliedEntry, Draft, TableState

SWEEP_S = 5.0
"""Interval between two searches for overdue tables of other nodes."""
LATE_S = 2.0
"""A table that is overdue by this time is taken up by any node."""
HOLD_BACK_S = 0.4
"""Head start of the node that wrote last, before another node carries out what is due."""
POLL_S = 1.0
"""Interval between two reads of the log while the bus is down."""
RETRY_S = 1.0
"""Pause after work on a table has failed."""
TABLES_PER_SWEEP = 1000
MOST_RECENT = 2000
"""Rooms that stay in memory while nobody uses them."""
LONG_FOLD = 500
"""Entries after which the load of a table waits for its turn: one long load runs at a time.

A node that folds more entries than this to open a finished table saves a snapshot of it."""
ROWS_PER_READ = 1000
"""Entries that a long load reads at a time."""
HURRIED_MOVES_PER_S = 150
"""Moves per second that the bots of all tables make together that hurry."""
TABLE_ID_BYTES = 16
CODE_ATTEMPTS = 20

_log = structlog.get_logger()


def hurried_gap_s(tables: int, pace_ms: int) -> float:
    """Return the least time between two moves of hurrying bots, of so many tables of a node.

    It is never longer than the mean time without hurry.
    """
    return min(tables / HURRIED_MOVES_PER_S, pace_ms / 1000)


class BotDriver(Protocol):
    """Makes the moves of bots at the tables of a node."""

    def think_ahead(self, room: Room) -> None:
        """Let the bots that are to move start to think."""

    async def move(self, room: Room) -> None:
        """Make the next bot move that is due."""


@dataclass
class _Loading:
    task: "asyncio.Task[Room]"
    waiters: int = 0


class RoomRegistry:
    """The rooms of a node. As long as a room is in use, every request for its table gets it."""

    def __init__(
        self, store: Store, bus: Bus, clock: TimeSource, bots: BotDriver, metrics: Metrics
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._bots = bots
        self._metrics = metrics
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._recent: OrderedDict[str, Room] = OrderedDict()  # kept in memory, used or not
        self._loading: dict[str, _Loading] = {}
        self._long_loads = ShortQueue("long_tables")
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._hurried: set[str] = set()  # tables with a timer whose bots hurry
        self._busy: set[str] = set()  # tables on which timeouts or bots are at work
        self._missed_messages = False  # messages on the bus may have been lost
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._is_stopping = False
        self._listeners: list[OnChange] = []

    def start(self) -> None:
        """Start to sweep the store and to poll the log."""
        self._loops = [asyncio.create_task(self._sweep()), asyncio.create_task(self._poll())]

    async def stop(self) -> None:
        """Stop all timers and loops; work that has begun is finished."""
        self._is_stopping = True
        for timer in self._timers.values():
            timer.cancel()
        await end(self._loops)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def add_listener(self, listener: OnChange) -> None:
        """Call `listener` after every change of a room."""
        self._listeners.append(listener)

    @property
    def open_rooms(self) -> list[Room]:
        """The tables that this node has open."""
        return list(self._rooms.values())

    # Finding

    async def room(self, table: str) -> Room:
        """Return the room of a table, loaded if need be; NoSuchTable.

        CommandRefused (`unavailable`) if its log is long, and too many long logs wait.
        """
        room = self._rooms.get(table)
        if room is None:
            loading = self._loading.get(table)
            if loading is None:  # the first request reads the log, the others wait for it
                loading = self._loading[table] = _Loading(asyncio.create_task(self._load(table)))
                loading.task.add_done_callback(lambda task: self._loaded(table, task))
            loading.waiters += 1
            try:
                room = await asyncio.shield(loading.task)
            finally:
                loading.waiters -= 1
                if not loading.waiters and not loading.task.done():
                    loading.task.cancel()  # nobody waits any more
                    del self._loading[table]  # now, so that a new request starts a new load
        if table in self._recent:
            self._recent.move_to_end(table)
        return room

    def open_room(self, table: str) -> Room | None:
        """Return the room of a table if this node has it open."""
        return self._rooms.get(table)

    async def _load(self, table: str) -> Room:
        """Fold the log, from the last snapshot on if there is one."""
        folded = await self._read_snapshot(table) or TableState(table)
        rows = await self._store.read(table, folded.seq, folded.seq + LONG_FOLD)
        history = await fold_rows(folded, rows)
        if len(rows) == LONG_FOLD:
            async with self._long_loads.turn():
                while rows:
                    upto = folded.seq + ROWS_PER_READ
                    rows = await self._store.read(table, folded.seq, upto)
                    history += await fold_rows(folded, rows)
        if playing.continues_record(folded) and folded.phase in ("waiting", "starting"):
            await replay_ahead(folded, folded.prefix)
        if len(history) > LONG_FOLD and folded.phase in ("over", "closed"):
            self.run_in_background(self._save_snapshot(folded))  # the last one was unusable
        return self._add(self._new_room(folded, history, is_writer=False))

    async def _read_snapshot(self, table: str) -> TableState | None:
        """Return the snapshot of a table, unless another version of the program wrote it."""
        stored = await self._store.snapshot(table)
        found = load(stored[1]) if stored is not None else None
        return found if found is not None and found.id == table else None

    async def _save_snapshot(self, table: TableState) -> None:
        """Save a snapshot between two matches; during a match the whole match is needed anyway."""
        try:
            await self._store.save_snapshot(table.id, table.seq, dump(table))
        except StoreError as error:  # without it a later load folds more entries
            _log.warning("no snapshot", error=type(error).__name__)

    def _loaded(self, table: str, task: "asyncio.Task[Room]") -> None:
        loading = self._loading.get(table)
        if loading is not None and loading.task is task:
            del self._loading[table]
        if not task.cancelled():
            task.exception()  # mark it as retrieved: every waiter has got it

    def _new_room(self, table: TableState, history: list[AppliedEntry], is_writer: bool) -> Room:
        return Room(
            self._store,
            self._clock,
            self._metrics,
            table,
            history,
            is_shared=self._bus.is_shared,
            is_writer=is_writer,
            on_change=self._changed,
            on_attended=self._attended,
        )

    def _add(self, room: Room) -> Room:
        self._rooms[room.table.id] = self._recent[room.table.id] = room
        self._set_timer(room)
        while len(self._recent) > MOST_RECENT:
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            if oldest not in self._rooms:  # nobody used it; a sweep finds what is due there
                self._stop_timer(oldest)
        return room

    def forget(self, table: str) -> None:
        """Drop a table that was deleted, and end the connections to it."""
        self._stop_timer(table)
        self._recent.pop(table, None)
        room = self._rooms.pop(table, None)
        if room is not None:
            for viewer in tuple(room.viewers):
                viewer.end("closed")

    async def delete(self, table: str) -> None:
        """Delete a table for good, on all nodes; NoSuchTable."""
        await self._store.delete(table)
        self.forget_everywhere(table)

    def forget_everywhere(self, table: str) -> None:
        """Drop a table that was deleted from the store, on all nodes."""
        self.forget(table)
        self._bus.publish("deleted", table)

    # Opening

    async def open_table(
        self,
        host: str,
        game: str,
        players: int,
        options: Mapping[str, Any],
        settings: Settings,
    ) -> Room:
        """Open a table."""
        return await self._create(
            lambda table, code, secret, at: open_table(
                table, host, game, players, options, settings, code, secret, at
            )
        )

    async def open_from_record(self, host: str, record: Record, settings: Settings) -> Room:
        """Open a table whose first match continues a record."""
        steps = await in_slices(replay_position(record))
        continued = None

        def write(table: str, code: str, secret: bytes, at: float) -> Draft:
            draft = open_from(table, host, record, settings, code, secret, at, steps)
            draft.table.continued = continued
            return draft

        unwritten = write("", "", bytes(32), 0.0).table
        await replay_ahead(unwritten, steps)
        continued = unwritten.continued
        return await self._create(write)

    async def _create(self, write: Callable[[str, str, bytes, float], Draft]) -> Room:
        for _ in range(CODE_ATTEMPTS):
            table, secret = secrets.token_hex(TABLE_ID_BYTES), secrets.token_bytes(32)
            draft = write(table, new_code(), secret, self._clock())
            entries = [encode(entry) for entry in draft.entries]
            try:
                await self._store.create(table, entries, facts_of(draft.table), draft.at)
            except CodeTaken:
                continue
            except StoreError as error:  # if it was created, nobody knows its id
                log_failure(error)
                raise CommandRefused("unavailable") from None
            self._metrics.count("appends")
            return self._add(self._new_room(draft.table, list(draft.applied), is_writer=True))
        raise CommandRefused("busy")

    # Timers

    def _changed(self, room: Room, applied: list[AppliedEntry]) -> None:
        if room.is_writer:
            self._bus.publish("entries", room.table.id, str(room.table.seq))
            self._bots.think_ahead(room)
            if has_kind(applied, Ended):
                self.run_in_background(self._save_snapshot(room.table))
        self._set_timer(room)
        for listener in self._listeners:
            listener(room, applied)

    def _attended(self, room: Room) -> None:
        """Let the bots of a table go on that has its first viewer."""
        self._bots.think_ahead(room)
        self._set_timer(room)

    def _stop_timer(self, table: str) -> None:
        self._hurried.discard(table)
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()

    def _set_timer(self, room: Room, at_least_s: float = 0.0) -> None:
        table, due = room.table.id, room.due
        self._stop_timer(table)
        if due is not None and not self._is_stopping and table not in self._busy:
            hold_back = HOLD_BACK_S if self._bus.is_shared and not room.is_writer else 0.0
            wait = max(at_least_s, due - room.now + hold_back, 0.0)
            if room.table.is_hurried:
                self._hurried.add(table)
                gap_s = hurried_gap_s(len(self._hurried), room.table.settings.pace_ms)
                wait = max(wait, room.table.at + gap_s - room.now)
            self._timers[table] = asyncio.get_running_loop().call_later(wait, self._wake, table)

    def _wake(self, table: str) -> None:
        self._timers.pop(table, None)
        room = self._rooms.get(table)
        if room is not None and table not in self._busy and not self._is_stopping:
            self._busy.add(table)
            self.run_in_background(self._do_what_is_due(room))

    async def _do_what_is_due(self, room: Room) -> None:
        """Carry out timeouts, then the next bot move."""
        pause = 0.0
        try:
            await room.tick()
            await self._bots.move(room)
        except CommandRefused as refusal:
            if refusal.code == "not_found":
                self.forget(room.table.id)
                return
            if refusal.code in ("unavailable", "busy"):  # otherwise somebody was quicker
                pause = RETRY_S
        except Exception:
            pause = RETRY_S
            raise
        finally:
            self._busy.discard(room.table.id)
            if self._rooms.get(room.table.id) is room:
                self._set_timer(room, pause)

    async def _sweep(self) -> None:
        """Take up overdue tables whose node is gone, again and again."""
        while True:
            try:
                for table in await self._store.due(self._clock() - LATE_S, TABLES_PER_SWEEP):
                    if table not in self._busy and table not in self._timers:
                        await self._take_up(table)
            except StoreError as error:
                _log.warning("sweep failed", error=type(error).__name__)
            await asyncio.sleep(SWEEP_S)

    async def _take_up(self, table: str) -> None:
        try:
            room = await self.room(table)
            if room.due is not None or self._bus.is_shared:
                await room.refresh()
        except NoSuchTable:
            self.forget(table)
        except StoreError:
            raise
        except CommandRefused as refusal:  # many long logs are being read: the next sweep retries
            if refusal.code != "unavailable":
                self.report_failure(refusal)
        except Exception as error:  # a fault of this table must not stop the others
            self.report_failure(error)
        else:
            self._set_timer(room)

    # The bus

    def on_entries(self, table: str, seq: int) -> None:
        """Read the log of an open table to which another node has appended."""
        room = self._rooms.get(table)
        if room is not None and seq > room.table.seq:
            self.run_in_background(self._catch_up(room, seq))

    def on_missed_messages(self) -> None:
        """Read the logs of all open tables soon: messages on the bus may have been lost."""
        self._missed_messages = True

    async def _poll(self) -> None:
        """Read the logs of viewed tables while the bus is down, and of all once it is back."""
        while True:
            if not self._bus.is_up or self._missed_messages:
                missed, self._missed_messages = self._missed_messages, False
                for room in self.open_rooms:
                    if room.viewers or missed:
                        await self._catch_up(room, None)
            await asyncio.sleep(POLL_S)

    async def _catch_up(self, room: Room, seq: int | None) -> None:
        try:
            if seq is None:
                await room.refresh()  # a poll need not delay the commands of the room
            else:
                await room.catch_up(seq)
        except NoSuchTable:
            self.forget(room.table.id)
        except StoreError as error:
            _log.warning("cannot read", error=type(error).__name__)
        except Exception as error:  # a fault of this table must not stop the others
            self.report_failure(error)

    # Background work

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task; a failure is logged and counted."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.report_failure(error)

    def report_failure(self, error: BaseException) -> None:
        """Count and log a fault of the program."""
        self._metrics.count("failures")
        _log.error("work failed", exc_info=error)
