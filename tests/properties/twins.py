"""Twins: two matches that one observer cannot tell apart, run side by side.

A twin of a recorded match differs in cards, or in secret choices, that the observer cannot see. It
continues with the same moves. While the observer has heard the same events in both, everything that
is shown to the observer must be the same: observations with and without memory, view, visible
state, moves, refusals, scores.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from mazziere.kernel.engine import Caller, Engine
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.observation import layout_of, observation_of
from mazziere.kernel.state import States, aligned
from mazziere.rl.compiled import loops
from tests.cases import case
from tests.properties.hearing import audience_of, heard
from tests.properties.play import (
    CHANCE,
    Recording,
    Run,
    Step,
    any_recording,
    copy,
    due,
    on_table,
    times,
)


class LeakError(AssertionError):
    """An observer was shown or told a secret."""


@dataclass
class Tally:
    """Counts of the comparisons."""

    twins: int = 0  # twins that lasted for a step at least
    moments: int = 0  # compared positions at which the two states differ
    sorts: Counter[tuple[object, ...]] = field(default_factory=Counter)
    watched: int = 0  # compared positions with a spectator as the observer

    def add(self, steps: int) -> None:
        """Count a twin that lasted for some steps."""
        self.twins += steps > 0


# Making twins


class Swap(NamedTuple):
    """Two places of a chance order to exchange."""

    number: int  # the number of the step
    group: int
    one: int
    other: int


Change = dict[int, Step]
"""The steps that differ in a twin, by number."""


def hidden_orders(played: Recording) -> list[int]:
    """List the chance steps whose order is not wholly public."""
    game = played.engine.game
    shapes = {phase.step: phase.form.shape for phase in game.chances.values() if phase.form}
    numbers = []
    for number, step in enumerate(played.steps):
        name = due(game, played.states[number])
        if step.seat == CHANCE and name and shapes[name] in ("cards", "rows", "piles"):
            numbers.append(number)
    return numbers


def any_swap(played: Recording, numbers: list[int], rng: Random) -> Swap | None:
    """Draw two places with different cards; places that are dealt first are likelier."""
    number = rng.choice(numbers)
    orders = played.steps[number].orders
    group = rng.randrange(len(orders))
    secret = case(played.engine.game.id).secret_group
    if secret is not None:
        group = secret
    size = len(orders[group])
    one, other = int(size * rng.random() ** 2), rng.randrange(size)
    if orders[group][one] == orders[group][other]:
        return None
    return Swap(number, group, one, other)


def swapped(played: Recording, swaps: list[Swap]) -> Change:
    """Exchange cards in the chance steps."""
    change: Change = {}
    for number, group, one, other in swaps:
        step = change.get(number, played.steps[number])
        cards = list(step.orders[group])
        cards[one], cards[other] = cards[other], cards[one]
        orders = (*step.orders[:group], tuple(cards), *step.orders[group + 1 :])
        change[number] = step._replace(orders=orders)
    return change


def fitted(orders: tuple[tuple[int, ...], ...], groups: list[list[int]]) -> Step:
    """Fit recorded orders to the groups of a twin: replace the cards that it does not have."""
    result = []
    for order, group in zip(orders, groups, strict=True):
        extra, missing = Counter(order) - Counter(group), Counter(group) - Counter(order)
        spare, cards = sorted(missing.elements()), list(order)
        for place, card in enumerate(order):
            if extra[card] > 0:
                extra[card] -= 1
                cards[place] = spare.pop()
        result.append(tuple(cards))
    return Step(CHANCE, 0, tuple(result))


# Running them side by side


def follow(
    played: Recording, change: Change, observer: int, look: Callable[[Run, int], None]
) -> int:
    """Run a twin while the observer cannot tell it apart; return the number of steps.

    Call `look` before every step at which the states differ. It is a leak if the observer hears an
    event for others, or if other seats are to act and no event says why.
    """
    if not change:
        return 0
    first, last = min(change), max(change)
    machine = played.engine
    twin = Run(machine, played.players, played.options)
    twin.states = copy(played.states[first])
    for number in range(first, len(played.steps)):
        step = change.get(number, played.steps[number])
        if step.seat == CHANCE:
            step = fitted(step.orders, machine.chance(twin.states, 0))
        elif step.action not in machine.legal(twin.states, 0, step.seat):
            return number - first  # the mover cannot do the same with other cards
        events = twin.take(step)
        for told in (events, played.events[number]):
            check_audiences(played, number, told, observer)
        if heard(events, observer) != heard(played.events[number], observer):
            return number - first
        if played.tables[number + 1] != on_table(machine, twin.states):
            if may_part_silently(played, number):
                return number - first
            raise LeakError(f"{played}: after step {number} others are to act, and nobody was told")
        if played.bytes[number + 1] != twin.states.tobytes():
            look(twin, number + 1)
        elif number >= last:
            return number + 1 - first  # the same match again
    return len(played.steps) - first


def check_audiences(played: Recording, number: int, events: list[Event], observer: int) -> None:
    """Check that the observer hears only events that are meant for that seat."""
    game = played.engine.game
    for event in heard(events, observer):
        if not audience_of(game, event, events) >> observer & 1:
            name = game.events[event.kind].name
            raise LeakError(f"{played}: in step {number} {observer} hears {name!r} of {event.seat}")


def may_part_silently(played: Recording, number: int) -> bool:
    """Tell whether the rules let a step show, without an event, what was hidden."""
    parts_silently = case(played.engine.game.id).parts_silently
    return parts_silently is not None and parts_silently(played, number)


# What the observer is shown


def sort_of(game: str, state: Any) -> tuple[int, ...]:
    """Classify a position; tests look at a limited number of each sort."""
    sort = case(game).sort
    return sort(state) if sort is not None else (int(state["phase"]),)


def differing(dtype: np.dtype[Any], one: bytes, other: bytes) -> tuple[str, ...]:
    """List the fields in which two states differ."""
    assert dtype.fields is not None
    return tuple(
        name
        for name, (kind, offset, *_) in dtype.fields.items()
        if one[offset : offset + kind.itemsize] != other[offset : offset + kind.itemsize]
    )


@cache
def observer_of(machine: Engine) -> Caller:
    """Link the observation of a game with its rules, which may be changed ones."""
    hooks = {"observe": observation_of(machine.game).observe}
    return Caller(machine.mode, f"rl.{machine.game.owner}", hooks, machine)


class Looker:
    """Compares everything that an observer is shown in a recorded match and in its twins.

    At most `cap` positions are compared of each sort, role of the observer and set of differing
    fields.
    """

    def __init__(self, played: Recording, observer: int, tally: Tally, cap: int) -> None:
        self.played = played
        self.observer = observer
        self.tally = tally
        self.cap = cap
        count = len(played.engine.game.actions)
        self.actions = range(observer % 3, count, 3) if count > 100 else range(count)
        self._shown: dict[int, dict[str, object]] = {}

    def __call__(self, twin: Run, number: int) -> None:
        states, observer = self.played.states[number], self.observer
        sort = (
            *sort_of(self.played.engine.game.id, states[0]),
            "spectator" if observer == SPECTATOR else observer in self.played.tables[number],
            differing(states.dtype, self.played.bytes[number], twin.states.tobytes()),
        )
        if self.tally.sorts[sort] >= self.cap:
            return
        self.tally.sorts[sort] += 1
        self.tally.moments += 1
        self.tally.watched += observer == SPECTATOR
        if number not in self._shown:
            self._shown[number] = self.shown(states)
        for what, value in self.shown(twin.states).items():
            if value != self._shown[number][what]:
                raise LeakError(
                    f"{self.played}: before step {number} the {what} of {self.observer} differs"
                    " between two matches with the same events for that seat"
                )

    def shown(self, states: States) -> dict[str, object]:
        """Collect everything that the observer is shown in a state."""
        machine, seat = self.played.engine, self.observer
        shown: dict[str, object] = self.observed(states)
        shown |= {
            "view": machine.view(states, 0, seat).tobytes(),
            "visible": machine.visible(states, 0, seat).tobytes(),
            "scores": machine.scores(states, 0),
            "winners": machine.winners(states, 0),
        }
        if seat != SPECTATOR:
            shown["legal"] = machine.legal(states, 0, seat)
            shown["why_not"] = [machine.why_not(states, 0, seat, a) for a in self.actions]
        return shown

    def observed(self, states: States) -> dict[str, object]:
        """Collect the observations of the observer, if the game has any, as environments do."""
        machine, seat = self.played.engine, self.observer
        if seat == SPECTATOR or machine.game.part("observation") is None:
            return {}
        board = aligned(1, machine.game.dtype)
        out = np.zeros((2, layout_of(machine.game, self.played.players).size), np.int8)
        for memory in (0, 1):
            args = states, 0, board, seat, memory, out, memory
            observer_of(machine).call(loops.look_at, *args)
        return {"observation without memory": out[0].tobytes(), "observation": out[1].tobytes()}


# The search for leaks


TRIALS = 12


def hunt_in(played: Recording, observer: int, rng: Random, tally: Tally, cap: int) -> None:
    """Run twins of one match for one observer: single exchanges, then the longest ones together."""
    look = Looker(played, observer, tally, cap)
    other_choices = case(played.engine.game.id).other_choices
    if other_choices is not None:
        for _ in range(TRIALS):
            tally.add(follow(played, other_choices(played, rng, observer), observer, look))
    numbers = hidden_orders(played)
    lasting: list[tuple[int, Swap]] = []
    for _ in range(TRIALS if numbers else 0):
        swap = any_swap(played, numbers, rng)
        if swap is not None:
            steps = follow(played, swapped(played, [swap]), observer, look)
            tally.add(steps)
            lasting.append((steps, swap))
    lasting.sort(reverse=True)
    for count in (2, 4, 8):
        if len(lasting) >= count:
            together = [swap for _, swap in lasting[:count]]
            tally.add(follow(played, swapped(played, together), observer, look))


def hunt(name: str, rng: Random, matches: int, machine: Engine | None = None) -> Tally:
    """Search random matches of a game for leaks; raise LeakError at the first one."""
    tally = Tally()
    cap = times(case(name).cap)
    for _ in range(matches):
        played = any_recording(name, rng, 160, machine)
        seats = rng.sample(range(played.players), 2)
        for observer in (*seats, SPECTATOR):
            hunt_in(played, observer, rng, tally, cap)
    return tally
