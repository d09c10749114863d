"""Widgets of the match screen: the drawn table and the log."""

from textwrap import wrap
from typing import Any

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from mazziere.drawing.board import draw
from mazziere.drawing.inks import LIGHT, MUTED
from mazziere.drawing.scene import Scene

PICTURE = (54, 15)
"""The smallest size of the drawn table. In a smaller window it scrolls."""
LATEST = 3


class PictureWidget(Widget):
    """The drawn table."""

    class Touched(Message):
        """A card was clicked that makes a move."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    def __init__(self) -> None:
        super().__init__(id="picture")
        self.scene: Scene[Any] | None = None

    def on_mount(self) -> None:
        self.styles.width = "1fr"
        self.styles.height = "1fr"
        self.styles.min_width, self.styles.min_height = PICTURE

    def show(self, scene: Scene[Any]) -> None:
        """Show the table as it is now."""
        self.scene = scene
        self.refresh()

    def render(self) -> Text:
        width, height = self.size
        if self.scene is None or width < 1 or height < 1:
            return Text("")
        return draw(self.scene, width, height)

    def on_click(self, event: events.Click) -> None:
        move = event.style.meta.get("move")
        if move is not None:
            self.post_message(self.Touched(move))


class LogWidget(Widget):
    """The latest events; the last three stand out."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self._lines: list[str] = []

    def show(self, lines: list[str]) -> None:
        """Show these lines."""
        self._lines = lines
        self.refresh()

    def render(self) -> Text:
        width, height = self.size
        rows: list[tuple[str, str]] = []
        for number, line in enumerate(reversed(self._lines)):
            style = LIGHT if number < LATEST else MUTED
            rows = [(row, style) for row in wrap(line, max(8, width - 1))] + rows
            if len(rows) >= height:
                break
        text = Text(no_wrap=True)
        for row, style in rows[max(0, len(rows) - height) :]:
            text.append(f"{row}\n", style)
        return text
