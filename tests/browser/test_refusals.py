"""What is not allowed is said with its rule, and the rule can be opened."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.people import Person


def refused(person: Person) -> Locator:
    """Somebody touches a card that may not be played."""
    wrong = person.page.locator(".felt button.card-button:not([data-legal])").filter(visible=True)
    box = wrong.first.bounding_box()
    assert box is not None
    person.page.touchscreen.tap(box["x"] + 8, box["y"] + box["height"] / 2)
    return person.page.locator("[data-notice=refusal]")


def test_a_refusal_is_said_once_and_covers_little(visit: Visit) -> None:
    bruno = visit("phone", viewport={"width": 568, "height": 320})
    fingers = bruno.fingers(bruno.open("uno", 2, scoring="hand"))
    wrong = bruno.page.locator(".felt button.card-button:not([data-legal])").filter(visible=True)
    for _ in range(30):
        fingers.rest()
        if wrong.count():
            break
        fingers.step()
    notice = refused(bruno)
    expect(notice).to_be_visible()
    felt = bruno.page.locator(".felt").bounding_box()
    box = notice.bounding_box()
    assert felt is not None
    assert box is not None
    assert box["y"] + box["height"] <= felt["y"] + 8
    refused(bruno)
    expect(notice).to_have_count(1)


def test_touching_a_card_that_may_not_be_played_says_why(visit: Visit) -> None:
    bruno = visit("phone")
    table = bruno.open("uno", 2, scoring="hand")
    fingers = bruno.fingers(table)
    wrong = bruno.page.locator(".felt button.card-button:not([data-legal])").filter(visible=True)
    for _ in range(30):
        fingers.rest()
        if wrong.count():
            break
        fingers.step()
    before = bruno.picture()
    box = wrong.first.bounding_box()
    assert box is not None
    bruno.page.touchscreen.tap(box["x"] + 8, box["y"] + box["height"] / 2)
    rule = bruno.page.get_by_role("link", name=re.compile(r"UNO-"))
    expect(rule).to_be_visible()
    assert bruno.picture() == before
    name = rule.inner_text().strip()
    rule.tap()
    paragraph = bruno.page.locator(f"[id='{name}']")
    expect(paragraph).to_be_in_viewport()
