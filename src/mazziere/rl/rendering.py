"""Pictures of a table for learning environments: text, or an image of the terminal's drawing."""

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazziere.drawing.board import board_of
from mazziere.drawing.board import draw as draw_board
from mazziere.drawing.scene import Scene
from mazziere.kernel.match import Match
from mazziere.kernel.picture import picture_of
from mazziere.rl.setup import BadEnvironment
from mazziere.rl.tables import Tables

if TYPE_CHECKING:
    from PIL import ImageDraw

MODES = ("ansi", "rgb_array", "human")
WIDTH, HEIGHT = 90, 30  # of the drawing, in characters
CELL_WIDTH, CELL_HEIGHT = 9, 18  # of a character, in pixels
PAPER, INK = "#14110d", "#e8dfcc"

# Box-drawing characters as strokes from the middle of a cell: left, right, up, down.
_STROKES = {
    **dict.fromkeys("─━╌", "lr"),
    **dict.fromkeys("│┃╎", "ud"),
    **dict.fromkeys("╭┏┌", "rd"),
    **dict.fromkeys("╮┓┐", "ld"),
    **dict.fromkeys("╰┗└", "ru"),
    **dict.fromkeys("╯┛┘", "lu"),
}
# Signs of the suits as polygons, in tenths of a cell's width around its middle.
_SIGNS = {
    "●": ((-3, -2), (-2, -3), (2, -3), (3, -2), (3, 2), (2, 3), (-2, 3), (-3, 2)),
    "★": ((0, -4), (1, -1), (4, -1), (2, 1), (3, 4), (0, 2), (-3, 4), (-2, 1), (-4, -1), (-1, -1)),
    "▲": ((0, -4), (4, 3), (-4, 3)),
    "■": ((-3, -3), (3, -3), (3, 3), (-3, 3)),
}


class Renderer:
    """Draws one match of a batch in a render mode."""

    def __init__(self, tables: Tables, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadEnvironment(f"render_mode is {', '.join(MODES)} or None, not {mode!r}")
        self._tables = tables
        self._mode = mode

    def draw(self, seat: int | None = None) -> Any:
        """Return the text or the image of the table, as a seat sees it; `human` prints it."""
        if self._mode is None:
            return None
        scene = self._scene(seat)
        if self._mode == "rgb_array":
            return image_of(scene)
        text = "\n".join(board_of(scene.game).sketch(scene))
        if self._mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def _scene(self, seat: int | None) -> Scene[Any]:
        tables = self._tables
        setup = tables.setup
        if seat is None:
            seat = setup.seat if setup.seat is not None else max(int(tables.seats[0]), 0)
        match = Match(setup.game, setup.players, setup.options)
        match.states = match.engine.copy(tables.states, 0)
        actors = match.actors()
        moves = [setup.game.name(move) for move in match.moves(seat)] if seat in actors else []
        return Scene(
            setup.game,
            picture_of(match, seat),
            seat,
            [f"seat {other}" for other in range(setup.players)],
            "en",
            actors,
            match.winners() if match.is_over else (),
            moves,
            options=setup.options,
        )


def image_of(scene: Scene[Any]) -> NDArray[np.uint8]:
    """Draw the table into an image: rows, columns, and red, green, blue."""
    from PIL import Image, ImageDraw

    text = draw_board(scene, WIDTH, HEIGHT)
    image = Image.new("RGB", (WIDTH * CELL_WIDTH, HEIGHT * CELL_HEIGHT), PAPER)
    pencil = ImageDraw.Draw(image)
    colours = _colours(text)
    x = y = 0
    for place, letter in enumerate(text.plain):
        if letter == "\n":
            x, y = 0, y + 1
            continue
        _draw_cell(pencil, x * CELL_WIDTH, y * CELL_HEIGHT, letter, *colours[place])
        x += 1
    return np.asarray(image).copy()


def _colours(text: Any) -> list[tuple[str, str]]:
    """List the ink and the paper of each character."""
    found = [(INK, PAPER)] * len(text.plain)
    for start, end, style in text.spans:
        if isinstance(style, str) or style is None:
            continue
        ink = style.color.get_truecolor().hex if style.color else INK
        paper = style.bgcolor.get_truecolor().hex if style.bgcolor else PAPER
        found[start:end] = [(ink, paper)] * (end - start)
    return found


def _draw_cell(
    pencil: "ImageDraw.ImageDraw", left: int, top: int, letter: str, ink: str, paper: str
) -> None:
    if paper != PAPER:
        pencil.rectangle((left, top, left + CELL_WIDTH - 1, top + CELL_HEIGHT - 1), fill=paper)
    middle_x, middle_y = left + CELL_WIDTH // 2, top + CELL_HEIGHT // 2
    if letter in _STROKES:
        ends = {"l": (left, middle_y), "r": (left + CELL_WIDTH, middle_y)}
        ends |= {"u": (middle_x, top), "d": (middle_x, top + CELL_HEIGHT)}
        for stroke in _STROKES[letter]:
            pencil.line(((middle_x, middle_y), ends[stroke]), fill=ink)
    elif letter in _SIGNS:
        corners = _SIGNS[letter]
        pencil.polygon([(middle_x + dx, middle_y + dy) for dx, dy in corners], fill=ink)
    elif letter == "░":
        for row in range(top, top + CELL_HEIGHT, 3):
            pencil.point([(column, row) for column in range(left, left + CELL_WIDTH, 3)], fill=ink)
    elif letter != " ":
        pencil.text((middle_x, middle_y), letter, fill=ink, font=_font(), anchor="mm")


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(13)
