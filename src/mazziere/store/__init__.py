"""The store: an append-only log per table, in a SQLite file or in PostgreSQL."""

from mazziere.store.errors import (
    CannotOpen,
    CodeTaken,
    Conflict,
    NoSuchTable,
    NotWritten,
    StoreClosed,
    StoreError,
    TableExists,
    Unavailable,
    UnknownUrl,
    cause_of,
    log_failure,
)
from mazziere.store.facts import LogRow, StoreCounts, TableFacts, TableSummary
from mazziere.store.opening import default_url, open_store, without_password
from mazziere.store.store import Store

__all__ = [
    "CannotOpen",
    "CodeTaken",
    "Conflict",
    "LogRow",
    "NoSuchTable",
    "NotWritten",
    "Store",
    "StoreClosed",
    "StoreCounts",
    "StoreError",
    "TableExists",
    "TableFacts",
    "TableSummary",
    "Unavailable",
    "UnknownUrl",
    "cause_of",
    "default_url",
    "log_failure",
    "open_store",
    "without_password",
]
