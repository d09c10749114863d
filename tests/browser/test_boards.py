"""A board leaves every pile free to be touched, draws it at once, and gives no result away."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from mazziere.kernel.match import Match
from tests.browser.conftest import WIDTHS, Visit
from tests.browser.positions import Wanted, ending, position, sit_down

COVERED = """() => {
  const seen = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.95], [0.9, 0.95]];
  const isCovered = (pile) => {
    const box = pile.getBoundingClientRect();
    return seen.some(([along, down]) => {
      const hit = document.elementFromPoint(
        box.left + box.width * along, box.top + box.height * down);
      return !pile.contains(hit) && !hit?.contains(pile);
    });
  };
  const shown = document.querySelectorAll(".felt button[data-drop], .felt [data-move^=flip]");
  return [...shown].filter(isCovered).map((pile) => pile.ariaLabel);
}"""
"""The piles of a ROOKIE table that something else covers."""


OUTLINES = """() => [...document.querySelectorAll(".seats li")].map((seat) => [
  seat.ariaCurrent === "true", getComputedStyle(seat.querySelector(".plate")).outlineStyle])"""
"""Whether it is the turn of each other player, and the style of the outline."""
KEEPS_COLOURS = """(backs) => backs.map((back) =>
  [back, ...back.querySelectorAll("svg")].some(
    (one) => getComputedStyle(one).forcedColorAdjust === "none"))"""


def turn_of(match: Match) -> list[int]:
    """Return the seat on turn."""
    return [int(match.states[0]["turn"])]


def has(word: str) -> Wanted:
    return lambda moves: any(move.startswith(word) for move in moves)


def holds_every_kind(moves: list[str]) -> bool:
    return len({move.split()[1] for move in moves if move.startswith("place ")}) == 6


@pytest.mark.parametrize(
    ("is_wanted", "mode"), [(has("give "), "team"), (holds_every_kind, "normal"),
                            (has("rob "), "normal"), (has("rob "), "team")],
    ids=["give", "loot", "rob", "rob in teams"],
)  # fmt: skip
def test_nothing_lies_upon_the_piles(visit: Visit, is_wanted: Wanted, mode: str) -> None:
    anna = visit("small", lang="it")
    sit_down(anna, position("rookie", 4, is_wanted, mode=mode))
    covered = {}
    for name, form in WIDTHS.items():
        anna.resize(form["viewport"]["width"], form["viewport"]["height"])
        covered[name] = anna.page.evaluate(COVERED)
    assert covered == {name: [] for name in WIDTHS}


def test_the_points_follow_the_reveal(visit: Visit) -> None:
    """YOOLOO: while the cards are turned over, the points are still those of before."""
    anna = visit()
    given = ending("yooloo", 2, 2, lambda match: match.winners() == [1], variant="base")
    sit_down(anna, given)
    seat = anna.page.locator(".seats")
    before = seat.inner_text()
    anna.pace(show=0.01)
    anna.fingers().step()
    anna.page.locator(".veil").wait_for()
    assert seat.inner_text() == before
    anna.pace(show=20)
    anna.page.keyboard.press("Escape")
    anna.page.locator("[data-end]").wait_for()
    expect(seat).not_to_have_text(before)


def test_the_piles_are_drawn_while_cards_are_dealt(visit: Visit) -> None:
    """UNO H2O: a pile shows the backs of its cards from the first frame, and is never white."""
    anna = visit("phone", reduced_motion="no-preference", speed={"show": 0.02})
    table = anna.open("uno_h2o", 3, start=False, settings={"paceMs": 10_000})
    anna.go(f"/t/{table}")
    anna.press("Deal the cards")
    anna.page.locator(".air > .card").first.wait_for(state="attached")
    pile = anna.page.locator(".piles .draw").bounding_box()
    assert pile is not None
    # Beside the flying card, which lies upon the pile.
    pile["width"] /= 4
    picture = anna.page.screenshot(clip=pile, animations="allow")
    shades = Image.open(BytesIO(picture)).convert("L").histogram()
    assert sum(shades[240:]) < 0.5 * sum(shades)
    assert anna.page.locator(".piles .discards .top svg").count() == 0
    expect(anna.page.locator(".piles .discards .empty")).to_be_attached()


def test_forced_colours_keep_the_turn_and_the_backs(visit: Visit) -> None:
    """Whose turn it is has an outline, and the backs of cards keep their own colours."""
    anna = visit(forced_colors="active")
    jumps = position("uno", 3, has("jump "), lambda match: 0 not in turn_of(match), jump_in=True)
    sit_down(anna, jumps, paceMs=10_000, graceMs=10_000)
    outlines = anna.page.evaluate(OUTLINES)
    assert len(outlines) == 2
    assert [style for turn, style in outlines if turn] == ["solid"]
    assert [style for turn, style in outlines if not turn] == ["none"]
    backs = anna.page.locator(".piles .draw .top, .seats .held .card")
    assert backs.count() > 2
    assert backs.evaluate_all(KEEPS_COLOURS) == [True] * backs.count()


def test_a_tap_on_a_bot_introduces_it(visit: Visit) -> None:
    """With three opponents on a phone there is no room for levels at the seats."""
    anna = visit("phone", speed={"show": 20, "note": 0.01})
    anna.open("uno", 4, "hard", settings={"paceMs": 10_000})
    anna.page.locator(".seats").get_by_text("Cleo").tap()
    anna.see("Cleo, hard. Pretends not to look at you.")
