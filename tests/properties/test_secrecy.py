"""Nobody is shown or told what he cannot know, in any game, at any moment, under any options."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from mazziere.games import IDS, find
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.game import Game
from mazziere.kernel.state import States
from tests.properties.hearing import check_event
from tests.properties.leaks import GUILT, PLANTED, UNSORTED
from tests.properties.play import Recording, any_recording, times
from tests.properties.set_up import cornered, shown_twice
from tests.properties.twins import Leak, Looker, Swap, Tally, follow, hunt, sort_of, swapped

DECK = 1
"""The step of a set-up match that deals."""


def sampled(name: str, matches: int, cap: int) -> Iterator[tuple[Recording, int, Random]]:
    """Moments of random matches: of each sort of position at most so many."""
    rng = Random(f"moments of {name}")
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(times(matches)):
        played = any_recording(name, rng, 250)
        for number, states in enumerate(played.states):
            sort = sort_of(name, states[0])
            if seen[sort] < times(cap):
                seen[sort] += 1
                yield played, number, rng


# Twins: what has been heard decides what is shown


@pytest.mark.parametrize("name", IDS)
def test_same_history_gives_same_view_glance_moves_and_events(name: str) -> None:
    tally = hunt(name, Random(f"twins of {name}"), times(12))
    assert tally.twins >= times(200)
    assert tally.moments >= 40
    assert tally.watched >= 3
    assert len(tally.sorts) >= 5


def twins_of_a_bluff(machine: Engine) -> Tally:
    tally = Tally()
    played = cornered(machine, Random(1))
    for other in range(1, 10):  # exchange the card that makes it a bluff
        change = swapped(played, [Swap(DECK, 0, 60, other)])
        observer = SPECTATOR if other > 6 else other + 1
        tally.add(follow(played, change, observer, Looker(played, observer, tally, 3)))
    return tally


def test_bluff_stays_secret_when_the_bluffer_is_caught_and_no_card_is_left() -> None:
    tally = twins_of_a_bluff(engine(find("uno"), "plain"))
    assert tally.twins >= 5
    assert any(sort[:2] == (2, 8) for sort in tally.sorts)  # a reshuffle behind the answer


def twins_of_shown_hands(machine: Engine) -> Tally:
    tally = Tally()
    played = shown_twice(machine, Random(1))
    for place in range(60, 100):  # a wild that the observer knows nothing of
        change = swapped(played, [Swap(DECK, 0, 4, place)])
        tally.add(follow(played, change, 3, Looker(played, 3, tally, 20)))
    return tally


def test_what_was_shown_to_others_leaves_no_trace_in_a_view() -> None:
    assert twins_of_shown_hands(engine(find("uno"), "plain")).moments >= 20


# The check finds leaks


@pytest.mark.parametrize("leak", PLANTED)
def test_planted_leak_is_found(leak: str) -> None:
    game = PLANTED[leak]
    with pytest.raises(Leak):
        hunt(game.id, Random(leak), 60, Engine(game, "plain"))


def test_planted_guilt_is_found() -> None:
    with pytest.raises(Leak, match="view of"):
        twins_of_a_bluff(Engine(GUILT, "plain"))


def test_planted_order_of_slots_is_found() -> None:
    with pytest.raises(Leak, match="view of 3"):
        twins_of_shown_hands(Engine(UNSORTED, "plain"))


# Worlds: what completes a view is what the viewer could not tell apart


def any_world(machine: Engine, view: States, seat: int, rng: Random) -> States:
    groups = machine.hidden(view, seat)
    for group in groups:
        rng.shuffle(group)
    return machine.world(view, seat, groups)


def completing_observers(game: Game, players: int) -> list[int]:
    """All seats; and spectators, but for UNO, which keeps no knowledge for them."""
    return [*range(players), *([] if game.id.startswith("uno") else [SPECTATOR])]


@pytest.mark.parametrize("name", IDS)
def test_worlds_of_a_view_look_the_same(name: str) -> None:
    machine = engine(find(name), "plain")
    worlds = differing = 0
    for played, number, rng in sampled(name, 8, 3):
        states = played.states[number]
        for seat in rng.sample(completing_observers(machine.game, played.players), 2):
            view = machine.view(states, 0, seat)
            look = Looker(played, seat, Tally(), 0)
            shown = look.shown(states)
            for _ in range(2):
                world = any_world(machine, view, seat, rng)
                assert machine.view(world, 0, seat).tobytes() == view.tobytes(), (played, number)
                assert look.shown(world) == shown, (played, number, seat)
                assert machine.actors(world, 0) == machine.actors(states, 0)
                worlds += 1
                differing += world.tobytes() != states.tobytes()
    assert worlds >= 80
    assert differing >= worlds // 3


@pytest.mark.parametrize("name", IDS)
def test_views_and_glances_are_complete_in_themselves(name: str) -> None:
    """To redact what is redacted changes nothing."""
    machine = engine(find(name), "plain")
    for played, number, rng in sampled(name, 6, 3):
        seat = rng.choice([*range(played.players), SPECTATOR])
        view = machine.view(played.states[number], 0, seat)
        glance = machine.glance(played.states[number], 0, seat)
        assert machine.view(view, 0, seat).tobytes() == view.tobytes()
        assert machine.glance(glance, 0, seat).tobytes() == glance.tobytes()
        assert machine.glance(view, 0, seat).tobytes() == glance.tobytes()


# Spectators

BLANKS: dict[str, dict[str, int]] = {
    "yooloo": {"chosen": -2, "stack": -2, "pile": -2},
    "one_to_ten": {"row": -2},
    "rookie": {"table": -2},
    "uno": {"drawn": 255, "guilty": 2, "pile": 255, "slot_owner": -1},
    "uno_h2o": {"drawn": 255, "guilty": 2, "pile": 255, "slot_owner": -1},
    "dieci": {"card": -2, "aside": -2, "pile": -2},
}
"""What stands where something is hidden."""
SETS: dict[str, set[str]] = {
    "yooloo": {"hand"},
    "uno": {"hand", "pool", "slot_knowers"},
    "uno_h2o": {"hand", "pool", "slot_knowers"},
}
"""Fields of sets, of which a viewer knows some members."""
COUNTED = {"entries"}
"""Fields that count what the viewer knows."""


def check_no_finer(name: str, coarse: Any, fine: Any) -> None:
    """Whether everything that one view shows stands in the other as well."""
    assert coarse.dtype.names is not None
    for field in coarse.dtype.names:
        if field in COUNTED:
            continue
        shown, known = np.atleast_1d(coarse[field]), np.atleast_1d(fine[field])
        if field in SETS.get(name, ()):
            assert not np.any(shown & ~known), field
        elif field in BLANKS[name]:
            hidden = shown == BLANKS[name][field]
            assert np.all(hidden | (shown == known)), field
        else:
            assert np.array_equal(shown, known), field


@pytest.mark.parametrize("name", IDS)
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

NEVER: dict[str, set[str]] = {
    "uno": {"drew_for_deal", "put_back", "named"},
    "uno_h2o": {
        "ignored", "received", "received_unseen", "threw_away", "discarded", "extra_turn",
    },
}  # fmt: skip
"""What happens in one of the two UNO boxes only."""


@pytest.mark.parametrize("name", IDS)
def test_every_event_is_well_formed_and_addressed(name: str) -> None:
    rng = Random(f"events of {name}")
    game = find(name)
    missing = {kind.name for kind in game.events} - NEVER.get(name, set())
    for match in range(times(500)):
        played = any_recording(name, rng, 200)
        for events in played.events:
            for event in events:
                check_event(game, played.players, event, events)
                assert game.events[event.kind].name not in NEVER.get(name, ())
                missing.discard(game.events[event.kind].name)
        if not missing and match >= times(15):
            break
    assert not missing
