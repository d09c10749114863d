"""From the smallest phone up: nothing scrolls away, everything that may be touched can be.

The rule for touch: every control on the screen is at least 44 by 44 px (WCAG 2.5.5), except

- a link in a line of text, as the criterion has it;
- a card in a hand of UNO, which lies under its neighbour: of up to 24 cards 44 by 44 px are free on
  the smallest phone (web/tests/uno.test.ts), of more than that always 24 by 24 px (WCAG 2.5.8).
  In a low window a hand takes half of the height and no more: 40 px are asked for here.
"""

from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import QUICK, Person

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
    "small sideways": (568, 320),
    "zoomed": (640, 400),  # a desk at 200 %
    "tablet": (820, 1180),
    "large": (2560, 1440),
}
TOUCH_PX = 44
FANNED_PX = 40
WRONG = """([touch, fanned]) => {
  const wrong = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth + 1) wrong.push(`wide: ${scrollWidth} > ${innerWidth}`);
  if (scrollHeight > innerHeight + 1) wrong.push(`high: ${scrollHeight} > ${innerHeight}`);
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  for (const one of document.querySelectorAll(".match :is(button, a[href], input, select)")) {
    const { left, top, width, height } = one.getBoundingClientRect();
    if (width === 0 || !isShown(one) || getComputedStyle(one).display === "inline") continue;
    const name = one.ariaLabel ?? one.textContent.trim();
    if (!name) wrong.push("a button without a name");
    const least = one.matches(".hand .card-button") ? fanned : touch;
    if (Math.min(width, height) < least - 0.5)
      wrong.push(`${name}: ${width.toFixed()} × ${height.toFixed()}`);
    if (left < -1 || top < -1 || left + width > innerWidth + 1 || top + height > innerHeight + 1)
      if (!one.closest(".log")) wrong.push(`${name}: out of the window`);
    if (one.matches("[data-legal]") && !one.contains(document.elementFromPoint(
      left + Math.min(width, height) / 2, top + height / 2)))
      wrong.push(`${name}: something lies over it`);
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
    person.still()


def wrong_with(person: Person) -> list[str]:
    """What does not fit."""
    wrong: list[str] = person.page.evaluate(WRONG, [TOUCH_PX, FANNED_PX])
    return wrong


@pytest.mark.parametrize(
    ("game", "players", "options"),
    GAMES,
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_the_table_fits(visit: Visit, game: str, players: int, options: dict[str, Any]) -> None:
    """The same table in windows of every form, as one turns a phone or makes a window smaller."""
    person = visit("small")
    person.open(game, players, "random", **options)
    fingers = person.fingers()
    for _ in range(2):
        if fingers.rest() == "over":  # the end may be scrolled
            return
        found = {}
        for form, (width, height) in FORMS.items():
            resize(person, width, height)
            if wrong := wrong_with(person):
                found[form] = wrong
        assert found == {}
        fingers.step()
        person.page.keyboard.press("Escape")  # a choice that was only opened may lie over the rest


LONG = 30
"""Letters of the longest nickname."""
CARDS = """() => {
  const out = ({ left, right, width }) => width > 0 && (left < -1 || right > innerWidth + 1);
  return [...document.querySelectorAll(".match :is(.card, .card-button, .mat, .plate, .place)")]
    .filter((one) => out(one.getBoundingClientRect()))
    .map((one) => one.className);
}"""
"""The cards and plates that are not wholly within the window's width."""


def long_nick(seat: int) -> str:
    """As long as it may be: one word, or several."""
    return f"{seat}{'M' * LONG}"[:LONG] if seat % 2 else f"{seat}{' Maria' * LONG}"[:LONG].strip()


def seat_long_names(person: Person, game: str, players: int, **options: Any) -> str:
    """A table of people with long names, where bots play for all but the first."""
    person.go("/")
    body = {"game": game, "nick": long_nick(0), "players": players, "bots": [],
            "options": options, "settings": QUICK}  # fmt: skip
    table: str = person.ask("POST", "/api/tables", body)["id"]
    browser = person.context.browser
    assert browser is not None
    origin = "/".join(person.url.split("/")[:3])
    for seat in range(1, players):
        other = browser.new_context()
        answer = other.request.post(
            f"{person.url}/api/tables/{table}/seats",
            data={"nick": long_nick(seat), "seat": seat},
            headers={"Origin": origin},
        )
        assert answer.ok, answer.text()
        other.close()
    return table


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [*GAMES, ("dieci", 3, {})],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_a_long_name_moves_nothing(
    visit: Visit, game: str, players: int, options: dict[str, Any]
) -> None:
    """In the lobby and at the table."""
    person = visit("small")
    table = seat_long_names(person, game, players, **options)
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    person.go(f"/t/{table}")
    person.button("Deal the cards").wait_for()
    assert person.page.evaluate(wide) <= 1
    first = players - 1 if game == "dieci" else 0  # who deals, or begins: then it is my turn
    person.ask("POST", f"/api/tables/{table}/start", {"named": first})
    mine = "" if game == "uno" else " [data-legal]"  # there the first card may pass me over
    person.page.locator(f".felt{mine}").first.wait_for()
    person.still()
    assert wrong_with(person) == []
    assert person.page.evaluate(CARDS) == []


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
