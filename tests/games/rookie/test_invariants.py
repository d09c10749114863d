"""An invariant of ROOKIE that holds for whole matches."""

from tests.properties.play import RANDOM, whole_matches


def test_INV_ROO_8_random_play_ends() -> None:
    for played, _ in whole_matches("rookie", 6, RANDOM):
        turns = 1 + sum(
            int(before["turn"][0]) != int(after["turn"][0])
            for before, after in zip(played.states[2:], played.states[3:], strict=False)
        )
        assert 10 <= turns <= 2000
