"""UNO: a card that was drawn and does not fit; the page passes by itself, after a random pause."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.positions import before_move, open_at, position

KEPT = "You keep the card."
AFTER_MY_TURN_MS = 10_000
"""The bots' pace, so that the log still ends with the own pass."""
ENDLESS = {"show": 0.001}
"""Pauses of 20 minutes and more."""


def may_only_pass(moves: list[str]) -> bool:
    return moves == ["pass"]


def test_the_page_passes_by_itself(visit: Visit) -> None:
    anna = visit()
    open_at(anna, position("uno", 2, may_only_pass), paceMs=AFTER_MY_TURN_MS)
    anna.see(KEPT)


def test_an_early_tap_passes_at_once(visit: Visit) -> None:
    anna = visit(speed=ENDLESS)
    open_at(anna, position("uno", 2, may_only_pass), paceMs=AFTER_MY_TURN_MS)
    anna.page.locator("[data-move=pass]").click()
    anna.see(KEPT)


def test_a_drawn_card_is_seen_before_the_cover(visit: Visit) -> None:
    """On a shared device the player sees a card that does not fit; then the next one is named."""
    bruno = visit("phone")
    given = before_move("uno", 2, "draw", may_only_pass)
    body = {
        **{name: given[name] for name in ("game", "players", "options")},
        "nick": "Anna",
        "bots": [],
        "record": given,
    }
    table = bruno.ask("POST", "/api/tables", body)["id"]
    bruno.sit(table, "Bruno", 1)
    bruno.ask("POST", f"/api/tables/{table}/start", {})
    bruno.go(f"/t/{table}")
    lift = bruno.page.locator("[data-uncover]")
    expect(lift).to_have_text("I’m Anna")
    lift.tap()
    hand = bruno.page.locator(".hand .card-button")
    bruno.page.locator("[data-move=draw]").wait_for()
    before = hand.count()
    bruno.pace(**ENDLESS)
    bruno.page.locator("[data-move=draw]").tap()
    expect(hand).to_have_count(before + 1)
    keep = bruno.page.locator("[data-move=pass]")
    expect(keep).to_be_visible()
    expect(lift).to_have_count(0)
    keep.tap()
    expect(lift).to_have_text("I’m Bruno")
