"""A canvas of characters: text, cards, and cells that can be clicked."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from mazziere.drawing.inks import BACK, INKS, LIGHT, MUTED, PAPER, SHADE, Face


class Canvas:
    """Rows of styled characters; anything outside is clipped."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._letters = [[" "] * width for _ in range(height)]
        self._styles: list[list[Style | None]] = [[None] * width for _ in range(height)]

    def put(self, left: int, top: int, text: str, style: str | Style = LIGHT) -> None:
        """Write a text from a cell to the right."""
        if not 0 <= top < self.height:
            return
        ink = Style.parse(style) if isinstance(style, str) else style
        for place, letter in enumerate(text, left):
            if 0 <= place < self.width:
                self._letters[top][place] = letter
                self._styles[top][place] = ink

    def middle(
        self, left: int, top: int, width: int, text: str, style: str | Style = LIGHT
    ) -> None:
        """Write a text centred in a width, cut to it."""
        text = cut(text, width)
        self.put(left + (width - len(text)) // 2, top, text, style)

    def text(self) -> Text:
        """Return the drawing as lines of text."""
        drawn = Text(no_wrap=True, end="")
        for y, (letters, styles) in enumerate(zip(self._letters, self._styles, strict=True)):
            start = 0
            for x in range(1, self.width + 1):
                if x == self.width or styles[x] is not styles[start]:
                    drawn.append("".join(letters[start:x]), styles[start])
                    start = x
            if y < self.height - 1:
                drawn.append("\n")
        return drawn

    # Cards

    def card(
        self,
        left: int,
        top: int,
        lines: Sequence[str],
        ink: str,
        width: int,
        *,
        move: str | None = None,
        is_chosen: bool = False,
        is_faint: bool = False,
    ) -> None:
        """Draw a face-up card; a click on it makes `move`."""
        paper = SHADE if is_faint else PAPER
        weight = "" if is_faint else "bold "
        face = _clickable(Style.parse(f"{weight}{INKS[ink]} on {paper}"), move)
        edge = _clickable(Style.parse(f"{INKS[ink] if is_chosen else '#8d7f6a'} on {paper}"), move)
        inner = width - 2
        above, below, side = ("┏┓", "┗┛", "┃") if is_chosen else ("╭╮", "╰╯", "│")
        line = "━" if is_chosen else "─"
        self.put(left, top, above[0] + line * inner + above[1], edge)
        for row, text in enumerate(lines, top + 1):
            self.put(left, row, side + " " * inner + side, edge)
            self.put(left + 1, row, cut(text, inner).center(inner), face)
        self.put(left, top + len(lines) + 1, below[0] + line * inner + below[1], edge)

    def back(
        self, left: int, top: int, width: int, rows: int, text: str = "", move: str | None = None
    ) -> None:
        """Draw a face-down card with a text on it."""
        style = _clickable(Style.parse(f"{LIGHT} on {BACK}"), move)
        faint = _clickable(Style.parse(f"#8d7f6a on {BACK}"), move)
        inner = width - 2
        self.put(left, top, "╭" + "─" * inner + "╮", style)
        for row in range(top + 1, top + rows + 1):
            self.put(left, row, "│" + "░" * inner + "│", style)
            self.put(left + 1, row, "░" * inner, faint)
        self.put(left, top + rows + 1, "╰" + "─" * inner + "╯", style)
        if text:
            self.middle(left + 1, top + (rows + 1) // 2, inner, f" {text} "[:inner], style)

    def gap(self, left: int, top: int, width: int, rows: int, text: str = "") -> None:
        """Draw an empty place."""
        inner = width - 2
        self.put(left, top, "┌" + "╌" * inner + "┐", MUTED)
        for row in range(top + 1, top + rows + 1):
            self.put(left, row, "╎" + " " * inner + "╎", MUTED)
        self.put(left, top + rows + 1, "└" + "╌" * inner + "┘", MUTED)
        self.middle(left + 1, top + (rows + 1) // 2, inner, text, MUTED)


def _clickable(style: Style, move: str | None) -> Style:
    return style if move is None else style + Style(meta={"move": move})


def cut(text: str, width: int) -> str:
    """Cut a text to a width, with an ellipsis if something is missing."""
    if len(text) <= width:
        return text
    return text[: max(0, width - 1)] + "…" if width > 0 else ""


class Held:
    """A card in the person's fan: its face, its move, and whether it is chosen."""

    def __init__(
        self, face: Face, move: str | None = None, is_chosen: bool = False, note: str = ""
    ) -> None:
        self.face = face
        self.move = move
        self.is_chosen = is_chosen
        self.note = note


def fan_rows(canvas: Canvas) -> int:
    """Return the rows that a fan takes: cards are taller on a high canvas."""
    return 4 if canvas.height < 22 else 6


def fan(canvas: Canvas, top: int, cards: Sequence[Held], lift: bool) -> None:
    """Draw cards side by side or overlapping; with `lift` the playable ones stand higher.

    A hand that is too wide for an overlapping fan is drawn as rows of slips.
    """
    if not cards:
        return
    room, tall = canvas.width - 2, fan_rows(canvas) > 4
    n = len(cards)
    inner = max(len(held.face.label) if tall else len(held.face.short) for held in cards)
    wide = inner + 4
    step = min(wide, (room - wide) // (n - 1)) if n > 1 else wide
    if step < inner + 1:
        _slips(canvas, top, cards, inner)
        return
    x = 1 + max(0, (room - step * (n - 1) - wide) // 2)
    for i, held in enumerate(cards):
        raised = lift and held.move is not None
        lines = [held.face.short]
        if tall:  # a card without a sign has its number in the middle
            sign = held.face.sign
            lines = [held.face.label, sign, ""] if sign else ["", held.face.label, ""]
        if i < n - 1 and step < wide:  # only the left part will be seen
            lines = [text.center(step - 1).ljust(wide - 2) for text in lines]
        canvas.card(
            x + i * step,
            top if raised else top + 1,
            lines,
            held.face.ink,
            wide,
            move=held.move,
            is_chosen=held.is_chosen,
            is_faint=lift and held.move is None,
        )


def _slips(canvas: Canvas, top: int, cards: Sequence[Held], inner: int) -> None:
    """Draw cards as slips of one line, in as many rows as fit."""
    width = max(inner, max(len(held.face.short) for held in cards)) + 2
    each = max(1, (canvas.width - 2) // (width + 1))
    rows, room = -(-len(cards) // each), fan_rows(canvas)
    for i, held in enumerate(cards):
        column, row = i % each, i // each
        if row >= room:
            canvas.put(canvas.width - 3, top + room - 1, " …", MUTED)
            return
        paper = PAPER if held.move is not None else SHADE
        weight = "bold underline" if held.is_chosen else "bold"
        style = _clickable(Style.parse(f"{weight} {INKS[held.face.ink]} on {paper}"), held.move)
        shift = room - rows if rows < room else 0
        canvas.put(
            1 + column * (width + 1), top + shift + row, held.face.short.center(width), style
        )
