"""The one writer of a SQLite file: a thread that commits everything that waits together.

A sync to the disk costs thousands of times what a row costs, so all that has come in while the last
group was being written becomes the next one; and what comes in one after the other on a busy loop
is gathered before the thread is woken. Each piece of a group stands or falls on its own.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from mazziere.store import statements as sql
from mazziere.store.crash import point
from mazziere.store.errors import Clash, StoreError, Unavailable
from mazziere.store.facts import Known
from mazziere.store.store import Append, Memory, Told, named
from mazziere.store.transactions import Call, Rows, Steps

T = TypeVar("T")

LARGEST_GROUP = 1000
LONGEST_WAIT_S = 0.004
"""For so long a piece waits for others at most, while every turn of the loop brings some."""


class Write(NamedTuple):
    """A transaction that waits, other than an append."""

    steps: Callable[[], Steps[Any]]
    table: str
    code: str | None
    told: Told


Piece = Append | Write
Outcome = tuple[Told, Any]


class Writer(threading.Thread):
    """Owns the writing connection until it is told to stop."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="mazziere-store", daemon=True)
        self._connection = connection
        self._loop = loop
        self._waiting: list[Piece] = []  # on the loop's side
        self._since = 0.0  # when the first of them came
        self._queue: SimpleQueue[list[Piece] | None] = SimpleQueue()
        self._memory = Memory()
        self._advance, self._lay = sql.ADVANCE.on("sqlite"), sql.LAY.on("sqlite")
        self._advanced = self._advance.order("of", "expect", "last", "due", "moment")
        self._laid = self._lay.order("n", "seq", "at", "data")

    # On the loop

    def put(self, piece: Piece) -> None:
        """Let a piece wait for the next group."""
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            self._since = self._loop.time()
            self._loop.call_soon(self._hand_over, 0)

    def _hand_over(self, before: int) -> None:
        """Give what waits to the thread, once a turn of the loop has brought no more of it."""
        number = len(self._waiting)
        if before < number and self._loop.time() - self._since < LONGEST_WAIT_S:
            self._loop.call_soon(self._hand_over, number)
            return
        self._give()

    def _give(self) -> None:
        group, self._waiting = self._waiting, []
        if group:
            self._queue.put(group)

    def stop(self) -> None:
        """Write what waits, then end."""
        self._give()
        self._queue.put(None)

    # On the thread

    def run(self) -> None:
        """Write group after group."""
        going = True
        while going:
            group, going = self._gather()
            for first in range(0, len(group), LARGEST_GROUP):
                self._tell(self._write(group[first : first + LARGEST_GROUP]))
        self._connection.close()

    def _gather(self) -> tuple[list[Piece], bool]:
        """All that was handed over, and whether more is to come."""
        group: list[Piece] = []
        with contextlib.suppress(Empty):
            given = self._queue.get()
            while given is not None:
                group += given
                given = self._queue.get_nowait()
            return group, False
        return group, True

    def _tell(self, outcomes: list[Outcome]) -> None:
        try:
            self._loop.call_soon_threadsafe(_tell, outcomes)
        except RuntimeError:  # the loop is gone, and with it everybody who waited
            return

    # A group

    def _write(self, group: list[Piece]) -> list[Outcome]:
        try:
            done = self._transact(group)
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return [(piece.told, Unavailable(str(error))) for piece in group]
        for piece, result in done:
            if isinstance(result, Known):
                self._memory.keep(piece.table, result)
        return [(piece.told, _answer(piece, result)) for piece, result in done]

    def _transact(self, group: list[Piece]) -> list[tuple[Piece, Any]]:
        together, alone = self._split(group)
        self._connection.execute("BEGIN IMMEDIATE")
        point("group-begun")
        if not self._advance_together(together):
            # Somebody else was first at one of the tables, or an entry cannot be written: find out.
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
            together, alone = [], group
        done: list[tuple[Piece, Any]] = [
            (piece, Known(known.n, piece.expect + len(piece.entries), piece.facts))
            for piece, known in together
        ]
        done += [(piece, self._attempt(piece)) for piece in alone]
        point("group-written")
        self._connection.execute("COMMIT")
        point("group-committed")
        return done

    def _split(self, group: list[Piece]) -> tuple[list[tuple[Append, Known]], list[Piece]]:
        together, alone = [], []
        for piece in group:
            known = self._memory.only_advances(piece) if isinstance(piece, Append) else None
            if known is None:
                alone.append(piece)
            else:
                assert isinstance(piece, Append)
                together.append((piece, known))
        return together, alone

    def _advance_together(self, pieces: Sequence[tuple[Append, Known]]) -> bool:
        """Write many appends with two statements; False if one of them did not go through."""
        if not pieces:
            return True
        advances, rows = [], []
        for (_, expect, entries, facts, at, _), known in pieces:
            advances.append((known.n, expect, expect + len(entries), facts.due_at, at))
            rows += [(known.n, seq, at, entry) for seq, entry in enumerate(entries, expect + 1)]
        try:
            moved = self._connection.executemany(self._advance.text, map(self._advanced, advances))
            if moved.rowcount != len(pieces):
                return False
            self._connection.executemany(self._lay.text, map(self._laid, rows))
        except Exception:
            if not self._connection.in_transaction:  # the disk, rather than a piece
                raise
            return False
        return True

    def _attempt(self, piece: Piece) -> Any:
        """Carry out one piece; what it raises is its own affair."""
        self._connection.execute("SAVEPOINT piece")
        try:
            result = drive(self._connection, piece.steps())
        except Exception as error:
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO piece")
            self._connection.execute("RELEASE piece")
            return error
        self._connection.execute("RELEASE piece")
        return result


def _answer(piece: Piece, result: Any) -> Any:
    if isinstance(result, Known) and isinstance(piece, Append):
        return result.head
    if isinstance(result, Clash):
        code = piece.facts.code if isinstance(piece, Append) else piece.code
        return named(result, piece.table, code)
    if isinstance(result, Exception) and not isinstance(result, StoreError):
        return ValueError(f"the store cannot keep this: {result}")
    return result


def _tell(outcomes: list[Outcome]) -> None:
    for told, result in outcomes:
        told(result)
    point("group-told")


def drive(connection: sqlite3.Connection, steps: Steps[T]) -> T:
    """Carry out steps on a connection."""
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
        raise Clash(str(error).rpartition(".")[2]) from None
