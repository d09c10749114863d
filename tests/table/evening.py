"""A table for the tests, with a clock that only moves when it is told to."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from mazziere.table import opening, playing, sitting
from mazziere.table.entries import AnyEntry, Settings, decode, encode
from mazziere.table.refused import No
from mazziere.table.table import Draft, Happened, Table, fold

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
    ) -> None:
        self.now = 1000.0
        self.log: list[tuple[float, bytes]] = []
        self.happened: list[Happened] = []
        self.people = list(people)
        players = players or max(2, len(people))
        self.table = Table("7ab1e")
        self._take(
            opening.open_table(
                "7ab1e",
                person(people[0]),
                game,
                players,
                options or {},
                settings,
                "ABCDEF",
                secret(0),
                self.now,
            )
        )
        for seat, name in enumerate(people):
            self.do(sitting.sit, person(name), name, seat)
        for seat in range(len(people), players):
            self.do(sitting.seat_bot, person(people[0]), seat, "normal")

    def do(self, verb: Callable[..., Draft | None], *args: Any) -> Draft | None:
        """Carry out a verb; No if it is refused, and then nothing has changed."""
        before = self.table.fork()
        try:
            pen = verb(self.table, *args, self.now)
        except Exception:
            assert self.table == before or self.table.seq == before.seq
            raise
        if pen is not None:
            self._take(pen)
        return pen

    def _take(self, pen: Draft) -> None:
        assert pen.expect == self.table.seq
        self.log += [(pen.at, encode(entry)) for entry in pen.entries]
        self.happened += pen.happened
        self.table = pen.table

    @property
    def entries(self) -> list[AnyEntry]:
        """The entries of the log."""
        return [decode(data) for _, data in self.log]

    def folded(self) -> Table:
        """The table, from its log alone."""
        return fold("7ab1e", [(at, decode(data)) for at, data in self.log])

    def start(self, named: int | None = None) -> None:
        """The host starts."""
        self.do(playing.start, person(self.people[0]), named)

    def move(self, seat: int, *moves: str, move_id: str = "", expect: int | None = None) -> None:
        """The person of a seat moves."""
        who = self.table.seats[seat].person
        seq = self.table.seq if expect is None else expect
        self.do(playing.move, who, seat, moves, move_id, seq)

    def play(self, rng: Random, steps: int = 10_000) -> None:
        """Go on with random moves of whoever may act."""
        for _ in range(steps):
            if self.table.phase != "playing":
                return
            self.now += 1.0
            seat = rng.choice(sorted(self.table.legal))
            move = rng.choice(self.table.legal[seat])
            if self.table.seats[seat].plays_itself:
                self.do(playing.move_for, seat, move, self.table.seq)
            else:
                self.move(seat, move)

    def refused(self, verb: Callable[..., Draft | None], *args: Any) -> No:
        """The refusal of a verb."""
        try:
            self.do(verb, *args)
        except No as no:
            return no
        raise AssertionError(f"{verb.__name__} was granted")
