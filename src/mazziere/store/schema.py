"""The schema, for both back ends.

A table has a random name for the outside and a small number inside. The number keeps the pages that
a busy evening touches few and close together, which halves the work of an append; numbers are never
given twice, so that one remembered from a table that was deleted finds nothing.

There are no foreign keys: every row is written in the transaction that has the table's row locked.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

VERSION_TABLE = "mazziere_schema"
"""Where alembic writes the version; its name also tells our databases from others."""

metadata = MetaData()

_number = BigInteger().with_variant(Integer, "sqlite")  # only an INTEGER is SQLite's own row number

tables = Table(
    "tables",
    metadata,
    Column("n", _number, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("head", BigInteger, nullable=False),  # the last sequence number
    Column("status", Text, nullable=False),
    Column("code", Text),
    Column("game", Text, nullable=False),
    Column("due_at", Double),
    Column("ended_at", Double),
    Column("created_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    sqlite_autoincrement=True,
)

entries = Table(
    "entries",
    metadata,
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

persons = Table(
    "persons",
    metadata,
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("person", Text, primary_key=True),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# Most tables have no code and are not due: what is empty takes no room in these.
_coded = tables.c.code.is_not(None)
_due = tables.c.due_at.is_not(None)
Index("tables_code", tables.c.code, unique=True, sqlite_where=_coded, postgresql_where=_coded)
Index("tables_due_at", tables.c.due_at, sqlite_where=_due, postgresql_where=_due)
Index("persons_person", persons.c.person)
