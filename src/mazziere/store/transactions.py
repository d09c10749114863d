"""What the store does, statement by statement, without a word on how a database is talked to.

Each function is a generator: it yields calls, is sent the rows that came back, and returns the
answer. Both back ends drive the same ones.
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from mazziere.store import statements as sql
from mazziere.store.errors import Conflict, NoSuchTable
from mazziere.store.facts import Counts, Facts, Found, Known, Row
from mazziere.store.statements import Statement, Values


class Call(NamedTuple):
    """One statement with its values, or with several rows of values and nothing to return."""

    statement: Statement
    values: Values | Sequence[Values]


T = TypeVar("T")
Rows = Sequence[Sequence[Any]]
Steps = Generator[Call, Rows, T]


def create(table: str, data: Sequence[bytes], facts: Facts, at: float) -> Steps[Known]:
    """Make a table with its first entries."""
    rows = yield Call(
        sql.CREATE,
        {
            "id": table,
            "head": len(data),
            "status": facts.status,
            "code": facts.code,
            "game": facts.game,
            "due_at": facts.due_at,
            "ended_at": facts.ended_at,
            "created_at": at,
            "changed_at": at,
        },
    )
    n = rows[0][0]
    yield from _lay(n, 0, data, at)
    yield from _seat(n, facts)
    return Known(n, len(data), facts)


def append(table: str, expect: int, data: Sequence[bytes], facts: Facts, at: float) -> Steps[Known]:
    """Lay further entries and restate everything about the table."""
    rows = yield Call(sql.FIND, {"id": table})
    if not rows:
        raise NoSuchTable(table)
    n, head = rows[0]
    if head != expect:
        raise Conflict(table, head)
    last = head + len(data)
    yield Call(
        sql.RESTATE,
        {
            "of": n,
            "last": last,
            "new_status": facts.status,
            "new_code": facts.code,
            "new_game": facts.game,
            "due": facts.due_at,
            "ended": facts.ended_at,
            "moment": at,
        },
    )
    yield Call(sql.UNSEAT, {"n": n})
    yield from _seat(n, facts)
    yield from _lay(n, head, data, at)
    return Known(n, last, facts)


def _lay(n: int, head: int, data: Sequence[bytes], at: float) -> Steps[None]:
    yield Call(sql.LAY, laid(n, head, data, at))


def laid(n: int, head: int, data: Sequence[bytes], at: float) -> list[Values]:
    """Return the rows of new entries."""
    return [
        {"n": n, "seq": seq, "at": at, "data": entry} for seq, entry in enumerate(data, head + 1)
    ]


def _seat(n: int, facts: Facts) -> Steps[None]:
    if facts.persons:
        yield Call(sql.SEAT, [{"n": n, "person": person} for person in sorted({*facts.persons})])


def save_snapshot(table: str, seq: int, data: bytes) -> Steps[None]:
    """Keep a snapshot if it is newer than the one there is."""
    yield Call(sql.SAVE_SNAPSHOT, {"id": table, "seq": seq, "data": data})


def delete(table: str) -> Steps[None]:
    """Remove a table and everything about it."""
    rows = yield Call(sql.FIND, {"id": table})
    if not rows:
        raise NoSuchTable(table)
    yield from _delete(rows)


def expire(ended_before: float, idle_before: float, limit: int) -> Steps[list[str]]:
    """Remove up to `limit` tables that ended, or were last touched, long enough ago."""
    values = {"ended_before": ended_before, "idle_before": idle_before, "limit": limit}
    rows = yield Call(sql.STALE, values)
    if rows:
        yield from _delete(rows)
    return [row[1] for row in rows]


def _delete(rows: Rows) -> Steps[None]:
    doomed = [{"n": row[0]} for row in rows]
    for statement in sql.DELETE:
        yield Call(statement, doomed)


# Reading


def read(table: str, after: int) -> Steps[list[Row]]:
    """Return the entries after a sequence number."""
    rows = yield Call(sql.READ, {"id": table, "after": after})
    if not rows:
        yield from head(table)
    return [Row(*row) for row in rows]


def head(table: str) -> Steps[int]:
    """Return the last sequence number."""
    rows = yield Call(sql.HEAD, {"id": table})
    if not rows:
        raise NoSuchTable(table)
    return int(rows[0][0])


def snapshot(table: str) -> Steps[tuple[int, bytes] | None]:
    """Return the newest snapshot, if there is one."""
    rows = yield Call(sql.SNAPSHOT, {"id": table})
    return (rows[0][0], rows[0][1]) if rows else None


def secret(name: str, fresh: bytes) -> Steps[bytes]:
    """Return a secret of the server; the fresh one, if there is none yet."""
    yield Call(sql.KEEP_SECRET, {"name": name, "value": fresh})
    rows = yield Call(sql.SECRET, {"name": name})
    return bytes(rows[0][0])


def kept(name: str) -> Steps[bytes | None]:
    """Return what is kept under a name."""
    rows = yield Call(sql.SECRET, {"name": name})
    return bytes(rows[0][0]) if rows else None


def table_with_code(code: str) -> Steps[str | None]:
    """Return the table that waits under a join code."""
    rows = yield Call(sql.WITH_CODE, {"code": code})
    return rows[0][0] if rows else None


def tables_of(person: str, limit: int) -> Steps[list[Found]]:
    """Return a person's tables, the one changed last first."""
    rows = yield Call(sql.TABLES_OF, {"person": person, "limit": limit})
    return [Found(*row) for row in rows]


def latest(limit: int) -> Steps[list[Found]]:
    """Return the tables that were changed last."""
    rows = yield Call(sql.LATEST, {"limit": limit})
    return [Found(*row) for row in rows]


def due(before: float, limit: int) -> Steps[list[str]]:
    """Return the tables that are due, the longest overdue first."""
    rows = yield Call(sql.DUE, {"before": before, "limit": limit})
    return [row[0] for row in rows]


def counts() -> Steps[Counts]:
    """Count tables by status, and entries."""
    rows = yield Call(sql.COUNTS, {})
    return Counts({row[0]: row[1] for row in rows}, sum(int(row[2]) for row in rows))
