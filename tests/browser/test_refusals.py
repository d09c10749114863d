"""What is not allowed is said with its rule, and the rule can be opened."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.positions import position, sit_down


def wrong_cards(person: Person) -> Locator:
    """The cards in the hand that may not be played."""
    return person.page.locator(".felt button.card-button:not([data-legal])").filter(visible=True)


def play_until_a_card_does_not_fit(person: Person) -> None:
    """Play UNO until it is one's turn with such a card."""
    person.open("uno", 2, scoring="hand")
    fingers = person.fingers()
    for _ in range(30):
        fingers.rest()
        if wrong_cards(person).count():
            break
        fingers.step()


def refused(person: Person) -> Locator:
    """Somebody touches a card that may not be played."""
    box = wrong_cards(person).first.bounding_box()
    assert box is not None
    person.page.touchscreen.tap(box["x"] + 8, box["y"] + box["height"] / 2)
    return person.page.locator("[data-notice=refusal]")


def test_a_refusal_is_said_once_and_covers_little(visit: Visit) -> None:
    bruno = visit("phone", viewport={"width": 568, "height": 320})
    play_until_a_card_does_not_fit(bruno)
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
    play_until_a_card_does_not_fit(bruno)
    before = bruno.picture()
    refused(bruno)
    rule = bruno.page.get_by_role("link", name=re.compile(r"UNO-"))
    expect(rule).to_be_visible()
    assert bruno.picture() == before
    name = rule.inner_text().strip()
    rule.tap()
    paragraph = bruno.page.locator(f"[id='{name}']")
    expect(paragraph).to_be_in_viewport()


def one_card_fits(moves: list[str]) -> bool:
    """One card may be played, by a touch, and others do not fit."""
    plays = [move for move in moves if move.startswith("play ")]
    return len(plays) == 1 and len(plays[0].split()) == 2


def test_a_refusal_goes_with_the_next_move(visit: Visit) -> None:
    bruno = visit("phone")
    sit_down(bruno, position("uno", 2, one_card_fits, scoring="hand"))
    notice = refused(bruno)
    expect(notice).to_be_visible()
    bruno.page.locator(".felt [data-move^=play][data-legal]").tap(position={"x": 8, "y": 20})
    expect(notice).to_have_count(0, timeout=5000)
