"""Recorded matches to check properties on: random ones, and ones steered to rare positions."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from mazziere.games import find
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.state import States, aligned
from tests.cases import case, short
from tests.conformance.cases import Case, many_options

SOAK = os.environ.get("MAZZIERE_SOAK") == "1"
"""Whether to search for a long time: `make soak`."""


def times(count: int) -> int:
    """Return the count, multiplied in a soak."""
    return count * 30 if SOAK else count


CHANCE = -1
"""Stands for a seat in a chance step."""


class Step(NamedTuple):
    """One step of a match: a move, or the orders of a chance node."""

    seat: int
    action: int
    orders: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Style:
    """Preferences of chance and players that lead to rare positions."""

    words: Mapping[str, float] = field(default_factory=dict)  # weight of a move by its verb
    hero: Mapping[str, float] | None = None  # the weights of seat 0, if they differ
    early: Mapping[str, float] = field(default_factory=dict)  # weights under 1: cards come early
    lowest: float = 0.0  # how often the first legal move is taken
    peeks: float = 0.0  # how often a player looks at hidden cards


RANDOM = Style()


def styles(name: str) -> tuple[Style, ...]:
    """List the styles in which a game is played."""
    return case(name).styles or (RANDOM,)


class Run:
    """A match in progress."""

    def __init__(self, machine: Engine, players: int, options: Mapping[str, Any]) -> None:
        self.engine = machine
        self.game = machine.game
        self.options = options
        self.states = machine.new(players, options)

    @property
    def due(self) -> str | None:
        """The chance step that is due."""
        return due(self.game, self.states)

    def choose(self, rng: Random, style: Style) -> Step | None:
        """Choose the next step in a style; None when the match is over."""
        machine, states = self.engine, self.states
        if machine.is_over(states, 0):
            return None
        if self.due is not None:
            groups = machine.chance(states, 0)
            return Step(CHANCE, 0, tuple(self._ordered(g, rng, style) for g in groups))
        seats = machine.actors(states, 0)
        if style.peeks and rng.random() < style.peeks:
            peek = case(self.game.id).peek
            assert peek is not None, f"{self.game.id}: a style peeks, and its case has no `peek`"
            return peek(self, seats[0], rng)
        if not style.words:
            seat = rng.choice(seats)
            moves = machine.legal(states, 0, seat)
            return Step(seat, moves[0] if rng.random() < style.lowest else rng.choice(moves))
        choices, weights = [], []
        for seat in seats:
            words = style.hero if style.hero is not None and seat == 0 else style.words
            for action in machine.legal(states, 0, seat):
                choices.append(Step(seat, action))
                weights.append(words.get(self.game.name(action).split()[0], 1.0))
        return rng.choices(choices, weights)[0]

    def take(self, step: Step) -> list[Event]:
        """Take a step; return its events."""
        if step.seat == CHANCE:
            return self.engine.resolve(self.states, 0, step.orders)
        return self.engine.apply(self.states, 0, step.seat, step.action)

    def _ordered(self, group: Sequence[int], rng: Random, style: Style) -> tuple[int, ...]:
        """Draw an order in which favoured cards tend to come first."""
        order = list(group)
        rng.shuffle(order)
        cards = self.game.cards
        if style.early and max(order) < len(cards):
            order.sort(key=lambda card: rng.random() * style.early.get(cards[card], 1.0))
        return tuple(order)


def due(game: Game, states: States) -> str | None:
    """Return the chance step that is due in a state."""
    chance = game.chances.get(int(states["phase"][0]))
    return chance.step if chance else None


def on_table(machine: Engine, states: States) -> tuple[object, ...]:
    """Return the public situation: the seats to act, or the chance step that is due.

    Seats that can only jump in are left out: whether they can depends on their hands.
    """
    chance = due(machine.game, states)
    if chance is not None:
        return (chance,)
    is_jump = [name.startswith("jump") for name in machine.game.actions]
    return tuple(
        seat
        for seat in machine.actors(states, 0)
        if not all(is_jump[action] for action in machine.legal(states, 0, seat))
    )


def copy(states: States) -> States:
    """Copy the first record of an array."""
    twin: States = aligned(1, states.dtype)
    twin[0] = states[0]
    return twin


@dataclass
class Recording:
    """A match: the state before each step and after the last one, and the events of each step."""

    engine: Engine
    players: int
    options: Mapping[str, Any]
    steps: list[Step] = field(default_factory=list)
    states: list[States] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    @cached_property
    def tables(self) -> list[tuple[object, ...]]:
        """The public situation before each step."""
        return [on_table(self.engine, states) for states in self.states]

    @cached_property
    def bytes(self) -> list[bytes]:
        """The state before each step, to compare."""
        return [states.tobytes() for states in self.states]

    def __str__(self) -> str:
        return f"{self.engine.game.id} for {self.players}, {dict(self.options)}"


def record(
    machine: Engine,
    players: int,
    options: Mapping[str, Any],
    rng: Random,
    style: Style,
    limit: int,
) -> Recording:
    """Play a match, at most `limit` steps of it."""
    run = Run(machine, players, options)
    played = Recording(machine, players, options, states=[copy(run.states)])
    while len(played.steps) < limit:
        step = run.choose(rng, style)
        if step is None:
            break
        played.steps.append(step)
        played.events.append(run.take(step))
        played.states.append(copy(run.states))
    return played


def any_case(name: str, rng: Random) -> Case:
    """Draw options of a game and a number of players that they allow."""
    game = find(name)
    if rng.random() < 0.4:
        chosen = short(name)
        option = rng.choice(game.options)
        chosen[option.name] = rng.choice(option.samples())
    else:
        chosen = many_options(game, rng)
    options = game.full_options(chosen)
    return name, rng.choice(game.allowed_players(options)), options


def any_recording(name: str, rng: Random, limit: int, machine: Engine | None = None) -> Recording:
    """Play a match of a game under random options in a random style."""
    _, players, options = any_case(name, rng)
    machine = machine or engine(find(name), "plain")
    return record(machine, players, options, rng, rng.choice(styles(name)), limit)


def driven(run: Run, choose: Callable[[Run], Step | None]) -> Recording:
    """Drive a match until no step is chosen, or it is over."""
    players = int(run.states["players"][0])
    played = Recording(run.engine, players, run.options, states=[copy(run.states)])
    while not run.engine.is_over(run.states, 0):
        step = choose(run)
        if step is None:
            break
        assert step.seat == CHANCE or step.action in run.engine.legal(run.states, 0, step.seat)
        played.steps.append(step)
        played.events.append(run.take(step))
        played.states.append(copy(run.states))
    return played


def replayed(played: Recording, steps: list[Step]) -> Recording:
    """Play a match with the same players and options, and other steps."""
    following = iter(steps)
    run = Run(played.engine, played.players, played.options)
    return driven(run, lambda _: next(following))


def whole_matches(name: str, count: int, style: Style) -> Iterator[tuple[Recording, Random]]:
    """Play matches to their end, each option at one of its first two values."""
    rng = Random(f"whole matches of {name}")
    machine = engine(find(name), "plain")
    for _ in range(times(count)):
        options = {option.name: rng.choice(option.samples()[:2]) for option in machine.game.options}
        players = rng.choice(machine.game.allowed_players(machine.game.full_options(options)))
        played = record(machine, players, options, rng, style, 100_000)
        assert machine.is_over(played.states[-1], 0)
        yield played, rng
