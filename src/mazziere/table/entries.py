"""The entries of a table's log. Logs are kept for years: fields may be added, never changed."""

from typing import Any, Literal

import msgspec

from mazziere.kernel.fair import SeatedPlayer

JsonObject = dict[str, Any]
"""A JSON object of a record: the options of a game, or a step."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a table, besides the options of the game."""

    clock: Literal["none", "relaxed", "fast"] = "none"
    stand_in: str = "normal"  # the bot that plays for a person who is away
    grace_ms: int = 1500  # how long the next player's move waits while a call window is open
    pace_ms: int = 900  # mean time of a bot's move
    hints: bool | None = None  # None: allowed if only one person plays
    chat: bool = True
    watchers: bool = True  # whether spectators may watch
    mix: str = ""  # the name that the host gave to the options; empty: none


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """An entry of a table's log."""


class Opened(Entry, tag="opened", frozen=True):
    """The host opened the table."""

    game: str
    rules: int  # the rules version of its matches
    players: int
    options: JsonObject
    settings: Settings
    host: str
    code: str = ""  # the join code
    prefix: tuple[JsonObject, ...] = ()  # steps of a record that the first match continues
    keeps_code: bool = False  # False in old logs, where the code ends when the first match begins


class Arranged(Entry, tag="arranged", frozen=True):
    """The host changed seats, options or settings before a match."""

    players: int
    options: JsonObject
    settings: Settings


class Sealed(Entry, tag="sealed", frozen=True):
    """The server committed to the next deal: a secret, of which only the hash is shown."""

    match: int
    commitment: str
    secret: str  # secret until the match is over
    again: bool = False  # a further match with the same people, which starts by itself


class Sat(Entry, tag="sat", frozen=True):
    """A person sat down."""

    seat: int
    person: str
    nick: str
    avatar: str = ""  # the animal that the person chose; empty: none


class SatBot(Entry, tag="sat_bot", frozen=True):
    """The host put a bot on a seat."""

    seat: int
    bot: str


class Stood(Entry, tag="stood", frozen=True):
    """A seat became free before the match: its person left, or the host cleared it.

    A person whom the host removed cannot sit down again until a host readmits them.
    """

    seat: int
    by_host: bool = False


class LetIn(Entry, tag="let_in", frozen=True):
    """The host readmitted a person whom a host had removed."""

    person: str


class Asked(Entry, tag="asked", frozen=True):
    """A spectator asked for the seat of a bot."""

    person: str
    nick: str
    avatar: str = ""  # the animal that the person chose; empty: none


class Unasked(Entry, tag="unasked", frozen=True):
    """A request for a seat ended without a seat."""

    person: str
    why: Literal["person", "host", "time"]


class Admitted(Entry, tag="admitted", frozen=True):
    """The host gave a bot's seat to a spectator, also during a match."""

    seat: int
    person: str
    nick: str
    avatar: str = ""


class Hosted(Entry, tag="hosted", frozen=True):
    """Another person became the host."""

    person: str


class Pledged(Entry, tag="pledged", frozen=True):
    """A person's device committed to a random part of the next deal by its hash."""

    seat: int
    pledge: str


class Starting(Entry, tag="starting", frozen=True):
    """The match is about to begin: devices reveal their random parts now."""

    named: int | None = None  # the seat that begins or deals; None: drawn by lot


class Mixed(Entry, tag="mixed", frozen=True):
    """A person's device revealed its random part."""

    seat: int
    part: str


class Began(Entry, tag="began", frozen=True):
    """A match began."""

    match: int
    seats: tuple[SeatedPlayer, ...]
    # First steps that are not drawn by lot: a named starter, or a position
    given: tuple[JsonObject, ...] = ()


class Dealt(Entry, tag="dealt", frozen=True):
    """A chance step of the record."""

    step: JsonObject


class Moved(Entry, tag="moved", frozen=True):
    """A seat made one or several moves at once."""

    seat: int
    moves: tuple[str, ...]
    id: str = ""  # chosen by the client; it makes retries safe
    by: Literal["person", "bot", "stand_in"] = "person"


class Hurried(Entry, tag="hurried", frozen=True):
    """A person wants the bots to play the rest of the match quickly."""

    seat: int


class Ended(Entry, tag="ended", frozen=True):
    """A match ended; the secret of its deal is now public."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    stopped: bool = False  # the match was too long for the log; nobody has won


class Left(Entry, tag="left", frozen=True):
    """A person is away: they have no connection."""

    seat: int


class Returned(Entry, tag="returned", frozen=True):
    """A person is back, and takes over from the bot that played for them."""

    seat: int


class StoodIn(Entry, tag="stood_in", frozen=True):
    """A bot plays for a person until they return."""

    seat: int
    why: Literal["away", "clock", "host"]


class SeatLent(Entry, tag="lent", frozen=True):
    """A person asked for a code with which another device can take the seat."""

    seat: int
    code: str  # the hash of the code
    until: float


class Taken(Entry, tag="taken", frozen=True):
    """Another device took a seat: the seat belongs to another person id now."""

    seat: int
    person: str


class Said(Entry, tag="said", frozen=True):
    """A person sent a chat message."""

    seat: int
    text: str


class Agreed(Entry, tag="agreed", frozen=True):
    """A person wants another match."""

    seat: int


class Closed(Entry, tag="closed", frozen=True):
    """The host closed the table for good."""


AnyEntry = (
    Opened
    | Arranged
    | Sealed
    | Sat
    | SatBot
    | Stood
    | LetIn
    | Asked
    | Unasked
    | Admitted
    | Hosted
    | Pledged
    | Starting
    | Mixed
    | Began
    | Dealt
    | Moved
    | Hurried
    | Ended
    | Left
    | Returned
    | StoodIn
    | SeatLent
    | Taken
    | Said
    | Agreed
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """Encode an entry for the log."""
    return _encoder.encode(entry)


def decode(data: bytes) -> AnyEntry:
    """Decode an entry of the log."""
    return _decoder.decode(data)
