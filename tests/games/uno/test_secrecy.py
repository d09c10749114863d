"""The secrets of UNO that only a match set up by its deck brings about."""

from random import Random

import pytest

from mazziere.games import find
from mazziere.games.uno.box import ANSWER, RESHUFFLE
from mazziere.kernel.engine import Engine, engine
from mazziere.kernel.events import SPECTATOR
from tests.games.uno.leaks import GUILT, UNSORTED
from tests.games.uno.set_up import cornered, shown_twice
from tests.properties.twins import LeakError, Looker, Swap, Tally, follow, swapped

DECK_STEP = 1
"""The step of a match that deals."""


def twins_of_a_bluff(machine: Engine) -> Tally:
    tally = Tally()
    played = cornered(machine, Random(1))
    for other in range(1, 10):  # exchange the card that makes it a bluff
        change = swapped(played, [Swap(DECK_STEP, 0, 60, other)])
        observer = SPECTATOR if other > 6 else other + 1
        tally.add(follow(played, change, observer, Looker(played, observer, tally, 3)))
    return tally


def test_bluff_stays_secret_when_the_bluffer_is_caught_and_no_card_is_left() -> None:
    tally = twins_of_a_bluff(engine(find("uno"), "plain"))
    assert tally.twins >= 5
    assert any(sort[:2] == (RESHUFFLE, ANSWER) for sort in tally.sorts)


def twins_of_shown_hands(machine: Engine) -> Tally:
    tally = Tally()
    played = shown_twice(machine, Random(1))
    for place in range(60, 100):  # a wild that the observer knows nothing of
        change = swapped(played, [Swap(DECK_STEP, 0, 4, place)])
        tally.add(follow(played, change, 3, Looker(played, 3, tally, 20)))
    return tally


def test_what_was_shown_to_others_leaves_no_trace_in_a_view() -> None:
    assert twins_of_shown_hands(engine(find("uno"), "plain")).moments >= 20


def test_planted_guilt_is_found() -> None:
    with pytest.raises(LeakError, match="view of"):
        twins_of_a_bluff(Engine(GUILT, "plain"))


def test_planted_order_of_slots_is_found() -> None:
    with pytest.raises(LeakError, match="view of 3"):
        twins_of_shown_hands(Engine(UNSORTED, "plain"))
