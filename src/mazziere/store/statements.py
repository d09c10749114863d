"""All SQL statements, written once in SQLAlchemy Core and compiled per back end on first use.

The drivers run the compiled text directly: SQLAlchemy's own execution would cost more than the
database.
"""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Double,
    Integer,
    LargeBinary,
    Text,
    and_,
    bindparam,
    column,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.asyncpg import dialect as asyncpg_dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement

from mazziere.store.schema import entries, persons, secrets, snapshots, tables

DIALECTS: dict[str, Any] = {
    "sqlite": sqlite.dialect(),
    "postgresql": asyncpg_dialect(),  # type: ignore[no-untyped-call]
}

Values = Mapping[str, Any]


class Prepared(NamedTuple):
    """A statement, compiled for one back end."""

    text: str
    row: Callable[[Values], tuple[Any, ...]]  # orders named values as in the text
    names: tuple[str, ...]  # in that order

    def order(self, *given: str) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
        """Return a function that reorders values, given as named, into the order of the text."""
        return itemgetter(*map(given.index, self.names))


class Statement:
    """A statement of Core, or a function that makes it where the back ends differ."""

    def __init__(self, core: ClauseElement | Callable[[str], ClauseElement]) -> None:
        self._core = core
        self._prepared: dict[str, Prepared] = {}

    def on(self, backend: str) -> Prepared:
        """Return the statement, compiled for "sqlite" or "postgresql"."""
        found = self._prepared.get(backend)
        if found is None:
            found = self._prepared[backend] = self._prepare(backend)
        return found

    def _prepare(self, backend: str) -> Prepared:
        core = self._core if isinstance(self._core, ClauseElement) else self._core(backend)
        compiled = core.compile(dialect=DIALECTS[backend])
        assert isinstance(compiled, SQLCompiler)
        names = compiled.positiontup or []
        return Prepared(str(compiled), _order(names), tuple(names))


def _order(names: list[str]) -> Callable[[Values], tuple[Any, ...]]:
    if not names:
        return lambda values: ()
    if len(names) == 1:
        return lambda values, name=names[0]: (values[name],)  # type: ignore[misc]
    return itemgetter(*names)


_id, _n, _person = (
    bindparam("id", type_=Text),
    bindparam("n", type_=BigInteger),
    bindparam("person", type_=Text),
)
_table = tables.c.id == _id
_this_table = tables.c.n == bindparam("of", type_=BigInteger)
_at_head = and_(_this_table, tables.c.head == bindparam("expect", type_=BigInteger))
_limit = bindparam("limit", type_=Integer)
_ZERO = literal_column("0", Integer)  # a literal, or SQLite would get one more parameter

# Writing. LOCK_TABLE locks the row of a table for the transaction.

LOCK_TABLE = Statement(
    select(tables.c.n, tables.c.head).where(_table).with_for_update(key_share=True)
)

CREATE = Statement(
    insert(tables)
    .values({field.name: bindparam(field.name) for field in tables.c if field.name != "n"})
    .returning(tables.c.n)
)

UPDATE_TABLE = Statement(
    update(tables)
    .where(_this_table)
    .values(
        head=bindparam("last"),
        status=bindparam("new_status"),
        code=bindparam("new_code"),
        game=bindparam("new_game"),
        due_at=bindparam("due"),
        ended_at=bindparam("ended"),
        changed_at=bindparam("moment"),
    )
)

ADVANCE_HEAD = Statement(
    update(tables)
    .where(_at_head)
    .values(head=bindparam("last"), due_at=bindparam("due"), changed_at=bindparam("moment"))
)

INSERT_ENTRIES = Statement(insert(entries))
INSERT_PERSONS = Statement(insert(persons))
DELETE_PERSONS = Statement(delete(persons).where(persons.c.n == _n))

DELETE = (
    Statement(delete(tables).where(tables.c.n == _n)),
    Statement(delete(entries).where(entries.c.n == _n)),
    DELETE_PERSONS,
    Statement(delete(snapshots).where(snapshots.c.n == _n)),
)

_stale = or_(
    tables.c.ended_at < bindparam("ended_before", type_=Double),
    and_(tables.c.ended_at.is_(None), tables.c.changed_at < bindparam("idle_before", type_=Double)),
)
EXPIRED = Statement(
    select(tables.c.n, tables.c.id)
    .where(_stale)
    .order_by(tables.c.n)
    .limit(_limit)
    .offset(_ZERO)
    .with_for_update()
)


def _save_snapshot(backend: str) -> ClauseElement:
    """Save the newest snapshot; ignore one of a deleted table, or one ahead of the log."""
    # The lock delays a deletion of the table, which would miss this row.
    taken = (
        select(
            tables.c.n,
            bindparam("seq", type_=BigInteger),
            bindparam("data", type_=LargeBinary),
        )
        .where(_table, tables.c.head >= bindparam("seq", type_=BigInteger))
        .with_for_update(key_share=True, read=True)
    )
    make = sqlite.insert if backend == "sqlite" else postgresql.insert
    into = make(snapshots).from_select(["n", "seq", "data"], taken)
    return into.on_conflict_do_update(
        index_elements=["n"],
        set_={"seq": into.excluded.seq, "data": into.excluded.data},
        where=into.excluded.seq >= snapshots.c.seq,
    )


SAVE_SNAPSHOT = Statement(_save_snapshot)


def _keep_secret(backend: str) -> ClauseElement:
    make = sqlite.insert if backend == "sqlite" else postgresql.insert
    return make(secrets).on_conflict_do_nothing(index_elements=["name"])


INSERT_SECRET = Statement(_keep_secret)
SECRET = Statement(select(secrets.c.value).where(secrets.c.name == bindparam("name", type_=Text)))

# Reading

READ = Statement(
    select(entries.c.seq, entries.c.at, entries.c.data)
    .join_from(tables, entries, entries.c.n == tables.c.n)
    .where(
        _table,
        entries.c.seq > bindparam("after", type_=BigInteger),
        entries.c.seq <= bindparam("upto", type_=BigInteger),
    )
    .order_by(entries.c.seq)
)
HEAD = Statement(select(tables.c.head).where(_table))
SNAPSHOT = Statement(
    select(snapshots.c.seq, snapshots.c.data)
    .join_from(tables, snapshots, snapshots.c.n == tables.c.n)
    .where(_table)
)
TABLE_WITH_CODE = Statement(
    select(tables.c.id).where(tables.c.code == bindparam("code", type_=Text))
)
_found = select(
    tables.c.id,
    tables.c.status,
    tables.c.code,
    tables.c.game,
    tables.c.head,
    tables.c.changed_at,
    tables.c.ended_at,
)
TABLES_OF = Statement(
    _found.join_from(persons, tables, persons.c.n == tables.c.n)
    .where(persons.c.person == _person)
    .order_by(tables.c.changed_at.desc(), tables.c.n.desc())
    .limit(_limit)
    .offset(_ZERO)
)
LATEST = Statement(
    _found.order_by(tables.c.changed_at.desc(), tables.c.n.desc()).limit(_limit).offset(_ZERO)
)
DUE = Statement(
    select(tables.c.id)
    .where(tables.c.due_at <= bindparam("before", type_=Double))
    .order_by(tables.c.due_at, tables.c.n)
    .limit(_limit)
    .offset(_ZERO)
)
COUNTS = Statement(
    # Sequence numbers have no gaps, so the sum of the heads is the number of entries.
    select(tables.c.status, func.count(), func.sum(tables.c.head)).group_by(tables.c.status)
)


def _advance_together() -> ClauseElement:
    """Append to many tables in one statement; return the tables that had the expected head.

    Rows are locked in the order of their numbers, so two nodes that write to the same tables cannot
    deadlock.
    """
    head_columns = {"ns": BigInteger, "expects": BigInteger, "lasts": BigInteger}
    time_columns = {"dues": Double, "moments": Double}
    entry_columns = {
        "entry_ns": BigInteger,
        "seqs": BigInteger,
        "ats": Double,
        "datas": LargeBinary,
    }
    wanted = _arrays({**head_columns, **time_columns}, "wanted")
    given = _arrays(entry_columns, "given")
    held = (
        select(tables.c.n)
        .where(tables.c.n == func.any(bindparam("ns", type_=ARRAY(BigInteger))))
        .order_by(tables.c.n)
        .with_for_update(key_share=True)
        .cte("held")
    )
    moved = (
        update(tables)
        .where(
            tables.c.n == wanted.c.ns,
            held.c.n == wanted.c.ns,
            tables.c.head == wanted.c.expects,
        )
        .values(head=wanted.c.lasts, due_at=wanted.c.dues, changed_at=wanted.c.moments)
        .returning(tables.c.n)
        .cte("moved")
    )
    rows = select(given.c.entry_ns, given.c.seqs, given.c.ats, given.c.datas).where(
        given.c.entry_ns == moved.c.n
    )
    lay = insert(entries).from_select(["n", "seq", "at", "data"], rows).cte("lay")
    return select(moved.c.n).add_cte(lay)


def _arrays(columns: Mapping[str, Any], name: str) -> Any:
    bound = [bindparam(key, type_=ARRAY(kind)) for key, kind in columns.items()]
    listed = [column(key, kind) for key, kind in columns.items()]
    return func.unnest(*bound).table_valued(*listed, name=name).render_derived(name=name)


ADVANCE_HEADS = Statement(lambda backend: _advance_together())
