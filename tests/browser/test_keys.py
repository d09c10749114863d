"""The keyboard alone plays every game to the end."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.positions import ending, sit_down
from tests.browser.test_matches import sees_the_end, words

MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("yooloo", 2, {"variant": "base"}),
    ("yooloo", 2, {"variant": "a"}),
    ("one_to_ten", 4, {"variant": "one_go", "end": "now"}),
    ("dieci", 3, {"tokens": 1}),
]

LEFT = 10
"""Steps before the end at which a long match is opened."""
LOST = """
window.lost = 0;
let held = false;
let since = 0;
addEventListener("focusin", () => (held = true));
const look = () => {
  since = held && document.activeElement === document.body ? since + 1 : 0;
  if (since === 30) window.lost++;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Counts how often the focus has been lost to the body for 30 frames."""


@pytest.mark.parametrize(("game", "players", "options"), MATCHES, ids=words)
def test_a_match_by_keys_alone(
    anna: Person, game: str, players: int, options: dict[str, Any]
) -> None:
    anna.context.add_init_script(LOST)
    table = anna.open(game, players, "normal", **options)
    fingers = anna.fingers(by="keys")
    fingers.play(limit_s=120)
    assert fingers.moves > 0
    assert anna.page.evaluate("lost") == 0
    sees_the_end(anna, table)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("rookie", 4, {"mode": "normal", "edition": "pocket"}),
        ("uno", 2, {"scoring": "hand"}),
    ],
    ids=words,
)
def test_the_end_of_a_long_match_by_keys_alone(
    anna: Person, game: str, players: int, options: dict[str, Any]
) -> None:
    anna.context.add_init_script(LOST)
    table = sit_down(anna, ending(game, players, LEFT, **options), "normal")
    fingers = anna.fingers(by="keys")
    fingers.play(limit_s=120)
    assert fingers.moves > 0
    assert anna.page.evaluate("lost") == 0
    sees_the_end(anna, table)


def test_the_home_page_by_keys_alone(anna: Person) -> None:
    """From the home page to the first card against bots."""
    anna.go("/")
    anna.button("Play now: DIECI").wait_for()
    for _ in range(60):
        anna.page.keyboard.press("Tab")
        name = anna.page.evaluate("() => document.activeElement?.getAttribute('aria-label') ?? ''")
        if name.startswith("Play now: DIECI"):
            break
    else:
        raise AssertionError("60 times Tab do not lead to the button")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/t/*")
    anna.fingers(by="keys").play(moves=1, limit_s=60)


def test_escape_closes_a_dialog_and_gives_the_focus_back(anna: Person) -> None:
    anna.go("/")
    anna.button("Settings").focus()
    anna.page.keyboard.press("Enter")
    dialog = anna.page.get_by_role("dialog")
    dialog.wait_for()
    anna.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert (
        anna.page.evaluate("() => document.activeElement?.getAttribute('aria-label')") == "Settings"
    )


def test_escape_is_for_the_sheet_and_not_for_what_lies_below(visit: Visit) -> None:
    anna, bruno = visit(), visit("phone")
    anna.meet(bruno, "yooloo", variant="a")
    anna.pace(show=0.01)  # slow, so that the moment is still shown when Escape is pressed
    assert anna.fingers().step() == "legal"
    anna.press("Menu")
    assert bruno.fingers().step() == "legal"
    anna.page.locator(".veil").wait_for()  # both cards, to be looked at, while the menu is open
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("dialog", name="Menu").wait_for(state="detached")
    expect(anna.page.locator(".veil")).to_have_count(1)
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".veil")).to_have_count(0)
