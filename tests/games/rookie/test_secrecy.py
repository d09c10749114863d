"""The secrets of ROOKIE where cards lie beneath others."""

from random import Random

from mazziere.games import find
from mazziere.kernel.engine import engine
from mazziere.kernel.events import SPECTATOR
from tests.games.rookie.set_up import buried
from tests.properties.twins import Tally, hunt_in


def test_same_history_gives_the_same_when_cards_are_left_only_beneath_open_ones() -> None:
    tally = Tally()
    rng = Random(3)
    played = buried(engine(find("rookie"), "plain"), rng)
    for observer in (0, 1, SPECTATOR):
        for _ in range(4):
            hunt_in(played, observer, rng, tally, 20)
    assert tally.twins >= 100
    assert tally.moments >= 100
