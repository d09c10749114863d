"""Lines of plain text about a table."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from mazziere.drawing.scene import Scene
from mazziere.kernel.texts import listed

WIDTH = 78


def seat_lines(scene: Scene[Any], columns: Callable[[int], list[str]]) -> list[str]:
    """Return a line for each seat, its columns aligned."""
    rows = [[scene.names[seat], *columns(seat)] for seat in range(scene.players)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        (
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def marks(scene: Scene[Any], notes: Sequence[tuple[str, bool]]) -> str:
    """Return the words of the notes that hold, with commas."""
    return ", ".join(scene.say(name) for name, holds in notes if holds)


def hand_lines(scene: Scene[Any], cards: Sequence[str]) -> list[str]:
    """Return the person's cards in words, as one list over as many lines as it needs."""
    named = listed([scene.card_words(card) for card in cards], scene.lang)
    text = f"{scene.say('hand')}: {named or scene.say('nothing')}"
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
