"""The data that goes into and comes out of the store, besides the entries of logs."""

from typing import NamedTuple

import msgspec


class TableFacts(msgspec.Struct, frozen=True):
    """The facts by which a table can be found; each append replaces all of them."""

    status: str  # waiting, playing, paused, over
    code: str | None  # the join code while the table waits; unique
    persons: tuple[str, ...]  # ids of the people at the table
    due_at: float | None  # time of the next timeout or bot move, in seconds since the epoch
    ended_at: float | None
    game: str


class LogRow(NamedTuple):
    """An entry of a log."""

    seq: int  # from 1, without gaps
    at: float
    data: bytes


class TableSummary(NamedTuple):
    """A table, as searches return it."""

    table: str
    status: str
    code: str | None
    game: str
    head: int  # the last sequence number
    changed_at: float
    ended_at: float | None


class StoreCounts(NamedTuple):
    """The number of tables and entries in the store."""

    tables: dict[str, int]  # by status
    entries: int


class LastWrite(NamedTuple):
    """The last write of this process to a table; valid while the table has this head."""

    n: int  # the internal number of the table
    head: int
    facts: TableFacts

    def is_changed_by(self, facts: TableFacts) -> bool:
        """Whether facts other than `due_at` have changed."""
        last = self.facts
        return (
            last.status != facts.status
            or last.code != facts.code
            or last.persons != facts.persons
            or last.ended_at != facts.ended_at
            or last.game != facts.game
        )
