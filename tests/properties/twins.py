"""Twins: two matches that one observer cannot tell apart, run side by side.

A twin of a recorded match deals other cards (or makes other secret choices) where the observer does
not look, and goes on with the same moves. As long as the observer has heard the same, everything
shown to him must be the same: his view, his glance, his moves, the refusals, the scores.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import numpy as np

from mazziere.kernel.engine import Engine
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.state import States
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
    """An observer was shown, or told, what he cannot know."""


@dataclass
class Tally:
    """How much was compared."""

    twins: int = 0  # that lasted for a step at least
    moments: int = 0  # at which the two states differ and were looked at
    sorts: Counter[tuple[object, ...]] = field(default_factory=Counter)
    watched: int = 0  # moments with a spectator as the observer

    def add(self, steps: int) -> None:
        """Count a twin that lasted for so many steps."""
        self.twins += steps > 0


# Making twins


class Swap(NamedTuple):
    """Two places in an order that chance gave."""

    number: int  # of the step
    group: int
    one: int
    other: int


Change = dict[int, Step]
"""The steps that a twin takes otherwise."""


def hidden_orders(played: Recording) -> list[int]:
    """The steps in which chance gave an order that is not all public."""
    game = played.engine.game
    shapes = {chance.name: chance.shape for chance in game.chances.values()}
    numbers = []
    for number, step in enumerate(played.steps):
        name = due(game, played.states[number])
        if step.seat == CHANCE and name and shapes[name] in ("cards", "rows", "piles"):
            numbers.append(number)
    return numbers


def any_swap(played: Recording, numbers: list[int], rng: Random) -> Swap | None:
    """Two places with different cards, more likely where cards are dealt first."""
    number = rng.choice(numbers)
    orders = played.steps[number].orders
    group = rng.randrange(len(orders))
    if played.engine.game.id == "rookie":
        group = 1  # the first says which piles are taller, and that is seen
    size = len(orders[group])
    one, other = int(size * rng.random() ** 2), rng.randrange(size)
    if orders[group][one] == orders[group][other]:
        return None
    return Swap(number, group, one, other)


def swapped(played: Recording, swaps: list[Swap]) -> Change:
    """Deal with some cards exchanged."""
    change: Change = {}
    for number, group, one, other in swaps:
        step = change.get(number, played.steps[number])
        cards = list(step.orders[group])
        cards[one], cards[other] = cards[other], cards[one]
        orders = (*step.orders[:group], tuple(cards), *step.orders[group + 1 :])
        change[number] = step._replace(orders=orders)
    return change


def other_choices(played: Recording, rng: Random, observer: int) -> Change:
    """Let another seat of YOOLOO exchange two of its cards, from a secret choice on."""
    game = played.engine.game
    moves = [n for n, step in enumerate(played.steps) if step.seat not in (CHANCE, observer)]
    if not moves:
        return {}
    first = rng.choice(moves)
    seat, action, _ = played.steps[first]
    legal = played.engine.legal(played.states[first], 0, seat)
    old, new = action % 10, rng.choice(legal) % 10  # ten cards to stack, then ten to play
    change = {}
    for number in range(first, len(played.steps)):
        step = played.steps[number]
        if step.seat == seat and step.action % 10 in (old, new) and old != new:
            other = new if step.action % 10 == old else old
            change[number] = step._replace(action=step.action - step.action % 10 + other)
            assert game.name(change[number].action).split()[0] == game.name(step.action).split()[0]
    return change


def fitted(orders: tuple[tuple[int, ...], ...], groups: list[list[int]]) -> Step:
    """Recorded orders, with other cards where the twin has others to be ordered."""
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
    """Run a twin while the observer cannot tell it apart; return how many steps that took.

    `look` is called at every moment at which the states differ. It is a leak if the observer hears
    what he may not, or if it is another's turn to act for a reason that nobody announced.
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
            return number - first  # what the mover did he cannot do with other cards
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
    """Whether the observer hears nothing that is not for his ears."""
    game = played.engine.game
    for event in heard(events, observer):
        if not audience_of(game, event, events) >> observer & 1:
            name = game.events[event.kind].name
            raise LeakError(f"{played}: in step {number} {observer} hears {name!r} of {event.seat}")


def may_part_silently(played: Recording, number: int) -> bool:
    """Whether by the rules the outcome of a step shows, without an event, what was hidden.

    In UNO a card just drawn that cannot be played ends the turn; and the effects `draw_until` and
    `draw_three` end, or begin, by what the next seat holds, which may call for a reshuffle.
    """
    game = played.engine.game
    if game.id not in ("uno", "uno_h2o"):
        return False
    step = played.steps[number]
    if step.seat == CHANCE:
        return due(game, played.states[number]) == "reshuffle"
    text = game.name(step.action)
    return text == "draw" or text.startswith("play custom")


# What the observer is shown


def sort_of(game: str, state: Any) -> tuple[int, ...]:
    """What sort of position it is; of each sort only so many are looked at."""
    phase = int(state["phase"])
    if game == "yooloo":
        return phase, int(state["variant"]), int(state["players"] == 2)
    if game == "one_to_ten":
        return phase, int(state["variant"]), int(any(state["seen"]))
    if game == "rookie":
        gap = int(state["gaps"] != 0)
        return phase, int(state["mode"]), int(state["refill"]), int(state["seen"] != 0), gap
    if game == "dieci":
        jumped = int(state["jumped"]) if phase == 3 else 0
        return phase, int(state["links"] > 0), int(state["asides"] > 0), jumped
    waiting = int(state["back"]) if phase == 2 else -1  # behind a reshuffle
    known = int(state["entries"] > 0) + 2 * int(state["pooled"])
    return phase, waiting, known, int(state["debt"] != 0), int(state["wd4"])


def differing(dtype: np.dtype[Any], one: bytes, other: bytes) -> tuple[str, ...]:
    """The fields in which two states differ."""
    assert dtype.fields is not None
    return tuple(
        name
        for name, (kind, offset, *_) in dtype.fields.items()
        if one[offset : offset + kind.itemsize] != other[offset : offset + kind.itemsize]
    )


class Looker:
    """Compares what an observer is shown in a recorded match and in its twins.

    Of each sort of position, role of the observer and set of fields that differ, only so many are
    looked at.
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
                    f"{self.played}: before step {number} the {what} of {self.observer} tells two"
                    " matches apart of which he has heard the same"
                )

    def shown(self, states: States) -> dict[str, object]:
        """Everything that the observer is shown in a state."""
        machine, seat = self.played.engine, self.observer
        shown: dict[str, object] = {
            "view": machine.view(states, 0, seat).tobytes(),
            "glance": machine.glance(states, 0, seat).tobytes(),
            "scores": machine.scores(states, 0),
            "winners": machine.winners(states, 0),
        }
        if seat != SPECTATOR:
            shown["legal"] = machine.legal(states, 0, seat)
            shown["why_not"] = [machine.why_not(states, 0, seat, a) for a in self.actions]
        return shown


# The hunt


TRIALS = 12


def hunt_in(played: Recording, observer: int, rng: Random, tally: Tally, cap: int) -> None:
    """Run twins of one match for one observer: single exchanges, then the lasting ones together."""
    look = Looker(played, observer, tally, cap)
    if played.engine.game.id == "yooloo":
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


CAPS = {"uno": 2, "uno_h2o": 2, "dieci": 30, "rookie": 8}
"""Of each sort; it takes more of them to find something in a game with a small state."""


def hunt(name: str, rng: Random, matches: int, machine: Engine | None = None) -> Tally:
    """Look for leaks in random matches of a game; raise LeakError at the first."""
    tally = Tally()
    cap = times(CAPS.get(name, 15))
    for _ in range(matches):
        played = any_recording(name, rng, 160, machine)
        seats = rng.sample(range(played.players), 2)
        for observer in (*seats, SPECTATOR):
            hunt_in(played, observer, rng, tally, cap)
    return tally
