"""Every move is either legal or refused with a rule, and every refusal is needed."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import find as find_smallest
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.state import States
from tests.cases import case, short
from tests.conformance.cases import option_sets
from tests.properties.generated import Plan, plans
from tests.properties.play import CHANCE, Recording, any_recording, record, styles, times
from tests.properties.twins import sort_of


@cache
def rule_ids(name: str) -> frozenset[str]:
    """Return the ids of a game's rule text."""
    text = find(name).folder / "texts" / "en.md"
    return frozenset(
        re.findall(r"^\*\*([A-Z0-9][\w.-]+)\*\*", text.read_text("utf-8"), re.MULTILINE)
    )


def positions(name: str) -> Iterator[States]:
    """Yield states of matches with each value of each option, and with random options."""
    rng = Random(f"refusals of {name}")
    game = find(name)
    machine = engine(game, "plain")
    for options in option_sets(game):
        full = game.full_options({**short(name), **options})
        players = rng.choice(game.allowed_players(full))
        for _ in range(times(1)):
            style = rng.choice(styles(name))
            yield from some(record(machine, players, full, rng, style, 150), 6, rng)
    seen: Counter[tuple[int, ...]] = Counter()
    cap = times(2 if len(game.actions) > 100 else 12 if len(game.actions) > 40 else 1000)
    for _ in range(times(12)):
        played = any_recording(name, rng, 250)
        for states in played.states:
            sort = sort_of(name, states[0])
            seen[sort] += 1
            if seen[sort] <= cap:
                yield states
    for set_up in case(name).rare:
        yield from set_up(machine, rng).states[-3:]


def some(played: Recording, count: int, rng: Random) -> list[States]:
    """List the first two states, the last, and some between."""
    between = rng.sample(played.states, min(count, len(played.states)))
    return [*played.states[:2], *between, played.states[-1]]


def check_state(machine: Engine, states: States) -> set[int]:
    """Compare refusals with legal moves for all seats and actions; return the codes met."""
    codes = set()
    actors = machine.actors(states, 0)
    for seat in range(int(states["players"][0])):
        legal = machine.legal(states, 0, seat)
        assert legal == sorted(set(legal))
        assert bool(legal) == (seat in actors)
        for action in range(len(machine.game.actions)):
            code = machine.why_not(states, 0, seat, action)
            assert (code == 0) == (action in legal), (seat, machine.game.name(action), code)
            assert 0 <= code <= len(machine.game.refusals)
            codes.add(code)
    return codes


@pytest.mark.parametrize("name", shelf())
def test_every_illegal_action_is_refused_and_every_refusal_is_reached(name: str) -> None:
    machine = engine(find(name), "plain")
    reached: set[int] = set()
    for states in positions(name):
        reached |= check_state(machine, states)
    named = {machine.game.refusal(code).name for code in reached - {0}}
    missing = {refusal.name for refusal in machine.game.refusals} - named
    assert not missing


@pytest.mark.parametrize("name", shelf())
@settings(
    max_examples=times(15),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_exactly_the_illegal_actions_are_refused(name: str, data: st.DataObject) -> None:
    """At the end of a generated match, so that a failure shrinks to a few moves."""
    played = data.draw(plans(name, 80)).play()
    for states in played.states[-2:]:
        check_state(played.engine, states)


def test_a_wrong_refusal_shrinks_to_the_moves_that_it_needs() -> None:
    """With a rule that wrongly refuses the third move, the smallest failure has two."""
    name = shelf()[0]

    def fails(plan: Plan) -> bool:
        played = plan.play()
        machine: Any = Wrong(played.engine, sum(step.seat != CHANCE for step in played.steps))
        try:
            check_state(machine, played.states[-1])
        except AssertionError:
            return True
        return False

    settled = settings(derandomize=True, database=None, deadline=None, max_examples=300)
    smallest = find_smallest(plans(name, 40), fails, settings=settled)
    assert len(smallest.choices) == 2


class Wrong:
    """Rules that refuse every move after two have been made."""

    def __init__(self, machine: Engine, moves: int) -> None:
        self._machine = machine
        self._moves = moves

    def why_not(self, states: States, number: int, seat: int, action: int) -> int:
        code = self._machine.why_not(states, number, seat, action)
        return 1 if self._moves >= 2 else code

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine, name)


@pytest.mark.parametrize("name", shelf())
def test_refusals_cite_rules_that_exist(name: str) -> None:
    refusals = find(name).refusals
    assert len({refusal.name for refusal in refusals}) == len(refusals)
    for refusal in refusals:
        assert refusal.rule in rule_ids(name), refusal
