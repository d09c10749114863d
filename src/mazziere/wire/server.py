"""What the server says on a socket."""

from typing import Literal

import msgspec

from mazziere.wire.shared import ClockInfo, News, Position, TableInfo


class FromServer(msgspec.Struct, frozen=True, tag_field="type", rename="camel", omit_defaults=True):
    """A message from the server."""


class Snapshot(FromServer, frozen=True, tag="snapshot"):
    """Everything that a client needs to draw the table, with the last news to look back at."""

    version: int
    table: TableInfo
    positions: tuple[Position, ...]
    clocks: tuple[ClockInfo, ...]
    news: tuple[News, ...]
    now: float  # the server's clock


class Update(FromServer, frozen=True, tag="update"):
    """What has happened since: news in order, and how things are after the last of them."""

    after: int  # follows on this entry; a client that does not know it has missed something
    seq: int  # the last entry that it takes into account
    news: tuple[News, ...]
    positions: tuple[Position, ...]
    clocks: tuple[ClockInfo, ...]
    now: float
    table: TableInfo | None = None  # null: as it was, but for its `seq`


class Done(FromServer, frozen=True, tag="done"):
    """A move was made, and is on disk as this entry."""

    id: str
    seq: int


class Refusal(FromServer, frozen=True, tag="refusal"):
    """Something is not granted: why, and the rule behind it if there is one."""

    code: str
    seq: int  # the last entry of the log
    id: str = ""
    rule: str | None = None
    why: str | None = None  # of an illegal move: the game's own code
    detail: str | None = None


class Advice(FromServer, frozen=True, tag="advice"):
    """What the hard bot thinks of each move, the best first."""

    seat: int
    seq: int
    moves: tuple[str, ...]
    shares: tuple[float, ...]
    values: tuple[float, ...]
    id: str = ""  # of the question


class Pong(FromServer, frozen=True, tag="pong"):
    """Yes."""

    id: int
    now: float


Why = Literal[
    "replaced",  # a newer connection of the same person has taken over
    "moved",  # the seat was brought to another device, by its code
    "removed",  # by the host, from a table that only its people may see
    "not_found",  # there is no such table, or none that one may see
    "closed",  # the table is no more
    "version",  # another version of the protocol: load the page again
    "hello_first",  # no hello came for a while
    "too_big",  # a message of more than 4 KiB
    "too_many",  # messages in too short a time, or connections
    "slow",  # what was sent has not been read
    "restart",  # the server goes, and comes back
    "internal",  # our fault
]


class Goodbye(FromServer, frozen=True, tag="goodbye"):
    """The connection ends: why, and whether to come back."""

    why: Why
    come_back: bool


AnyFromServer = Snapshot | Update | Done | Refusal | Advice | Pong | Goodbye
