"""The entries of a table's log. They are kept for years: fields are only ever added."""

from typing import Any, Literal

import msgspec

Chosen = dict[str, Any]
"""Options of a game, or a chance step, as a record writes them."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is agreed at a table beside the options of the game."""

    clock: Literal["none", "relaxed", "fast"] = "none"
    stand_in: str = "normal"  # the bot that sits in for somebody who is away
    grace_ms: int = 1500  # while a call is open, how long the next player's move waits
    pace_ms: int = 900  # about how long a bot takes for a move
    hints: bool | None = None  # None: only for a person alone with bots
    chat: bool = True
    watchers: bool = True


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """One thing that happened at a table."""


class Opened(Entry, tag="opened", frozen=True):
    """The table was set up by its host."""

    game: str
    rules: int  # the version of the rules that its matches are played by
    players: int
    options: Chosen
    settings: Settings
    host: str
    code: str = ""  # to join with, while the first match has not begun
    prefix: tuple[Chosen, ...] = ()  # steps of a record that the first match starts from


class Arranged(Entry, tag="arranged", frozen=True):
    """The host changed what is agreed, before a match."""

    players: int
    options: Chosen
    settings: Settings


class Sealed(Entry, tag="sealed", frozen=True):
    """The next deal was fixed by a secret, of which only the hash is shown."""

    match: int
    commitment: str
    secret: str  # never shown before the match is over
    again: bool = False  # for another match with the same people, which begins by itself


class Sat(Entry, tag="sat", frozen=True):
    """A person sat down."""

    seat: int
    person: str
    nick: str


class SatBot(Entry, tag="sat_bot", frozen=True):
    """The host put a bot on a seat."""

    seat: int
    bot: str


class Stood(Entry, tag="stood", frozen=True):
    """A seat became free before the match: its person left, or the host cleared it.

    A person whom the host removed does not sit down again until let in.
    """

    seat: int
    by_host: bool = False


class LetIn(Entry, tag="let_in", frozen=True):
    """The host lets somebody in again whom a host had removed."""

    person: str


class Hosted(Entry, tag="hosted", frozen=True):
    """Another person became the host."""

    person: str


class Pledged(Entry, tag="pledged", frozen=True):
    """A person's device promised a random part of the next deal: its hash."""

    seat: int
    pledge: str


class Starting(Entry, tag="starting", frozen=True):
    """The match is about to begin: the promised parts are to be shown now."""

    named: int | None = None  # who begins or deals, if not by lot


class Mixed(Entry, tag="mixed", frozen=True):
    """A person's device showed the part that it had promised."""

    seat: int
    part: str


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat, as the proof of a deal names it."""

    name: str
    kind: str


class Began(Entry, tag="began", frozen=True):
    """A match began."""

    match: int
    seats: tuple[Player, ...]
    given: tuple[Chosen, ...] = ()  # first steps that are not by lot: a starter, a position


class Dealt(Entry, tag="dealt", frozen=True):
    """Chance decided: a step of the record."""

    step: Chosen


class Moved(Entry, tag="moved", frozen=True):
    """A seat made one or several moves at once."""

    seat: int
    moves: tuple[str, ...]
    id: str = ""  # by which the client knows it
    by: Literal["person", "bot", "stand_in"] = "person"


class Ended(Entry, tag="ended", frozen=True):
    """A match ended; the secret of its deal may now be shown."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Left(Entry, tag="left", frozen=True):
    """A person is not there: the connection is gone."""

    seat: int


class Returned(Entry, tag="returned", frozen=True):
    """A person is there again, and plays on where a bot sat in."""

    seat: int


class StoodIn(Entry, tag="stood_in", frozen=True):
    """A bot sits in until the person returns."""

    seat: int
    why: Literal["away", "clock", "host"]


class Lent(Entry, tag="lent", frozen=True):
    """A person asked for a code by which another device can take the seat."""

    seat: int
    code: str  # its hash
    until: float


class Taken(Entry, tag="taken", frozen=True):
    """A seat went on another device: its person is another one now."""

    seat: int
    person: str


class Said(Entry, tag="said", frozen=True):
    """A person said something."""

    seat: int
    text: str


class Agreed(Entry, tag="agreed", frozen=True):
    """A person wants another match."""

    seat: int


class Closed(Entry, tag="closed", frozen=True):
    """The table is no more."""


AnyEntry = (
    Opened
    | Arranged
    | Sealed
    | Sat
    | SatBot
    | Stood
    | LetIn
    | Hosted
    | Pledged
    | Starting
    | Mixed
    | Began
    | Dealt
    | Moved
    | Ended
    | Left
    | Returned
    | StoodIn
    | Lent
    | Taken
    | Said
    | Agreed
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """Write an entry as the log keeps it."""
    return _encoder.encode(entry)


def decode(data: bytes) -> AnyEntry:
    """Read an entry."""
    return _decoder.decode(data)
