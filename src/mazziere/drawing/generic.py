"""A board for any game: draws the fields of its picture, and the moves as they are written."""

from typing import Any

import msgspec

from mazziere.drawing.canvas import Canvas, Held, fan, fan_rows
from mazziere.drawing.inks import BLACK, LIGHT, MUTED, Face
from mazziere.drawing.plates import Line, draw_plates, head_rows, mine
from mazziere.drawing.scene import Scene
from mazziere.kernel.texts import words

HAND = "hand"
"""The field with the viewer's own cards, by convention."""

SHOWN_ELSEWHERE = frozenset({"phase", "turn"})
"""Fields that the prompt and the marks of the seats show."""


def draw(scene: Scene[Any], canvas: Canvas) -> None:
    """Draw the seats with their values, the shared fields in the middle, and the person's moves."""
    bottom = canvas.height - fan_rows(canvas) - 2
    left, right = draw_plates(scene, canvas, bottom, lambda seat: _line(scene, seat))
    y = head_rows(scene, canvas)
    for name, value in _shared(scene):
        if y >= bottom:
            break
        canvas.middle(left, y, right - left, f"{_label(scene, name)}: {_text(value)}", LIGHT)
        y += 1
    mine(scene, canvas, bottom, _line(scene, scene.seat))
    held = [Held(Face(move, "", BLACK), move, move == scene.chosen) for move in scene.moves]
    fan(canvas, bottom + 1, held, lift=False)


def sketch(scene: Scene[Any]) -> list[str]:
    """List a line for each seat, then the shared fields."""
    lines = []
    for seat in range(scene.players):
        turn = f"  {scene.say('turn')}" if scene.is_up(seat) else ""
        values = ", ".join(
            f"{_label(scene, name)} {_text(row[seat])}" for name, row in _by_seat(scene)
        )
        lines.append(f"  {scene.name(seat)}  {values}{turn}".rstrip())
    return lines + [f"  {_label(scene, name)}: {_text(value)}" for name, value in _shared(scene)]


def face(card: str) -> Face:
    """Return the face of a card: its text."""
    return Face(card, "", BLACK)


def card_words(scene: Scene[Any], card: str) -> str:
    """Return a card in words."""
    return scene.card_words(card)


def move_words(scene: Scene[Any], move: str) -> str:
    """Return the words of the move's verb, followed by its card or number."""
    verb, *rest = move.split()
    template = words(scene.game, scene.lang).moves.get(verb)
    said = [scene.card_words(part) for part in rest]
    if template is None:
        return " ".join([verb, *said])
    return template.format(*said)


def _fields(scene: Scene[Any]) -> list[tuple[str, Any]]:
    fields = msgspec.structs.asdict(scene.picture)
    return [(name, value) for name, value in fields.items() if name not in SHOWN_ELSEWHERE]


def _label(scene: Scene[Any], name: str) -> str:
    """Return the game's word for a field, or the field's name."""
    return words(scene.game, scene.lang).table.get(name, name.replace("_", " "))


def _is_by_seat(scene: Scene[Any], name: str, value: Any) -> bool:
    """Tell whether a field has a value for each seat; the viewer's own cards have not."""
    return name != HAND and isinstance(value, (list, tuple)) and len(value) == scene.players


def _by_seat(scene: Scene[Any]) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in _fields(scene) if _is_by_seat(scene, name, value)]


def _shared(scene: Scene[Any]) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in _fields(scene) if not _is_by_seat(scene, name, value)]


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(_text, value)) or "-"
    return "-" if value is None else str(value)


def _line(scene: Scene[Any], seat: int) -> Line:
    values = " ".join(_text(row[seat]) for _, row in _by_seat(scene))
    return [(f"  {values}", MUTED)]
