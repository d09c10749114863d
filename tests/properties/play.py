"""Matches to check properties on: random, recorded, and steered towards what is rare."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from mazziere.games import find
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.state import States, aligned
from tests.conformance.cases import SHORT, Case, many_options

SOAK = os.environ.get("MAZZIERE_SOAK") == "1"
"""Whether to search for a long time: `make soak`."""


def times(count: int) -> int:
    """So many in the usual run, many more in a soak."""
    return count * 30 if SOAK else count


CHANCE = -1
"""In place of a seat: the step is chance's."""


class Step(NamedTuple):
    """One step of a match: a move, or the orders of a chance node."""

    seat: int
    action: int
    orders: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Style:
    """How chance and players lean, so that rare positions come up."""

    words: Mapping[str, float] = field(default_factory=dict)  # weight of a move by its first word
    hero: Mapping[str, float] | None = None  # the same for seat 0, if it leans otherwise
    early: Mapping[str, float] = field(default_factory=dict)  # cards that come early: under 1
    lowest: float = 0.0  # how often the first of the legal moves is taken
    peeks: float = 0.0  # how often a pair is turned over by one who sees through the cards


_WILDS = dict.fromkeys(("wild", "wild+4", "shuffle", "custom1", "custom2", "custom3"), 0.2)
_QUIET = {"play": 9.0, "draw": 1.0, "catch": 0.3, "uno": 0.3}

STYLES: dict[str, tuple[Style, ...]] = {
    "yooloo": (Style(), Style(lowest=0.9), Style(lowest=0.5)),
    "one_to_ten": (Style(), Style(lowest=0.7), Style(peeks=0.8)),
    "rookie": (Style(), Style(peeks=0.6), Style(early={"X": 0.4}, peeks=0.3), Style(peeks=0.9)),
    "uno": (
        Style(),
        Style(_QUIET, early=_WILDS),
        Style({"draw": 20.0, "pass": 5.0, "challenge": 3.0}, _QUIET, {"wild+4": 0.1}),
        Style(_QUIET, early={"shuffle": 0.05, "custom1": 0.05, "wild+4": 0.3}),
        Style({"draw": 5.0, "pass": 5.0, "catch": 0.2, "uno": 3.0}),
    ),
    "dieci": (
        Style(),
        Style({"swap": 4.0, "block": 3.0}, early=dict.fromkeys(("10", "9", "8", "7", "6"), 0.4)),
        Style({"swap": 4.0, "block": 3.0}, early={"7": 0.1, "6": 0.2, "8": 0.2}),
        Style({"keep": 2.0}, early={"cat": 0.05, "9": 0.5}),
    ),
}
STYLES["uno_h2o"] = STYLES["uno"]


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
        """The next step, as the style leans; None when the match is over."""
        machine, states = self.engine, self.states
        if machine.is_over(states, 0):
            return None
        if self.due is not None:
            groups = machine.chance(states, 0)
            return Step(CHANCE, 0, tuple(self._ordered(g, rng, style) for g in groups))
        seats = machine.actors(states, 0)
        if style.peeks and rng.random() < style.peeks:
            return self._peek(seats[0], rng)
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
        """Take a step; return what happened."""
        if step.seat == CHANCE:
            return self.engine.resolve(self.states, 0, step.orders)
        return self.engine.apply(self.states, 0, step.seat, step.action)

    def _ordered(self, group: Sequence[int], rng: Random, style: Style) -> tuple[int, ...]:
        """A random order; favoured cards tend to come first."""
        order = list(group)
        rng.shuffle(order)
        cards = self.game.cards
        if style.early and max(order) < len(cards):
            order.sort(key=lambda card: rng.random() * style.early.get(cards[card], 1.0))
        return tuple(order)

    def _peek(self, seat: int, rng: Random) -> Step:
        """Turn over the card that is looked for, where there is one."""
        moves = self.engine.legal(self.states, 0, seat)
        state = self.states[0]
        if self.game.id == "one_to_ten":
            row, wanted = state["row"][seat].tolist(), int(state["found"][seat])
            return Step(seat, row.index(wanted))
        flips = [move for move in moves if self.game.name(move).startswith("flip")]
        heights = state["height"].tolist()
        tops = {place: int(state["table"][place, heights[place] - 1]) for place in range(9)}
        shown = {tops[place] for place in range(9) if int(state["open"]) >> place & 1}
        wanted_tops = [move for move in flips if tops[move] in shown]
        return Step(seat, rng.choice(wanted_tops or moves))


def due(game: Game, states: States) -> str | None:
    """The chance step that is due in a state."""
    chance = game.chances.get(int(states["phase"][0]))
    return chance.name if chance else None


def on_table(machine: Engine, states: States) -> tuple[object, ...]:
    """What everybody sees: who is to act, or what chance is to decide."""
    chance = due(machine.game, states)
    if chance is not None:
        return (chance,)
    return tuple(machine.actors(states, 0))


def copy(states: States) -> States:
    """The one record of an array, in an array of its own."""
    twin: States = aligned(1, states.dtype)
    twin[0] = states[0]
    return twin


@dataclass
class Recording:
    """A match, with the state before each step (and after the last) and what each step brought."""

    engine: Engine
    players: int
    options: Mapping[str, Any]
    steps: list[Step] = field(default_factory=list)
    states: list[States] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    @cached_property
    def tables(self) -> list[tuple[object, ...]]:
        """What everybody sees before each step."""
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
    """Play a match, at most so many steps of it."""
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
    """A game with options of all kinds and a number of players that they allow."""
    game = find(name)
    if rng.random() < 0.4:
        chosen = dict(SHORT.get(name, {}))
        option = rng.choice(game.options)
        chosen[option.name] = rng.choice(option.samples())
    else:
        chosen = many_options(game, rng)
    options = game.full_options(chosen)
    return name, rng.choice(game.allowed_players(options)), options


def any_recording(name: str, rng: Random, limit: int, machine: Engine | None = None) -> Recording:
    """A match of a game under any options, in any style."""
    _, players, options = any_case(name, rng)
    machine = machine or engine(find(name), "plain")
    return record(machine, players, options, rng, rng.choice(STYLES[name]), limit)
