"""All window sizes from the smallest phone up: nothing is cut off, and every control can be tapped.

The rule for touch: every control on the screen is at least 44 by 44 px (WCAG 2.5.5), except

- a link in a line of text, as the criterion has it;
- a card in a hand of UNO, which lies under its neighbour: of up to 24 cards 44 by 44 px are free on
  the smallest phone (web/tests/uno.test.ts), of more than that always 24 by 24 px (WCAG 2.5.8).
  In a low window a hand takes half of the height and no more: 40 px are asked for here.
"""

import json
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import pytest

from mazziere.games import find
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
TIGHT = ("small", "small sideways")
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
SET = json.dumps({"large": True, "leftHand": True, "side": True})
LONG = 30
"""Letters of the longest nickname."""
CARDS = """() => {
  const out = ({ left, right, width }) => width > 0 && (left < -1 || right > innerWidth + 1);
  return [...document.querySelectorAll(".match :is(.card, .card-button, .mat, .plate, .place)")]
    .filter((one) => out(one.getBoundingClientRect()))
    .map((one) => one.className);
}"""
"""The cards and plates that are not wholly within the window's width."""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def wrong_with(person: Person) -> list[str]:
    """List the layout faults of the screen."""
    wrong: list[str] = person.page.evaluate(WRONG, [TOUCH_PX, FANNED_PX])
    return wrong


@pytest.mark.parametrize(
    ("game", "players", "options"),
    GAMES,
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_the_table_fits(visit: Visit, game: str, players: int, options: dict[str, Any]) -> None:
    """Check a table in windows of every size, and again after a move in the smallest ones."""
    person = visit("small")
    person.open(game, players, "random", **options)
    fingers = person.fingers()
    for forms in (tuple(FORMS), TIGHT):
        state = fingers.rest()
        if fingers.moves and state == "over":  # by one move that stacks all ten cards
            break
        assert state == "legal"
        found = {}
        for form in forms:
            person.resize(*FORMS[form])
            if wrong := wrong_with(person):
                found[form] = wrong
        assert found == {}
        fingers.step()
        person.page.keyboard.press("Escape")  # closes a choice that was only opened
        # A card with a visible focus comes forward and covers its neighbour.
        person.page.evaluate("document.activeElement.blur()")


@pytest.mark.parametrize(
    ("game", "players", "options"),
    GAMES,
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_the_table_fits_as_people_set_it(
    visit: Visit, game: str, players: int, options: dict[str, Any]
) -> None:
    """In large type, for the left hand, and in Italian, whose words are longer."""
    person = visit("small", "it")
    person.context.add_init_script(f"localStorage.setItem('mazziere.settings', '{SET}')")
    person.open(game, players, "random", **options)
    assert person.fingers().rest() == "legal"
    found = {}
    for form in ("small", "zoomed", "sideways"):
        person.resize(*FORMS[form])
        if wrong := wrong_with(person):
            found[form] = wrong
    assert found == {}


def long_nick(seat: int) -> str:
    """Make a name of the greatest length: one word, or several."""
    return f"{seat}{'M' * LONG}"[:LONG] if seat % 2 else f"{seat}{' Maria' * LONG}"[:LONG].strip()


def sit_down(url: str, table: str, nick: str, seat: int) -> None:
    """Take a seat as a person without a browser."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    request = urllib.request.Request(
        f"{url}/api/tables/{table}/seats",
        data=json.dumps({"nick": nick, "seat": seat}).encode(),
        headers={"Origin": origin, "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        answer.read()


def seat_long_names(person: Person, game: str, players: int, **options: Any) -> str:
    """Open a table of people with long names; all but the first are away."""
    body = {"game": game, "nick": long_nick(0), "players": players, "bots": [],
            "options": options, "settings": QUICK}  # fmt: skip
    table: str = person.ask("POST", "/api/tables", body)["id"]
    for seat in range(1, players):
        sit_down(person.url, table, long_nick(seat), seat)
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
    person.go(f"/t/{table}")
    person.button("Deal the cards").wait_for()
    assert person.page.evaluate(WIDE) <= 1
    has_calls, named = bool(find(game).out_of_turn), find(game).named
    deals = named is not None and named.chance == "dealer" and not has_calls
    first = players - 1 if deals else 0  # the last seat deals, or the first begins: my turn
    person.ask("POST", f"/api/tables/{table}/start", {"named": first})
    mine = "" if has_calls else " [data-legal]"  # there the first card may skip my turn
    person.page.locator(f".felt{mine}").first.wait_for()
    person.still()
    assert wrong_with(person) == []
    assert person.page.evaluate(CARDS) == []


def test_other_screens_fit(visit: Visit) -> None:
    person = visit("small")
    table = person.open("uno", 4, people=2, start=False)
    ready = {
        "/": "[data-play]",
        f"/t/{table}": "[data-option]",
        "/rules/uno": "[id^='UNO-']",
        "/learn/uno": "[data-legal]",
    }
    for path, part in ready.items():
        person.go(path)
        person.page.locator(part).first.wait_for(state="attached")
        for form, (width, height) in FORMS.items():
            person.resize(width, height)
            assert person.page.evaluate(WIDE) <= 1, (path, form)
