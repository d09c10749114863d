"""A board leaves every pile free to be touched, in windows of three widths."""

import pytest

from tests.browser.conftest import WIDTHS, Visit
from tests.browser.positions import Wanted, position, sit_down

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
