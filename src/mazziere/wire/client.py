"""What a client says on its socket."""

import msgspec


class FromClient(msgspec.Struct, frozen=True, tag_field="type", rename="camel"):
    """A message from a client."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: the protocol's version, and the last entry that is known already."""

    version: int
    last: int | None = None


class Move(FromClient, frozen=True, tag="move"):
    """Moves of a seat, all or none; the same id again gets the same answer again."""

    id: str
    seat: int
    moves: tuple[str, ...]
    expect: int  # the last entry that the person had seen


class Pledge(FromClient, frozen=True, tag="pledge"):
    """The hash of this device's random part of the next deal."""

    seat: int
    pledge: str


class Mix(FromClient, frozen=True, tag="mix"):
    """The part itself, once the match is about to begin."""

    seat: int
    part: str


class Say(FromClient, frozen=True, tag="say"):
    """A short message, or an emote."""

    seat: int
    text: str


class Hint(FromClient, frozen=True, tag="hint"):
    """What would the hard bot do?"""

    seat: int


class Ping(FromClient, frozen=True, tag="ping"):
    """Are you there?"""

    id: int = 0


AnyFromClient = Hello | Move | Pledge | Mix | Say | Hint | Ping
