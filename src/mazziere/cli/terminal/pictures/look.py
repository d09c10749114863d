"""What a picture is drawn from: the person's glance, who sits where, and what may be done."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mazziere.cli.terminal.canvas import Canvas, cut
from mazziere.cli.terminal.signs import AMBER, LIGHT, MUTED, Face, face
from mazziere.cli.terminal.table import Scene
from mazziere.cli.terminal.words import say
from mazziere.kernel.game import Game

Line = list[tuple[str, str]]
"""Pieces of a line: text and style."""

PLATE_ROWS = 2


class Look(NamedTuple):
    """One person's look at the table."""

    game: Game
    scene: Scene
    seat: int
    names: Sequence[str]
    lang: str
    moves: Sequence[str] = ()  # what may be done now
    chosen: str | None = None  # the move that is pointed at

    def number(self, name: str) -> int:
        """A field that is one number."""
        return int(self.scene.glance[name])

    def row(self, name: str) -> list[Any]:
        """A field that is a row, or rows, of numbers."""
        listed: list[Any] = self.scene.glance[name].tolist()
        return listed

    def say(self, name: str, /, **parts: object) -> str:
        """A word of the table."""
        return say(self.lang, "table", name, **parts)

    def face(self, card: int) -> Face:
        """The face of a card."""
        return face(self.game.id, self.game.cards[card])

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    def kind(self, event: Any) -> str:
        """The name of an event's kind."""
        name: str = self.game.events[event.kind].name
        return name

    def is_up(self, seat: int) -> bool:
        """Whether a seat may act now."""
        return seat in self.scene.actors


# Who sits where


def sides(others: int, room: int) -> tuple[int, int]:
    """How many sit at each side and at the head of the table; the head has room for so many."""
    if others == 2:
        return 1, 0
    side = others // 3
    head = others - 2 * side
    while head > room:
        side, head = side + 1, head - 2
    return side, max(head, 0)


class Plate(NamedTuple):
    """The place of somebody at the table."""

    seat: int
    x: int
    y: int


def plates(look: Look, canvas: Canvas, bottom: int, width: int) -> list[Plate]:
    """Places for the others, around a table that ends above the row `bottom`.

    In a game that runs clockwise the next player sits on the left, else on the right.
    """
    others = [(look.seat + step) % look.players for step in range(1, look.players)]
    side, head = sides(len(others), max(1, canvas.width // (width + 2)))
    first, top, last = others[:side], others[side : side + head], others[side + head :]
    left, right = first[::-1], last
    if not look.game.clockwise:
        left, right, top = last, first[::-1], top[::-1]
    found = []
    for i, seat in enumerate(top):
        stretch = canvas.width // len(top)
        found.append(Plate(seat, i * stretch + (stretch - width) // 2, 0))
    above = PLATE_ROWS + 1 if top else 0
    for column, x in ((left, 1), (right, canvas.width - width - 1)):
        for i, seat in enumerate(column):
            stretch = max(PLATE_ROWS + 1, (bottom - above) // len(column))
            spare = max(0, stretch - PLATE_ROWS) // 2
            found.append(Plate(seat, x, above + i * stretch + spare))
    return found


def draw_plate(
    look: Look, canvas: Canvas, plate: Plate, width: int, second: Line, mark: str = ""
) -> None:
    """Draw a name, with a sign for whose turn it is, and a line beneath it."""
    is_up, won = look.is_up(plate.seat), plate.seat in look.scene.winners
    sign = "▶ " if is_up else "♛ " if won else "  "
    style = f"bold {AMBER}" if is_up or won else f"bold {LIGHT}"
    canvas.put(plate.x, plate.y, sign, AMBER)
    name = cut(look.names[plate.seat], width - 2 - (len(mark) + 1 if mark else 0))
    canvas.put(plate.x + 2, plate.y, name, style)
    if mark:
        canvas.put(plate.x + 3 + len(name), plate.y, mark, MUTED)
    put_line(canvas, plate.x + 2, plate.y + 1, second, width - 2)


def put_line(canvas: Canvas, x: int, y: int, line: Line, width: int) -> None:
    """Write pieces after one another."""
    for text, style in line:
        text = cut(text, width)
        canvas.put(x, y, text, style)
        x, width = x + len(text), width - len(text)


def draw_plates(
    look: Look,
    canvas: Canvas,
    bottom: int,
    line: Callable[[int], Line],
    mark: Callable[[int], str] = lambda seat: "",
) -> tuple[int, int]:
    """Draw everybody else around the table; return the first and last column of the middle."""
    width = plate_width(canvas)
    placed = plates(look, canvas, bottom, width)
    for plate in placed:
        draw_plate(look, canvas, plate, width, line(plate.seat), mark(plate.seat))
    side, _ = sides(look.players - 1, max(1, canvas.width // (width + 2)))
    edge = width + 2 if side else 0
    return edge, canvas.width - edge


def plate_width(canvas: Canvas) -> int:
    """How wide a place at the table is."""
    return 16 if canvas.width < 80 else 22


def head_rows(look: Look, canvas: Canvas) -> int:
    """The rows that those at the head of the table take."""
    width = plate_width(canvas)
    _, head = sides(look.players - 1, max(1, canvas.width // (width + 2)))
    return PLATE_ROWS + 1 if head else 0


def mine(look: Look, canvas: Canvas, y: int, line: Line) -> None:
    """Write the person's own name, with a sign for whose turn it is, and what belongs to it."""
    is_up, won = look.is_up(look.seat), look.seat in look.scene.winners
    sign = "▶ " if is_up else "♛ " if won else "  "
    style = f"bold {AMBER}" if is_up or won else f"bold {LIGHT}"
    put_line(canvas, 1, y, [(sign, AMBER), (look.names[look.seat], style), *line], canvas.width - 2)
