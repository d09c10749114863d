"""What is not allowed is said with its rule, and the rule can be opened."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit


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
