"""The list of legal moves, in columns: chosen by key, by arrow keys or by mouse."""

from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from mazziere.drawing.inks import AMBER, LIGHT, MUTED

GAP = 3


class Item(NamedTuple):
    """A line of the list."""

    key: str
    words: str
    move: str | None  # in the notation; None for waiting


class MovesList(Widget):
    """The list of legal moves."""

    class Chosen(Message):
        """An item was chosen."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    class Pointed(Message):
        """The pointer has moved to another item."""

    def __init__(self) -> None:
        super().__init__(id="moves")
        self.items: list[Item] = []
        self.pointed = 0
        self._columns: list[int] = [0]
        self._rows = 1

    def show(self, items: list[Item]) -> None:
        """Replace the items."""
        self.items = items
        self.pointed = 0
        rows = self._rows
        self._lay_out(self.size.width or 76)
        self.refresh(layout=self._rows != rows)
        self.post_message(self.Pointed())

    @property
    def current(self) -> Item | None:
        """The item under the pointer."""
        return self.items[self.pointed] if self.items else None

    def point(self, columns: int, rows: int) -> None:
        """Move the pointer by columns and rows."""
        if self.items:
            step = columns * self._rows + rows
            if columns and not 0 <= self.pointed + step < len(self.items):
                return
            self.point_at((self.pointed + step) % len(self.items))

    def point_at(self, number: int) -> None:
        """Point at an item, and scroll to it."""
        self.pointed = number
        self.refresh()
        column, row = divmod(number, self._rows)
        region = Region(self._columns[column], row, self._width_of(number), 1)
        if self.parent is not None and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(region, animate=False)
        self.post_message(self.Pointed())

    def choose(self) -> None:
        """Choose the item under the pointer."""
        if self.current is not None:
            self.post_message(self.Chosen(self.current))

    def key(self, key: str) -> bool:
        """Choose an item by its key; tell whether there is one."""
        for number, item in enumerate(self.items):
            if item.key == key and key:
                self.point_at(number)
                self.choose()
                return True
        return False

    # Drawing

    def _text_of(self, item: Item) -> str:
        wide = self.app.size.width >= 100
        return f"{item.key:>2}  {item.words}" + (f"  {item.move}" if wide and item.move else "")

    def _width_of(self, number: int) -> int:
        return len(self._text_of(self.items[number]))

    def _lay_out(self, width: int) -> None:
        """Arrange the items in as many columns as fit, filled from the top."""
        widths = [self._width_of(number) for number in range(len(self.items))] or [1]
        for rows in range(1, len(widths) + 1):
            columns = [max(widths[i : i + rows]) for i in range(0, len(widths), rows)]
            if sum(columns) + GAP * (len(columns) - 1) <= width or rows == len(widths):
                break
        self._rows, x = rows, 0
        self._columns = []
        for each in columns:
            self._columns.append(x)
            x += each + GAP

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._lay_out(width)
        return self._rows

    def render(self) -> Text:
        self._lay_out(self.size.width)
        lines = [Text(no_wrap=True) for _ in range(self._rows)]
        for number, item in enumerate(self.items):
            column, row = divmod(number, self._rows)
            line = lines[row]
            line.append(" " * (self._columns[column] - len(line)))
            line.append_text(self._drawn(item, number == self.pointed))
        return Text("\n").join(lines)

    def _drawn(self, item: Item, is_pointed: bool) -> Text:
        meta = Style(meta={"item": self.items.index(item)})
        text = Text()
        text.append(f"{item.key:>2}", Style.parse(f"bold {AMBER}") + meta)
        style = f"bold reverse {LIGHT}" if is_pointed else LIGHT
        text.append(" ▸" if is_pointed else "  ", Style.parse(AMBER) + meta)
        text.append(item.words, Style.parse(style) + meta)
        if self.app.size.width >= 100 and item.move:
            text.append(f"  {item.move}", Style.parse(MUTED) + meta)
        return text

    # Mouse

    def on_click(self, event: events.Click) -> None:
        number = event.style.meta.get("item")
        if number is not None and number < len(self.items):
            self.point_at(number)
            self.choose()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        number = event.style.meta.get("item")
        if number is not None and number != self.pointed and number < len(self.items):
            self.point_at(number)
