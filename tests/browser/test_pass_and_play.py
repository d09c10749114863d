"""Several people around one device: a cover between them, and nobody sees another's cards."""

import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_matches import sees_the_end

EAGER = """() => {
  window.eager = 0;
  new MutationObserver(() => {
    const lift = document.querySelector("[data-uncover]");
    if (!lift || lift.seen) return;
    lift.seen = true;
    lift.click();
    window.eager += 1;
  }).observe(document.body, { subtree: true, childList: true });
}"""
"""Presses the button as soon as it is there."""


def test_the_screen_is_covered_between_people(bruno: Person) -> None:
    bruno.go("/")
    bruno.choose("Pass and play", "DIECI")
    dialog = bruno.page.get_by_role("dialog")
    dialog.wait_for()
    names = [field.input_value() or field.get_attribute("placeholder") or ""
             for field in dialog.get_by_role("textbox").all()]  # fmt: skip
    assert len(names) >= 2
    bruno.press("Deal the cards")
    bruno.page.wait_for_url("**/t/*")
    table = bruno.page.url.rpartition("/")[2]
    uncovered: list[str] = []
    fingers = bruno.fingers()
    for _ in range(400):
        seen = fingers.look()
        if seen["state"] == "handed":
            cover = bruno.button(re.compile(r"^I’m "))
            assert bruno.page.locator("[data-move], [data-legal], .felt").count() == 0
            assert bruno.page.locator("[data-announced]").text_content() == ""
            uncovered.append(cover.inner_text().removeprefix("I’m ").strip())
            cover.tap()
        elif fingers.act(seen) == "over":
            break
    sees_the_end(bruno, table)
    assert set(names) & set(uncovered)
    assert len(set(uncovered)) >= 2
    assert all(one != other for one, other in pairwise(uncovered))


def test_a_double_tap_does_not_lift_the_cover(bruno: Person) -> None:
    """The button appears where a card lay a moment ago."""
    bruno.go("/")
    bruno.choose("Pass and play", "From 1 to 10")
    bruno.press("Deal the cards")
    lift = bruno.page.locator("[data-uncover]")
    lift.wait_for()
    bruno.see("Everybody can watch")  # a game without secrets
    first = lift.inner_text()
    bruno.page.evaluate(EAGER)
    lift.tap()  # waits until the button is enabled
    bruno.page.locator(".felt [data-legal]").first.tap()
    expect(lift).not_to_have_text(first)
    assert bruno.page.evaluate("() => window.eager") > 0
    expect(lift).to_be_enabled()
    lift.tap()
    expect(lift).to_have_count(0)
