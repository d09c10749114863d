"""Bodies of HTTP requests and answers."""

from typing import Annotated, Any, Literal

import msgspec

from mazziere.wire.shared import Chosen, EventInfo, Piece, TableInfo

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
    record: Chosen | None = None  # whose position the first match starts from


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

    code: str  # for the catalogues of words
    rule: str | None = None
    detail: str | None = None  # for who writes a client


class Found(Piece, frozen=True):
    """The table that a code belongs to."""

    table: str


class Lent(Piece, frozen=True):
    """A code for another device."""

    code: str


class Mine(Piece, frozen=True):
    """The tables at which somebody has a seat."""

    tables: tuple[TableInfo, ...]
    turns: dict[str, tuple[int, ...]]  # by table where a match is played: who is to move


class MatchInfo(Piece, frozen=True):
    """A match that is over."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[str, ...]  # the names of those who played
    share: str  # for /api/shared/…: a link to this match alone, for anybody


class Evening(Piece, frozen=True):
    """The matches of a table that are over."""

    matches: tuple[MatchInfo, ...]


class OpenEvent(Piece, frozen=True):
    """An event, with those who heard it."""

    event: EventInfo
    heard: tuple[int, ...]  # seats
    watched: bool  # those who only watch heard it, too


class ReplayStep(Piece, frozen=True):
    """One step of a match."""

    step: Chosen  # as the record has it
    events: tuple[OpenEvent, ...]
    scores: tuple[int, ...]  # after it
    pictures: dict[str, Chosen]  # by seat, and `watcher`: what it sees after it, where that is new


class Replay(Piece, frozen=True):
    """A match that is over, step by step, with everything open."""

    record: Chosen  # but for the steps, which follow; with the proof of its deal
    names: tuple[str, ...]
    start: dict[str, Chosen]  # by seat, and `watcher`: what it sees before the first step
    steps: tuple[ReplayStep, ...]


class OptionInfo(Piece, frozen=True, omit_defaults=True):
    """An option of a game: one of some values, a number, or one value for each of some things."""

    name: str
    default: Any
    rules: tuple[str, ...]  # the ids of the rules behind it
    values: tuple[Any, ...] | None = None
    low: int | None = None
    high: int | None = None
    each: tuple[str, ...] | None = None  # a list of these,
    count: int | None = None  # so many of them
    # values of other options under which it means nothing
    idle: dict[str, tuple[Any, ...]] = msgspec.field(default_factory=dict)


class GameInfo(Piece, frozen=True):
    """A game."""

    id: str
    title: str
    rules: int  # the version of its rules
    players: tuple[int, ...]  # how many may play
    clockwise: bool
    options: tuple[OptionInfo, ...]
    cards: tuple[str, ...]
    colours: tuple[str, ...]


class Games(Piece, frozen=True):
    """The games that there are, and what holds for all tables of the server."""

    games: tuple[GameInfo, ...]
    chat: bool = True  # whether people may talk here at all


class RuleBlock(Piece, frozen=True):
    """A numbered paragraph of the rules, or a text between them."""

    id: str | None
    text: str  # Markdown
    options: tuple[str, ...]  # lines on the options beside it


class RuleSection(Piece, frozen=True):
    """A section of the rules."""

    title: str
    blocks: tuple[RuleBlock, ...]


class RulesText(Piece, frozen=True):
    """The rules of a game in a language, and the words for what happens in it."""

    sections: tuple[RuleSection, ...]
    events: dict[str, str]
    event_rules: dict[str, str]  # the rule behind a kind of event, where one fits
    refusals: dict[str, str]
    cards: dict[str, str]
    colours: dict[str, str]
    options: dict[str, dict[str, str]]
