"""Spectators see what lies open on the table, and can touch nothing."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit

COUNT = """
window.offered = 0;
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(() => (window.offered += document.querySelectorAll("[data-legal]").length))
    .observe(document.body, { subtree: true, childList: true, attributes: true }));
"""
"""Counts the controls that would make a move, whenever the page changes."""
LABELS = "() => [...document.querySelectorAll('.felt button')].map((one) => one.ariaLabel ?? '')"


def test_a_spectator_sees_public_things_only(visit: Visit) -> None:
    anna, carla = visit(), visit("phone")
    table = anna.open("uno", 2, scoring="hand")
    fingers = anna.fingers()
    fingers.rest()
    carla.context.add_init_script(COUNT)
    carla.go(f"/t/{table}")
    carla.see("You’re watching")
    hand = anna.page.evaluate(
        """() => [...document.querySelectorAll('.felt [data-move^="play"], .felt .card-button')]
                 .map((one) => one.ariaLabel)"""
    )
    shown = carla.page.locator("body").inner_text() + " ".join(carla.page.evaluate(LABELS))
    top = anna.picture()
    assert len(hand) > 2
    carla.press("What happened")
    carla.page.get_by_role("tab", name="Chat").click()
    carla.see("Only those at the table")
    carla.page.keyboard.press("Escape")
    seen = [card for card in set(hand) if card and card in shown]
    assert len(seen) <= 1, (seen, top)  # a card that is also face up
    fingers.play(moves=6)
    fingers.rest()
    pile = anna.page.locator("[data-drop=discard]")
    expect(carla.page.locator("[data-drop=discard]")).to_have_attribute(
        "aria-label", pile.get_attribute("aria-label") or ""
    )
    assert carla.page.evaluate("window.offered") == 0


def test_a_table_without_watchers_is_not_there(visit: Visit) -> None:
    anna, carla = visit(), visit()
    table = anna.open("dieci", 2, settings={"watchers": False})
    anna.fingers().rest()
    carla.forgive("404")
    carla.go(f"/t/{table}")
    carla.see("There’s no such table here")
