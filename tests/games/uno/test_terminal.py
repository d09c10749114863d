"""The terminal's drawing of UNO."""

import pytest

from mazziere.drawing.board import draw
from mazziere.drawing.scene import Scene
from mazziere.kernel.picture import BasePicture, picture_of
from tests.cli.terminal.test_pictures import SIZES
from tests.games.uno.table import place

HEAD, FOOT = "╭───────╮  ╭───────╮", "╰───────╯  ╰───────╯"
"""The upper and the lower edge of the two piles."""


@pytest.mark.rule("HOUSE-UNO-1")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("scoring", ["hand", "winner"])
def test_the_cards_to_draw_stand_below_the_piles(
    size: tuple[int, int], players: int, scoring: str
) -> None:
    hands = ("r+2 b1 b2", "b3 b4 y5", "y1 y2 y3", "g3 g4 g5")[:players]
    table = place("uno", *hands, pile="g1 g2", stacking="same", scoring=scoring)
    table.move(0, "play r+2")
    match = table.match
    names = ["Anna", "Ben", "Cleo", "Dan"][:players]
    scene: Scene[BasePicture] = Scene(
        match.game, picture_of(match, 1), 1, names, "en", actors=[1], options=match.options
    )
    rows = draw(scene, *size).plain.split("\n")
    debt = next(number for number, row in enumerate(rows) if "+2  2 cards to draw" in row)
    foot = next(number for number, row in enumerate(rows) if FOOT in row)
    assert foot < debt
    assert sum(HEAD in row for row in rows) == 1
