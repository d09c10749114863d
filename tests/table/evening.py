"""A table for tests, with a manual clock."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from mazziere.games import find
from mazziere.kernel.record import Record, read, write
from mazziere.table import opening, playing, sitting
from mazziere.table import schedule as due
from mazziere.table.entries import AnyEntry, Settings, decode, encode
from mazziere.table.refusals import CODES, CommandRefused
from mazziere.table.snapshot import dump
from mazziere.table.table import AppliedEntry, Draft, TableState, fold

ID = "7ab1e"
QUIET = Settings(grace_ms=0)


def person(name: str) -> str:
    """Return the id of a person."""
    return hashlib.blake2b(name.encode(), digest_size=16).hexdigest()


def secret(number: int) -> bytes:
    """Return the secret of a deal."""
    return hashlib.sha256(f"secret {number}".encode()).digest()


def part(name: str) -> bytes:
    """Return the random part of a device."""
    return hashlib.sha256(f"part of {name}".encode()).digest()


def folded(log: Iterable[tuple[float, AnyEntry]]) -> TableState:
    """Return the state of a table after a whole log."""
    table = TableState(ID)
    for _ in fold(table, log):
        pass
    return table


class Evening:
    """A table with its log, as a server keeps it."""

    def __init__(
        self,
        game: str,
        people: Sequence[str],
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        settings: Settings = QUIET,
        record: Record | None = None,
    ) -> None:
        self.now = 1000.0
        self.log: list[tuple[float, bytes]] = []
        self.applied: list[AppliedEntry] = []
        self.people = list(people)
        self.is_careful = True  # checks that no command changes the state it is given
        players = players or max(2, len(people))
        self.table = TableState(ID)
        host = person(people[0])
        if record is not None:
            players = record.players
            draft = opening.open_from(ID, host, record, settings, "ABCDEF", secret(0), self.now)
        else:
            head = (game, players, options or {}, settings, "ABCDEF", secret(0))
            draft = opening.open_table(ID, host, *head, self.now)
        self._take(draft)
        for seat, name in enumerate(people):
            self.do(sitting.sit, person(name), name, seat)
        for seat in range(len(people), players):
            self.do(sitting.seat_bot, host, seat, "normal")

    # Commands

    def do(self, verb: Callable[..., Draft | None], *args: Any) -> Draft | None:
        """Run a verb and append its draft; CommandRefused."""
        before = dump(self.table) if self.is_careful else b""
        try:
            draft = verb(self.table, *args, self.now)
        finally:
            assert not before or dump(self.table) == before
        if draft is not None:
            self._take(draft)
        return draft

    def _take(self, draft: Draft) -> None:
        assert draft.expect == self.table.seq
        assert draft.table.seq == draft.expect + len(draft.entries)
        assert draft.entries
        self.log += [(draft.at, encode(entry)) for entry in draft.entries]
        self.applied += draft.applied
        self.table = draft.table

    def refused(self, verb: Callable[..., Draft | None], *args: Any) -> CommandRefused:
        """Call a verb; return its refusal."""
        with pytest.raises(CommandRefused) as refusal:
            self.do(verb, *args)
        assert refusal.value.code in CODES
        return refusal.value

    # State

    @property
    def entries(self) -> list[AnyEntry]:
        """The entries of the log."""
        return [decode(data) for _, data in self.log]

    @property
    def phase(self) -> str:
        """The phase of the table."""
        return self.table.phase

    def paused(self) -> bool:
        """Return whether the match is paused."""
        return self.table.is_paused

    def sits_in(self, seat: int) -> bool:
        """Return whether a bot moves for a seat."""
        return self.table.seats[seat].plays_itself

    def kinds(self, last: int) -> list[str]:
        """Return the types of the last entries."""
        return [type(entry).__name__ for entry in self.entries[-last:]]

    def folded(self) -> TableState:
        """Return the table, folded from its log."""
        return folded((at, decode(data)) for at, data in self.log)

    def record(self) -> Record:
        """Return the record of the match, written and read again."""
        return read(write(self.table.record()).encode(), find)

    # Playing

    def later(self, seconds: float) -> None:
        """Advance the clock, and carry out what is overdue."""
        self.now += seconds
        self.tick()

    def tick(self) -> Draft | None:
        """Carry out what is overdue, except bot moves."""
        return self.do(due.tick)

    def start(self, named: int | None = None) -> None:
        """Start the match, as the host."""
        self.do(playing.start, self.table.host, named)

    def move(self, seat: int, *moves: str, move_id: str = "", expect: int | None = None) -> None:
        """Make a move, as the person of a seat."""
        self.do(playing.move, *self.move_arguments(seat, *moves, move_id=move_id, expect=expect))

    def move_arguments(
        self, seat: int, *moves: str, move_id: str = "", expect: int | None = None
    ) -> tuple[str, int, tuple[str, ...], str, int]:
        """Return the arguments of `playing.move`."""
        seq = self.table.seq if expect is None else expect
        return self.table.seats[seat].person, seat, moves, move_id, seq

    def step(self, rng: Random) -> None:
        """Make a random move of a seat that may act."""
        seat = rng.choice(sorted(self.table.legal))
        move = rng.choice(self.table.legal[seat])
        if self.table.seats[seat].plays_itself:
            self.do(playing.move_for, seat, move, self.table.seq)
        else:
            self.move(seat, move)

    def play(
        self,
        rng: Random,
        until: Callable[[TableState], bool] = lambda table: False,
        steps: int = 5000,
        pace_s: float = 1.0,
    ) -> bool:
        """Make random moves until a condition holds; return whether it does."""
        careful, self.is_careful = self.is_careful, False
        for _ in range(steps):
            if until(self.table):
                self.is_careful = careful
                return True
            if self.table.phase != "playing":
                break
            self.now += pace_s
            self.step(rng)
        self.is_careful = careful
        return until(self.table)


def seek(
    make: Callable[[], Evening],
    until: Callable[[TableState], bool],
    seeds: int = 60,
    steps: int = 400,
) -> Evening:
    """Return an evening whose match has reached a position, by random moves."""
    for seed in range(seeds):
        evening = make()
        evening.start()
        if evening.play(Random(seed), until, steps, 2.0):
            return evening
    raise AssertionError("there was no such position")
