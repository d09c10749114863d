"""Errors of the store; their texts may be shown to the operator."""

import structlog

_log = structlog.get_logger()


class StoreError(Exception):
    """The base of all errors of the store."""


class CannotOpen(StoreError):
    """The store cannot be opened, backed up or restored; the text is one line for a person."""


class UnknownUrl(CannotOpen):
    """The URL of a database is of no kind that we know."""


class StoreClosed(StoreError):
    """The store has been closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class NoSuchTable(StoreError):
    """The table does not exist, or was deleted."""

    def __init__(self, table: str) -> None:
        super().__init__(f"no table {table!r}")
        self.table = table


class TableExists(StoreError):
    """A table with this id exists already."""

    def __init__(self, table: str) -> None:
        super().__init__(f"table {table!r} exists")
        self.table = table


class CodeTaken(StoreError):
    """Another table has this join code."""

    def __init__(self, code: str | None) -> None:
        super().__init__("the join code is taken")
        self.code = code


class Conflict(StoreError):
    """Another writer was first; `current` is the last sequence number now."""

    def __init__(self, table: str, current: int) -> None:
        super().__init__(f"table {table!r} is at {current}")
        self.table = table
        self.current = current


class Unavailable(StoreError):
    """The database failed during a call: a write may or may not have happened; read again."""

    def __init__(self, text: str, cause: str = "") -> None:
        super().__init__(text)
        self.cause = cause  # for logs: contains no data of a table


_CAUSES = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the disk cannot be read or written",
    "SQLITE_READONLY": "the file is read-only",
    "SQLITE_CANTOPEN": "the file cannot be opened",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_BUSY": "the file is locked",
}


def unavailable(error: BaseException) -> Unavailable:
    """Return the failure of a database, with a cause that may be logged."""
    cause = type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        cause = error.strerror
    code = getattr(error, "sqlite_errorname", None)
    if code is not None:
        words = [text for name, text in _CAUSES.items() if code.startswith(name)]
        cause = f"{words[0]} ({code})" if words else code
    return Unavailable(f"{type(error).__name__}: {error}", cause)


def cause_of(error: StoreError) -> str:
    """Return the cause of a failure for the logs; it contains no data of a table."""
    return error.cause if isinstance(error, Unavailable) else ""


def log_failure(error: StoreError) -> None:
    """Log a failure with its cause, unless the store logs by itself that it cannot write."""
    if not isinstance(error, NotWritten):
        _log.error("store failed", error=type(error).__name__, cause=cause_of(error))


class NotWritten(Unavailable):
    """The database cannot take a write now, for example on a full disk; nothing was written."""


class UniqueViolation(Exception):
    """Raised inside the store when a unique column already has the value."""

    def __init__(self, column: str) -> None:
        super().__init__(column)
        self.column = column
