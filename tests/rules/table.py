"""A table for rulebook tests: a match on the plain engine, set up and played in texts."""

from typing import Any

import pytest

from mazziere.games import find
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match, Refused
from mazziere.kernel.state import States

Told = tuple[str, int, int, int]
"""An event as a test reads it: the name of its kind, the seat, and its two numbers."""


class Table:
    """A match, and all that has happened in it."""

    def __init__(
        self, game: str, players: int, *, rules: int | None = None, **options: Any
    ) -> None:
        self.match = Match(find(game), players, options, rules=rules)
        self.happened: list[Event] = []
        self.last: list[Event] = []  # the events of the last step

    def chance(self, name: str, **fields: Any) -> "Table":
        """Take a chance step."""
        return self._note(self.match.chance({"chance": name, **fields}))

    def move(self, seat: int, text: str) -> "Table":
        """Make a move."""
        assert text in self.legal(seat)
        return self._note(self.match.move(seat, text))

    def moves(self, *moves: tuple[int, str]) -> "Table":
        """Make several moves."""
        for seat, text in moves:
            self.move(seat, text)
        return self

    def _note(self, events: list[Event]) -> "Table":
        self.last = events
        self.happened += events
        return self

    # Reading the table

    @property
    def due(self) -> str | None:
        return self.match.due

    def over(self) -> bool:
        """Return whether the match has ended. A method, because mypy would narrow a property."""
        return self.match.is_over

    @property
    def scores(self) -> list[int]:
        return self.match.scores()

    @property
    def winners(self) -> list[int]:
        return self.match.winners()

    def legal(self, seat: int) -> list[str]:
        """Return the seat's moves, in the order of the game: exactly those that no rule forbids."""
        match, engine = self.match, self.match.engine
        actions = engine.legal(match.states, 0, seat)
        numbers = range(len(match.game.actions))
        assert actions == [a for a in numbers if not engine.why_not(match.states, 0, seat, a)]
        assert (seat in match.actors()) == bool(actions)
        return [match.game.name(action) for action in actions]

    def refusal(self, seat: int, text: str) -> tuple[str, str | None]:
        """Return the code and the rule with which a move is refused."""
        with pytest.raises(Refused) as refused:
            self.match.action(seat, text)
        return refused.value.code, refused.value.rule

    def told(self, *kinds: str, to: int | None = None, last: bool = False) -> list[Told]:
        """Return the events of these kinds that one seat, or anybody, heard."""
        names = [kind.name for kind in self.match.game.events]
        assert set(kinds) <= set(names)
        return [
            (names[event.kind], event.seat, event.a, event.b)
            for event in (self.last if last else self.happened)
            if names[event.kind] in kinds and (to is None or event.audience >> to & 1)
        ]

    def view(self, seat: int) -> Any:
        """Return the view of a seat, with perfect memory."""
        return self.match.engine.view(self.match.states, 0, seat)[0]

    def visible(self, seat: int) -> Any:
        """Return what a seat sees on the table now."""
        return self.match.engine.visible(self.match.states, 0, seat)[0]

    def starts_afresh(self) -> bool:
        """Whether a new match in a record full of something else is like one in a new record."""
        match = self.match
        states = match.engine.new(match.players, match.options)
        fresh = states.tobytes()
        given = {"rules", "players", *match.options}
        for name in states.dtype.names or ():
            if name not in given:
                states[name] = 77
        match.engine.start(states, 0)
        return states.tobytes() == fresh

    @property
    def states(self) -> States:
        """The record itself, for positions that no short record leads to."""
        return self.match.states
