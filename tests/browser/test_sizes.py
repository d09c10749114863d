"""From the smallest phone up: nothing scrolls away, everything that may be touched can be."""

from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import Person

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("yooloo", 8, {"variant": "base"}),
    ("yooloo", 8, {"variant": "a"}),
    ("one_to_ten", 8, {}),
    ("rookie", 6, {"mode": "team"}),
    ("uno", 10, {"scoring": "hand"}),
    ("dieci", 10, {}),
]
FORMS = {
    "small": (320, 568),
    "sideways": (740, 360),
    "zoomed": (640, 400),  # a desk at 200 %
    "tablet": (820, 1180),
    "large": (2560, 1440),
}
WRONG = """(least) => {
  const wrong = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth + 1) wrong.push(`wide: ${scrollWidth} > ${innerWidth}`);
  if (scrollHeight > innerHeight + 1) wrong.push(`high: ${scrollHeight} > ${innerHeight}`);
  for (const one of document.querySelectorAll(".felt button")) {
    const box = one.getBoundingClientRect();
    if (box.width === 0) continue;
    const name = one.ariaLabel ?? one.textContent.trim();
    if (!name) wrong.push("a button without a name");
    // What is seen of a card in a fan may be narrower than a finger, but then it is tall.
    const isSmall = Math.min(box.width, box.height) < 32 || box.width * box.height < least ** 2;
    if (isSmall && one.matches("[data-legal]"))
      wrong.push(`${name}: ${box.width.toFixed()} × ${box.height.toFixed()}`);
  }
  for (const one of document.querySelectorAll(".match *")) {
    const text = [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
    if (!text || one.closest("svg, .spoken, [aria-hidden=true]")) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < 13.9) wrong.push(`${one.textContent.trim().slice(0, 20)}: ${size} px`);
  }
  return wrong;
}"""


def resize(person: Person, width: int, height: int) -> None:
    """Give the window another form, and let the page take it in."""
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.wait_for_function(
        "([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height]
    )
    person.page.wait_for_timeout(100)


def wrong_with(person: Person) -> list[str]:
    """What does not fit; a phone that is turned takes a moment to settle."""
    wrong: list[str] = []
    for _ in range(12):
        wrong = person.page.evaluate(WRONG, 43.5)
        if not wrong:
            break
        person.page.wait_for_timeout(250)
    return wrong


@pytest.mark.parametrize(
    ("game", "players", "options"),
    GAMES,
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_the_table_fits(visit: Visit, game: str, players: int, options: dict[str, Any]) -> None:
    """The same table in windows of every form, as one turns a phone or makes a window smaller."""
    person = visit("small")
    table = person.open(game, players, "random", **options)
    fingers = person.fingers(table)
    for _ in range(2):
        fingers.rest()
        for form, (width, height) in FORMS.items():
            resize(person, width, height)
            assert wrong_with(person) == [], form
        fingers.step()


def test_other_screens_fit(visit: Visit) -> None:
    person = visit("small")
    person.go("/")
    table = person.open("uno", 4, people=2, start=False)
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    for path in ("/", f"/t/{table}", "/rules/uno", "/learn/uno"):
        person.go(path)
        person.page.wait_for_load_state("networkidle")
        for form, (width, height) in FORMS.items():
            resize(person, width, height)
            assert person.page.evaluate(wide) <= 1, (path, form)
