"""The invariants of the rules ledger hold after every step, under every option, for all players."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazziere.games import IDS, find
from mazziere.kernel.engine import engine
from mazziere.kernel.events import Event
from mazziere.kernel.state import States
from tests.conformance.cases import SHORT, Case, case_id, cases
from tests.properties.invariants import INVARIANTS
from tests.properties.invariants.moment import Fields, Moment, moments
from tests.properties.play import (
    CHANCE,
    STYLES,
    Recording,
    Run,
    Step,
    Style,
    any_recording,
    copy,
    record,
    times,
)
from tests.properties.set_up import buried, cornered, driven, shown_twice


def check(played: Recording) -> None:
    """Check every invariant of the game after every step of a match."""
    for number, moment in enumerate(moments(played)):
        for invariant in INVARIANTS[played.engine.game.id]:
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
        style = rng.choice(STYLES[name])
        check(record(machine, players, {**SHORT.get(name, {}), **options}, rng, style, 200))


@pytest.mark.parametrize("name", IDS)
@settings(
    max_examples=times(10),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32 - 1))
def test_invariants_hold_under_any_options(name: str, seed: int) -> None:
    check(any_recording(name, Random(seed), 250))


def test_invariants_hold_in_matches_set_up() -> None:
    machine = engine(find("uno"), "plain")
    for seed in range(3):
        check(cornered(machine, Random(seed)))
        check(shown_twice(machine, Random(seed)))
        check(buried(engine(find("rookie"), "plain"), Random(seed)))


# An invariant that cannot fail would be no check


def with_fault(states: States, rng: Random) -> Fields:
    """A state with something wrong in one of its fields, options apart."""
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
    """The same step with something wrong: in a state, in the move, or in what was told."""
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
    """From where on to spoil a match: anywhere, or where chance is called upon."""
    chances = [number for number, step in enumerate(played.steps) if step.seat == CHANCE]
    return rng.choice(chances) if rng.random() < 0.5 else rng.randrange(len(played.steps))


@pytest.mark.parametrize("name", IDS)
def test_every_invariant_can_fail(name: str) -> None:
    rng = Random(f"faults of {name}")
    asleep = set(INVARIANTS[name])
    for _ in range(600):
        played = any_recording(name, rng, 120)
        unlucky = unlucky_step(played, rng)
        unheard = {kind.name for kind in played.engine.game.events if rng.random() < 0.2}
        for number, moment in enumerate(moments(played)):
            if number > unlucky + 40:
                break
            seen = spoiled(moment, rng, unheard) if number >= unlucky else moment
            for invariant in INVARIANTS[name]:
                if invariant in asleep or name == "yooloo":  # where they share an account
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


# Invariants of whole matches


def replayed(played: Recording, steps: list[Step]) -> Recording:
    """A match with the same players and options, and other steps."""
    following = iter(steps)
    run = Run(played.engine, played.players, played.options)
    return driven(run, lambda _: next(following))


def whole_matches(name: str, count: int, style: Style) -> Iterator[tuple[Recording, Random]]:
    rng = Random(f"whole matches of {name}")
    machine = engine(find(name), "plain")
    for _ in range(times(count)):
        options = {option.name: rng.choice(option.samples()[:2]) for option in machine.game.options}
        players = rng.choice(machine.game.allowed_players(machine.game.full_options(options)))
        played = record(machine, players, options, rng, style, 100_000)
        assert machine.is_over(played.states[-1], 0)
        yield played, rng


def test_INV_YOO_5_neither_opener_nor_seats_nor_order_of_choice_decide() -> None:
    for played, rng in whole_matches("yooloo", 25, Style(lowest=0.4)):
        machine, players = played.engine, played.players
        scores = machine.scores(played.states[-1], 0)

        opened = replayed(played, [other_starter(played), *played.steps[1:]])
        assert machine.scores(opened.states[-1], 0) == scores
        assert opened.states[1]["opener"] != played.states[1]["opener"]

        to = rng.sample(range(players), players)
        moved = replayed(
            played, [s if s.seat == CHANCE else s._replace(seat=to[s.seat]) for s in played.steps]
        )
        moved_scores = machine.scores(moved.states[-1], 0)
        assert [moved_scores[to[seat]] for seat in range(players)] == scores

        shuffled = replayed(played, in_other_order(played, rng))
        assert machine.scores(shuffled.states[-1], 0) == scores


def other_starter(played: Recording) -> Step:
    """The first step, with the last seat to begin instead of the first."""
    (order,) = played.steps[0].orders
    return Step(CHANCE, 0, (order[::-1],))


def in_other_order(played: Recording, rng: Random) -> list[Step]:
    """The same choices, made by the seats in another order within each round."""
    kinds = played.engine.game.events
    steps: list[Step] = []
    waiting: dict[int, list[Step]] = {}
    for step, events in zip(played.steps, played.events, strict=True):
        if step.seat == CHANCE:
            steps.append(step)
            continue
        waiting.setdefault(step.seat, []).append(step)
        if any(kinds[event.kind].name == "showed" for event in events):
            while waiting:
                seat = rng.choice(sorted(waiting))
                steps.append(waiting[seat].pop(0))
                if not waiting[seat]:
                    del waiting[seat]
    return steps


def test_INV_TEN_2_perfect_memory_needs_ten_to_nineteen_turns() -> None:
    machine = engine(find("one_to_ten"), "plain")
    rng = Random(2)
    needed = set()
    for _ in range(times(60)):
        run = Run(machine, 2, {})
        known: list[dict[int, int]] = [{}, {}]
        turns, misses = [0, 0], [0, 0]
        while not machine.is_over(run.states, 0):
            if run.due is not None:
                step = run.choose(rng, Style())
                assert step is not None
                run.take(step)
                continue
            (seat,) = machine.actors(run.states, 0)
            wanted = int(run.states["found"][0, seat])
            place = known[seat].get(wanted)
            if place is None:
                place = next(p for p in range(10) if p not in known[seat].values())
            (event,) = [e for e in run.take(Step(seat, place)) if e.kind in (1, 2)]
            misses[seat] += event.a != wanted
            known[seat][event.a] = place
            turns[seat] += 1
        for seat in range(2):
            if machine.scores(run.states, 0)[seat] == 10:
                assert 10 <= turns[seat] <= 19
                assert turns[seat] == 10 + misses[seat]
                needed.add(turns[seat])
    assert len(needed) > 3


def test_INV_ROO_8_random_play_ends() -> None:
    for played, _ in whole_matches("rookie", 6, Style()):
        turns = 1 + sum(
            int(before["turn"][0]) != int(after["turn"][0])
            for before, after in zip(played.states[2:], played.states[3:], strict=False)
        )
        assert 10 <= turns <= 2000
