"""Every move is either legal or refused with a rule, and every refusal is needed."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import mazziere
from mazziere.games import IDS, find
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.state import States
from tests.conformance.cases import SHORT, option_sets
from tests.properties.play import STYLES, Recording, any_recording, record, times
from tests.properties.set_up import buried
from tests.properties.twins import sort_of

UNREACHED: dict[str, set[str]] = {}
"""Refusals that no state gives: code to be removed."""


@cache
def rule_ids(name: str) -> frozenset[str]:
    """The ids of a game's rule text."""
    text = Path(mazziere.__file__).parent / "rules" / f"{name}.en.md"
    return frozenset(
        re.findall(r"^\*\*([A-Z0-9][\w.-]+)\*\*", text.read_text("utf-8"), re.MULTILINE)
    )


def positions(name: str) -> Iterator[States]:
    """States of matches with each value of each option, and with many at once."""
    rng = Random(f"refusals of {name}")
    game = find(name)
    machine = engine(game, "plain")
    for options in option_sets(game):
        full = game.full_options({**SHORT.get(name, {}), **options})
        players = rng.choice(game.allowed_players(full))
        for _ in range(times(1)):
            style = rng.choice(STYLES[name])
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
    if name == "rookie":
        yield from buried(machine, rng).states[-3:]


def some(played: Recording, count: int, rng: Random) -> list[States]:
    """The first two states, the last, and some between."""
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


@pytest.mark.parametrize("name", IDS)
def test_every_illegal_action_is_refused_and_every_refusal_is_reached(name: str) -> None:
    machine = engine(find(name), "plain")
    reached: set[int] = set()
    for states in positions(name):
        reached |= check_state(machine, states)
    named = {machine.game.refusal(code).name for code in reached - {0}}
    missing = {refusal.name for refusal in machine.game.refusals} - named
    assert missing == UNREACHED.get(name, set())


@pytest.mark.parametrize("name", IDS)
def test_refusals_cite_rules_that_exist(name: str) -> None:
    refusals = find(name).refusals
    assert len({refusal.name for refusal in refusals}) == len(refusals)
    for refusal in refusals:
        assert refusal.rule in rule_ids(name), refusal
