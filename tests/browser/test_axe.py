"""axe finds nothing serious on any screen, in either light."""

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.serving import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (only) => {
  const rules = only ? { runOnly: [only] } : {};
  const found = await axe.run(document, { resultTypes: ["violations"], ...rules });
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map(({ id, nodes }) => [
      id,
      nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    ]);
}"""
DEALS = 12
"""How often cards are dealt until there is a wild among mine; nearly always the first times."""


def serious(person: Person, only: str | None = None) -> list[Any]:
    """What axe finds on the screen that is shown, by all rules or by one."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = person.page.evaluate(RUN, only)
    return found


def home(person: Person) -> None:
    person.go("/")
    person.button(re.compile("^Play now: UNO$")).wait_for()


def settings(person: Person) -> None:
    home(person)
    person.press("Settings")
    person.page.get_by_role("dialog").wait_for()


def invite(person: Person) -> None:
    home(person)
    person.press(re.compile("^Invite friends: UNO$"))
    person.page.get_by_role("dialog").wait_for()


def pass_and_play(person: Person) -> None:
    home(person)
    person.press("Pass and play: DIECI")
    person.page.get_by_role("dialog").wait_for()


def lobby(person: Person) -> None:
    home(person)
    table = person.open("uno", 4, people=2, start=False)
    person.go(f"/t/{table}")
    person.button("Deal the cards").wait_for()


def rules(person: Person) -> None:
    person.go("/rules/rookie#ROO-T1")
    person.page.locator("[id^='ROO-']").first.wait_for()


def learn(person: Person) -> None:
    person.go("/learn/dieci")
    person.page.locator("[data-legal]").first.wait_for()


def join(person: Person) -> None:
    lobby(person)
    person.context.clear_cookies()
    person.page.evaluate("() => localStorage.clear()")
    person.page.reload()
    person.button("Sit down").first.wait_for()


def cover(person: Person) -> None:
    pass_and_play(person)
    person.press("Deal the cards")
    expect(person.button(re.compile(r"^I am ")).first).to_be_enabled()


def colours(person: Person) -> None:
    """A wild was touched, and waits for its colour."""
    for _ in range(DEALS):
        person.open("uno", 2)
        person.fingers().rest()
        wild = person.button(re.compile("^A Wild.*, can be played$")).filter(visible=True)
        if wild.count():
            wild.first.tap()
            person.page.get_by_role("group", name="Which colour?").wait_for()
            return
    raise AssertionError("never a wild")


def options(person: Person) -> None:
    """A table that is being laid, with everything open that can be opened."""
    lobby(person)
    person.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


def lost(person: Person) -> None:
    person.forgive("404")
    person.go("/t/nowhere")
    person.see("There is no such table here")


SCREENS: list[Callable[[Person], None]] = [
    home, settings, invite, pass_and_play, options, join, cover, colours, rules, learn, lost,
]  # fmt: skip
Light = Literal["light", "dark"]
LIGHTS: tuple[Light, Light] = ("light", "dark")


def in_light(person: Person, light: Light, only: str | None = None) -> list[Any]:
    """What axe finds in one light, once everything is at rest."""
    person.page.emulate_media(color_scheme=light)
    person.still()
    return serious(person, only)


def in_both_lights(person: Person) -> list[Any]:
    """What axe finds by day; and by night, when nothing but the colours is different."""
    return in_light(person, "light") + in_light(person, "dark", "color-contrast")


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen(visit: Visit, screen: Callable[[Person], None]) -> None:
    person = visit("phone")
    screen(person)
    assert in_both_lights(person) == []


def test_after_a_match(visit: Visit) -> None:
    """The end, the replay and the check of the deal."""
    person = visit("phone")
    table = person.open("dieci", 3, tokens=1)
    person.fingers().play()
    person.button("Once more").wait_for()
    assert in_both_lights(person) == []
    person.go(f"/t/{table}/replay/1")
    person.page.get_by_role("slider").first.wait_for()
    assert in_both_lights(person) == []
    person.go(f"/t/{table}/replay/1#fair")
    person.page.reload()
    person.page.locator(".check[aria-busy=false]").wait_for()
    assert in_both_lights(person) == []


def test_the_sheets_over_a_match(visit: Visit) -> None:
    """The menu, the rules, and what happened, the points and talk, in one match."""
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


def test_a_match_that_is_watched(visit: Visit) -> None:
    anna, carla = visit(), visit("phone", lang="it")
    table = anna.open("rookie", 4)
    anna.fingers().rest()
    carla.go(f"/t/{table}")
    carla.page.locator(".felt button").first.wait_for()
    assert in_both_lights(carla) == []


@pytest.mark.parametrize(("width", "lang"), [("phone", "it"), ("desktop", "en")])
@pytest.mark.parametrize("game", ["yooloo", "one_to_ten", "rookie", "uno", "uno_h2o", "dieci"])
def test_a_match(visit: Visit, game: str, width: str, lang: str) -> None:
    """At the first move and in the middle of things; a phone by night first, a desk by day."""
    person = visit(width, lang=lang)
    person.open(game, 4)
    fingers = person.fingers()
    first, second = LIGHTS if width == "desktop" else LIGHTS[::-1]
    fingers.rest()
    assert in_light(person, first) == []
    fingers.play(moves=3)
    fingers.look()
    assert in_light(person, second) == []
