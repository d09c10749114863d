"""The writer thread of a SQLite file, with group commit.

A sync to the disk costs thousands of times as much as a row. So all writes that arrive while a
group is being committed form the next group. Writes that arrive one by one on a busy event loop are
also gathered before the thread is woken. Each write of a group succeeds or fails on its own.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import structlog

from mazziere.store import statements as sql
from mazziere.store.crash import crash_point
from mazziere.store.errors import (
    NotWritten,
    StoreError,
    Unavailable,
    UniqueViolation,
    unavailable,
)
from mazziere.store.facts import LastWrite
from mazziere.store.store import STORE_CALL_S, Append, OnResult, WriteCache, as_store_error
from mazziere.store.transactions import Call, Rows, Steps

T = TypeVar("T")
_log = structlog.get_logger()

_NO_SPACE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
"""SQLite reports a used-up quota, and a file at its size limit, as a failed write."""
LARGEST_GROUP = 1000
LONGEST_WAIT_S = 0.004
"""Upper bound on the time that a write waits for others to join its group."""


class Write(NamedTuple):
    """A pending transaction other than an append."""

    steps: Callable[[], Steps[Any]]
    table: str
    code: str | None
    on_result: OnResult


PendingWrite = Append | Write
Outcome = tuple[PendingWrite, Any]


class Writer(threading.Thread):
    """Owns the writing connection until `stop`."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="mazziere-store", daemon=True)
        self._connection = connection
        self._loop = loop
        self._pending: list[PendingWrite] = []  # not yet handed to the thread
        self._since = 0.0  # when the first of them arrived
        self._queue: SimpleQueue[list[PendingWrite] | None] = SimpleQueue()
        self._cache = WriteCache()
        self._is_failing = False
        self._unanswered: dict[int, PendingWrite] = {}  # by id; used on the event loop
        self._advance = sql.ADVANCE_HEAD.on("sqlite")
        self._insert_entries = sql.INSERT_ENTRIES.on("sqlite")
        self._advance_order = self._advance.order("of", "expect", "last", "due", "moment")
        self._entry_order = self._insert_entries.order("n", "seq", "at", "data")

    # On the event loop

    def put(self, write: PendingWrite) -> None:
        """Add a write to the next group."""
        self._pending.append(write)
        if len(self._pending) == 1:
            self._since = self._loop.time()
            self._loop.call_soon(self._hand_over, 0)

    def _hand_over(self, before: int) -> None:
        """Hand the group to the thread once a turn of the event loop has added no more writes."""
        number = len(self._pending)
        if before < number and self._loop.time() - self._since < LONGEST_WAIT_S:
            self._loop.call_soon(self._hand_over, number)
            return
        group = self._hand_over_now()
        self._loop.call_later(STORE_CALL_S, self._give_up, group)

    def _hand_over_now(self) -> list[PendingWrite]:
        group, self._pending = self._pending, []
        if group:
            self._unanswered.update({id(write): write for write in group})
            self._queue.put(group)
        return group

    def _give_up(self, group: list[PendingWrite]) -> None:
        """Answer writes that the disk has not taken in time; they may still be written later."""
        for write in group:
            if self._unanswered.pop(id(write), None) is not None:
                write.on_result(Unavailable(f"no answer in {STORE_CALL_S:g} s"))

    def stop(self) -> None:
        """Commit pending writes, then end the thread."""
        self._hand_over_now()
        self._queue.put(None)

    # On the thread

    def run(self) -> None:
        """Commit group after group."""
        going = True
        while going:
            group, going = self._gather()
            for first in range(0, len(group), LARGEST_GROUP):
                self._report(self._write(group[first : first + LARGEST_GROUP]))
        self._connection.close()

    def _gather(self) -> tuple[list[PendingWrite], bool]:
        """Return all writes handed over so far, and whether to continue afterwards."""
        group: list[PendingWrite] = []
        with contextlib.suppress(Empty):
            given = self._queue.get()
            while given is not None:
                group += given
                given = self._queue.get_nowait()
            return group, False
        return group, True

    def _report(self, outcomes: list[Outcome]) -> None:
        try:
            self._loop.call_soon_threadsafe(self._answer, outcomes)
        except RuntimeError:  # the event loop is closed: nobody waits any more
            return

    def _answer(self, outcomes: list[Outcome]) -> None:
        """On the event loop: answer the writes of a group, except those that were given up."""
        for write, result in outcomes:
            if self._unanswered.pop(id(write), None) is not None:
                write.on_result(result)
        crash_point("group-told")

    # A group

    def _write(self, group: list[PendingWrite]) -> list[Outcome]:
        try:
            done = self._transact(group)
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            self._note_failure(error)
            failure = _as_failure(error)
            return [(write, failure) for write in group]
        self._note_success()
        for write, result in done:
            if isinstance(result, LastWrite):
                self._cache.remember(write.table, result)
        return [(write, _answer_to(write, result)) for write, result in done]

    def _note_failure(self, error: Exception) -> None:
        """Log the first of several failures, for example when the disk is full."""
        if not self._is_failing:
            self._is_failing = True
            name = getattr(error, "sqlite_errorname", type(error).__name__)
            _log.error("the store cannot write", error=name)

    def _note_success(self) -> None:
        if self._is_failing:
            self._is_failing = False
            _log.info("the store writes again")

    def _transact(self, group: list[PendingWrite]) -> list[tuple[PendingWrite, Any]]:
        together, alone = self._split(group)
        self._connection.execute("BEGIN IMMEDIATE")
        crash_point("group-begun")
        if not self._advance_together(together):
            # One of the appends failed: write each alone to find out which.
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
            together, alone = [], group
        done: list[tuple[PendingWrite, Any]] = [
            (write, LastWrite(known.n, write.expect + len(write.entries), write.facts))
            for write, known in together
        ]
        done += [(write, self._attempt(write)) for write in alone]
        crash_point("group-written")
        self._connection.execute("COMMIT")
        crash_point("group-committed")
        return done

    def _split(
        self, group: list[PendingWrite]
    ) -> tuple[list[tuple[Append, LastWrite]], list[PendingWrite]]:
        """Split a group into appends that only move the head, and all other writes."""
        together, alone = [], []
        for write in group:
            known = self._cache.if_only_head_moves(write) if isinstance(write, Append) else None
            if known is None:
                alone.append(write)
            else:
                assert isinstance(write, Append)
                together.append((write, known))
        return together, alone

    def _advance_together(self, appends: Sequence[tuple[Append, LastWrite]]) -> bool:
        """Write many appends with two statements; return False if one of them failed."""
        if not appends:
            return True
        advances, rows = [], []
        for (_, expect, entries, facts, at, _), known in appends:
            advances.append((known.n, expect, expect + len(entries), facts.due_at, at))
            rows += [(known.n, seq, at, entry) for seq, entry in enumerate(entries, expect + 1)]
        try:
            moved = self._connection.executemany(
                self._advance.text, map(self._advance_order, advances)
            )
            if moved.rowcount != len(appends):
                return False
            self._connection.executemany(self._insert_entries.text, map(self._entry_order, rows))
        except Exception as error:
            if self._is_fault_of_all(error):
                raise
            return False
        return True

    def _is_fault_of_all(self, error: Exception) -> bool:
        """Whether an error is a fault of the disk, and not of one write."""
        is_of_disk = isinstance(error, sqlite3.OperationalError)
        return is_of_disk or not self._connection.in_transaction

    def _attempt(self, write: PendingWrite) -> Any:
        """Run one write in a savepoint; return its result or its exception."""
        self._connection.execute("SAVEPOINT one_write")
        try:
            result = drive(self._connection, write.steps())
        except Exception as error:
            if self._is_fault_of_all(error):
                raise
            self._connection.execute("ROLLBACK TO one_write")
            self._connection.execute("RELEASE one_write")
            return error
        self._connection.execute("RELEASE one_write")
        return result


def _as_failure(error: Exception) -> Unavailable:
    """Return the error of a group that was not committed."""
    failure = unavailable(error)
    if getattr(error, "sqlite_errorcode", None) in _NO_SPACE:
        return NotWritten(str(failure), failure.cause)
    return failure


def _answer_to(write: PendingWrite, result: Any) -> Any:
    if isinstance(result, LastWrite) and isinstance(write, Append):
        return result.head
    if isinstance(result, UniqueViolation):
        code = write.facts.code if isinstance(write, Append) else write.code
        return as_store_error(result, write.table, code)
    if isinstance(result, Exception) and not isinstance(result, StoreError):
        return ValueError(f"the store cannot keep this: {result}")
    return result


def drive(connection: sqlite3.Connection, steps: Steps[T]) -> T:
    """Run the steps of a transaction on a connection."""
    try:
        call = next(steps)
        while True:
            call = steps.send(_perform(connection, call))
    except StopIteration as end:
        answer: T = end.value
        return answer


def _perform(connection: sqlite3.Connection, call: Call) -> Rows:
    prepared = call.statement.on("sqlite")
    try:
        if isinstance(call.values, Sequence):
            connection.executemany(prepared.text, map(prepared.row, call.values))
            return ()
        return connection.execute(prepared.text, prepared.row(call.values)).fetchall()
    except sqlite3.IntegrityError as error:
        # "UNIQUE constraint failed: tables.code"
        raise UniqueViolation(str(error).rpartition(".")[2]) from None
