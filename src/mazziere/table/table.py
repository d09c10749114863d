"""The state of a table: the fold of its log."""

from collections.abc import Collection, Generator, Iterable, Iterator
from copy import copy
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import field

from mazziere.games import find
from mazziere.kernel import fair
from mazziere.kernel.chances import Order
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match
from mazziere.kernel.record import Recorder
from mazziere.table import entries as e
from mazziere.table.seats import Seat
from mazziere.table.time_controls import TIME_CONTROLS

Phase = Literal["waiting", "starting", "playing", "over", "closed"]

KEPT_ANSWERS = 32
"""Move ids remembered per seat, so that a retry of a move gets the same answer."""

T = TypeVar("T")


def finished(steps: Generator[None, None, T]) -> T:
    """Run a computation that pauses after each step, without a pause; return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def _without(given: dict[int, T], seat: int) -> dict[int, T]:
    return {number: value for number, value in given.items() if number != seat}


class AppliedEntry(NamedTuple):
    """An entry of the log, with the game events that it caused."""

    seq: int
    at: float
    entry: e.AnyEntry
    steps: tuple[tuple[Event, ...], ...] = ()  # the events of each step of the match that it caused

    @property
    def events(self) -> list[Event]:
        """The events of all steps."""
        return [event for step in self.steps for event in step]


class Result(NamedTuple):
    """The result of a finished match."""

    match: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[str, ...]  # the names of the players
    stopped: bool = False  # it was too long for the log
    stand_ins: tuple[int, ...] = ()  # seats of people for whom a bot played at the end


class MatchSpan(NamedTuple):
    """The place of a finished match in the log, and the set-up that its entries build on."""

    match: int
    first: int  # the entry that sealed its deal
    last: int  # the entry that ended it
    players: int
    options: dict[str, Any]
    persons: tuple[str, ...]  # by seat, when the deal was sealed; empty without a person


class Removed(NamedTuple):
    """A person whom the host has removed."""

    seq: int  # the entry that removed them; the host readmits them by it
    nick: str


class SeatRequest(NamedTuple):
    """The request of a spectator for a seat."""

    seq: int  # its entry; the host answers it by this number
    nick: str
    avatar: str
    at: float


class Continued(NamedTuple):
    """A match after the given steps with which it begins, replayed ahead of time."""

    given: tuple[e.JsonObject, ...]
    recorder: Recorder
    events: tuple[list[Event], ...]  # of each step


class TableState(msgspec.Struct):
    """The state of a table after its last entry."""

    id: str
    seq: int = 0
    at: float = 0.0  # time of the last entry
    phase: Phase = "waiting"
    game: str = ""
    rules: int = 1
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    settings: e.Settings = field(default_factory=e.Settings)
    host: str = ""
    opened_code: str = ""
    keeps_code: bool = False
    prefix: tuple[e.JsonObject, ...] = ()
    seats: list[Seat] = field(default_factory=list)
    removed: dict[str, Removed] = field(default_factory=dict)  # by person, until readmitted
    requests: dict[str, SeatRequest] = field(default_factory=dict)  # for a seat, by person
    declined: frozenset[str] = frozenset()  # people whom the host gave no seat in this match
    sealed: e.Sealed | None = None
    sealed_seq: int = 0  # the entry that sealed the next deal
    sealed_persons: tuple[str, ...] = ()  # the persons of all seats at that time
    settled_at: float = 0.0  # when the next deal was sealed, or the players last changed
    pledges: dict[int, str] = field(default_factory=dict)  # by seat: hashes of random parts
    parts: dict[int, str] = field(default_factory=dict)  # by seat: revealed random parts
    starting: e.Starting | None = None
    starting_at: float = 0.0
    began: e.Began | None = None
    key: bytes | None = None  # of the deal; secret
    chances: int = 0  # chance steps of the match so far
    recorder: Recorder | None = None
    legal: dict[int, tuple[str, ...]] = field(default_factory=dict)  # legal moves by seat
    since: dict[int, tuple[int, float]] = field(default_factory=dict)  # see `_update_moves`
    window_since: float | None = None  # when the current call window opened
    paused_since: float | None = None  # since when nobody has been present during a match
    answers: dict[int, dict[str, int]] = field(default_factory=dict)  # seat → move id → seq
    agreed: frozenset[int] = frozenset()  # seats that want another match
    hurried: frozenset[int] = frozenset()  # seats that want the bots to finish the match quickly
    evening: list[Result] = field(default_factory=list)  # finished matches
    spans: list[MatchSpan] = field(default_factory=list)  # their entries in the log
    continued: Continued | None = None  # for the first match of a record; never saved

    # Queries

    @property
    def match(self) -> Match:
        """The current match, or the last one."""
        assert self.recorder is not None
        return self.recorder.match

    @property
    def is_paused(self) -> bool:
        """Whether a match is paused because nobody is present."""
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
        """The join code; in old logs only until the first match begins."""
        if self.phase == "closed" or not self.opened_code:
            return None
        is_valid = self.keeps_code or (self.phase == "waiting" and not self.evening)
        return self.opened_code if is_valid else None

    def seats_of(self, person: str) -> list[int]:
        """Return the seats of a person."""
        if not person:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def persons_present(self) -> list[str]:
        """Return the people who are present, in the order of their seats."""
        present = [seat.person for seat in self.seats if seat.is_present]
        return list(dict.fromkeys(present))

    @property
    def is_hurried(self) -> bool:
        """Whether everybody present wants the bots to finish the match quickly."""
        present = [number for number, seat in enumerate(self.seats) if seat.is_present]
        return bool(present) and self.hurried.issuperset(present)

    def is_aside(self, move: str) -> bool:
        """Whether a move is an optional call."""
        return move in self.match.game.optional_moves

    def must_act(self, seat: int) -> bool:
        """Whether the match waits for a seat: it has a move other than an optional call."""
        return not self.match.game.optional_moves.issuperset(self.legal.get(seat, ()))

    def to_move(self) -> tuple[int, ...]:
        """Return the seats for which the match waits."""
        return tuple(seat for seat in sorted(self.legal) if self.must_act(seat))

    def deadline(self, seat: int) -> float | None:
        """Return when the clock of a seat runs out; None if it is not running."""
        clock = TIME_CONTROLS[self.settings.clock]
        if clock is None or seat not in self.since or not self.must_act(seat):
            return None
        return self.since[seat][1] + clock.move_s + self.seats[seat].reserve_s

    @property
    def deal(self) -> fair.Deal:
        """The context of the next deal, or of the current one, for its proof."""
        assert self.sealed is not None
        number = self.sealed.match
        game = find(self.game)
        head = (self.game, self.rules, self.players, self.options)
        return fair.Deal(self.id, number, *head, game.step_fields, game.by_lot)

    def record(self) -> dict[str, Any]:
        """Return the record of the match; its proof contains the secret once the match is over."""
        assert self.recorder is not None
        return self.recorder.record()

    def before_match(self, span: MatchSpan) -> "TableState":
        """Return the state from which the entries of a finished match can be folded alone.

        It has all that the record of the match depends on. Names, times and chat are missing.
        """
        return TableState(
            self.id,
            seq=span.first - 1,
            game=self.game,
            rules=self.rules,
            players=span.players,
            options=span.options,
            seats=[Seat("person", person) if person else Seat() for person in span.persons],
        )

    # Folding

    def fork(self) -> "TableState":
        """Return an independent copy.

        Seats and match are copied. Dictionaries and other lists are shared, because folding
        replaces them and never changes one in place.
        """
        other = copy(self)
        other.seats = [copy(seat) for seat in self.seats]
        other.recorder = self.recorder.fork() if self.recorder else None
        return other

    def apply(self, entry: e.AnyEntry, at: float) -> AppliedEntry:
        """Apply the next entry of the log."""
        self._advance(at)
        return self._applied(entry, _FOLDS[type(entry)](self, entry) or ())

    def apply_deal(self, order: Order, at: float) -> AppliedEntry:
        """Resolve the chance step that is due; return it as the next entry of the log."""
        assert self.recorder is not None
        self._advance(at)
        events = self.recorder.deal(order)
        self.chances += 1
        self._update_moves()
        return self._applied(e.Dealt(self.recorder.last_step), [events])

    def _advance(self, at: float) -> None:
        """Count the next entry and set its time."""
        self.seq += 1
        self.at = at

    def _applied(self, entry: e.AnyEntry, steps: Iterable[Iterable[Event]]) -> AppliedEntry:
        """Update the pause after an entry; return the entry with its events."""
        if not self.is_paused:
            self.paused_since = None
        elif self.paused_since is None:
            self.paused_since = self.at
        return AppliedEntry(self.seq, self.at, entry, tuple(map(tuple, steps)))

    def _opened(self, entry: e.Opened) -> None:
        self.game, self.rules, self.prefix = entry.game, entry.rules, entry.prefix
        self.host, self.opened_code = entry.host, entry.code
        self.keeps_code = entry.keeps_code
        self._set_up(entry.players, entry.options, entry.settings)

    def _arranged(self, entry: e.Arranged) -> None:
        self._set_up(entry.players, entry.options, entry.settings)

    def _set_up(self, players: int, options: e.JsonObject, settings: e.Settings) -> None:
        self.options = dict(options)  # as written in the log: the commitment covers them
        self.settings = settings
        self.players = players
        self.seats = self.seats[:players] + [Seat() for _ in range(players - len(self.seats))]

    def _sealed(self, entry: e.Sealed) -> None:
        self.sealed = entry
        self.sealed_seq = self.seq
        self.sealed_persons = tuple([seat.person for seat in self.seats])
        self.settled_at = self.at
        self.pledges, self.parts, self.starting = {}, {}, None
        self.agreed, self.declined = frozenset(), frozenset()
        if self.phase == "over":
            self.phase = "waiting"

    def _sat(self, entry: e.Sat) -> None:
        self._set_seat(entry.seat, Seat("person", entry.person, entry.nick, entry.avatar))
        self._readmit(entry.person)  # in old logs a removed person could sit down again
        self._close_request(entry.person)

    def _sat_bot(self, entry: e.SatBot) -> None:
        self._set_seat(entry.seat, Seat("bot", bot=entry.bot))

    def _stood(self, entry: e.Stood) -> None:
        seat = self.seats[entry.seat]
        if entry.by_host and seat.kind == "person" and seat.person != self.host:
            self.removed = {**self.removed, seat.person: Removed(self.seq, seat.nick)}
        self._set_seat(entry.seat, Seat())

    def _let_in(self, entry: e.LetIn) -> None:
        self._readmit(entry.person)

    def _readmit(self, person: str) -> None:
        if person in self.removed:
            self.removed = {
                other: removed for other, removed in self.removed.items() if other != person
            }

    def _asked(self, entry: e.Asked) -> None:
        request = SeatRequest(self.seq, entry.nick, entry.avatar, self.at)
        self.requests = {**self.requests, entry.person: request}

    def _unasked(self, entry: e.Unasked) -> None:
        self._close_request(entry.person)
        if entry.why == "host":
            self.declined |= {entry.person}

    def _close_request(self, person: str) -> None:
        if person in self.requests:
            self.requests = {
                other: request for other, request in self.requests.items() if other != person
            }

    def _admitted(self, entry: e.Admitted) -> None:
        """Give the seat of a bot to a person, with the whole time of a move."""
        self._close_request(entry.person)
        self._set_seat(entry.seat, Seat("person", entry.person, entry.nick, entry.avatar))
        clock = TIME_CONTROLS[self.settings.clock]
        self.seats[entry.seat].reserve_s = clock.reserve_s if clock else 0.0
        if entry.seat in self.since:
            self.since = {**self.since, entry.seat: (self.since[entry.seat][0], self.at)}

    def _set_seat(self, number: int, seat: Seat) -> None:
        """Change the player of a seat."""
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
        self.legal, self.since, self.window_since = {}, {}, None
        self.hurried = frozenset()
        clock = TIME_CONTROLS[self.settings.clock]
        for seat in self.seats:
            seat.reserve_s = clock.reserve_s if clock else 0.0
            seat.has_stand_in = False
            seat.moved = seat.refreshed = 0
        continued, self.continued = self.continued, None
        if continued is None or continued.given != entry.given:
            continued = finished(self.replay_given(entry.given))
        self.recorder = continued.recorder.fork()
        self.recorder.proof = self._proof(entry)
        self.chances = sum("chance" in step for step in entry.given)
        self._update_moves()
        return list(continued.events)

    def replay_given(self, given: tuple[e.JsonObject, ...]) -> Generator[None, None, Continued]:
        """Replay the given steps of the next match, with a pause after each.

        `continued` may hold the result, so that the entry that begins the match need not do it.
        """
        match = Match(find(self.game), self.players, self.options, rules=self.rules)
        match.options = self.options  # without options that the game has gained since
        recorder = Recorder(match)
        events = []
        for step in given:
            events.append(recorder.take(step))
            yield
        return Continued(given, recorder, tuple(events))

    def _proof(self, entry: e.Began) -> fair.Proof:
        """Return the proof of the deal, without its secret, and derive the deal's key."""
        assert self.sealed is not None
        proof = fair.seal(
            self.deal,
            self.sealed.commitment,
            entry.seats,
            {seat: bytes.fromhex(part) for seat, part in self.parts.items()},
            self.pledges,
            entry.given,
        )
        self.key = fair.deal_key(self.deal, proof, bytes.fromhex(self.sealed.secret))
        return proof

    def _apply_step(self, step: e.JsonObject) -> list[Event]:
        assert self.recorder is not None
        self.chances += "chance" in step
        return self.recorder.take(step)

    def _dealt(self, entry: e.Dealt) -> list[list[Event]]:
        events = self._apply_step(entry.step)
        self._update_moves()
        return [events]

    def _moved(self, entry: e.Moved) -> list[list[Event]]:
        assert self.recorder is not None
        if entry.by == "person":
            self._spend(entry.seat)
        if not self.match.game.optional_moves.issuperset(entry.moves):
            self.window_since = None  # the move closes the window, and may open another
        first, *others = entry.moves
        steps = [self._play(entry.seat, first)]
        steps += [self.recorder.move(entry.seat, move) for move in others]
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
        self._update_moves(touched)
        return steps

    def _play(self, seat: int, move: str) -> list[Event]:
        """Make a move; its legality is known from the list of legal moves, if it is there."""
        assert self.recorder is not None
        action = self.match.game.parse(move) if move in self.legal.get(seat, ()) else None
        if action is None:
            return self.recorder.move(seat, move)
        return self.recorder.play(seat, action)

    def _spend(self, number: int) -> None:
        """Subtract the time beyond the limit of the move from the reserve."""
        clock = TIME_CONTROLS[self.settings.clock]
        if clock is not None and number in self.since and self.must_act(number):
            seat = self.seats[number]
            late = max(0.0, self.at - self.since[number][1] - clock.move_s)
            seat.reserve_s = max(0.0, seat.reserve_s - late)

    def _update_moves(self, touched: Collection[int] = ()) -> None:
        """Update the legal moves of all seats, and since when each seat has had its moves.

        `since` holds, for each seat that may move, the entry and the time of its last new decision.
        A move that was sent before that entry is stale. A seat has a new decision when its turn
        comes, when it has moved, and when an event concerned it (`touched`). Legal moves are
        compared only if all of them are calls, for two reasons. A bot's timing would otherwise
        reveal whether a drawn card can be played. And a call of another seat must not make the move
        stale that the next player has already sent.

        `window_since` is the time since which seats may act out of turn. Where that depends on
        hidden cards (`Game.race`), it is kept in any case: a bot's pause must not reveal it.
        """
        match = self.match
        are_calls = match.game.optional_moves.issuperset
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
        if not is_open and not self._is_race():
            self.window_since = None
        elif self.window_since is None:
            self.window_since = self.at

    def _is_race(self) -> bool:
        """Tell whether the rules let seats act out of turn with certain cards."""
        match, race = self.match, self.match.game.race
        if race is None or not match.options.get(race.option):
            return False
        return match.game.phase_name(int(match.states["phase"][0])) == race.phase

    def _hurried(self, entry: e.Hurried) -> None:
        self.hurried |= {entry.seat}

    def _ended(self, entry: e.Ended) -> None:
        assert self.began is not None
        self.phase = "over"
        self.legal, self.since, self.window_since = {}, {}, None
        # A person may have taken over from a bot
        names = tuple(
            [
                seat.nick or player.name
                for seat, player in zip(self.seats, self.began.seats, strict=False)
            ]
        )
        stand_ins = tuple([seat for seat, one in enumerate(self.seats) if one.has_stand_in])
        shown = (entry.match, entry.scores, entry.winners, names, entry.stopped, stand_ins)
        self.evening = [*self.evening, Result(*shown)]
        place = (entry.match, self.sealed_seq, self.seq)
        span = MatchSpan(*place, self.players, self.options, self.sealed_persons)
        self.spans = [*self.spans, span]
        self._reveal()

    def _reveal(self) -> None:
        """Add the secret to the proof: the match is over, or was aborted."""
        assert self.recorder is not None and self.recorder.proof is not None
        assert self.sealed is not None
        self.recorder.proof = fair.reveal(self.recorder.proof, bytes.fromhex(self.sealed.secret))

    def _left(self, entry: e.Left) -> None:
        self.seats[entry.seat].is_away = True
        self.seats[entry.seat].away_since = self.at

    def _returned(self, entry: e.Returned) -> None:
        self._come_back(entry.seat)

    def _come_back(self, number: int) -> None:
        """Mark a person as back; once per turn, restart the clock if a bot has played for them."""
        if self.paused_since is not None:
            self._resume(self.at - self.paused_since)
        seat = self.seats[number]
        if seat.has_stand_in and number in self.since and seat.refreshed != self.since[number][0]:
            seat.refreshed = self.since[number][0]
            self.since = {**self.since, number: (seat.refreshed, self.at)}
        seat.is_away = seat.has_stand_in = False

    def _resume(self, pause_s: float) -> None:
        """Shift all times by the length of a pause."""
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

    def _lent(self, entry: e.SeatLent) -> None:
        self.seats[entry.seat].lent = entry.code
        self.seats[entry.seat].lent_until = entry.until

    def _taken(self, entry: e.Taken) -> None:
        self._come_back(entry.seat)
        seat = self.seats[entry.seat]
        before, seat.person = seat.person, entry.person
        self._close_request(entry.person)
        seat.lent = ""
        if self.host == before and not self.seats_of(before):
            self.host = entry.person
        if self.phase == "waiting" and before != entry.person:
            # The other device keeps the random part, so the pledge is void.
            self.pledges = _without(self.pledges, entry.seat)

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
    e.Opened: TableState._opened,
    e.Arranged: TableState._arranged,
    e.Sealed: TableState._sealed,
    e.Sat: TableState._sat,
    e.SatBot: TableState._sat_bot,
    e.Stood: TableState._stood,
    e.LetIn: TableState._let_in,
    e.Asked: TableState._asked,
    e.Unasked: TableState._unasked,
    e.Admitted: TableState._admitted,
    e.Hosted: TableState._hosted,
    e.Pledged: TableState._pledged,
    e.Starting: TableState._starting,
    e.Mixed: TableState._mixed,
    e.Began: TableState._began,
    e.Dealt: TableState._dealt,
    e.Moved: TableState._moved,
    e.Hurried: TableState._hurried,
    e.Ended: TableState._ended,
    e.Left: TableState._left,
    e.Returned: TableState._returned,
    e.StoodIn: TableState._stood_in,
    e.SeatLent: TableState._lent,
    e.Taken: TableState._taken,
    e.Said: TableState._said,
    e.Agreed: TableState._agreed,
    e.Closed: TableState._closed,
}


def fold(table: TableState, log: Iterable[tuple[float, e.AnyEntry]]) -> Iterator[AppliedEntry]:
    """Apply entries of a log with their times, one with each step of the iterator."""
    for at, entry in log:
        yield table.apply(entry, at)


# Writing


class Draft(msgspec.Struct):
    """New entries for a table's log, and the state after them."""

    table: TableState  # a copy, with the entries applied
    expect: int  # the sequence number before them
    at: float
    entries: list[e.AnyEntry] = []
    applied: list[AppliedEntry] = []

    def add(self, entry: e.AnyEntry) -> None:
        """Add and apply an entry."""
        self.applied.append(self.table.apply(entry, self.at))
        self.entries.append(entry)

    def deal(self, order: Order) -> None:
        """Resolve the chance step that is due, and add its entry."""
        applied = self.table.apply_deal(order, self.at)
        self.applied.append(applied)
        self.entries.append(applied.entry)


def new_draft(table: TableState, at: float) -> Draft:
    """Start an empty draft for a table; the table itself stays unchanged."""
    return Draft(table.fork(), table.seq, at)
