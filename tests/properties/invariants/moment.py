"""One step of a match as an invariant sees it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mazziere.kernel.events import Event
from mazziere.kernel.game import OVER, Game
from mazziere.kernel.state import States
from tests.properties.play import CHANCE, Recording, Step


class Fields:
    """The fields of a state as whole numbers and lists of them."""

    def __init__(self, states: States) -> None:
        self.states = states

    def __getattr__(self, name: str) -> Any:
        value = self.states[name][0].tolist()
        setattr(self, name, value)
        return value


class Told(NamedTuple):
    """An event by the name of its kind."""

    name: str
    seat: int
    a: int
    b: int


@dataclass
class Moment:
    """One step: the state before it, the step itself, the state and the events after it."""

    game: Game
    players: int
    options: Mapping[str, Any]  # all of them
    step: Step
    before: Fields
    after: Fields
    events: list[Event]
    memory: dict[str, Any]  # notes of invariants from step to step
    told: list[Told] = field(init=False)

    def __post_init__(self) -> None:
        kinds = self.game.events
        self.told = [Told(kinds[kind].name, seat, a, b) for kind, seat, a, b, _ in self.events]

    @property
    def move(self) -> str:
        """The text of the move, empty for chance."""
        return "" if self.step.seat == CHANCE else self.game.name(self.step.action)

    @property
    def due(self) -> str | None:
        """The chance step of this step, if it is one."""
        chance = self.game.chances.get(self.before.phase)
        return chance.step if chance else None

    @property
    def is_over(self) -> bool:
        """Whether the match is over after the step."""
        return bool(self.after.phase == OVER)

    def of(self, *names: str) -> list[Told]:
        """Return the events of some kinds."""
        return [told for told in self.told if told.name in names]


Invariant = Callable[[Moment], None]
"""Raises AssertionError if it does not hold after a step."""


def moments(played: Recording) -> Iterator[Moment]:
    """Yield the steps of a match, one after the other."""
    game = played.engine.game
    options = game.full_options(played.options)
    memory: dict[str, Any] = {}
    before = Fields(played.states[0])
    for number, step in enumerate(played.steps):
        after = Fields(played.states[number + 1])
        yield Moment(
            game, played.players, options, step, before, after, played.events[number], memory
        )
        before = after


def holds_in_worlds(invariant: Invariant) -> Callable[[Recording, int, States], None]:
    """Make a check of worlds from an invariant of single states."""

    def check(played: Recording, number: int, world: States) -> None:
        game = played.engine.game
        options = game.full_options(played.options)
        step, fields = played.steps[max(number - 1, 0)], Fields(world)
        invariant(Moment(game, played.players, options, step, fields, fields, [], {}))

    return check
