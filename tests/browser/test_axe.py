"""axe finds no serious problem on any screen, in the light and the dark theme."""

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from mazziere.games import shelf
from tests.browser.conftest import WIDTHS, Visit
from tests.browser.people import Person
from tests.browser.positions import position, sit_down
from tests.browser.serving import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (only) => {
  const rules = only ? { runOnly: [only] } : {};
  const found = await axe.run(document, {
    resultTypes: ["violations"],
    iframes: false, // there are none
    preload: false, // of style sheets, for a rule about locked orientation only
    ...rules,
  });
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map(({ id, nodes }) => [
      id,
      nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    ]);
}"""
Light = Literal["light", "dark"]


def serious(person: Person, only: str | None = None) -> list[Any]:
    """List axe's findings on the current screen, by all rules or by one."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = person.awaited(RUN, only)
    return found


def in_light(person: Person, light: Light, only: str | None = None) -> list[Any]:
    """List axe's findings in one theme, after all animations."""
    person.page.emulate_media(color_scheme=light)
    person.still()
    return serious(person, only)


def in_both_lights(person: Person) -> list[Any]:
    """List axe's findings in the light theme, and those about colours in the dark theme."""
    return in_light(person, "light") + in_light(person, "dark", "color-contrast")


# The screens before a match


def home(person: Person) -> None:
    person.go("/")
    person.button(re.compile("^Play now: UNO$")).wait_for()


def settings(person: Person) -> None:
    person.press("Settings")
    person.page.get_by_role("dialog").wait_for()


def invite(person: Person) -> None:
    person.page.keyboard.press("Escape")
    person.choose("Invite friends", "UNO")
    person.page.get_by_role("dialog").wait_for()


def pass_and_play(person: Person) -> None:
    person.page.keyboard.press("Escape")
    person.choose("Pass and play", "DIECI")
    person.page.get_by_role("dialog").wait_for()


def cover(person: Person) -> None:
    person.press("Deal the cards")
    expect(person.button(re.compile(r"^I’m ")).first).to_be_enabled()


def options(person: Person) -> None:
    """A waiting table with all foldable parts open."""
    table = person.open("uno", 4, people=2, start=False)
    person.go(f"/t/{table}")
    person.button("Deal the cards").wait_for()
    person.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


def join(person: Person) -> None:
    """The same table for a new person."""
    person.context.clear_cookies()
    person.page.evaluate("() => localStorage.clear()")
    person.page.reload()
    person.button("Sit down").first.wait_for()


# Screens of their own


def can_play_a_wild(moves: list[str]) -> bool:
    return "draw" in moves and any(move.startswith("play wild ") for move in moves)


def colours(person: Person) -> None:
    """A tapped wild that waits for its colour."""
    sit_down(person, position("uno", 2, can_play_a_wild))
    person.button(re.compile("^A Wild.*, you can play it$")).filter(visible=True).first.tap()
    person.page.get_by_role("group", name="Which colour?").wait_for()


def rules(person: Person) -> None:
    person.go("/rules/rookie#ROO-T1")
    person.page.locator("[id^='ROO-']").first.wait_for()


def learn(person: Person) -> None:
    person.go("/learn/dieci")
    person.page.locator("[data-legal]").first.wait_for()


def lost(person: Person) -> None:
    person.forgive("404")
    person.go("/t/nowhere")
    person.see("There’s no such table here")


@pytest.mark.parametrize(
    "screens",
    [
        (home, settings, invite, pass_and_play, cover),
        (options, join),
        (colours, rules, learn, lost),
    ],
    ids=["home", "lobby", "others"],
)
def test_screens(visit: Visit, screens: tuple[Callable[[Person], None], ...]) -> None:
    """Each screen is reached from the one before, or opened by its address."""
    person = visit("phone")
    found = {}
    for screen in screens:
        screen(person)
        if wrong := in_both_lights(person):
            found[screen.__name__] = wrong
    assert found == {}


def test_after_a_match(visit: Visit) -> None:
    """The end, the replay and the check of the deal."""
    person = visit("phone")
    table = person.open("dieci", 3, tokens=1)
    person.fingers().play()
    person.button("Play again").wait_for()
    assert in_both_lights(person) == []
    person.go(f"/t/{table}/replay/1")
    person.page.get_by_role("slider").first.wait_for()
    assert in_both_lights(person) == []
    person.page.goto("about:blank")  # an address that differs only after its # would not be loaded
    person.go(f"/t/{table}/replay/1#fair")
    person.page.locator(".check[aria-busy=false]").wait_for()
    assert in_both_lights(person) == []


def test_the_sheets_over_a_match(visit: Visit) -> None:
    """Menu, rules, log, points and chat, in one match."""
    person = visit("phone", lang="it")
    person.open("uno", 4)
    person.fingers().rest()
    for opener in ("data-menu", "data-rules", "data-side"):
        person.page.locator(f"[{opener}]").tap()
        dialog = person.page.get_by_role("dialog")
        tabs = dialog.get_by_role("tab")
        dialog.wait_for()
        for tab in [None, *tabs.all()[1:]]:
            if tab:
                tab.tap()
            assert in_both_lights(person) == [], opener
        person.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


def test_a_match_that_is_watched(visit: Visit) -> None:
    anna, carla = visit(), visit("phone", lang="it")
    table = anna.open("rookie", 4)
    carla.go(f"/t/{table}")
    carla.page.locator(".felt button").first.wait_for()
    assert in_both_lights(carla) == []


RECOLOUR = """() => {
  const match = document.querySelector(".match");
  const game = match.dataset.game;
  const read = () => [...match.querySelectorAll("*")].map((one) => getComputedStyle(one).color);
  delete match.dataset.game;
  read();
  match.dataset.game = game;
  read();
  return document.getAnimations().map((one) => one.transitionProperty ?? one.animationName);
}"""
"""Takes the colours of the game away and back; returns what is then animated."""


def test_a_match_that_is_watched_on_a_desktop(visit: Visit) -> None:
    """With reduced motion the game's colours apply to all of the table at once."""
    anna, carla = visit(), visit()
    table = anna.open("uno", 4)
    carla.go(f"/t/{table}")
    carla.see("You’re watching")
    carla.still()
    assert carla.page.evaluate(RECOLOUR) == []
    assert in_both_lights(carla) == []


@pytest.mark.parametrize("game", shelf())
def test_a_match(visit: Visit, game: str) -> None:
    """At the first move on a dark phone, and some moves later on a light desktop."""
    person = visit("phone", lang="it")
    person.open(game, 4)
    fingers = person.fingers()
    fingers.rest()
    assert in_light(person, "dark") == []
    fingers.play(moves=3)
    fingers.look()
    desk = WIDTHS["desktop"]["viewport"]
    person.resize(desk["width"], desk["height"])
    assert in_light(person, "light") == []
