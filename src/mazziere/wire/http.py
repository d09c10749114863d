"""The bodies of HTTP requests and answers."""

from typing import Annotated, Any, Literal

import msgspec

from mazziere.wire.shared import EventInfo, JsonObject, Piece, TableInfo, TableSettings

GameId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Nick = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Avatar = Annotated[str, msgspec.Meta(pattern="^[a-z]{0,20}$")]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
BotName = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class AskedSettings(TableSettings, frozen=True, forbid_unknown_fields=True):
    """The settings that a host asks for."""

    stand_in: Literal["random", "easy", "normal", "hard", "master"] = "normal"
    grace_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1500
    pace_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 900
    mix: Annotated[str, msgspec.Meta(max_length=120)] = ""


class OpenTable(Piece, frozen=True, forbid_unknown_fields=True):
    """Open a table, and sit down at seat 0."""

    game: GameId
    nick: Nick
    players: Annotated[int, msgspec.Meta(ge=2, le=10)]
    options: JsonObject = msgspec.field(default_factory=dict)
    settings: AskedSettings = AskedSettings()
    bots: tuple[BotName, ...] = ()  # for the seats after seat 0
    record: JsonObject | None = None  # a record that the first match continues
    avatar: Avatar = ""  # the animal of the person; empty: none


class Arrange(Piece, frozen=True, forbid_unknown_fields=True):
    """Change the number of seats, the options and the settings."""

    players: Annotated[int, msgspec.Meta(ge=2, le=10)]
    options: JsonObject
    settings: AskedSettings


class Join(Piece, frozen=True, forbid_unknown_fields=True):
    """Sit down."""

    nick: Nick
    seat: SeatNumber | None = None
    avatar: Avatar = ""  # the animal of the person; empty: none


class AskForSeat(Piece, frozen=True, forbid_unknown_fields=True):
    """Ask the host for the seat of a bot."""

    nick: Nick
    avatar: Avatar = ""  # the animal of the person; empty: none


class ByCode(Piece, frozen=True, forbid_unknown_fields=True):
    """A code that a person typed."""

    code: Code


class SeatBot(Piece, frozen=True, forbid_unknown_fields=True):
    """Put a bot on a seat."""

    bot: BotName


class ForSeat(Piece, frozen=True, forbid_unknown_fields=True):
    """A request that concerns a seat."""

    seat: SeatNumber


class Start(Piece, frozen=True, forbid_unknown_fields=True):
    """Start the match."""

    named: SeatNumber | None = None  # the seat that begins or deals; null: drawn by lot


class Problem(Piece, frozen=True):
    """The request was refused."""

    code: str  # the key of the text that a client shows
    rule: str | None = None
    detail: str | None = None  # for developers of clients
    limit: str | None = None  # the limit that was exceeded
    wait_s: int | None = None  # seconds until another attempt can succeed
    most: int | None = None  # how many the limit allows


class Found(Piece, frozen=True):
    """The table with a join code."""

    table: str
    seat_code: str | None = None  # the code for `take`, if it was the code of a seat


class Lent(Piece, frozen=True):
    """A code with which another device can take the seat."""

    code: str  # the table's join code and the seat's own, as a person can type it
    link: str  # the address that contains the seat's code
    qr: str  # the link as a QR code: an SVG document


class Mine(Piece, frozen=True):
    """The tables at which a person has a seat."""

    tables: tuple[TableInfo, ...]
    turns: dict[str, tuple[int, ...]]  # by table with a running match: the seats that are to move


class MatchInfo(Piece, frozen=True):
    """A finished match."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[str, ...]  # the names of the players
    share: str  # the last part of /api/shared/…, a public link to this match
    stopped: bool = False  # it was too long for the server; nobody has won
    stand_ins: tuple[int, ...] = ()  # seats of people for whom a bot played at the end


class Evening(Piece, frozen=True):
    """The finished matches of a table."""

    matches: tuple[MatchInfo, ...]


class OpenEvent(Piece, frozen=True):
    """An event, with its audience."""

    event: EventInfo
    heard: tuple[int, ...]  # seats
    watched: bool  # spectators heard it, too


class ReplayStep(Piece, frozen=True):
    """One step of a match."""

    step: JsonObject  # as in the record
    events: tuple[OpenEvent, ...]
    scores: tuple[int, ...]  # after it
    pictures: dict[str, JsonObject]  # by seat, and `watcher` for spectators: the views that changed


class Replay(Piece, frozen=True):
    """A finished match, step by step, with everything open."""

    record: JsonObject  # without its steps, with the proof of its deal
    names: tuple[str, ...]
    start: dict[str, JsonObject]  # by seat, and `watcher` for spectators: the first views
    steps: tuple[ReplayStep, ...]


class OptionInfo(Piece, frozen=True, omit_defaults=True):
    """An option of a game: one of several values, a number, or a list with a value per item.

    A list of numbers has `labels`, the range of each number, and bounds on the sum.
    """

    name: str
    default: Any
    rules: tuple[str, ...]  # ids of its rules
    values: tuple[Any, ...] | None = None
    low: int | None = None
    high: int | None = None
    each: tuple[str, ...] | None = None  # the items of a list,
    count: int | None = None  # the length of that list
    labels: tuple[str, ...] | None = None  # the items of a list of numbers: ids of cards
    least: int | None = None  # bounds on the sum of a list of numbers
    most: int | None = None
    # values of other options under which it has no effect
    idle: dict[str, tuple[Any, ...]] = msgspec.field(default_factory=dict)


class PresetInfo(Piece, frozen=True):
    """A named set of options; its words are in the rules text."""

    id: str
    options: JsonObject  # those that differ from the default
    players: int | None  # the number of players that suits it


class LobbyInfo(Piece, frozen=True):
    """The order in which a table decides its options; those not named are finer points."""

    family: tuple[str, ...]  # decisions of every table
    house: tuple[str, ...]  # house rules
    switches: JsonObject  # options with two values: the value that is on
    calls: dict[str, tuple[Any, ...]]  # values with which seats may act out of turn
    named: bool  # whether the host may name the seat that begins or deals


class GameInfo(Piece, frozen=True):
    """A game, its options and presets, and its cards."""

    id: str
    title: str
    rules: int  # the rules version
    players: tuple[int, ...]  # allowed numbers of players
    clockwise: bool
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]  # the first one changes nothing
    lobby: LobbyInfo
    cards: tuple[str, ...]
    colours: tuple[str, ...]
    step_fields: tuple[str, ...]  # of a record's step, those that determine the match
    by_lot: tuple[str, ...]  # fields of chance steps that a host cannot give


class Games(Piece, frozen=True):
    """All games, and the settings that hold for all tables of the server."""

    games: tuple[GameInfo, ...]
    chat: bool = True  # whether the server allows chat


class RuleBlock(Piece, frozen=True):
    """A numbered paragraph of the rules, or a text between two of them."""

    id: str | None
    text: str  # Markdown
    options: tuple[str, ...]  # lines about the options that change it


class RuleSection(Piece, frozen=True):
    """A section of the rules."""

    title: str
    blocks: tuple[RuleBlock, ...]


class RulesText(Piece, frozen=True):
    """The rules of a game in a language, and its texts for events, refusals, cards and more."""

    sections: tuple[RuleSection, ...]
    events: dict[str, str]  # with {seat}, {a} and {b}; a part in [] is only for what is new
    events_you: dict[str, str]  # the same in the second person, for the seat of the event
    events_many: dict[str, str]  # several such events of one seat in a row: {n} or {list}
    events_many_you: dict[str, str]
    event_rules: dict[str, str]  # the rule behind a kind of event, if there is one
    event_seats: dict[str, str]  # which values of an event are seats: "a", "b" or "ab"
    refusals: dict[str, str]
    cards: dict[str, str]
    colours: dict[str, str]
    options: dict[str, dict[str, str]]
    presets: dict[str, dict[str, str]]  # by id: `name`, and `text` of one line
    lobby: dict[str, dict[str, str]]  # by option: `label`, and a phrase by value, `value` for all
    moves: dict[str, str]  # by the verb of a move: its words, with {} for each card or number
    table: dict[str, str]  # texts of the table, and labels of the picture's fields
