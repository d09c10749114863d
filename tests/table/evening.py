"""A table for the tests, with a clock that only moves when it is told to."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from mazziere.games import find
from mazziere.kernel.record import Record, read, write
from mazziere.table import due, opening, playing, sitting
from mazziere.table.entries import AnyEntry, Settings, decode, encode
from mazziere.table.refused import CODES, No
from mazziere.table.saved import dump
from mazziere.table.table import Draft, Happened, Table, fold

ID = "7ab1e"
QUIET = Settings(grace_ms=0)


def person(name: str) -> str:
    """The person that a name stands for."""
    return hashlib.blake2b(name.encode(), digest_size=16).hexdigest()


def secret(number: int) -> bytes:
    """The secret of a deal."""
    return hashlib.sha256(f"secret {number}".encode()).digest()


def part(name: str) -> bytes:
    """The random part of a device."""
    return hashlib.sha256(f"part of {name}".encode()).digest()


class Evening:
    """Keeps the log, as a server would."""

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
        self.happened: list[Happened] = []
        self.people = list(people)
        self.is_careful = True  # sees with every wish that it leaves the table as it was
        players = players or max(2, len(people))
        self.table = Table(ID)
        host = person(people[0])
        if record is not None:
            players = record.players
            pen = opening.open_from(ID, host, record, settings, "ABCDEF", secret(0), self.now)
        else:
            head = (game, players, options or {}, settings, "ABCDEF", secret(0))
            pen = opening.open_table(ID, host, *head, self.now)
        self._take(pen)
        for seat, name in enumerate(people):
            self.do(sitting.sit, person(name), name, seat)
        for seat in range(len(people), players):
            self.do(sitting.seat_bot, host, seat, "normal")

    # Wishes

    def do(self, verb: Callable[..., Draft | None], *args: Any) -> Draft | None:
        """Carry out a verb; No if it is refused, and then nothing has changed."""
        before = dump(self.table) if self.is_careful else b""
        try:
            pen = verb(self.table, *args, self.now)
        finally:
            assert not before or dump(self.table) == before
        if pen is not None:
            self._take(pen)
        return pen

    def _take(self, pen: Draft) -> None:
        assert pen.expect == self.table.seq
        assert pen.table.seq == pen.expect + len(pen.entries)
        assert pen.entries
        self.log += [(pen.at, encode(entry)) for entry in pen.entries]
        self.happened += pen.happened
        self.table = pen.table

    def refused(self, verb: Callable[..., Draft | None], *args: Any) -> No:
        """The refusal of a verb."""
        with pytest.raises(No) as no:
            self.do(verb, *args)
        assert no.value.code in CODES
        return no.value

    # What there is

    @property
    def entries(self) -> list[AnyEntry]:
        """The entries of the log."""
        return [decode(data) for _, data in self.log]

    @property
    def phase(self) -> str:
        """The phase of the table."""
        return self.table.phase

    def paused(self) -> bool:
        """Whether the match waits because nobody is there."""
        return self.table.is_paused

    def sits_in(self, seat: int) -> bool:
        """Whether a bot moves for a seat."""
        return self.table.seats[seat].plays_itself

    def kinds(self, last: int) -> list[str]:
        """What sort of entries the last ones are."""
        return [type(entry).__name__ for entry in self.entries[-last:]]

    def folded(self) -> Table:
        """The table, from its log alone."""
        return fold(ID, [(at, decode(data)) for at, data in self.log])

    def record(self) -> Record:
        """The record of the match, as a file would hold it."""
        return read(write(self.table.record()).encode(), find)

    # Going on

    def later(self, seconds: float) -> None:
        """Let time pass, and do what is overdue then."""
        self.now += seconds
        self.tick()

    def tick(self) -> Draft | None:
        """Do what is overdue, bots apart."""
        return self.do(due.tick)

    def start(self, named: int | None = None) -> None:
        """The host starts."""
        self.do(playing.start, self.table.host, named)

    def move(self, seat: int, *moves: str, move_id: str = "", expect: int | None = None) -> None:
        """The person of a seat moves."""
        self.do(playing.move, *self.wish(seat, *moves, move_id=move_id, expect=expect))

    def wish(
        self, seat: int, *moves: str, move_id: str = "", expect: int | None = None
    ) -> tuple[str, int, tuple[str, ...], str, int]:
        """What `playing.move` is asked for."""
        seq = self.table.seq if expect is None else expect
        return self.table.seats[seat].person, seat, moves, move_id, seq

    def step(self, rng: Random) -> None:
        """A random move of whoever may act."""
        seat = rng.choice(sorted(self.table.legal))
        move = rng.choice(self.table.legal[seat])
        if self.table.seats[seat].plays_itself:
            self.do(playing.move_for, seat, move, self.table.seq)
        else:
            self.move(seat, move)

    def play(
        self,
        rng: Random,
        until: Callable[[Table], bool] = lambda table: False,
        steps: int = 5000,
        pace_s: float = 1.0,
    ) -> bool:
        """Go on with random moves, until something holds; tell whether it does."""
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
    make: Callable[[], Evening], until: Callable[[Table], bool], seeds: int = 60, steps: int = 400
) -> Evening:
    """An evening that has come to a position of a kind, by random moves."""
    for seed in range(seeds):
        evening = make()
        evening.start()
        if evening.play(Random(seed), until, steps, 2.0):
            return evening
    raise AssertionError("there was no such position")
