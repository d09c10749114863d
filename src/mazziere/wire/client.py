"""Messages of a client on its WebSocket."""

from typing import Annotated

import msgspec

MOST_MOVES = 64
_Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
_Number = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=9)]
_MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class FromClient(msgspec.Struct, frozen=True, tag_field="type", rename="camel"):
    """A message from a client."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message; also asks for missed entries after a gap."""

    version: _Number  # of the protocol
    last: _Number | None = None  # the last entry that the client knows; null: send everything
    page: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{0,64}$")] = ""  # a random id
    attempt: _Number = 0  # counts the connections of the page: one that comes late ends


class Move(FromClient, frozen=True, tag="move"):
    """Moves of a seat, all or none; a retry with the same id gets the same answer."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]  # chosen by the client
    seat: _Seat
    moves: Annotated[tuple[_MoveText, ...], msgspec.Meta(min_length=1, max_length=MOST_MOVES)]
    expect: _Number  # the last entry that the person saw


class Pledge(FromClient, frozen=True, tag="pledge"):
    """Commit to this device's random part of the next deal by its hash."""

    seat: _Seat
    pledge: _Digest


class Mix(FromClient, frozen=True, tag="mix"):
    """Reveal the random part, once the match is about to begin."""

    seat: _Seat
    part: _Digest


class Say(FromClient, frozen=True, tag="say"):
    """A chat message, or an emote."""

    seat: _Seat
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]  # 200 characters are shown


class Hint(FromClient, frozen=True, tag="hint"):
    """Ask how the hard bot rates the moves of a seat."""

    seat: _Seat
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""  # returned with the answer


class Ping(FromClient, frozen=True, tag="ping"):
    """Check the connection; the answer is a pong."""

    id: _Number = 0


AnyFromClient = Hello | Move | Pledge | Mix | Say | Hint | Ping
