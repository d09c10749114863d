"""The invariants of the rules ledger hold after every step, under every option, for all players."""

import zlib
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import find as find_smallest
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel.engine import engine
from mazziere.kernel.events import Event
from mazziere.kernel.state import States
from tests.cases import case as case_of
from tests.cases import short
from tests.conformance.cases import Case, case_id, cases
from tests.properties.generated import Plan, plans
from tests.properties.invariants.moment import Fields, Moment, moments
from tests.properties.play import (
    CHANCE,
    Recording,
    any_recording,
    copy,
    record,
    styles,
    times,
)


def check(played: Recording) -> None:
    """Check every invariant of the game after every step of a match."""
    for number, moment in enumerate(moments(played)):
        for invariant in case_of(played.engine.game.id).invariants:
            try:
                invariant(moment)
            except AssertionError as error:
                error.add_note(f"{invariant.__name__}: {played}, step {number} {moment.move}")
                raise


@pytest.mark.parametrize("case", cases(pairs=6), ids=case_id)
def test_invariants_hold_with_every_value_of_every_option(case: Case) -> None:
    name, players, options = case
    rng = Random(zlib.crc32(case_id(case).encode()))
    machine = engine(find(name), "plain")
    for _ in range(times(1)):
        style = rng.choice(styles(name))
        check(record(machine, players, {**short(name), **options}, rng, style, 200))


@pytest.mark.parametrize("name", shelf())
@settings(
    max_examples=times(10),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_invariants_hold_under_any_options(name: str, data: st.DataObject) -> None:
    check(data.draw(plans(name)).play())


@pytest.mark.parametrize("name", shelf())
def test_a_generated_match_shrinks(name: str) -> None:
    """The smallest match with four moves has the default options and no more than four choices."""
    game = find(name)

    def has_four_moves(plan: Plan) -> bool:
        return sum(step.seat != CHANCE for step in plan.play().steps) >= 4

    settled = settings(derandomize=True, database=None, deadline=None, max_examples=300)
    smallest = find_smallest(plans(name, 40), has_four_moves, settings=settled)
    assert len(smallest.choices) == 4
    assert set(smallest.choices) == {0}
    assert smallest.options == {option.name: option.samples()[0] for option in game.options}


@pytest.mark.parametrize("name", [name for name in shelf() if case_of(name).rare])
def test_invariants_hold_in_matches_set_up(name: str) -> None:
    for set_up in case_of(name).rare:
        for seed in range(3):
            check(set_up(engine(find(name), "plain"), Random(seed)))


# Every invariant can fail


def with_fault(states: States, rng: Random) -> Fields:
    """Copy a state and change one of its fields, but no option."""
    states = copy(states)
    own = [name for name in states.dtype.names or () if name not in ("rules", "players", "custom")]
    cells = states[rng.choice(own)].reshape(-1)
    one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
    if rng.random() < 0.5:
        cells[one], cells[other] = cells[other], cells[one]
    else:
        cells[one] ^= 1 << rng.randrange(4)
    return Fields(states)


def spoiled(moment: Moment, rng: Random, unheard: set[str]) -> Moment:
    """Copy a step with a fault in a state, in the move, or in the events."""
    kinds = moment.game.events
    events = [event for event in moment.events if kinds[event.kind].name not in unheard]
    what = rng.choice(("after", "after", "before", "move", "events"))
    if what == "events" and events:
        number = rng.randrange(len(events))
        event = events[number]
        wrong = {"seat": (event.seat + 1) % moment.players, "a": event.a ^ 1}
        field = rng.choice(sorted(wrong))
        events[number] = Event(**{**event._asdict(), field: wrong[field]})
    moment = replace(moment, events=events)
    if what == "after":
        return replace(moment, after=with_fault(moment.after.states, rng))
    if what == "before":
        return replace(moment, before=with_fault(moment.before.states, rng))
    if what == "move" and moment.step.seat != CHANCE:
        action = rng.randrange(len(moment.game.actions))
        return replace(moment, step=moment.step._replace(action=action))
    return moment


def unlucky_step(played: Recording, rng: Random) -> int:
    """Choose the first step with a fault: any step, or a chance step."""
    chances = [number for number, step in enumerate(played.steps) if step.seat == CHANCE]
    return rng.choice(chances) if rng.random() < 0.5 else rng.randrange(len(played.steps))


@pytest.mark.parametrize("name", shelf())
def test_every_invariant_can_fail(name: str) -> None:
    rng = Random(f"faults of {name}")
    declared = case_of(name)
    asleep = set(declared.invariants)
    for _ in range(600):
        played = any_recording(name, rng, 120)
        unlucky = unlucky_step(played, rng)
        unheard = {kind.name for kind in played.engine.game.events if rng.random() < 0.2}
        for number, moment in enumerate(moments(played)):
            if number > unlucky + 40:
                break
            seen = spoiled(moment, rng, unheard) if number >= unlucky else moment
            for invariant in declared.invariants:
                if invariant in asleep or declared.shared_account:
                    try:
                        invariant(seen)
                    except AssertionError:
                        assert number >= unlucky
                        asleep.discard(invariant)
                    except (LookupError, TypeError):  # a fault too wild for what it remembers
                        assert number >= unlucky
        if not asleep:
            break
    assert not asleep
