"""Name plates around the table: where the players sit, and one line about each."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mazziere.drawing.canvas import Canvas, cut
from mazziere.drawing.inks import AMBER, LIGHT, MUTED
from mazziere.drawing.scene import Scene

Line = list[tuple[str, str]]
"""Pieces of a line: text and style."""

PLATE_ROWS = 2


def sides(others: int, room: int) -> tuple[int, int]:
    """Return the number of plates at each side and at the head, which has `room` for some."""
    if others == 2:
        return 1, 0
    side = others // 3
    head = others - 2 * side
    while head > room:
        side, head = side + 1, head - 2
    return side, max(head, 0)


class Plate(NamedTuple):
    """The place of a player at the table."""

    seat: int
    x: int
    y: int


def plates(scene: Scene[Any], canvas: Canvas, bottom: int, width: int) -> list[Plate]:
    """Place the other players around a table that ends above the row `bottom`.

    In a clockwise game the next player sits on the left, otherwise on the right.
    """
    others = [(scene.seat + step) % scene.players for step in range(1, scene.players)]
    side, head = sides(len(others), max(1, canvas.width // (width + 2)))
    first, top, last = others[:side], others[side : side + head], others[side + head :]
    left, right = first[::-1], last
    if not scene.game.clockwise:
        left, right, top = last, first[::-1], top[::-1]
    found = []
    for i, seat in enumerate(top):
        stretch = canvas.width // len(top)
        found.append(Plate(seat, i * stretch + (stretch - width) // 2, 0))
    above = PLATE_ROWS + 1 if top else 0
    for column, x in ((left, 1), (right, canvas.width - width - 1)):
        for i, seat in enumerate(column):
            stretch = max(PLATE_ROWS, (bottom - above) // len(column))
            spare = max(0, stretch - PLATE_ROWS) // 2
            found.append(Plate(seat, x, above + i * stretch + spare))
    return found


def draw_plate(
    scene: Scene[Any], canvas: Canvas, plate: Plate, width: int, second: Line, mark: str = ""
) -> None:
    """Draw a name with a turn marker, and a line below it."""
    is_up, won = scene.is_up(plate.seat), plate.seat in scene.winners
    sign = "▶ " if is_up else "♛ " if won else "  "
    style = f"bold {AMBER}" if is_up or won else f"bold {LIGHT}"
    canvas.put(plate.x, plate.y, sign, AMBER)
    name = cut(scene.names[plate.seat], width - 2 - (len(mark) + 1 if mark else 0))
    canvas.put(plate.x + 2, plate.y, name, style)
    if mark:
        canvas.put(plate.x + 3 + len(name), plate.y, mark, MUTED)
    put_line(canvas, plate.x + 2, plate.y + 1, second, width - 2)


def put_line(canvas: Canvas, left: int, top: int, line: Line, width: int) -> None:
    """Write the pieces of a line, cut to a width."""
    for text, style in line:
        text = cut(text, width)
        canvas.put(left, top, text, style)
        left, width = left + len(text), width - len(text)


def draw_plates(
    scene: Scene[Any],
    canvas: Canvas,
    bottom: int,
    line: Callable[[int], Line],
    mark: Callable[[int], str] = lambda seat: "",
) -> tuple[int, int]:
    """Draw the other players around the table; return the columns of the middle."""
    width = plate_width(canvas)
    placed = plates(scene, canvas, bottom, width)
    for plate in placed:
        draw_plate(scene, canvas, plate, width, line(plate.seat), mark(plate.seat))
    side, _ = sides(scene.players - 1, max(1, canvas.width // (width + 2)))
    edge = width + 2 if side else 0
    return edge, canvas.width - edge


def plate_width(canvas: Canvas) -> int:
    """Return the width of a plate."""
    return 16 if canvas.width < 80 else 22


def head_rows(scene: Scene[Any], canvas: Canvas) -> int:
    """Return the rows that the plates at the head of the table take."""
    width = plate_width(canvas)
    _, head = sides(scene.players - 1, max(1, canvas.width // (width + 2)))
    return PLATE_ROWS + 1 if head else 0


def mine(scene: Scene[Any], canvas: Canvas, top: int, line: Line) -> None:
    """Write the person's own name with a turn marker, followed by a line."""
    is_up, won = scene.is_up(scene.seat), scene.seat in scene.winners
    sign = "▶ " if is_up else "♛ " if won else "  "
    style = f"bold {AMBER}" if is_up or won else f"bold {LIGHT}"
    put_line(
        canvas, 1, top, [(sign, AMBER), (scene.names[scene.seat], style), *line], canvas.width - 2
    )
