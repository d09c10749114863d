"""Dialogs over the table: a text, advice, an input line, a question."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from mazziere.cli.terminal.words import say
from mazziere.drawing.canvas import cut
from mazziere.drawing.inks import INKS
from mazziere.kernel.texts import Block, Section

BAR = 20
NUMBERS = 16  # columns of a share, a value and the gaps

Row = tuple[str, float, float | None]
"""A move in words, its share, and its value where it was tried."""


class Dialog(ModalScreen[Any]):
    """A dialog over the table; Esc closes it."""

    CLOSING: tuple[str, ...] = ("escape",)

    def __init__(self, lang: str, title: str, hint: str = "") -> None:
        super().__init__()
        self.lang = lang
        self._title = title
        self._hint = hint or say(lang, "app", "close")

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            yield Static(Text(self._title), classes="title")
            yield from self.content()
            yield Static(Text(self._hint), classes="hint")

    def content(self) -> ComposeResult:
        """Yield the widgets between title and hint."""
        yield from ()

    def on_key(self, event: events.Key) -> None:
        if event.key in self.CLOSING and self.app.screen is self:
            event.stop()
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:  # beside the paper
            self.dismiss(None)


class TextDialog(Dialog):
    """A text that scrolls."""

    CLOSING = ("escape", "q", "enter", "question_mark")

    def __init__(self, lang: str, title: str, text: RenderableType) -> None:
        hint = f"{say(lang, 'app', 'scroll')} · {say(lang, 'app', 'close')}"
        super().__init__(lang, title, hint)
        self._text = text

    def content(self) -> ComposeResult:
        with VerticalScroll(classes="text", can_focus=True):
            yield Static(self._text)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


def blocks_text(blocks: Sequence[Block]) -> RenderableType:
    """Return paragraphs of the rules with their numbers."""
    return Group(*(part for block in blocks for part in _block(block)))


def rules_text(found: Sequence[Section]) -> RenderableType:
    """Return all rules of a game."""
    parts: list[RenderableType] = []
    for section in found:
        parts += [Text(f"{section.title}\n", style=f"bold {INKS['yellow']}")]
        parts += [part for block in section.blocks for part in _block(block)]
    return Group(*parts)


def _block(block: Block) -> list[RenderableType]:
    options = "".join(f"\n\n{line}" for line in block.options)
    head = [Text(block.id, style=f"bold {INKS['blue']}")] if block.id else []
    return [*head, Markdown(block.text + options, style=INKS["black"]), Text("")]


class AdviceDialog(Dialog):
    """The advice of the hard bot."""

    CLOSING = ("escape", "h", "q", "enter")

    def content(self) -> ComposeResult:
        with VerticalScroll(classes="text"):
            yield Static(Text(say(self.lang, "app", "advice_thinks")), id="advice")

    def show_progress(self, share: float) -> None:
        """Show how much of the bot is compiled, the first time."""
        if not self.is_attached:
            return
        width = max(8, min(40, self.app.size.width // 2))
        text = Text(say(self.lang, "app", "advice_first") + "\n\n")
        text.append(f"{bar(share, width):<{width}}", style=f"{INKS['green']} on #e7dcc4")
        text.append(f" {share:>4.0%}")
        self.query_one("#advice", Static).update(text)

    def show(self, best: str, rows: Sequence[Row], note: str) -> None:
        """Show the preferred move, and the share and value of each move."""
        text = Text(best + "\n", style="bold")
        if rows:
            text.append_text(self._table(rows))
            text.append(f"\n{say(self.lang, 'app', 'advice_how')}\n", style="not bold #6b5f4e")
        text.append(note, style="not bold #6b5f4e")
        self.query_one("#advice", Static).update(text)

    def _table(self, rows: Sequence[Row]) -> Text:
        """Return a line for each move: words, a bar, its share, its value."""
        width = min(92, self.app.size.width * 9 // 10) - 8
        room = min(max(len(words) for words, _, _ in rows), max(10, width - NUMBERS - 8))
        length = max(4, min(BAR, width - room - NUMBERS))
        text = Text(style="not bold", no_wrap=True)
        share = say(self.lang, "app", "advice_share")
        value = say(self.lang, "app", "advice_value")
        text.append(f"\n{'':{room + length + 2}}{share:>6}  {value:>6}\n", style="#6b5f4e")
        for words, part, mean in rows:
            text.append(f"{cut(words, room):<{room}}  ")
            text.append(f"{bar(part, length):<{length}}", style=INKS["green"])
            shown = "–" if mean is None else f"{mean * 100:.0f}"
            text.append(f"{part:>6.0%}  {shown:>6}\n")
        return text


def bar(share: float, width: int) -> str:
    """Return a bar as long as a share of a width, to an eighth of a character."""
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


class InputDialog(Dialog):
    """An input line."""

    def __init__(self, lang: str, title: str, text: str = "") -> None:
        super().__init__(lang, title)
        self._given = text

    def content(self) -> ComposeResult:
        yield Input(self._given, select_on_focus=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class LeaveDialog(Dialog):
    """The question whether to leave the table."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, say(lang, "app", "leave"), say(lang, "app", "leave_keys"))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "q") and self.app.screen is self:
            event.stop()
            self.dismiss(True)
