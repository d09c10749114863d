"""Messages of the server on a WebSocket."""

from typing import Literal

import msgspec

from mazziere.wire.shared import ClockInfo, News, Position, TableInfo


class FromServer(msgspec.Struct, frozen=True, tag_field="type", rename="camel", omit_defaults=True):
    """A message from the server."""


class Snapshot(FromServer, frozen=True, tag="snapshot"):
    """Everything that a client needs to draw the table, with the last news as history."""

    version: int
    table: TableInfo
    positions: tuple[Position, ...]
    clocks: tuple[ClockInfo, ...]
    news: tuple[News, ...]
    now: float  # the server's clock


class Update(FromServer, frozen=True, tag="update"):
    """New entries of the log, and the positions after the last of them."""

    after: int  # the entry before the news; a client that does not know it has missed some
    seq: int  # the last entry that it covers
    news: tuple[News, ...]
    positions: tuple[Position, ...]
    clocks: tuple[ClockInfo, ...]
    now: float
    table: TableInfo | None = None  # null: unchanged except for `seq`


class Done(FromServer, frozen=True, tag="done"):
    """A move was made; it is durable as this entry."""

    id: str
    seq: int


class Refusal(FromServer, frozen=True, tag="refusal"):
    """A message was refused: the reason, and the rule behind it if there is one."""

    code: str
    seq: int  # the last entry of the log
    id: str = ""
    rule: str | None = None
    why: str | None = None  # the game's own code for an illegal move
    detail: str | None = None
    limit: str | None = None  # the limit that was exceeded
    wait_s: int | None = None  # seconds until another attempt can succeed


class Advice(FromServer, frozen=True, tag="advice"):
    """The hard bot's rating of each move, the best first."""

    seat: int
    seq: int
    moves: tuple[str, ...]
    shares: tuple[float, ...]
    values: tuple[float, ...]
    id: str = ""  # of the hint


class Pong(FromServer, frozen=True, tag="pong"):
    """The reply to a ping."""

    id: int
    now: float


Why = Literal[
    "replaced",  # a newer connection of the same person has taken over
    "moved",  # another device has taken the seat with a code
    "removed",  # the host has removed the person from a private table
    "not_found",  # the table does not exist, or the person may not see it
    "closed",  # the table was closed or deleted
    "version",  # the client has another protocol version: reload the page
    "hello_first",  # no hello was sent in time
    "too_big",  # a message was larger than 4 KiB
    "too_many",  # too many messages in a short time, or too many connections
    "slow",  # the client reads too slowly
    "restart",  # the server restarts
    "internal",  # a fault of the server
]


class Goodbye(FromServer, frozen=True, tag="goodbye"):
    """The connection ends: the reason, and whether to reconnect."""

    why: Why
    come_back: bool
    limit: str | None = None  # the limit that was exceeded
    wait_s: int | None = None  # seconds until a new connection can succeed


AnyFromServer = Snapshot | Update | Done | Refusal | Advice | Pong | Goodbye
