"""One table on one node: its state, its viewers, and the commands that change it.

Commands run one after the other. A command writes a draft of new entries against the current
state. The draft is appended to the log with the sequence number that it expects. When the append
is durable, the asker is answered, and then all viewers are shown the change. If another node was
quicker, or if the outcome of the append is unknown, the room reads the log and runs the command
again.

A refusal is doubtful if other nodes may have written meanwhile. The room then reads the log before
it refuses. Such reads do not hold the lock, all waiting commands share one, and there are at most
ten in a second. So refused commands cannot delay the moves of others.
"""

import asyncio
import math
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import structlog

from mazziere.server.clock import TimeSource
from mazziere.server.metrics import Metrics
from mazziere.server.rooms import projection
from mazziere.server.rooms.compiled_rules import use_compiled
from mazziere.server.rooms.fifo_lock import FifoLock
from mazziere.server.rooms.folding import fold_rows
from mazziere.store import (
    Conflict,
    LogRow,
    NoSuchTable,
    NotWritten,
    Store,
    StoreClosed,
    TableFacts,
    Unavailable,
    log_failure,
)
from mazziere.store.crash import crash_point
from mazziere.store.store import OnResult, settle
from mazziere.table.entries import Began, Entry, encode
from mazziere.table.refusals import CommandDeferred, CommandRefused
from mazziere.table.schedule import due_at, is_attended, tick
from mazziere.table.table import AppliedEntry, Draft, TableState
from mazziere.wire.server import AnyFromServer, Update, Why

Command = Callable[[TableState, float], Draft | None]
"""A verb of the table with all its arguments but the state and the time; None: nothing to do."""
MakeAnswer = Callable[[Draft], AnyFromServer]
"""Makes the answer to the asker, once the draft is durable."""
OnOutcome = Callable[[Draft | Exception | None], None]
"""Called with the outcome of a command: the draft that was written, or the reason for none."""
OnChange = Callable[["Room", list[AppliedEntry]], None]
"""Called after a room has applied new entries."""

POINTS = ("command-accepted", "command-durable", "command-answered", "command-shown")
"""Crash points, in the order in which a command passes them."""
MOST_TRIES = 8
"""Attempts to append before a command is refused as `busy`."""
REFRESH_S = 0.1
"""Lower bound on the time between two reads of the log for doubtful refusals."""
CERTAIN = frozenset(
    {"not_seated", "closed", "bad_nick", "bad_text", "bad_avatar", "bad_bot", "too_many"}
)
"""Codes of refusals that are never doubtful: nobody gets a read of the log for them.

A closed table stays closed, and the others do not depend on the table. Somebody without a seat may
have been seated by another node just now; their `hello` or their next request finds out.
"""
MOST_WATCHERS = 200
"""Upper bound on the viewers of a table on this node who have no seat there."""
MOST_WATCHERS_OF_ADDRESS = 50
"""Upper bound on those from one address."""
WATCHER_RETRY_S = 10.0
"""Time after which a viewer may try again to find room among them."""
HISTORY_BEFORE_MATCH = projection.LOOK_BACK + 1
"""Entries before the current match that stay in memory; a longer gap gets a snapshot."""

_log = structlog.get_logger()


class Source(NamedTuple):
    """The page that has opened a connection; it counts its attempts."""

    page: str = ""  # empty: the client did not say
    attempt: int = 0

    def is_newer(self, other: "Source") -> bool:
        """Whether the same page has opened this connection after the other one."""
        return bool(self.page) and self.page == other.page and self.attempt > other.attempt


class Viewer(Protocol):
    """A connection that is shown a table."""

    @property
    def person(self) -> str:
        """The person who is connected; empty without a cookie."""

    @property
    def address(self) -> str:
        """The address that is connected."""

    @property
    def source(self) -> Source:
        """The page that has opened the connection, and the number of the attempt."""

    @property
    def heard_at(self) -> float | None:
        """The time of its last message, by the loop's clock; None if it does not ping regularly."""

    def send(self, *messages: AnyFromServer) -> None:
        """Send messages in one write."""

    def end(self, why: Why) -> None:
        """Send the reason and end the connection."""


@dataclass(slots=True)
class PendingCommand:
    """A command on its way through a room."""

    command: Command
    on_outcome: OnOutcome
    make_answer: MakeAnswer | None = None
    asker: Viewer | None = None
    asked_at: float = 0.0  # start of the last attempt that did not wait for a call window
    appended_at: float = 0.0  # when its draft was handed to the store
    draft: Draft | None = None  # the last draft that it wrote
    tries: int = 0  # failed attempts
    in_doubt: list[Draft] = field(default_factory=list)  # drafts that may or may not be in the log


class Room:
    """A table on this node."""

    def __init__(
        self,
        store: Store,
        clock: TimeSource,
        metrics: Metrics,
        table: TableState,
        history: Sequence[AppliedEntry],
        *,
        is_shared: bool = False,  # other nodes may have the table, too
        is_writer: bool = True,
        on_change: OnChange = lambda room, applied: None,
        on_attended: Callable[["Room"], None] = lambda room: None,  # a viewer came to bots alone
    ) -> None:
        self._table = table
        self._history: list[AppliedEntry] = []
        self._began_seq = 0  # the entry in the history that began the current match
        self._viewers: set[Viewer] = set()
        self._quiet: frozenset[str] = frozenset()
        self._is_writer = is_writer
        self._calls_asked_until = -1.0
        self._on_change = on_change
        self._on_attended = on_attended
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._is_shared = is_shared
        self._clock_behind_s = 0.0  # how far the clock is behind the table's last entry
        self._is_in_doubt = False  # the log may hold an append whose outcome is unknown
        self._lock = FifoLock()
        self._rereading: set[asyncio.Task[None]] = set()  # keeps the tasks alive
        self._next_refresh: asyncio.Task[None] | None = None  # has not begun to read
        self._refreshing: asyncio.Task[None] | None = None
        self._refreshed_at = -math.inf
        self._doubtful: set[Viewer] = set()  # askers of commands that wait for a refresh
        self._remember(history)
        use_compiled(table)

    @property
    def table(self) -> TableState:
        """The state of the table after the last entry known here. Do not change it."""
        return self._table

    @property
    def history(self) -> Sequence[AppliedEntry]:
        """The entries of the current match, and some before it."""
        return self._history

    def match_entries(self, after: int, upto: int) -> Sequence[AppliedEntry]:
        """Return the entries of the current match after one entry, up to another."""
        if not self._history:
            return []
        before = self._history[0].seq  # entries follow each other without a gap
        first = max(after + 1, self._began_seq, before)
        return self._history[first - before : upto + 1 - before]

    @property
    def is_writer(self) -> bool:
        """Whether this node wrote the last entry."""
        return self._is_writer

    @property
    def now(self) -> float:
        """The time at this table; it never goes back, even if the clock is set back."""
        now = self._clock()
        self._clock_behind_s = max(self._clock_behind_s, self._table.at - now)
        return now + self._clock_behind_s

    @property
    def due(self) -> float | None:
        """The time of the next timeout or bot move; None if only people can go on."""
        return due_at(self._table, self._calls_asked_until, self.is_attended)

    @property
    def is_attended(self) -> bool:
        """Whether a seated person is present, or somebody watches on this node.

        Bots do not move without. A node with a viewer makes their moves.
        """
        return bool(self._viewers) or is_attended(self._table)

    @property
    def calls_asked_until(self) -> float:
        """The time up to which bots have been asked for optional calls."""
        return self._calls_asked_until

    def note_calls_asked(self, until: float) -> None:
        """Remember that bots have been asked for their optional calls up to a time."""
        self._calls_asked_until = until

    # Viewers

    @property
    def viewers(self) -> Collection[Viewer]:
        """The connections that are shown this table."""
        return self._viewers

    def add_viewer(self, viewer: Viewer) -> None:
        """Show this table to a connection from now on."""
        was_attended = self.is_attended
        self._viewers.add(viewer)
        if not was_attended:
            self._on_attended(self)

    def remove_viewer(self, viewer: Viewer) -> None:
        """Show this table to a connection no more."""
        self._viewers.discard(viewer)

    def check_watcher(self, viewer: Viewer) -> None:
        """Refuse a viewer without a seat if there are too many of them: `too_many`."""
        if self._table.seats_of(viewer.person):
            return
        watchers = [
            other
            for other in self._viewers
            if other is not viewer and not self._table.seats_of(other.person)
        ]
        of_address = sum(other.address == viewer.address for other in watchers)
        if len(watchers) >= MOST_WATCHERS:
            raise CommandRefused("too_many", limit="watchers", wait_s=WATCHER_RETRY_S)
        if of_address >= MOST_WATCHERS_OF_ADDRESS:
            raise CommandRefused("too_many", limit="watchers_of_address", wait_s=WATCHER_RETRY_S)

    @property
    def quiet(self) -> Collection[str]:
        """The people whose connection has been silent for a while; the log does not know it."""
        return self._quiet

    def set_quiet(self, person: str, is_quiet: bool) -> None:
        """Note that a person is quiet, or is heard again, and show it to everybody."""
        if (person in self._quiet) == is_quiet:
            return
        self._quiet = self._quiet | {person} if is_quiet else self._quiet - {person}
        self._show((), is_whole=True)

    def update_for(
        self, viewer: Viewer, applied: Sequence[AppliedEntry], is_whole: bool = False
    ) -> Update:
        """Return the message about applied entries for a viewer."""
        now = self.now
        return projection.update(self._table, applied, viewer.person, now, is_whole, self._quiet)

    # Commands

    async def act(
        self,
        command: Command,
        make_answer: MakeAnswer | None = None,
        asker: Viewer | None = None,
    ) -> Draft | None:
        """Run a command; CommandRefused. The asker is shown the change first, then answered."""
        outcome: asyncio.Future[Draft | None] = asyncio.get_running_loop().create_future()
        self.submit(PendingCommand(command, partial(settle, outcome), make_answer, asker))
        return await outcome

    def submit(self, pending: PendingCommand) -> None:
        """Run a command after those before it, at once if there are none."""
        pending.asked_at = perf_counter()
        self._lock.acquire(partial(self._attempt, pending))

    def _attempt(self, pending: PendingCommand) -> None:
        """Run a command against the current state, and hand its draft to the store."""
        try:
            draft = pending.command(self._table, self.now)
            if draft is not None:
                crash_point("command-accepted")
                pending.draft, pending.appended_at = draft, perf_counter()
                self._append(draft, partial(self._written, pending))
        except Exception as error:
            self._failed(pending, error)
        else:
            if draft is None:
                self._finish(pending, None)

    def _append(self, draft: Draft, on_result: OnResult) -> None:
        entries = [encode(entry) for entry in draft.entries]
        facts = facts_of(draft.table)
        self._store.begin_append(draft.table.id, draft.expect, entries, facts, draft.at, on_result)

    def _written(self, pending: PendingCommand, result: int | Exception) -> None:
        """Take over the state after a durable append, answer the asker and show the change."""
        if isinstance(result, Exception):
            self._failed(pending, result)
            return
        crash_point("command-durable")
        self._metrics.count("appends")
        self._metrics.observe("append_s", perf_counter() - pending.appended_at)
        self._is_in_doubt = False
        self._is_writer = True
        draft, make_answer = pending.draft, pending.make_answer
        assert draft is not None
        try:
            answer = make_answer(draft) if make_answer is not None else None
            self._advance(draft.table, draft.applied, answer, pending.asker)
        except Exception as error:
            self._finish(pending, error)
        else:
            self._finish(pending, draft)

    def _finish(self, pending: PendingCommand, result: Draft | Exception | None) -> None:
        """Let the next command run, and report the outcome of this one."""
        self._lock.release()
        self._report(pending, result)

    def _report(self, pending: PendingCommand, result: Draft | Exception | None) -> None:
        """Report the outcome of a command that does not hold the lock."""
        if isinstance(result, NoSuchTable):
            result = CommandRefused("not_found")
        elif isinstance(result, (Unavailable, StoreClosed)):
            log_failure(result)
            result = CommandRefused("unavailable")
        elif pending.make_answer is not None and not isinstance(result, Exception):
            self._metrics.count("moves")
            self._metrics.observe("move_s", perf_counter() - pending.asked_at)
        try:
            pending.on_outcome(result)
        except Exception:  # the caller is the store, which has others to notify
            _log.exception("answer failed")

    # Failed attempts

    def _failed(self, pending: PendingCommand, error: Exception) -> None:
        """Retry if this node may have judged the command against an old state."""
        if isinstance(error, CommandDeferred):  # a call window is open: let others act meanwhile
            self._lock.release()
            wait = max(0.0, error.until - self.now)
            asyncio.get_running_loop().call_later(wait, self.submit, pending)
            return
        if isinstance(error, NotWritten):  # the outcome is known, and another try would fail, too
            self._finish(pending, error)
        elif isinstance(error, (Conflict, Unavailable)):
            self._in_background(self._reread(pending, error))
        elif isinstance(error, CommandRefused) and self._may_be_stale(pending, error):
            self._lock.release()
            self._in_background(self._judge_again(pending, error))
        else:
            self._finish(pending, error)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._rereading.add(task)
        task.add_done_callback(self._rereading.discard)

    def _may_be_stale(self, pending: PendingCommand, refusal: CommandRefused) -> bool:
        """Whether a refusal may be wrong because of entries that this node has not read.

        A connection waits for one doubtful command at a time; a second one is refused at once.
        """
        if pending.tries or not self.may_be_behind or refusal.code in CERTAIN:
            return False
        return pending.asker is None or pending.asker not in self._doubtful

    async def _judge_again(self, pending: PendingCommand, refusal: CommandRefused) -> None:
        """Refresh without the lock; run the command again if that brought new entries."""
        pending.tries += 1
        seq, asker = self._table.seq, pending.asker
        if asker is not None:
            self._doubtful.add(asker)
        try:
            await self.refresh()
        except Exception as failure:
            self._report(pending, failure)
            return
        finally:
            if asker is not None:
                self._doubtful.discard(asker)
        if self._table.seq == seq:
            self._report(pending, refusal)
        else:
            self._lock.acquire(partial(self._attempt, pending))

    async def _reread(self, pending: PendingCommand, error: Conflict | Unavailable) -> None:
        """Read the log; run the command again, unless its own entries are there."""
        if isinstance(error, Conflict):
            self._metrics.count("conflicts")
        else:
            assert pending.draft is not None
            self._metrics.count("in_doubt")
            self._is_in_doubt = True
            pending.in_doubt.append(pending.draft)
        try:
            rows = await self._read_new()
            written = next((draft for draft in pending.in_doubt if _is_in(draft, rows)), None)
            if written is not None and pending.make_answer and pending.asker is not None:
                pending.asker.send(pending.make_answer(written))
        except Exception as failure:
            self._finish(pending, failure)
            return
        pending.tries += 1
        if written is not None:  # the append had succeeded after all
            self._finish(pending, written)
        elif pending.tries == MOST_TRIES:
            code = "busy" if isinstance(error, Conflict) else "unavailable"
            self._finish(pending, CommandRefused(code))
        else:
            self._attempt(pending)

    # Other nodes

    async def _read_new(self) -> list[LogRow]:
        """Apply entries that other nodes have appended; the caller holds the lock."""
        rows = await self._store.read(self._table.id, self._table.seq)
        await self._apply(rows)
        return rows

    async def _apply(self, rows: list[LogRow]) -> None:
        """Apply rows that follow the last known entry; the caller holds the lock."""
        if rows:
            table = self._table.fork()
            applied = await fold_rows(table, rows)
            self._metrics.count("caught_up", len(rows))
            self._is_writer = False
            self._advance(table, applied)

    @property
    def may_be_behind(self) -> bool:
        """Whether the log may have entries that this node does not know."""
        return self._is_shared or self._is_in_doubt

    async def refresh(self) -> None:
        """Read the log without the lock; NoSuchTable, Unavailable.

        All callers that wait share one read, which begins after the last of them has called. Reads
        begin at least REFRESH_S apart.
        """
        if self._next_refresh is None:
            self._next_refresh = asyncio.create_task(self._refresh())
            self._next_refresh.add_done_callback(_retrieve)
        await asyncio.shield(self._next_refresh)

    async def _refresh(self) -> None:
        if self._refreshing is not None:
            await asyncio.wait([self._refreshing])
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._refreshed_at + REFRESH_S - loop.time()))
        self._refreshed_at = loop.time()
        self._refreshing, self._next_refresh = self._next_refresh, None
        try:
            rows = await self._store.read(self._table.id, self._table.seq)
            if rows:
                async with self._lock.hold():
                    await self._apply([row for row in rows if row.seq > self._table.seq])
        finally:
            self._refreshing = None

    async def catch_up(self, seq: int | None = None) -> None:
        """Read the log, unless it is known up to `seq`; NoSuchTable, Unavailable."""
        async with self._lock.hold():
            if seq is None or seq > self._table.seq:
                await self._read_new()

    async def tick(self) -> None:
        """Carry out overdue timeouts, but no bot moves."""
        await self.act(tick)

    # Showing

    def _advance(
        self,
        table: TableState,
        applied: list[AppliedEntry],
        answer: AnyFromServer | None = None,
        asker: Viewer | None = None,
    ) -> None:
        """Take over a later state: show and answer the asker, then show all other viewers."""
        self._table = table
        self._remember(applied)
        use_compiled(table)
        if asker is not None and answer is not None:
            if asker in self._viewers:
                asker.send(self.update_for(asker, applied), answer)
            else:
                asker.send(answer)
            crash_point("command-answered")
        self._show(applied, asker)
        crash_point("command-shown")
        self._on_change(self, applied)

    def _show(
        self, applied: Sequence[AppliedEntry], asker: Viewer | None = None, is_whole: bool = False
    ) -> None:
        """Show a change to all viewers but the asker; one update for all who see the same."""
        others = [viewer for viewer in self._viewers if viewer is not asker]
        watchers = [
            viewer for viewer in others if projection.is_watcher(self._table, viewer.person)
        ]
        for viewer in set(others).difference(watchers):
            viewer.send(self.update_for(viewer, applied, is_whole))
        if watchers:
            update = projection.update(
                self._table, applied, projection.NOBODY, self.now, is_whole, self._quiet
            )
            for viewer in watchers:
                viewer.send(update)

    def _remember(self, applied: Sequence[AppliedEntry]) -> None:
        """Add to the history; drop most of what came before the current match."""
        self._history += applied
        if has_kind(applied, Began):
            began = max(n for n, item in enumerate(self._history) if isinstance(item.entry, Began))
            self._began_seq = self._history[began].seq
            del self._history[: max(0, began - HISTORY_BEFORE_MATCH)]


def _retrieve(task: "asyncio.Task[None]") -> None:
    """Mark the exception of a task as retrieved, in case nobody awaits it."""
    if not task.cancelled():
        task.exception()


def has_kind(applied: Sequence[AppliedEntry], kind: type[Entry]) -> bool:
    """Whether there is an entry of a kind."""
    return kind in [type(item.entry) for item in applied]


def _is_in(draft: Draft, rows: list[LogRow]) -> bool:
    """Whether rows of the log contain a draft's entries, at their place and time."""
    wanted = [
        (draft.expect + number, draft.at, encode(entry))
        for number, entry in enumerate(draft.entries, 1)
    ]
    return set(wanted) <= {(row.seq, row.at, bytes(row.data)) for row in rows}


def facts_of(table: TableState) -> TableFacts:
    """Return the facts by which the store finds a table."""
    return TableFacts(
        status="paused" if table.is_paused else table.phase,
        code=table.code,
        persons=tuple(sorted({seat.person for seat in table.seats if seat.person} | {table.host})),
        # Another node need not take up a table for optional calls, or for bots alone
        due_at=due_at(table, math.inf, is_attended(table)),
        ended_at=table.at if table.phase in ("over", "closed") else None,
        game=table.game,
    )
