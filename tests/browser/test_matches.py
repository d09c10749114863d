"""Every game and variant, from the first card to the last, through the page and against bots."""

from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import Person

NAMES = (
    "Anna",
    "Beppe",
    "Cleo",
    "Dino",
    "Elsa",
    "Furio",
    "Gina",
    "Ugo",
    "Mina",
    "Otto",
    "Bruno",
    "Carla",
    "Dario",
)
"""Who may have won."""
MATCHES: list[tuple[str, str, int, dict[str, Any]]] = [
    ("phone", "yooloo", 3, {"variant": "base"}),
    ("desktop", "yooloo", 2, {"variant": "a"}),
    ("phone", "yooloo", 4, {"variant": "b"}),
    ("desktop", "one_to_ten", 4, {"variant": "step", "end": "now"}),
    ("phone", "one_to_ten", 4, {"variant": "one_go", "end": "now"}),
    ("desktop", "rookie", 4, {"mode": "normal", "edition": "pocket"}),
    ("phone", "rookie", 4, {"mode": "normal", "edition": "pocket", "capture": "manual"}),
    ("phone", "rookie", 4, {"mode": "team", "edition": "pocket"}),
    ("desktop", "rookie", 4, {"mode": "kids", "edition": "pocket"}),
    ("phone", "uno", 3, {"scoring": "hand"}),
    ("desktop", "uno", 2, {"scoring": "hand", "custom": ["extra_turn", "none", "exactly_seven"]}),
    ("phone", "uno_h2o", 3, {"scoring": "winner", "target": 50}),
    ("desktop", "dieci", 4, {"tokens": 1}),
    ("phone", "dieci", 10, {"tokens": 1}),
]


def words(given: Any) -> str:
    """What a test is called."""
    if isinstance(given, dict):
        return "-".join(value for value in given.values() if isinstance(value, str))
    return str(given)


@pytest.mark.parametrize(("width", "game", "players", "options"), MATCHES, ids=words)
def test_a_whole_match(
    visit: Visit, width: str, game: str, players: int, options: dict[str, Any]
) -> None:
    person = visit(width)
    table = person.open(game, players, "normal", **options)
    fingers = person.fingers()
    fingers.play()
    assert fingers.moves > 0
    sees_the_end(person, table)


def sees_the_end(person: Person, table: str) -> None:
    """Somebody is shown that the match is over, who has won, and how to play again."""
    assert person.ask("GET", f"/api/tables/{table}")["phase"] == "over"
    person.see("The match is over")
    person.button("Once more").first.wait_for()
    why = person.page.locator("[data-end] .why")
    assert any(name in why.inner_text() for name in NAMES)
    assert why.get_by_role("link").count() == 1  # the rule
