"""Bots are fair: moves and computations depend only on what their seat can know.

Two matches that a seat cannot tell apart are run side by side (`tests.properties.twins`); whenever
the seat may act, its bot is asked in both. The moves, the search values and the state of the
generator afterwards must be equal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import LEVELS, read_spec
from mazziere.bots.seating import make
from mazziere.games import shelf
from mazziere.kernel.engine import Engine, wanted_mode
from mazziere.kernel.state import States
from tests.cases import case
from tests.properties.hearing import heard
from tests.properties.play import Recording, Run, any_recording, times
from tests.properties.twins import any_swap, follow, hidden_orders, swapped

SPECS = {level: level for level in LEVELS} | {
    "hard": "hard:iterations=6",
    "master": "master:iterations=6",
}
SEED = (1, 2, 3, 4)

Show = Callable[[Engine, States, int], States]
"""What a bot is shown of a state."""


class UnfairError(AssertionError):
    """A bot took notice of what its seat cannot know."""


def view_of(machine: Engine, states: States, seat: int) -> States:
    return machine.view(states, 0, seat)


def everything(machine: Engine, states: States, seat: int) -> States:
    """Return an unfair table: the whole state."""
    return states


@dataclass
class Judge:
    """Asks the observer's bot in both matches, whenever he may act."""

    played: Recording
    observer: int
    level: str
    show: Show
    asked: int = 0
    most: int = 6
    scrambles: int = 0  # each with other noise: equal noise could not show that it matters

    def __call__(self, twin: Run, number: int) -> None:
        states = self.played.states[number]
        if self.asked >= self.most or self.observer not in self.played.tables[number]:
            return
        self.asked += 1
        one, other = self.thought(states, number), self.thought(twin.states, number)
        if one != other:
            raise UnfairError(f"{self.played}: step {number}, seat {self.observer}: {one} {other}")

    def thought(self, states: States, number: int) -> Any:
        """Return the bot's answer after the history so far, with search values and generator."""
        machine = self.played.engine
        self.scrambles += 1
        scramble(machine, (self.observer, number, self.scrambles))
        spec = read_spec(SPECS[self.level])
        bot: Any = make(machine.game, spec, self.observer, SEED, wanted_mode())
        for events in self.played.events[:number]:
            bot.tell(heard(events, self.observer))
        moves = machine.legal(states, 0, self.observer)
        return (
            bot.ask(self.show(machine, states, self.observer), moves),
            bot.generator,
            bot.shares(),
        )


def scramble(machine: Engine, seed: Sequence[int]) -> None:
    """Fill the buffers of earlier searches with noise, which must not matter."""
    room = bot_engine(machine.game, wanted_mode()).room
    noise = np.random.default_rng(seed)
    for array in (room.boards, room.buffers):
        raw = array.view(np.uint8)
        raw[:] = noise.integers(0, 2, len(raw), np.uint8)
    room.heard[:] = 0
    room.log[:] = 0


def judge_level(name: str, level: str, show: Show, matches: int) -> int:
    """Check a level in some matches; return how often its bot was asked."""
    rng = Random(f"{name} {level}")
    asked = 0
    other_choices = case(name).other_choices
    for _ in range(matches):
        played = any_recording(name, rng, 120)
        for observer in rng.sample(range(played.players), 2):
            judge = Judge(played, observer, level, show)
            numbers = hidden_orders(played)
            for _ in range(4):
                if other_choices is not None:
                    follow(played, other_choices(played, rng, observer), observer, judge)
                swap = any_swap(played, numbers, rng) if numbers else None
                if swap is not None:
                    follow(played, swapped(played, [swap]), observer, judge)
            asked += judge.asked
    return asked


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", shelf())
def test_bot_takes_no_notice_of_what_it_cannot_know(name: str, level: str) -> None:
    searches = level in ("hard", "master")
    matches = 3 if searches and case(name).slow_search else 6
    assert judge_level(name, level, view_of, times(matches)) >= 8


@pytest.mark.parametrize("name", [name for name in shelf() if not case(name).open_to_bots])
def test_judge_finds_a_bot_that_is_shown_everything(name: str) -> None:
    with pytest.raises(UnfairError):
        judge_level(name, "hard", everything, 30)
