"""Nobody is shown or told what he cannot know, in any game, at any moment, under any options."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

from mazziere.games import IDS, find
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.state import States
from tests.properties.hearing import check_event
from tests.properties.invariants import dieci, rookie, uno
from tests.properties.invariants.moment import Fields, Moment
from tests.properties.leaks import GUILT, PLANTED, UNSORTED
from tests.properties.play import STYLES, Recording, Run, Style, any_recording, record, times
from tests.properties.set_up import buried, cornered, shown_twice
from tests.properties.twins import (
    LeakError,
    Looker,
    Swap,
    Tally,
    follow,
    hunt,
    hunt_in,
    sort_of,
    swapped,
)

DECK = 1
"""The step of a set-up match that deals."""


def sampled(name: str, matches: int, cap: int) -> Iterator[tuple[Recording, int, Random]]:
    """Moments of random matches: of each sort of position at most so many."""
    rng = Random(f"moments of {name}")
    seen: Counter[tuple[int, ...]] = Counter()
    machine = engine(find(name), "plain")
    rare = {"uno": [cornered, shown_twice], "rookie": [buried]}.get(name, [])
    recordings = [set_up(machine, rng) for set_up in rare]
    for match in range(times(matches) + len(rare)):
        played = recordings[match] if match < len(rare) else any_recording(name, rng, 250)
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


def test_same_history_gives_the_same_when_cards_are_left_only_beneath_open_ones() -> None:
    tally = Tally()
    rng = Random(3)
    played = buried(engine(find("rookie"), "plain"), rng)
    for observer in (0, 1, SPECTATOR):
        for _ in range(4):
            hunt_in(played, observer, rng, tally, 20)
    assert tally.twins >= 100
    assert tally.moments >= 100


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
    with pytest.raises(LeakError):
        hunt(game.id, Random(leak), 60, Engine(game, "plain"))


def test_planted_guilt_is_found() -> None:
    with pytest.raises(LeakError, match="view of"):
        twins_of_a_bluff(Engine(GUILT, "plain"))


def test_planted_order_of_slots_is_found() -> None:
    with pytest.raises(LeakError, match="view of 3"):
        twins_of_shown_hands(Engine(UNSORTED, "plain"))


# Worlds: what completes a view is what the viewer could not tell apart


def any_world(machine: Engine, view: States, seat: int, rng: Random) -> States:
    groups = machine.hidden(view, seat)
    for group in groups:
        rng.shuffle(group)
    return machine.world(view, seat, groups)


def check_world(played: Recording, number: int, world: States, rng: Random) -> None:
    """Whether a world has all its cards, and can be played on."""
    name, players = played.engine.game.id, played.players
    if name in CONSERVED:
        options = played.engine.game.full_options(played.options)
        step, after = played.steps[max(number - 1, 0)], Fields(world)
        CONSERVED[name](Moment(played.engine.game, players, options, step, after, after, [], {}))
    elif name == "one_to_ten" and world["row"][0, 0, 0] >= 0:
        assert (np.sort(world["row"][0, :players]) == np.arange(10)).all()
    elif name == "yooloo" and world["phase"][0] == STACKING:
        for seat in range(players):
            stack = [card for card in world["stack"][0, seat].tolist() if card >= 0]
            hand = [card for card in range(10) if int(world["hand"][0, seat]) >> card & 1]
            assert sorted(stack + hand) == list(range(10))
    if name.startswith("uno"):
        check_uno_world(played, Fields(world))
    run = Run(played.engine, players, played.options)
    run.states = world
    for _ in range(4):
        following = run.choose(rng, Style())
        if following is not None:
            run.take(following)


def check_uno_world(played: Recording, world: Fields) -> None:
    """Whether a card just drawn can be played, and guilt is what the hand says."""
    cards, colours = played.engine.game.cards, "rygb"
    if world.phase == DRAWN:
        card, top = cards[world.drawn], cards[world.top]
        assert world.hand[world.turn][0] >> world.drawn & 1
        same_face = card[1:] == top[1:] and world.top < WILD
        assert world.drawn >= WILD or card[0] == colours[world.colour] or same_face
    if world.phase == ANSWER and world.late == 0:
        options = played.engine.game.full_options(played.options)
        held = [c for k, c in enumerate(cards) if world.hand[world.bluffer][0] >> k & 1]
        assert world.guilty == any(
            tells_against(card, colours[world.before], options) for card in held
        )


def tells_against(card: str, colour: str, options: Mapping[str, Any]) -> bool:
    """Whether a card in hand forbids a wild +4 on a colour."""
    if card.startswith(("wild", "shuffle", "custom")):
        matching = {"plain": ("wild",), "all_but_wd4": ("wild", "shuffle", "custom"), "none": ()}
        kinds = matching[options.get("wild_matches", "none")]
        return card != "wild+4" and card.startswith(kinds)
    return card[0] == colour and (options.get("wd4_actions") != "ignore" or card[1:].isdigit())


CONSERVED = {
    "uno": uno.inv_UNO_1,
    "uno_h2o": uno.inv_UNO_1,
    "dieci": dieci.inv_DIE_1,
    "rookie": rookie.inv_ROO_1,
}
STACKING = 2  # phases
DRAWN, ANSWER = 7, 8
WILD = 52  # the first card without a colour


@pytest.mark.parametrize("name", IDS)
def test_worlds_of_a_view_look_the_same(name: str) -> None:
    machine = engine(find(name), "plain")
    worlds = differing = 0
    for played, number, rng in sampled(name, 8, 3):
        states = played.states[number]
        for seat in rng.sample([*range(played.players), SPECTATOR], 2):
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
                check_world(played, number, world, rng)
    assert worlds >= 80
    assert differing >= worlds // 4


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
    machine = engine(game, "plain")
    missing = {kind.name for kind in game.events} - NEVER.get(name, set())
    for match in range(times(500)):
        if name == "rookie" and match == 0:
            played = buried(machine, rng)
        elif name == "dieci" and match % 2:  # a wipe-out takes few tokens
            played = record(machine, 2, {"tokens": 1}, rng, STYLES[name][1], 200)
        else:
            played = any_recording(name, rng, 200)
        for events in played.events:
            for event in events:
                check_event(game, played.players, event, events)
                assert game.events[event.kind].name not in NEVER.get(name, ())
                missing.discard(game.events[event.kind].name)
        if not missing and match >= times(15):
            break
    assert not missing
