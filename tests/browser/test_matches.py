"""Every game and variant, from the first card to the last, through the page and against bots."""

from typing import Any

import pytest

from tests.browser.conftest import Visit

MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("yooloo", 3, {"variant": "base"}),
    ("yooloo", 2, {"variant": "a"}),
    ("yooloo", 4, {"variant": "b"}),
    ("one_to_ten", 2, {"variant": "step", "end": "now"}),
    ("one_to_ten", 2, {"variant": "one_go", "end": "now"}),
    ("rookie", 2, {"mode": "normal", "edition": "pocket"}),
    ("rookie", 3, {"mode": "normal", "edition": "pocket", "capture": "manual"}),
    ("rookie", 4, {"mode": "team", "edition": "pocket"}),
    ("rookie", 2, {"mode": "kids", "edition": "pocket"}),
    ("uno", 3, {"scoring": "hand"}),
    ("uno", 2, {"scoring": "hand", "custom": ["extra_turn", "plain", "exactly_seven"]}),
    ("uno_h2o", 3, {"scoring": "hand"}),
    ("dieci", 4, {"tokens": 1}),
    ("dieci", 10, {"tokens": 1}),
]


@pytest.mark.parametrize("width", ["desktop", "phone"])
@pytest.mark.parametrize(("game", "players", "options"), MATCHES, ids=lambda given: _words(given))
def test_a_whole_match(
    visit: Visit, width: str, game: str, players: int, options: dict[str, Any]
) -> None:
    person = visit(width)
    table = person.open(game, players, **options)
    fingers = person.fingers(table)
    fingers.play()
    assert fingers.moves > 0
    assert person.ask("GET", f"/api/tables/{table}")["evening"]


def _words(given: Any) -> str:
    if isinstance(given, dict):
        return "-".join(str(value) for value in given.values() if isinstance(value, str))
    return str(given)
