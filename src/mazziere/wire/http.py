"""Bodies of HTTP requests and answers."""

from typing import Annotated, Any, Literal

import msgspec

from mazziere.wire.shared import Chosen, MatchResult, Piece, TableInfo

Nick = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
BotName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class AskedSettings(Piece, frozen=True, forbid_unknown_fields=True):
    """What may be agreed at a table."""

    clock: Literal["none", "relaxed", "fast"] = "none"
    stand_in: Literal["random", "easy", "normal", "hard", "master"] = "normal"
    grace_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1500
    pace_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 900
    hints: bool | None = None
    chat: bool = True
    watchers: bool = True


class OpenTable(Piece, frozen=True, forbid_unknown_fields=True):
    """Open a table, and sit down at it."""

    game: Literal["yooloo", "one_to_ten", "rookie", "uno", "uno_h2o", "dieci"]
    nick: Nick
    players: Annotated[int, msgspec.Meta(ge=2, le=10)]
    options: Chosen = msgspec.field(default_factory=dict)
    settings: AskedSettings = AskedSettings()
    bots: tuple[BotName, ...] = ()  # for the seats after the first
    record: dict[str, Any] | None = None  # whose position the first match starts from


class Arrange(Piece, frozen=True, forbid_unknown_fields=True):
    """Change what is agreed."""

    players: Annotated[int, msgspec.Meta(ge=2, le=10)]
    options: Chosen
    settings: AskedSettings


class Join(Piece, frozen=True, forbid_unknown_fields=True):
    """Sit down."""

    nick: Nick
    seat: SeatNumber | None = None


class ByCode(Piece, frozen=True, forbid_unknown_fields=True):
    """A code that somebody reads out."""

    code: Code


class SeatBot(Piece, frozen=True, forbid_unknown_fields=True):
    """Put a bot on a seat."""

    bot: BotName


class ForSeat(Piece, frozen=True, forbid_unknown_fields=True):
    """Something about a seat."""

    seat: SeatNumber


class Start(Piece, frozen=True, forbid_unknown_fields=True):
    """Start the match; `named` begins or deals, if not by lot."""

    named: SeatNumber | None = None


class Problem(Piece, frozen=True):
    """Something is not granted."""

    code: str
    rule: str | None = None
    detail: str | None = None


class Found(Piece, frozen=True):
    """The table that a code belongs to."""

    table: str


class Lent(Piece, frozen=True):
    """A code for another device."""

    code: str


class Mine(Piece, frozen=True):
    """The tables at which somebody has a seat."""

    tables: tuple[TableInfo, ...]


class Evening(Piece, frozen=True):
    """The matches of a table."""

    matches: tuple[MatchResult, ...]
