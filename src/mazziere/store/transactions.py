"""The transactions of the store, independent of the database driver.

Each function is a generator. It yields calls, receives the resulting rows, and returns the result.
Both back ends run the same generators.
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from mazziere.store import statements as sql
from mazziere.store.errors import Conflict, NoSuchTable
from mazziere.store.facts import LastWrite, LogRow, StoreCounts, TableFacts, TableSummary
from mazziere.store.statements import Statement, Values


class Call(NamedTuple):
    """A statement with its values; with several rows of values it returns nothing."""

    statement: Statement
    values: Values | Sequence[Values]


T = TypeVar("T")
Rows = Sequence[Sequence[Any]]
Steps = Generator[Call, Rows, T]


def create(table: str, data: Sequence[bytes], facts: TableFacts, at: float) -> Steps[LastWrite]:
    """Create a table with its first entries."""
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
    yield from _insert_entries(n, 0, data, at)
    yield from _insert_persons(n, facts)
    return LastWrite(n, len(data), facts)


def append(
    table: str, expect: int, data: Sequence[bytes], facts: TableFacts, at: float
) -> Steps[LastWrite]:
    """Append entries and replace all facts of the table."""
    rows = yield Call(sql.LOCK_TABLE, {"id": table})
    if not rows:
        raise NoSuchTable(table)
    n, head = rows[0]
    if head != expect:
        raise Conflict(table, head)
    last = head + len(data)
    yield Call(
        sql.UPDATE_TABLE,
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
    yield Call(sql.DELETE_PERSONS, {"n": n})
    yield from _insert_persons(n, facts)
    yield from _insert_entries(n, head, data, at)
    return LastWrite(n, last, facts)


def _insert_entries(number: int, head: int, data: Sequence[bytes], at: float) -> Steps[None]:
    yield Call(sql.INSERT_ENTRIES, entry_rows(number, head, data, at))


def entry_rows(number: int, head: int, data: Sequence[bytes], at: float) -> list[Values]:
    """Return the rows of new entries."""
    return [
        {"n": number, "seq": seq, "at": at, "data": entry}
        for seq, entry in enumerate(data, head + 1)
    ]


def _insert_persons(number: int, facts: TableFacts) -> Steps[None]:
    if facts.persons:
        yield Call(
            sql.INSERT_PERSONS,
            [{"n": number, "person": person} for person in sorted({*facts.persons})],
        )


def save_snapshot(table: str, seq: int, data: bytes) -> Steps[None]:
    """Save a snapshot if it is newer than the saved one."""
    yield Call(sql.SAVE_SNAPSHOT, {"id": table, "seq": seq, "data": data})


def delete(table: str) -> Steps[None]:
    """Delete a table with all its data."""
    rows = yield Call(sql.LOCK_TABLE, {"id": table})
    if not rows:
        raise NoSuchTable(table)
    yield from _delete(rows)


def expire(ended_before: float, idle_before: float, limit: int) -> Steps[list[str]]:
    """Delete up to `limit` tables that ended, or were last written to, before these times."""
    values = {"ended_before": ended_before, "idle_before": idle_before, "limit": limit}
    rows = yield Call(sql.EXPIRED, values)
    if rows:
        yield from _delete(rows)
    return [row[1] for row in rows]


def _delete(rows: Rows) -> Steps[None]:
    numbers = [{"n": row[0]} for row in rows]
    for statement in sql.DELETE:
        yield Call(statement, numbers)


# Reading


def read(table: str, after: int, upto: int) -> Steps[list[LogRow]]:
    """Return the entries after one sequence number up to another."""
    rows = yield Call(sql.READ, {"id": table, "after": after, "upto": upto})
    if not rows:
        yield from head(table)
    return [LogRow(*row) for row in rows]


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
    """Return the value of a name; set it to `fresh` if it has none."""
    yield Call(sql.INSERT_SECRET, {"name": name, "value": fresh})
    rows = yield Call(sql.SECRET, {"name": name})
    return bytes(rows[0][0])


def find_value(name: str) -> Steps[bytes | None]:
    """Return the value of a name; None if it has none."""
    rows = yield Call(sql.SECRET, {"name": name})
    return bytes(rows[0][0]) if rows else None


def table_with_code(code: str) -> Steps[str | None]:
    """Return the table with a join code."""
    rows = yield Call(sql.TABLE_WITH_CODE, {"code": code})
    return rows[0][0] if rows else None


def tables_of(person: str, limit: int) -> Steps[list[TableSummary]]:
    """Return a person's tables, the one changed last first."""
    rows = yield Call(sql.TABLES_OF, {"person": person, "limit": limit})
    return [TableSummary(*row) for row in rows]


def latest(limit: int) -> Steps[list[TableSummary]]:
    """Return the tables that were changed last."""
    rows = yield Call(sql.LATEST, {"limit": limit})
    return [TableSummary(*row) for row in rows]


def due(before: float, limit: int) -> Steps[list[str]]:
    """Return the tables that are due, the longest overdue first."""
    rows = yield Call(sql.DUE, {"before": before, "limit": limit})
    return [row[0] for row in rows]


def counts() -> Steps[StoreCounts]:
    """Count tables by status, and entries."""
    rows = yield Call(sql.COUNTS, {})
    return StoreCounts({row[0]: row[1] for row in rows}, sum(int(row[2]) for row in rows))
