"""Parts that several messages share."""

from typing import Any, Literal

import msgspec

JsonObject = dict[str, Any]
"""A JSON object whose form depends on the game."""


class Piece(msgspec.Struct, frozen=True, rename="camel"):
    """The base of all parts of messages."""


class SeatInfo(Piece, frozen=True):
    """A seat, as everybody at the table sees it."""

    kind: Literal["open", "person", "bot"]
    name: str  # the nickname; for a bot, its level
    host: bool = False
    away: bool = False
    stand_in: bool = False  # a bot plays for the person
    mine: bool = False  # the seat is this person's
    pledged: bool = False  # has committed to its random part of the next deal
    agreed: bool = False  # wants another match
    avatar: str = ""  # the animal that the person chose; empty: none
    quiet: bool = False  # the person's connection has been silent for seconds; not in the log
    won: int = 0  # matches at this table that its player has won


class TableSettings(Piece, frozen=True):
    """The settings of a table, besides the options of the game.

    Fields have the names and defaults of those in the log (`mazziere.table.entries.Settings`), to
    which they are converted by name.
    """

    clock: Literal["none", "relaxed", "fast"] = "none"
    stand_in: str = "normal"  # the bot that plays for a person who is away
    grace_ms: int = 1500  # how long the next player's move waits while a call window is open
    pace_ms: int = 900  # mean time of a bot's move
    hints: bool | None = None  # whether people may ask for hints; null: if only one person plays
    chat: bool = True
    watchers: bool = True  # whether spectators may watch
    mix: str = ""  # the name that the host gave to the options; empty: none


class SettingsInfo(TableSettings, frozen=True):
    """The settings of a table, besides the options of the game."""

    hints: bool = False  # whether people may ask for hints


class MatchResult(Piece, frozen=True):
    """The result of a finished match."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[str, ...]
    stopped: bool = False  # it was too long for the server; nobody has won
    stand_ins: tuple[int, ...] = ()  # seats of people for whom a bot played at the end


class DealInfo(Piece, frozen=True):
    """The public data that determines the next deal, together with the server's secret."""

    pledges: tuple[tuple[int, str], ...]  # seats, and the hashes of their random parts
    parts: tuple[tuple[int, str], ...]  # seats, and their revealed random parts
    named: int | None = None  # the seat that begins or deals; null: drawn by lot
    given: int = 0  # number of steps of the record that the match continues


class RemovedInfo(Piece, frozen=True):
    """A person whom the host has removed."""

    id: int  # with which the host readmits them
    name: str


class RequestInfo(Piece, frozen=True):
    """A spectator who asks for the seat of a bot."""

    id: int  # with which the host answers
    name: str
    avatar: str = ""
    mine: bool = False  # this person asks


class TableInfo(Piece, frozen=True):
    """A table, as one person sees it."""

    id: str
    game: str
    rules: int
    players: int
    options: JsonObject
    settings: SettingsInfo
    phase: Literal["waiting", "starting", "playing", "over", "closed"]
    paused: bool
    seats: tuple[SeatInfo, ...]
    code: str | None  # the join code; only for people at the table
    match: int  # the number of the current or next match
    commitment: str  # the hash of the secret of that deal
    receipt: str | None  # the hash of all other inputs of the deal, once the match begins
    deal: DealInfo | None  # until the match begins
    evening: tuple[MatchResult, ...]  # the last 50 finished matches
    seq: int
    removed: tuple[RemovedInfo, ...] = ()  # people whom the host may readmit; only for the host
    requests: tuple[RequestInfo, ...] = ()  # for the host: all; for others: their own
    declined: bool = False  # the host gave this person no seat in this match
    hurried: bool = False  # everybody present wants the bots to finish the match quickly
    finished: int = 0  # the number of finished matches
    out: bool = False  # the host has removed this person, who cannot sit down until readmitted


class EventInfo(Piece, frozen=True):
    """An event of the game, as this person may know it."""

    kind: str
    seat: int
    a: str | int | None = None  # a card, a colour, a seat or a number, by the kind of event
    b: str | int | None = None


class ClockInfo(Piece, frozen=True):
    """The clock of a seat that is to move."""

    seat: int
    until: float  # seconds since the epoch, by the server's clock
    reserve_s: float


class Position(Piece, frozen=True):
    """The view and the moves of one seat."""

    seat: int | None  # null: for spectators
    picture: JsonObject  # the table as the seat sees it now; its form depends on the game
    moves: tuple[str, ...]  # the legal moves
    since: int  # the entry since which the seat has these moves; `expect` must not be lower


class News(Piece, frozen=True):
    """An entry of the log, as this person may see it."""

    seq: int
    at: float
    what: str  # the kind of entry
    seat: int | None = None
    # A chat message; the commitment to a deal; a random part, or its hash; a nickname; the reason
    # for a stand-in; the secret of an aborted match
    text: str | None = None
    by: str | None = None  # the mover: person, bot or stand_in; host, if the host freed a seat
    events: tuple[EventInfo, ...] = ()
