"""YOOLOO: high cards for high points, and never the same way twice."""

from statistics import correlation

import pytest

from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.games import find
from tests.bots.tables import sitting

GAME = find("yooloo")


def stacks(level: str, players: int, count: int) -> list[list[int]]:
    """Return stacks that seat 0 makes, top first."""
    found: list[list[int]] = []
    for number in range(count):
        table = sitting("yooloo", [level] + ["random"] * (players - 1), 3, number)
        while "stack 1" in table.match.legal().get(0, ()) or len(found) == number:
            table.step()
            steps = table.recorder.record()["steps"]
            own = [s["move"].split()[1] for s in steps if s.get("seat") == 0 and "move" in s]
            if len(own) == 10:
                found.append([int(card) for card in own])
                break
    return found


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("players", [2, 4])
def test_high_cards_go_to_high_points(level: str, players: int) -> None:
    made = stacks(level, players, 40)
    assert all(sorted(stack) == list(range(1, 11)) for stack in made)
    likeness = [correlation(list(range(10)), stack) for stack in made]
    assert sum(likeness) / len(likeness) > 0.25


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_stacks_cannot_be_guessed(level: str) -> None:
    made = {tuple(stack) for stack in stacks(level, 3, 30)}
    assert len(made) > 25


@pytest.mark.parametrize("variant", ["base", "a", "b"])
@pytest.mark.parametrize(("upper", "lower"), [("easy", "random"), ("normal", "easy")])
def test_levels_beat_those_below_in_every_variant(variant: str, upper: str, lower: str) -> None:
    specs = [read_spec(upper), read_spec(lower)]
    numbers = [number for number in range(150) for _ in range(2)]
    scores, _ = bot_engine(GAME, "plain").play_matches(
        2, {"variant": variant}, specs, 5, numbers, [[0, 1], [1, 0]] * 150
    )
    ahead = sum(int(row[0] - row[1]) * (1 if i % 2 == 0 else -1) for i, row in enumerate(scores))
    assert ahead > 0


@pytest.mark.parametrize("level", ["easy", "normal", "hard:iterations=4"])
def test_showdowns_end(level: str) -> None:
    showdowns = 0
    for number in range(40):
        table = sitting("yooloo", [level] * 4, 9, number)
        table.play()
        showdowns += table.match.steps > 41
        assert table.match.steps < 41 + 4 * 40
    assert showdowns > 0
