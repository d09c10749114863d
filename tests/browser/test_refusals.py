"""A refusal names its rule, and the rule can be opened."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.positions import position, sit_down


def wrong_cards(person: Person) -> Locator:
    """Return the cards in the hand that may not be played."""
    return person.page.locator(".felt button.card-button:not([data-legal])").filter(visible=True)


def one_card_fits(moves: list[str]) -> bool:
    """Return whether one card may be played, by a touch, and others do not fit."""
    plays = [move for move in moves if move.startswith("play ")]
    return len(plays) == 1 and len(plays[0].split()) == 2


def sit_with_a_wrong_card(person: Person) -> None:
    """Sit down on a turn with cards that do not fit; refusals stay until the test ends them."""
    sit_down(person, position("uno", 2, one_card_fits, scoring="hand"))
    person.pace(note=0.001)


def refused(person: Person) -> Locator:
    """Touch a card that may not be played; return the notice."""
    box = wrong_cards(person).first.bounding_box()
    assert box is not None
    person.page.touchscreen.tap(box["x"] + 8, box["y"] + box["height"] / 2)
    return person.page.locator("[data-notice=refusal]")


def test_a_refusal_is_said_once_and_covers_little(visit: Visit) -> None:
    bruno = visit("phone", viewport={"width": 568, "height": 320})
    sit_with_a_wrong_card(bruno)
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
    sit_with_a_wrong_card(bruno)
    before = bruno.picture()
    refused(bruno)
    rule = bruno.page.get_by_role("link", name=re.compile(r"UNO-"))
    expect(rule).to_be_visible()
    assert bruno.picture() == before
    name = rule.get_attribute("data-rule")
    rule.tap()
    paragraph = bruno.page.locator(f"[id='{name}']")
    expect(paragraph).to_be_in_viewport()


def test_a_refusal_goes_with_the_next_move(visit: Visit) -> None:
    bruno = visit("phone")
    sit_with_a_wrong_card(bruno)
    notice = refused(bruno)
    expect(notice).to_be_visible()
    bruno.page.locator(".felt [data-move^=play][data-legal]").tap(position={"x": 8, "y": 20})
    expect(notice).to_have_count(0)


def test_the_pile_points_at_what_would_fit(visit: Visit) -> None:
    """After a refusal the card to match pulses, for a while."""
    bruno = visit("phone", reduced_motion="no-preference")
    sit_with_a_wrong_card(bruno)
    felt = bruno.page.locator(".felt")
    pulse = "() => getComputedStyle(document.querySelector('.discards'), '::before').animationName"
    assert bruno.page.evaluate(pulse) == "none"
    bruno.pace(show=0.01)
    refused(bruno)
    expect(felt).to_have_class(re.compile(r"\bpoints\b"))
    assert bruno.page.evaluate(pulse) != "none"
    bruno.pace(show=20)
    refused(bruno)
    expect(felt).not_to_have_class(re.compile(r"\bpoints\b"))
