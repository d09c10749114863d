"""One table on one node: its fold, those who look at it, and the next thing that is due.

Wishes are carried out one after the other. Each is written as a draft against the table as it is,
appended to the log with the number that it expects, answered when that is durable, and then shown.
If another node was quicker, or if nobody can say what became of the append, the log is read again
and the wish is judged anew; also before a refusal, if others may have written meanwhile.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Protocol

import structlog

from mazziere.server import shown
from mazziere.server.engines import use_compiled
from mazziere.server.metrics import Metrics
from mazziere.server.turns import Turns
from mazziere.store import Closed, Conflict, Facts, NoSuchTable, Row, Store, Unavailable
from mazziere.store.crash import point
from mazziere.store.store import Told, tell
from mazziere.table.due import due_at, tick
from mazziere.table.entries import Began, Entry, decode, encode
from mazziere.table.refused import Later, No
from mazziere.table.table import Draft, Happened, Table
from mazziere.wire.server import AnyFromServer, Why

Clock = Callable[[], float]
Wish = Callable[[Table, float], Draft | None]
"""A verb with everything but the table and the time; None if there is nothing to do."""
Answer = Callable[[Draft], AnyFromServer]
"""What whoever wished is told when it is durable, before others are shown."""
Ended = Callable[[Draft | Exception | None], None]
"""Called with what came of a wish: what was written, or why nothing was."""

POINTS = ("wish-judged", "wish-durable", "wish-answered", "wish-shown")
"""Where a process can be made to die, in the order in which a wish passes them."""
MOST_TRIES = 8
BREATHE = 16
"""After so many entries of a log others have their turn."""
KEPT = shown.LOOK_BACK + 1
"""Entries before the match that are kept to look back at; a longer gap gets a snapshot."""

_log = structlog.get_logger()


class Watcher(Protocol):
    """A connection that looks at a table."""

    person: str

    def send(self, *messages: AnyFromServer) -> None:
        """Send messages in one go."""

    def end(self, why: Why) -> None:
        """End the connection, and say why."""


@dataclass(slots=True)
class Errand:
    """A wish on its way."""

    wish: Wish
    ended: Ended
    answer: Answer | None = None
    asker: Watcher | None = None
    began: float = 0.0  # when it was asked for; after a call, when it was asked for again
    handed: float = 0.0  # when what it writes was handed to the store
    pen: Draft | None = None  # what it last wrote
    tries: int = 0  # that did not go through
    doubtful: list[Draft] = field(default_factory=list)  # what may be in the log, or not


class Room:
    """A table on this node."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        metrics: Metrics,
        table: Table,
        history: list[Happened],
        is_shared: bool = False,  # with other nodes
    ) -> None:
        self.table = table
        self.history: list[Happened] = []
        self.watchers: set[Watcher] = set()
        self.is_ours = True  # whether the last entry was written by this node
        self.asked_until = -1.0  # up to when bots have been asked for calls
        self.on_change: Callable[[Room, list[Happened]], None] = lambda room, happened: None
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._is_shared = is_shared
        self._ahead_s = 0.0  # of the clock
        self._is_in_doubt = False  # whether all was written that the log may hold
        self._turns = Turns()
        self._looking: asyncio.Task[None] | None = None  # what became of a wish
        self._keep(history)
        use_compiled(table)

    @property
    def now(self) -> float:
        """The time at this table: it goes on from the last entry, should the clock be set back."""
        now = self._clock()
        self._ahead_s = max(self._ahead_s, self.table.at - now)
        return now + self._ahead_s

    @property
    def due(self) -> float | None:
        """When the table is to be looked at again."""
        return due_at(self.table, self.asked_until)

    # Wishes

    async def act(
        self, wish: Wish, answer: Answer | None = None, asker: Watcher | None = None
    ) -> Draft | None:
        """Carry out a wish; No if it is refused. The asker is shown it first, then answered."""
        waiting: asyncio.Future[Draft | None] = asyncio.get_running_loop().create_future()
        self.ask(Errand(wish, partial(tell, waiting), answer, asker))
        return await waiting

    def ask(self, errand: Errand) -> None:
        """Carry out a wish when its turn comes, at once if nobody is before it."""
        errand.began = perf_counter()
        self._turns.take(partial(self._try, errand))

    def _try(self, errand: Errand) -> None:
        """Judge a wish, and hand what it writes to the store."""
        try:
            pen = errand.wish(self.table, self.now)
            if pen is not None:
                point("wish-judged")
                errand.pen, errand.handed = pen, perf_counter()
                self._append(pen, partial(self._written, errand))
        except Exception as error:
            self._fail(errand, error)
        else:
            if pen is None:
                self._end(errand, None)

    def _append(self, pen: Draft, told: Told) -> None:
        entries = [encode(entry) for entry in pen.entries]
        facts = facts_of(pen.table)
        self._store.begin_append(pen.table.id, pen.expect, entries, facts, pen.at, told)

    def _written(self, errand: Errand, result: int | Exception) -> None:
        """Go on to what was written, answer and show it."""
        if isinstance(result, Exception):
            self._fail(errand, result)
            return
        point("wish-durable")
        self._metrics.appends += 1
        self._metrics.append_s.observe(perf_counter() - errand.handed)
        self._is_in_doubt = False
        self.is_ours = True
        pen, answer = errand.pen, errand.answer
        assert pen is not None
        try:
            told = answer(pen) if answer is not None else None
            self._take(pen.table, pen.happened, told, errand.asker)
        except Exception as error:
            self._end(errand, error)
        else:
            self._end(errand, pen)

    def _end(self, errand: Errand, result: Draft | Exception | None) -> None:
        """Let the next wish have its turn, and say how this one ended."""
        self._turns.give_back()
        if isinstance(result, NoSuchTable):
            result = No("not_found")
        elif isinstance(result, (Unavailable, Closed)):
            result = No("unavailable")
        elif errand.answer is not None and not isinstance(result, Exception):
            self._metrics.moves += 1
            self._metrics.move_s.observe(perf_counter() - errand.began)
        try:
            errand.ended(result)
        except Exception:  # the store, which has called us, has others to tell
            _log.exception("answer failed")

    # What did not go through

    def _fail(self, errand: Errand, error: Exception) -> None:
        """See whether it was the wish that failed, or what this node knows of the table."""
        if isinstance(error, Later):  # a call is open: others may have their say meanwhile
            self._turns.give_back()
            wait = max(0.0, error.until - self.now)
            asyncio.get_running_loop().call_later(wait, self.ask, errand)
            return
        is_behind = not errand.tries and (self._is_shared or self._is_in_doubt)
        if isinstance(error, (Conflict, Unavailable)) or (isinstance(error, No) and is_behind):
            self._looking = asyncio.create_task(self._look_again(errand, error))
        else:
            self._end(errand, error)

    async def _look_again(self, errand: Errand, error: Exception) -> None:
        """Read what was written meanwhile; judge anew, unless the wish itself is there."""
        if isinstance(error, Conflict):
            self._metrics.conflicts += 1
        elif isinstance(error, Unavailable):
            assert errand.pen is not None
            self._metrics.in_doubt += 1
            self._is_in_doubt = True
            errand.doubtful.append(errand.pen)
        try:
            rows = await self._catch_up()
            done = next((pen for pen in errand.doubtful if _is_in(pen, rows)), None)
            if done is not None and errand.answer is not None and errand.asker is not None:
                errand.asker.send(errand.answer(done))
        except Exception as failure:
            self._end(errand, failure)
            return
        errand.tries += 1
        if done is not None:  # it was written after all
            self._end(errand, done)
        elif isinstance(error, No) and not rows:
            self._end(errand, error)
        elif errand.tries == MOST_TRIES:
            self._end(errand, No("busy"))
        else:
            self._try(errand)

    # Other nodes

    async def _catch_up(self) -> list[Row]:
        """Read what other nodes have appended."""
        rows = await self._store.read(self.table.id, self.table.seq)
        if rows:
            table = self.table.fork()
            happened = [table.apply(decode(row.data), row.at) for row in rows]
            self._metrics.caught_up += len(rows)
            self.is_ours = False
            self._take(table, happened)
        return rows

    async def hear(self, seq: int | None = None) -> None:
        """There may be entries up to a number; NoSuchTable, Unavailable."""
        async with self._turns.turn():
            if seq is None or seq > self.table.seq:
                await self._catch_up()

    async def look(self) -> None:
        """Do what is overdue, bots apart."""
        await self.act(tick)

    # Showing

    def _take(
        self,
        table: Table,
        happened: list[Happened],
        answer: AnyFromServer | None = None,
        asker: Watcher | None = None,
    ) -> None:
        """Go on to a later table: show and answer the asker, then show everybody else."""
        self.table = table
        self._keep(happened)
        use_compiled(table)
        now = self.now
        if asker is not None and answer is not None:
            if asker in self.watchers:
                asker.send(shown.update(table, happened, asker.person, now), answer)
            else:
                asker.send(answer)
            point("wish-answered")
        for watcher in tuple(self.watchers):
            if watcher is not asker:
                watcher.send(shown.update(table, happened, watcher.person, now))
        point("wish-shown")
        self.on_change(self, happened)

    def _keep(self, happened: list[Happened]) -> None:
        """Keep this match for those who come back and for bots, and a little before it."""
        self.history += happened
        if has(happened, Began):
            began = max(n for n, item in enumerate(self.history) if isinstance(item.entry, Began))
            del self.history[: max(0, began - KEPT)]


def has(happened: list[Happened], kind: type[Entry]) -> bool:
    """Whether an entry of a kind is among those that were made."""
    return kind in [type(item.entry) for item in happened]


def _is_in(pen: Draft, rows: list[Row]) -> bool:
    """Whether what was read holds a draft's entries, at their place and time."""
    wanted = [(pen.expect + n, pen.at, encode(entry)) for n, entry in enumerate(pen.entries, 1)]
    return set(wanted) <= {(row.seq, row.at, bytes(row.data)) for row in rows}


async def fold(table: Table, rows: list[Row]) -> list[Happened]:
    """Take up a table where it stands, letting others have their turn; return what happened."""
    happened = []
    for row in rows:
        happened.append(table.apply(decode(row.data), row.at))
        if row.seq % BREATHE == 0:
            await asyncio.sleep(0)
    return happened


def facts_of(table: Table) -> Facts:
    """What a table can be found by."""
    return Facts(
        status="paused" if table.is_paused else table.phase,
        code=table.code,
        persons=tuple(sorted({seat.person for seat in table.seats if seat.person} | {table.host})),
        due_at=due_at(table, math.inf),  # nobody has to be woken for a call
        ended_at=table.at if table.phase in ("over", "closed") else None,
        game=table.game,
    )
