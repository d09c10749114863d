"""Every game from the first card to the last, against bots, by mouse and by touch.

tests/browser/test_keys.py plays them by keys, tests/browser/test_together.py among people. Other
variants are drawn from recorded updates, position by position, in web/tests/recorded.test.ts.
"""

from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.serving import seeded_bytes

AT_ONCE = {"show": 1000}
"""Scenes and moments take no time; test_keys.py plays with the usual ones."""
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
"""The names of people and bots."""
MATCHES: list[tuple[str, str, int, dict[str, Any]]] = [
    ("phone", "yooloo", 3, {"variant": "base"}),
    ("desktop", "yooloo", 4, {"variant": "b"}),
    ("desktop", "one_to_ten", 4, {"variant": "step", "end": "now"}),
    ("phone", "rookie", 4, {"mode": "team", "edition": "pocket", "capture": "manual"}),
    ("desktop", "uno", 2, {"scoring": "hand", "custom": ["extra_turn", "none", "exactly_seven"]}),
    ("phone", "uno_h2o", 3, {"scoring": "winner", "target": 50}),
    ("phone", "dieci", 10, {"tokens": 1}),
]


def words(given: Any) -> str:
    """Name a test after its options."""
    if isinstance(given, dict):
        return "-".join(value for value in given.values() if isinstance(value, str))
    return str(given)


def test_deals_follow_from_the_name_of_the_test(
    anna: Person, request: pytest.FixtureRequest
) -> None:
    """So a failure can be reproduced."""
    table = anna.open("dieci", 2, start=False)
    name = seeded_bytes(request.node.nodeid, "hex", len(table) // 2, 1).hex()
    assert table == name


@pytest.mark.parametrize(("width", "game", "players", "options"), MATCHES, ids=words)
def test_a_whole_match(
    visit: Visit, width: str, game: str, players: int, options: dict[str, Any]
) -> None:
    person = visit(width, speed=AT_ONCE)
    table = person.open(game, players, "normal", **options)
    fingers = person.fingers()
    fingers.play()
    assert fingers.moves > 0
    sees_the_end(person, table)


def sees_the_end(person: Person, table: str) -> None:
    """Check that the page shows the end, the winner, and a button for another match."""
    assert person.ask("GET", f"/api/tables/{table}")["phase"] == "over"
    person.see("The match is over")
    person.button("Play again").first.wait_for()
    why = person.page.locator("[data-end] .why")
    text = why.inner_text()
    assert "you" in text.lower() or any(name in text for name in NAMES)  # the winner
    assert why.get_by_role("link").count() == 1  # the rule
