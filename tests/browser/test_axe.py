"""axe finds nothing serious on any screen, in either light."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.serving import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  // A drawing may have letters in it that its name says in words: “7 7” is “the red 7”.
  const isDrawn = (node) => document.querySelector(node.target[0])?.querySelector("svg") !== null;
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map(({ id, nodes }) => [
      id,
      nodes
        .filter((node) => id !== "label-content-name-mismatch" || !isDrawn(node))
        .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    ])
    .filter(([, nodes]) => nodes.length > 0);
}"""


def serious(person: Person) -> list[Any]:
    """What axe finds on the screen that is shown."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = person.page.evaluate(RUN)
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


def lost(person: Person) -> None:
    person.forgive("404")
    person.go("/t/nowhere")
    person.see("There is no such table here")


def end(person: Person) -> None:
    table = person.open("dieci", 3, tokens=1)
    person.fingers(table).play()
    person.button("Once more").wait_for()


def replay(person: Person) -> None:
    end(person)
    person.go(person.page.url.removeprefix(person.url) + "/replay/1")
    person.page.get_by_role("slider").first.wait_for()


SCREENS: list[Callable[[Person], None]] = [
    home, settings, invite, pass_and_play, lobby, rules, learn, lost, end, replay,
]  # fmt: skip


def in_both_lights(person: Person) -> list[Any]:
    """What axe finds by day and by night, once colours have faded."""
    found: list[Any] = []
    for light in ("light", "dark"):
        person.page.emulate_media(color_scheme=light)
        for wait_ms in (250, 1500):
            person.page.wait_for_timeout(wait_ms)
            seen = serious(person)
            if not seen:
                break
        found += seen
    return found


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen(visit: Visit, screen: Callable[[Person], None]) -> None:
    person = visit("phone")
    screen(person)
    assert in_both_lights(person) == []


@pytest.mark.parametrize("width", ["phone", "desktop"])
@pytest.mark.parametrize("game", ["yooloo", "one_to_ten", "rookie", "uno", "uno_h2o", "dieci"])
def test_a_match(visit: Visit, game: str, width: str) -> None:
    person = visit(width)
    table = person.open(game, 4)
    fingers = person.fingers(table)
    fingers.play(moves=2)
    fingers.rest()
    if game == "one_to_ten":
        person.page.wait_for_timeout(2000)  # doors that close again
    assert in_both_lights(person) == []
