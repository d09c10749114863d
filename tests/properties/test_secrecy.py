"""No seat is shown or told a secret, in any game, at any moment, under any options."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.game import Game
from mazziere.kernel.state import States
from tests.cases import case
from tests.properties.generated import LARGEST, plans
from tests.properties.hearing import check_event
from tests.properties.play import RANDOM, Recording, Run, any_recording, on_table, times
from tests.properties.twins import (
    LeakError,
    Looker,
    Tally,
    hunt,
    hunt_in,
    sort_of,
)


def sampled(name: str, matches: int, cap: int) -> Iterator[tuple[Recording, int, Random]]:
    """Sample positions of random matches, at most `cap` of each sort."""
    rng = Random(f"moments of {name}")
    seen: Counter[tuple[int, ...]] = Counter()
    machine = engine(find(name), "plain")
    rare = case(name).rare
    recordings = [set_up(machine, rng) for set_up in rare]
    for match in range(times(matches) + len(rare)):
        played = recordings[match] if match < len(rare) else any_recording(name, rng, 250)
        for number, states in enumerate(played.states):
            sort = sort_of(name, states[0])
            if seen[sort] < times(cap):
                seen[sort] += 1
                yield played, number, rng


# Twins: the same events heard give the same view


@pytest.mark.parametrize("name", shelf())
def test_same_history_gives_same_view_sight_moves_and_events(name: str) -> None:
    tally = hunt(name, Random(f"twins of {name}"), times(12))
    assert tally.twins >= times(200)
    assert tally.moments >= 40
    assert tally.watched >= 3
    assert len(tally.sorts) >= 5


# The check finds leaks


PLANTED = [(leak, game) for name in shelf() for leak, game in case(name).leaks.items()]


@pytest.mark.parametrize(("leak", "game"), PLANTED, ids=[leak for leak, _ in PLANTED])
def test_planted_leak_is_found(leak: str, game: Game) -> None:
    with pytest.raises(LeakError):
        hunt(game.id, Random(leak), 60, Engine(game, "plain"))


OBSERVED = [(leak, game) for leak, game in PLANTED if leak in ("drawn card", "asides", "own row")]
"""Leaks in a field of an observation. No group of `complete` holds the first."""


@pytest.mark.parametrize(("leak", "game"), OBSERVED, ids=[leak for leak, _ in OBSERVED])
def test_leak_is_found_by_the_observation_alone(
    monkeypatch: pytest.MonkeyPatch, leak: str, game: Game
) -> None:
    monkeypatch.setattr(Looker, "shown", Looker.observed)
    with pytest.raises(LeakError, match="the observation of"):
        hunt(game.id, Random(leak), 60, Engine(game, "plain"))


# Generated matches: a leak shrinks to a few moves


generated = settings(
    max_examples=times(8),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def observers(played: Recording) -> st.SearchStrategy[int]:
    """Draw a seat or the spectator."""
    return st.sampled_from([*range(played.players), SPECTATOR])


@pytest.mark.parametrize("name", shelf())
@generated
@given(data=st.data())
def test_twins_of_a_generated_match_look_the_same(name: str, data: st.DataObject) -> None:
    played = data.draw(plans(name, 60)).play()
    observer = data.draw(observers(played))
    hunt_in(played, observer, Random(data.draw(st.integers(0, LARGEST))), Tally(), times(3))


@pytest.mark.parametrize("name", shelf())
@generated
@given(data=st.data())
def test_worlds_of_a_generated_match_look_the_same(name: str, data: st.DataObject) -> None:
    """In the last position; a shorter list of choices leads to an earlier one."""
    played = data.draw(plans(name, 80)).play()
    observer = data.draw(observers(played))
    rng = Random(data.draw(st.integers(0, LARGEST)))
    differing_worlds(played, len(played.states) - 1, observer, rng)


# Worlds: a view completed in any way gives the same view again


def any_world(machine: Engine, view: States, seat: int, rng: Random) -> States:
    groups = machine.hidden(view, seat)
    for group in groups:
        rng.shuffle(group)
    return machine.world(view, seat, groups)


def check_world(played: Recording, number: int, world: States, rng: Random) -> None:
    """Check that a world has all its cards and can be played on."""
    check = case(played.engine.game.id).check_world
    if check is not None:
        check(played, number, world)
    run = Run(played.engine, played.players, played.options)
    run.states = world
    for _ in range(4):
        following = run.choose(rng, RANDOM)
        if following is not None:
            run.take(following)


def differing_worlds(played: Recording, number: int, seat: int, rng: Random) -> int:
    """Check two worlds of a seat's view; return how many of them differ from the truth."""
    machine, states = played.engine, played.states[number]
    view = machine.view(states, 0, seat)
    look = Looker(played, seat, Tally(), 0)
    shown = look.shown(states)
    differing = 0
    for _ in range(2):
        world = any_world(machine, view, seat, rng)
        assert machine.view(world, 0, seat).tobytes() == view.tobytes(), (played, number)
        assert look.shown(world) == shown, (played, number, seat)
        assert on_table(machine, world) == on_table(machine, states)
        differing += world.tobytes() != states.tobytes()
        check_world(played, number, world, rng)
    return differing


@pytest.mark.parametrize("name", shelf())
def test_worlds_of_a_view_look_the_same(name: str) -> None:
    worlds = differing = 0
    for played, number, rng in sampled(name, 8, 3):
        for seat in rng.sample([*range(played.players), SPECTATOR], 2):
            worlds += 2
            differing += differing_worlds(played, number, seat, rng)
    assert worlds >= 80
    assert differing >= worlds // 4


@pytest.mark.parametrize("name", shelf())
def test_views_and_visible_states_are_complete_in_themselves(name: str) -> None:
    """Redact a view again: nothing changes."""
    machine = engine(find(name), "plain")
    for played, number, rng in sampled(name, 6, 3):
        seat = rng.choice([*range(played.players), SPECTATOR])
        view = machine.view(played.states[number], 0, seat)
        visible = machine.visible(played.states[number], 0, seat)
        assert machine.view(view, 0, seat).tobytes() == view.tobytes()
        assert machine.visible(visible, 0, seat).tobytes() == visible.tobytes()
        assert machine.visible(view, 0, seat).tobytes() == visible.tobytes()


# Spectators


def check_no_finer(name: str, coarse: Any, fine: Any) -> None:
    """Check that the fine view shows everything that the coarse view shows."""
    declared = case(name)
    assert coarse.dtype.names is not None
    for field in coarse.dtype.names:
        if field in declared.counted:
            continue
        shown, known = np.atleast_1d(coarse[field]), np.atleast_1d(fine[field])
        if field in declared.sets:
            assert not np.any(shown & ~known), field
        elif field in declared.blanks:
            hidden = shown == declared.blanks[field]
            assert np.all(hidden | (shown == known)), field
        else:
            assert np.array_equal(shown, known), field


@pytest.mark.parametrize("name", shelf())
def test_spectators_know_no_more_than_any_seat(name: str) -> None:
    machine = engine(find(name), "plain")
    for played, number, _ in sampled(name, 6, 2):
        states = played.states[number]
        watched = machine.view(states, 0, SPECTATOR)
        for seat in range(played.players):
            view = machine.view(states, 0, seat)
            check_no_finer(name, watched[0], view[0])
            assert machine.view(view, 0, SPECTATOR).tobytes() == watched.tobytes()


# Events


@pytest.mark.parametrize("name", shelf())
def test_every_event_is_well_formed_and_addressed(name: str) -> None:
    rng = Random(f"events of {name}")
    game = find(name)
    machine = engine(game, "plain")
    declared = case(name)
    missing = {kind.name for kind in game.events} - declared.never
    for match in range(times(500)):
        if match < len(declared.rare):
            played = declared.rare[match](machine, rng)
        elif declared.rare_events is not None and match % 2:
            played = declared.rare_events(machine, rng)
        else:
            played = any_recording(name, rng, 300)
        for events in played.events:
            for event in events:
                check_event(game, played.players, event, events)
                assert game.events[event.kind].name not in declared.never
                missing.discard(game.events[event.kind].name)
        if not missing and match >= times(15):
            break
    assert not missing
