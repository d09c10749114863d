"""A table is the fold of its log."""

from collections.abc import Collection, Iterable
from copy import copy
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import field

from mazziere.games import find
from mazziere.kernel import fair
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match
from mazziere.kernel.record import Recorder
from mazziere.table import entries as e
from mazziere.table.clocks import CLOCKS
from mazziere.table.seats import Seat

Phase = Literal["waiting", "starting", "playing", "over", "closed"]

KEPT_ANSWERS = 32
"""How many of a seat's last moves are remembered by their ids."""

T = TypeVar("T")


def _without(given: dict[int, T], seat: int) -> dict[int, T]:
    return {number: value for number, value in given.items() if number != seat}


class Happened(NamedTuple):
    """One entry of the log, with the events of the game that it brought."""

    seq: int
    at: float
    entry: e.AnyEntry
    steps: tuple[tuple[Event, ...], ...] = ()  # of each step of the match that it brought

    @property
    def events(self) -> list[Event]:
        """The events of all its steps."""
        return [event for step in self.steps for event in step]


class Result(NamedTuple):
    """A match of the evening that is over."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[str, ...]  # the names of those who played


class Removed(NamedTuple):
    """Somebody whom the host has removed."""

    seq: int  # of the entry that says so, by which the host names them
    nick: str


class Table(msgspec.Struct):
    """Everything that is known of a table after its last entry."""

    id: str
    seq: int = 0
    at: float = 0.0  # when the last entry was made
    phase: Phase = "waiting"
    game: str = ""
    rules: int = 1
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    settings: e.Settings = field(default_factory=e.Settings)
    host: str = ""
    opened_code: str = ""
    prefix: tuple[e.Chosen, ...] = ()
    seats: list[Seat] = field(default_factory=list)
    removed: dict[str, Removed] = field(default_factory=dict)  # by person, until let in again
    sealed: e.Sealed | None = None
    settled_at: float = 0.0  # when the next deal was sealed, or who plays was last changed
    pledges: dict[int, str] = field(default_factory=dict)  # by seat, for the next deal
    parts: dict[int, str] = field(default_factory=dict)
    starting: e.Starting | None = None
    starting_at: float = 0.0
    began: e.Began | None = None
    key: bytes | None = None  # of the deal; as secret as the deck
    chances: int = 0  # chance steps of the match so far
    recorder: Recorder | None = None
    legal: dict[int, tuple[str, ...]] = field(default_factory=dict)
    since: dict[int, tuple[int, float]] = field(default_factory=dict)  # seat → seq, time: below
    window_since: float | None = None  # when a call became possible that nobody has to make
    paused_since: float | None = None  # since when nobody has been there during a match
    answers: dict[int, dict[str, int]] = field(default_factory=dict)  # seat → move id → entry
    agreed: frozenset[int] = frozenset()
    evening: list[Result] = field(default_factory=list)

    # Asking

    @property
    def match(self) -> Match:
        """The match that is being played, or was the last."""
        assert self.recorder is not None
        return self.recorder.match

    @property
    def is_paused(self) -> bool:
        """Whether a match waits because nobody is there."""
        if self.phase != "playing":
            return False
        away = 0
        for seat in self.seats:
            if seat.kind == "person":
                if not seat.is_away:
                    return False
                away += 1
        return away > 0

    @property
    def code(self) -> str | None:
        """The code to join with, while the first match has not begun."""
        if self.phase != "waiting" or self.evening or not self.opened_code:
            return None
        return self.opened_code

    def seats_of(self, person: str) -> list[int]:
        """The seats that are a person's."""
        return [n for n, seat in enumerate(self.seats) if seat.person == person] if person else []

    def persons_there(self) -> list[str]:
        """The people who are there, in the order of their seats."""
        there = [seat.person for seat in self.seats if seat.is_present]
        return list(dict.fromkeys(there))

    def is_aside(self, move: str) -> bool:
        """Whether a move is only a call, which nobody has to make."""
        word, _, _ = move.partition(" ")
        return word in self.match.game.asides

    def must_act(self, seat: int) -> bool:
        """Whether a seat holds up the match: it has a move that is more than a call."""
        return not self.match.game.calls.issuperset(self.legal.get(seat, ()))

    def to_move(self) -> tuple[int, ...]:
        """The seats that hold up the match."""
        return tuple(seat for seat in sorted(self.legal) if self.must_act(seat))

    def deadline(self, seat: int) -> float | None:
        """When the clock of a seat runs out, if it is running."""
        clock = CLOCKS[self.settings.clock]
        if clock is None or seat not in self.since or not self.must_act(seat):
            return None
        return self.since[seat][1] + clock.move_s + self.seats[seat].reserve_s

    @property
    def deal(self) -> fair.Deal:
        """What the next deal, or the one that is played, is for."""
        assert self.sealed is not None
        number = self.sealed.match
        return fair.Deal(self.id, number, self.game, self.rules, self.players, self.options)

    def record(self) -> dict[str, Any]:
        """The record of the match, with the proof of its deal: open when the match is over."""
        assert self.recorder is not None
        return self.recorder.record()

    # Folding

    def fork(self) -> "Table":
        """A copy that can go its own way.

        Its seats and its match are copies, too. Dictionaries and lists are shared: folding replaces
        them, and never changes one.
        """
        other = copy(self)
        other.seats = [copy(seat) for seat in self.seats]
        other.recorder = self.recorder.fork() if self.recorder else None
        return other

    def apply(self, entry: e.AnyEntry, at: float) -> Happened:
        """Take the next entry of the log."""
        self.seq += 1
        self.at = at
        steps = _FOLDS[type(entry)](self, entry)
        if not self.is_paused:
            self.paused_since = None
        elif self.paused_since is None:
            self.paused_since = at
        return Happened(self.seq, at, entry, tuple(map(tuple, steps or ())))

    def _opened(self, entry: e.Opened) -> None:
        self.game, self.rules, self.prefix = entry.game, entry.rules, entry.prefix
        self.host, self.opened_code = entry.host, entry.code
        self._arrange(entry.players, entry.options, entry.settings)

    def _arranged(self, entry: e.Arranged) -> None:
        self._arrange(entry.players, entry.options, entry.settings)

    def _arrange(self, players: int, options: e.Chosen, settings: e.Settings) -> None:
        self.options = dict(options)  # as written: they are what the deal was sealed for
        self.settings = settings
        self.players = players
        self.seats = self.seats[:players] + [Seat() for _ in range(players - len(self.seats))]

    def _sealed(self, entry: e.Sealed) -> None:
        self.sealed = entry
        self.settled_at = self.at
        self.pledges, self.parts, self.starting = {}, {}, None
        self.agreed = frozenset()
        if self.phase == "over":
            self.phase = "waiting"

    def _sat(self, entry: e.Sat) -> None:
        self._settle(entry.seat, Seat("person", entry.person, entry.nick))
        self._forgive(entry.person)  # in old logs they came again unasked

    def _sat_bot(self, entry: e.SatBot) -> None:
        self._settle(entry.seat, Seat("bot", bot=entry.bot))

    def _stood(self, entry: e.Stood) -> None:
        seat = self.seats[entry.seat]
        if entry.by_host and seat.kind == "person" and seat.person != self.host:
            self.removed = {**self.removed, seat.person: Removed(self.seq, seat.nick)}
        self._settle(entry.seat, Seat())

    def _let_in(self, entry: e.LetIn) -> None:
        self._forgive(entry.person)

    def _forgive(self, person: str) -> None:
        if person in self.removed:
            self.removed = {who: one for who, one in self.removed.items() if who != person}

    def _settle(self, number: int, seat: Seat) -> None:
        """Let somebody else have a seat."""
        self.seats[number] = seat
        self.settled_at = self.at
        self.pledges = _without(self.pledges, number)
        self.answers = _without(self.answers, number)
        self.agreed -= {number}

    def _hosted(self, entry: e.Hosted) -> None:
        self.host = entry.person

    def _pledged(self, entry: e.Pledged) -> None:
        self.pledges = {**self.pledges, entry.seat: entry.pledge}

    def _starting(self, entry: e.Starting) -> None:
        self.phase = "starting"
        self.starting = entry
        self.starting_at = self.at

    def _mixed(self, entry: e.Mixed) -> None:
        self.parts = {**self.parts, entry.seat: entry.part}

    def _began(self, entry: e.Began) -> list[list[Event]]:
        self.phase = "playing"
        self.began = entry
        match = Match(find(self.game), self.players, self.options, rules=self.rules)
        match.options = self.options  # without those that the game has got since
        self.recorder = Recorder(match, proof=self._proof(entry))
        self.chances = 0
        self.legal, self.since, self.window_since = {}, {}, None
        clock = CLOCKS[self.settings.clock]
        for seat in self.seats:
            seat.reserve_s = clock.reserve_s if clock else 0.0
            seat.has_stand_in = False
            seat.moved = seat.refreshed = 0
        steps = [self._take(step) for step in entry.given]
        self._look()
        return steps

    def _proof(self, entry: e.Began) -> fair.Proof:
        """What the deal follows from, and the key that follows with the secret."""
        assert self.sealed is not None
        proof = fair.seal(
            self.deal,
            self.sealed.commitment,
            [fair.Seat(player.name, player.kind) for player in entry.seats],
            {seat: bytes.fromhex(part) for seat, part in self.parts.items()},
            self.pledges,
            entry.given,
        )
        self.key = fair.deal_key(self.deal, proof, bytes.fromhex(self.sealed.secret))
        return proof

    def _take(self, step: e.Chosen) -> list[Event]:
        assert self.recorder is not None
        self.chances += "chance" in step
        return self.recorder.take(step)

    def _dealt(self, entry: e.Dealt) -> list[list[Event]]:
        events = self._take(entry.step)
        self._look()
        return [events]

    def _moved(self, entry: e.Moved) -> list[list[Event]]:
        assert self.recorder is not None
        if entry.by == "person":
            self._spend(entry.seat)
        if not self.match.game.calls.issuperset(entry.moves):
            self.window_since = None  # it is closed, or another one opens
        steps = [self.recorder.move(entry.seat, move) for move in entry.moves]
        self.seats[entry.seat].moved = self.seq
        if entry.id:
            known = self.answers.get(entry.seat, {}).copy()
            known[entry.id] = self.seq
            while len(known) > KEPT_ANSWERS:
                del known[next(iter(known))]
            self.answers = {**self.answers, entry.seat: known}
        touched = {entry.seat}
        for events in steps:
            touched.update([event.seat for event in events])
        self._look(touched)
        return steps

    def _spend(self, number: int) -> None:
        """Take what a move took beyond its time from the reserve."""
        clock = CLOCKS[self.settings.clock]
        if clock is not None and number in self.since and self.must_act(number):
            seat = self.seats[number]
            late = max(0.0, self.at - self.since[number][1] - clock.move_s)
            seat.reserve_s = max(0.0, seat.reserve_s - late)

    def _look(self, touched: Collection[int] = ()) -> None:
        """Note who may do what now, and since when that is so.

        `since` holds, for each seat that may move, the entry after which it had to decide anew: a
        move that was meant for an earlier moment is stale. That is when it comes to be its turn,
        when it has moved, and when something has happened to it (`touched`). Its legal moves are
        compared only if they are calls: how long a bot takes would tell whether a card that it had
        to draw can be played, and a call must not make stale what the next player has sent already.
        """
        match = self.match
        are_calls = match.game.calls.issuperset
        calls = {seat: moves for seat, moves in self.legal.items() if are_calls(moves)}
        self.legal = {}
        if match.due is None and not match.is_over:
            self.legal = {seat: tuple(moves) for seat, moves in match.legal().items()}
        since, self.since = self.since, {}
        is_open = False
        for seat, moves in self.legal.items():
            only_calls = are_calls(moves)
            is_open |= only_calls
            same = calls.get(seat) == (moves if only_calls else None)
            stays = seat in since and same and seat not in touched
            self.since[seat] = since[seat] if stays else (self.seq, self.at)
        if not is_open:
            self.window_since = None
        elif self.window_since is None:
            self.window_since = self.at

    def _ended(self, entry: e.Ended) -> None:
        assert self.began is not None
        self.phase = "over"
        self.legal, self.since, self.window_since = {}, {}, None
        names = tuple(player.name for player in self.began.seats)
        result = Result(entry.match, entry.scores, entry.winners, names)
        self.evening = [*self.evening, result]
        self._reveal()

    def _reveal(self) -> None:
        """Open the proof: the match is over, or was broken off."""
        assert self.recorder is not None and self.recorder.proof is not None
        assert self.sealed is not None
        self.recorder.proof = fair.reveal(self.recorder.proof, bytes.fromhex(self.sealed.secret))

    def _left(self, entry: e.Left) -> None:
        self.seats[entry.seat].is_away = True
        self.seats[entry.seat].away_since = self.at

    def _returned(self, entry: e.Returned) -> None:
        self._come_back(entry.seat)

    def _come_back(self, number: int) -> None:
        """Let a person go on; once in a turn the clock begins anew after a bot has sat in."""
        if self.paused_since is not None:
            self._resume(self.at - self.paused_since)
        seat = self.seats[number]
        if seat.has_stand_in and number in self.since and seat.refreshed != self.since[number][0]:
            seat.refreshed = self.since[number][0]
            self.since = {**self.since, number: (seat.refreshed, self.at)}
        seat.is_away = seat.has_stand_in = False

    def _resume(self, pause_s: float) -> None:
        """Go on after a pause, as if no time had passed."""
        self.since = {seat: (seq, at + pause_s) for seat, (seq, at) in self.since.items()}
        if self.window_since is not None:
            self.window_since += pause_s
        for seat in self.seats:
            seat.away_since += pause_s

    def _stood_in(self, entry: e.StoodIn) -> None:
        self._spend(entry.seat)
        seat = self.seats[entry.seat]
        seat.has_stand_in = True
        seat.bot = self.settings.stand_in

    def _lent(self, entry: e.Lent) -> None:
        self.seats[entry.seat].lent = entry.code
        self.seats[entry.seat].lent_until = entry.until

    def _taken(self, entry: e.Taken) -> None:
        self._come_back(entry.seat)
        seat = self.seats[entry.seat]
        before, seat.person = seat.person, entry.person
        seat.lent = ""
        if self.host == before and not self.seats_of(before):
            self.host = entry.person
        if self.phase == "waiting" and before != entry.person:
            self.pledges = _without(
                self.pledges, entry.seat
            )  # what was promised stays on the other device

    def _said(self, entry: e.Said) -> None:
        pass

    def _agreed(self, entry: e.Agreed) -> None:
        self.agreed |= {entry.seat}

    def _closed(self, entry: e.Closed) -> None:
        if self.phase == "playing":
            self._reveal()
        self.phase = "closed"
        self.legal, self.since, self.window_since = {}, {}, None


_FOLDS: dict[type, Any] = {
    e.Opened: Table._opened,
    e.Arranged: Table._arranged,
    e.Sealed: Table._sealed,
    e.Sat: Table._sat,
    e.SatBot: Table._sat_bot,
    e.Stood: Table._stood,
    e.LetIn: Table._let_in,
    e.Hosted: Table._hosted,
    e.Pledged: Table._pledged,
    e.Starting: Table._starting,
    e.Mixed: Table._mixed,
    e.Began: Table._began,
    e.Dealt: Table._dealt,
    e.Moved: Table._moved,
    e.Ended: Table._ended,
    e.Left: Table._left,
    e.Returned: Table._returned,
    e.StoodIn: Table._stood_in,
    e.Lent: Table._lent,
    e.Taken: Table._taken,
    e.Said: Table._said,
    e.Agreed: Table._agreed,
    e.Closed: Table._closed,
}


def fold(table: str, rows: Iterable[tuple[float, e.AnyEntry]]) -> Table:
    """The table of a whole log."""
    folded = Table(table)
    for at, entry in rows:
        folded.apply(entry, at)
    return folded


# Writing


class Draft(msgspec.Struct):
    """Entries that are to be appended to a table's log, and the table as it will then be."""

    table: Table  # a copy, after the entries
    expect: int  # the last entry before them
    at: float
    entries: list[e.AnyEntry] = []
    happened: list[Happened] = []

    def add(self, entry: e.AnyEntry) -> None:
        """Write one more entry."""
        self.happened.append(self.table.apply(entry, self.at))
        self.entries.append(entry)


def draft(table: Table, at: float) -> Draft:
    """Begin to write entries for a table, which stays as it is."""
    return Draft(table.fork(), table.seq, at)
