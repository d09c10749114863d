"""The database schema, for both back ends.

A table has a random public id and a small internal number. The number keeps the pages of busy
tables close together, which halves the work of an append. Numbers are never reused, so a cached
number of a deleted table finds nothing.

There are no foreign keys: every row is written in a transaction that has locked the table's row.
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
"""The table for alembic's version; it also identifies our databases."""

metadata = MetaData()

_number = BigInteger().with_variant(Integer, "sqlite")  # SQLite's row id must be an INTEGER

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

# Partial indexes: most tables have no code and are not due.
_coded = tables.c.code.is_not(None)
_due = tables.c.due_at.is_not(None)
Index("tables_code", tables.c.code, unique=True, sqlite_where=_coded, postgresql_where=_coded)
Index("tables_due_at", tables.c.due_at, sqlite_where=_due, postgresql_where=_due)
Index("persons_person", persons.c.person)
