"""Reloading, a connection that is lost, two tabs: nothing is lost, nothing jumps."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.fingers import Fingers
from tests.browser.people import Person
from tests.browser.wire import Wire

OFFLINE_S = 20.0
GONE = (r"ERR_", r"WebSocket connection")


@pytest.fixture
def wire(server: str) -> Iterator[Wire]:
    """A wire to the server that can be cut."""
    wire = Wire(server)
    yield wire
    wire.close()


def at_rest(person: Person, fingers: Fingers) -> list[str]:
    """The table when it is one's turn, the others have done what they do, and nothing fades."""
    picture: list[str] = []
    for _ in range(8):
        fingers.rest()
        picture, before = person.picture(), picture
        if picture == before:
            break
        person.page.wait_for_timeout(2200)
    return picture


def soon_the_same(person: Person, picture: list[str], limit_s: float = 6.0) -> None:
    """The table looks as it did, once what was only shown for a moment has gone."""
    end = time.monotonic() + limit_s
    while person.picture() != picture and time.monotonic() < end:
        person.page.wait_for_timeout(100)
    assert person.picture() == picture


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("yooloo", {"variant": "a"}),
        ("one_to_ten", {}),
        ("rookie", {"mode": "normal"}),
        ("uno", {"scoring": "hand"}),
        ("dieci", {}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_a_reload_gives_the_same_picture(bruno: Person, game: str, options: dict[str, Any]) -> None:
    bruno.open(game, 3, **options)
    fingers = bruno.fingers()
    fingers.play(moves=3)
    bruno.page.keyboard.press("Escape")  # a choice that was only opened is no move
    before = at_rest(bruno, fingers)
    bruno.page.reload()
    fingers.rest()
    soon_the_same(bruno, before)


def test_a_move_without_a_connection_is_kept_and_made_once(visit: Visit, wire: Wire) -> None:
    bruno = visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    table = bruno.open("dieci", 3, tokens=1)
    fingers = bruno.fingers()
    fingers.rest()
    wire.cut()
    bruno.context.set_offline(True)
    bruno.see("The connection is gone")
    before = bruno.picture()
    assert fingers.step() == "legal"
    bruno.see("Your move is kept")
    bruno.page.wait_for_timeout(1000 * OFFLINE_S)
    assert [line for line in bruno.picture() if line in before] == before
    wire.mend()
    bruno.context.set_offline(False)
    expect(bruno.page.get_by_text("The connection is gone")).to_have_count(0, timeout=12000)
    fingers.play()
    steps = bruno.ask("GET", f"/api/tables/{table}/matches/1")["steps"]
    made = [step["move"] for step in steps if step.get("seat") == 0 and "move" in step]
    assert made[0] == fingers.touched[0]  # without a connection
    assert len(made) <= fingers.moves  # a second touch of what is under way counts for nothing


def test_words_without_a_connection_are_not_lost(visit: Visit, wire: Wire) -> None:
    """They are not said later, when nobody knows what they were about: they stay to be sent."""
    bruno = visit(url=wire.url)
    bruno.forgive(*GONE)
    bruno.open("dieci", 3, tokens=5)
    bruno.fingers().rest()
    bruno.page.get_by_role("tab", name="Talk").click()
    wire.cut()
    bruno.context.set_offline(True)
    bruno.see("The connection is gone")
    field = bruno.page.get_by_role("textbox", name="Say something")
    field.fill("Is anybody there")
    field.press("Enter")
    bruno.see("The server cannot be reached")
    expect(field).to_have_value("Is anybody there")
    wire.mend()
    bruno.context.set_offline(False)
    expect(bruno.page.get_by_text("The connection is gone")).to_have_count(0, timeout=12000)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(bruno.page.get_by_role("log")).to_contain_text("Is anybody there")


def test_what_others_do_meanwhile_is_caught_up_with(visit: Visit, wire: Wire, server: str) -> None:
    anna, bruno = visit(), visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    anna.meet(bruno, "yooloo", variant="a")
    wire.cut()
    anna.fingers().step()
    bruno.see("The connection is gone")
    wire.mend()
    for _ in range(2):
        bruno.fingers().play(moves=1, limit_s=30)
        anna.fingers().play(moves=1, limit_s=30)


def test_the_newer_tab_plays_and_the_older_says_so(anna: Person) -> None:
    table = anna.open("dieci", 3, tokens=1)
    anna.fingers().rest()
    anna.press("Menu")  # what is said about the line lies over any sheet
    newer = anna.tab()
    newer.go(f"/t/{table}")
    newer.fingers().play(moves=1)
    anna.see("newer tab")
    newer.fingers().rest()
    anna.press("Play here again")
    expect(anna.page.get_by_role("alertdialog")).to_have_count(0)
    anna.page.keyboard.press("Escape")  # the menu, which lay below
    expect(anna.page.get_by_role("dialog", name="Menu")).to_have_count(0)
    newer.see("newer tab")
    anna.fingers().play()
