"""Who only watches sees what lies open on the table, and can touch nothing."""

from tests.browser.conftest import Visit

LABELS = "() => [...document.querySelectorAll('.felt button')].map((one) => one.ariaLabel ?? '')"


def test_a_spectator_sees_public_things_only(visit: Visit) -> None:
    anna, carla = visit(), visit("phone")
    table = anna.open("uno", 2, scoring="hand")
    fingers = anna.fingers()
    fingers.rest()
    carla.go(f"/t/{table}")
    carla.see("You are watching")
    assert carla.page.locator("[data-legal]").count() == 0
    hand = anna.page.evaluate(
        """() => [...document.querySelectorAll('.felt [data-move^="play"], .felt .card-button')]
                 .map((one) => one.ariaLabel)"""
    )
    shown = carla.page.locator("body").inner_text() + " ".join(carla.page.evaluate(LABELS))
    top = anna.picture()
    assert len(hand) > 2
    carla.press("What happened")
    carla.page.get_by_role("tab", name="Talk").click()
    carla.see("for those who sit at the table")
    carla.page.keyboard.press("Escape")
    seen = [card for card in set(hand) if card and card in shown]
    assert len(seen) <= 1, (seen, top)  # one that lies open as well
    for _ in range(6):
        fingers.step()
        carla.page.wait_for_timeout(50)
        assert carla.page.locator("[data-legal]").count() == 0


def test_a_table_without_watchers_is_not_there(visit: Visit) -> None:
    anna, carla = visit(), visit()
    table = anna.open("dieci", 2, settings={"watchers": False})
    anna.fingers().rest()
    carla.forgive("404")
    carla.go(f"/t/{table}")
    carla.see("There is no such table here")
