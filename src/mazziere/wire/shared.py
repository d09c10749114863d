"""Pieces of messages."""

from typing import Any, Literal

import msgspec

Chosen = dict[str, Any]


class Piece(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message."""


class SeatInfo(Piece, frozen=True):
    """A seat, as everybody at the table sees it."""

    kind: Literal["open", "person", "bot"]
    name: str  # the nickname; of a bot its level
    host: bool = False
    away: bool = False
    stand_in: bool = False  # a bot sits in for the person
    mine: bool = False
    pledged: bool = False  # has promised its random part of the next deal
    agreed: bool = False  # wants another match


class SettingsInfo(Piece, frozen=True):
    """What is agreed at a table beside the options of the game."""

    clock: Literal["none", "relaxed", "fast"] = "none"
    stand_in: str = "normal"
    grace_ms: int = 1500
    pace_ms: int = 900
    hints: bool = False
    chat: bool = True
    watchers: bool = True


class MatchResult(Piece, frozen=True):
    """A match of the evening that is over."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[str, ...]


class DealInfo(Piece, frozen=True):
    """The list that decides the next deal, beside the secret and a position to start from."""

    pledges: tuple[tuple[int, str], ...]  # seats, and the hashes of their parts
    parts: tuple[tuple[int, str], ...]  # that were shown since the match is about to begin
    named: int | None = None  # who begins or deals, if not by lot
    given: int = 0  # steps of a record that the match goes on from


class RemovedInfo(Piece, frozen=True):
    """Somebody whom the host has removed."""

    id: int  # by which they are let in again
    name: str


class TableInfo(Piece, frozen=True):
    """A table, as one person sees it."""

    id: str
    game: str
    rules: int
    players: int
    options: Chosen
    settings: SettingsInfo
    phase: Literal["waiting", "starting", "playing", "over", "closed"]
    paused: bool
    seats: tuple[SeatInfo, ...]
    code: str | None  # to join with, while it waits; for people at the table
    match: int  # the number of the match that is played, or is sealed
    commitment: str  # to the secret of that deal
    receipt: str | None  # of all else that decides it, from the moment it begins
    deal: DealInfo | None  # until it begins
    evening: tuple[MatchResult, ...]
    seq: int
    removed: tuple[RemovedInfo, ...] = ()  # whom the host may let in again; for the host
    out: bool = False  # the host has removed the one who looks: no seat until let in again


class EventInfo(Piece, frozen=True):
    """Something that happened in the game, as this person may hear it."""

    kind: str
    seat: int
    a: str | int | None = None  # a card, a colour, a seat, a number: the catalogue of events says
    b: str | int | None = None


class ClockInfo(Piece, frozen=True):
    """The clock of a seat that is to move."""

    seat: int
    until: float  # seconds since the epoch, by the server's clock
    reserve_s: float


class Position(Piece, frozen=True):
    """What one seat sees, and may do."""

    seat: int | None  # None: for those who only watch
    picture: Chosen  # the table as the seat sees it now; its form depends on the game
    moves: tuple[str, ...]  # that it may make now
    since: int  # the entry since when these are its moves: a move must not expect less


class News(Piece, frozen=True):
    """One entry of the log, as this person may see it."""

    seq: int
    at: float
    what: str  # the kind of entry
    seat: int | None = None
    # What was said; the commitment of a sealed deal; a random part, or its hash; a name; why a bot
    # sits in; the secret of a match that was broken off
    text: str | None = None
    by: str | None = None  # who moved: a person, a bot, a stand-in
    events: tuple[EventInfo, ...] = ()
