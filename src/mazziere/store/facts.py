"""What the store is told about a table, and what it tells."""

from typing import NamedTuple

import msgspec


class Facts(msgspec.Struct, frozen=True):
    """What a table can be found by; replaced as a whole with each append."""

    status: str  # waiting, playing, paused, over
    code: str | None  # six letters while it waits, unique among the tables that have one
    persons: tuple[str, ...]  # who is seated or has been, in hex
    due_at: float | None  # seconds since the epoch: when somebody must look at it again
    ended_at: float | None
    game: str


class Row(NamedTuple):
    """An entry of a log."""

    seq: int  # from 1, without gaps
    at: float
    data: bytes


class Found(NamedTuple):
    """A table of a person."""

    table: str
    status: str
    code: str | None
    game: str
    head: int  # the last sequence number
    changed_at: float
    ended_at: float | None


class Counts(NamedTuple):
    """How much the store holds."""

    tables: dict[str, int]  # by status
    entries: int


class Known(NamedTuple):
    """What this process last wrote about a table; true as long as the head is still this one."""

    n: int
    head: int
    facts: Facts

    def differs(self, facts: Facts) -> bool:
        """Tell whether more than the time when it is due has changed."""
        mine = self.facts
        return (
            mine.status != facts.status
            or mine.code != facts.code
            or mine.persons != facts.persons
            or mine.ended_at != facts.ended_at
            or mine.game != facts.game
        )
