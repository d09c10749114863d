"""Dragging cards: to a target, to nowhere, and out of turn."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.people import PICTURE, Person

Spot = tuple[float, float]
STEPS = 5


def middle(place: Locator) -> Spot:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def edge(card: Locator) -> Spot:
    """Return a point of a card that the next card of the fan does not cover."""
    box = card.bounding_box()
    assert box is not None
    return box["x"] + 8, box["y"] + box["height"] / 3


def way(start: Spot, end: Spot) -> list[Spot]:
    return [
        (start[0] + (end[0] - start[0]) * at / STEPS, start[1] + (end[1] - start[1]) * at / STEPS)
        for at in range(1, STEPS + 1)
    ]


def by_mouse(person: Person, start: Spot, end: Spot) -> None:
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    for x, y in way(start, end):
        mouse.move(x, y)
    mouse.up()


def by_touch(person: Person, start: Spot, end: Spot, last: str = "touchEnd") -> None:
    """Drag with a finger, and lift it or have it cancelled (`touchCancel`)."""
    session = person.context.new_cdp_session(person.page)

    def send(kind: str, *points: Spot) -> None:
        touched: Any = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    send("touchStart", start)
    for spot in way(start, end):
        send("touchMove", spot)
    send(last)
    session.detach()


def test_a_card_is_carried_to_the_pile_and_nowhere_else(visit: Visit) -> None:
    anna = visit()
    anna.go("/learn/uno")
    card = anna.page.locator(".hand .starred")
    card.wait_for()
    pile = middle(anna.page.locator("[data-drop=discard]"))
    done = anna.page.locator("progress")
    by_mouse(anna, edge(card), (pile[0] - 300, pile[1]))
    assert anna.page.locator(".carried, .drop-here").count() == 0
    expect(done).to_have_attribute("value", "0")
    by_mouse(anna, edge(card), pile)
    expect(done).to_have_attribute("value", "1")


def test_a_finger_puts_the_stack_in_order(visit: Visit) -> None:
    bruno = visit("phone")
    bruno.open("yooloo", 2)
    bruno.fingers().rest()
    cards = bruno.page.locator(".places button")
    first = cards.first.get_attribute("aria-label")
    by_touch(bruno, middle(cards.first), middle(cards.nth(4)), last="touchCancel")
    expect(cards.first).to_have_attribute("aria-label", first or "")
    assert bruno.page.locator(".carried, .drop-here").count() == 0
    by_touch(bruno, middle(cards.first), middle(cards.nth(4)))
    expect(cards.first).to_have_attribute("aria-label", "the 5, for round 1")
    expect(cards.nth(4)).to_have_attribute("aria-label", "the 1, for round 5")


def test_what_others_do_meanwhile_does_not_take_the_card_away(visit: Visit) -> None:
    """A card out of turn is refused with a text, and stays under the finger meanwhile."""
    anna, bruno = visit(), visit("phone")
    table = anna.open("uno", 2, people=2, start=False, scoring="hand")
    bruno.sit(table, "Bruno", 1)
    anna.ask("POST", f"/api/tables/{table}/start", {"named": 0})
    for person in (anna, bruno):
        person.go(f"/t/{table}")
        person.page.locator(".hand button").first.wait_for()
    mover, other = (anna, bruno) if anna.page.locator("[data-legal]").count() else (bruno, anna)
    card = edge(other.page.locator(".hand button").first)
    pile = middle(other.page.locator("[data-drop=discard]"))
    by_mouse(other, card, pile)
    other.see("It’s not your turn yet")
    mouse = other.page.mouse
    mouse.move(*card)
    mouse.down()
    for x, y in way(card, pile)[:3]:
        mouse.move(x, y)
    before = other.picture()
    mover.page.locator("[data-move=draw]").click()
    other.page.wait_for_function(
        f"(before) => String(({PICTURE})()) !== String(before)", arg=before
    )
    mouse.move(*way(card, pile)[3])
    expect(other.page.locator(".carried")).to_have_count(1)
    mouse.up()
    expect(other.page.locator(".carried")).to_have_count(0)
