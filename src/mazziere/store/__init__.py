"""The store: an append-only log for each table, in a SQLite file or in PostgreSQL."""

from mazziere.store.errors import (
    CannotOpen,
    Closed,
    CodeTaken,
    Conflict,
    NoSuchTable,
    StoreError,
    TableExists,
    Unavailable,
)
from mazziere.store.facts import Counts, Facts, Found, Row
from mazziere.store.opening import default_url, open_store, shown
from mazziere.store.store import Store

__all__ = [
    "CannotOpen",
    "Closed",
    "CodeTaken",
    "Conflict",
    "Counts",
    "Facts",
    "Found",
    "NoSuchTable",
    "Row",
    "Store",
    "StoreError",
    "TableExists",
    "Unavailable",
    "default_url",
    "open_store",
    "shown",
]
