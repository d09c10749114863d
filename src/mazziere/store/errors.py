"""What can go wrong with the store, in words that can be shown to the person who runs it."""


class StoreError(Exception):
    """Anything that the store refuses or cannot do."""


class CannotOpen(StoreError):
    """The store cannot be opened, backed up or restored; the text is one line for a person."""


class Closed(StoreError):
    """The store has been closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class NoSuchTable(StoreError):
    """There is no table of this name, or there is none any more."""

    def __init__(self, table: str) -> None:
        super().__init__(f"no table {table!r}")
        self.table = table


class TableExists(StoreError):
    """A table of this name has been made already."""

    def __init__(self, table: str) -> None:
        super().__init__(f"table {table!r} exists")
        self.table = table


class CodeTaken(StoreError):
    """Another table has this join code."""

    def __init__(self, code: str | None) -> None:
        super().__init__("the join code is taken")
        self.code = code


class Conflict(StoreError):
    """Somebody else was first; `current` is the last sequence number now."""

    def __init__(self, table: str, current: int) -> None:
        super().__init__(f"table {table!r} is at {current}")
        self.table = table
        self.current = current


class Unavailable(StoreError):
    """The database failed in mid-write: what was asked for may have happened; read again."""


class Clash(Exception):
    """Inside the store: a value that must be unique is taken; `column` is the one."""

    def __init__(self, column: str) -> None:
        super().__init__(column)
        self.column = column
