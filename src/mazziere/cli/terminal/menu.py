"""Menus before a match: game, rules, number of players, level of the bots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from mazziere.bots.levels import LEVELS
from mazziere.cli.games import in_text
from mazziere.cli.terminal.mixes import differences, name_of, nearest, rules_line
from mazziere.cli.terminal.saves import Kept
from mazziere.cli.terminal.words import say
from mazziere.drawing.canvas import cut
from mazziere.drawing.inks import AMBER, LIGHT, MUTED
from mazziere.games import find, games
from mazziere.kernel.game import Game
from mazziere.kernel.options import BadOption, Counts, Each, Number, Option
from mazziere.kernel.presets import Preset
from mazziere.kernel.texts import words

DIGITS = "1234567890"
WIDTH = 76  # of a menu, as in style.tcss


class MenuLine(NamedTuple):
    """A line of a menu: its key, its text, a note, and its value."""

    key: str
    text: str
    note: str
    value: Any


@dataclass
class MatchChoices:
    """The choices so far."""

    game: Game | None = None
    players: int | None = None
    level: str = "normal"
    options: dict[str, Any] = field(default_factory=dict)

    def full(self) -> dict[str, Any]:
        """Return all options of the game."""
        assert self.game is not None
        return self.game.full_options(self.options)

    def allowed(self) -> tuple[int, ...]:
        """Return the allowed numbers of players."""
        assert self.game is not None
        return self.game.allowed_players(self.full())


class Rows(VerticalScroll):
    """The rows of a menu. One of them stays in sight, also when the list shrinks."""

    _row = 0

    def fit(self, *texts: str) -> None:
        """Leave room in the window for the texts above and below the list."""
        width = min(WIDTH, self.app.size.width) - 6  # frame and padding
        others = sum(
            1 + sum(len(wrap(line, width)) for line in text.splitlines()) for text in texts if text
        )
        self.styles.max_height = max(1, self.app.size.height - 4 - others)

    def keep_in_sight(self, row: int) -> None:
        """Scroll until a row stands above the lower edge."""
        self._row = row
        self.scroll_to(y=max(0, row + 1 - self.size.height), animate=False)

    def on_resize(self) -> None:
        self.keep_in_sight(self._row)


class Menu(Screen[Any]):
    """A list to choose from; dismissed with the value of the chosen line."""

    def __init__(
        self,
        lang: str,
        title: str,
        lines: Sequence[MenuLine],
        hint: str,
        default: Any = None,
        extra: str = "",
        is_first: bool = False,
        notes_below: bool = False,
    ) -> None:
        super().__init__()
        self.lang = lang
        self._title = title
        self._lines = list(lines)
        self._hint = hint
        self._extra = extra  # a key besides those of the lines
        self._is_first = is_first
        self._notes_below = notes_below  # whole, on lines of their own, instead of cut
        values = [line.value for line in lines]
        self.pointed = values.index(default) if default in values else 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="menu"):
            yield Static(Text(self._title), classes="title")
            with Rows(classes="list", can_focus=False):
                yield Static(id="lines")
            yield Static(Text(self._hint), classes="hint")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    @property
    def pointed_value(self) -> Any:
        """The value of the line that the arrow points to."""
        return self._lines[self.pointed].value

    def _draw(self) -> None:
        width = min(WIDTH, self.app.size.width) - 12
        text = Text(no_wrap=True)
        top = 0  # the row of the pointed line
        for number, line in enumerate(self._lines):
            meta = Style(meta={"line": number})
            here = number == self.pointed
            top = text.plain.count("\n") if here else top
            text.append(f"{line.key:>2}", Style.parse(f"bold {AMBER}") + meta)
            text.append(" ▸ " if here else "   ", Style.parse(AMBER) + meta)
            shown = cut(line.text, width)
            style = f"bold {LIGHT}" if here else LIGHT
            text.append(shown, Style.parse(style) + meta)
            room = width - len(shown) - 2
            if self._notes_below:
                for row in wrap(line.note, width):
                    text.append(f"\n     {row}", Style.parse(MUTED) + meta)
            elif line.note and room > 8:
                text.append(f"  {cut(line.note, room)}", Style.parse(MUTED) + meta)
            text.append("\n")
        self.query_one("#lines", Static).update(text)
        rows = self.query_one(Rows)
        rows.fit(self._title, self._hint)
        rows.keep_in_sight(top + (3 if self._notes_below else 1))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.app.screen is not self:  # closed by a key before this one
            return
        by_key = {line.key: number for number, line in enumerate(self._lines)}
        if event.key in ("down", "up"):
            step = 1 if event.key == "down" else -1
            self.pointed = (self.pointed + step) % len(self._lines)
            self._draw()
        elif event.key == "enter":
            self.dismiss(self.pointed_value)
        elif event.character and event.character in by_key:
            self.dismiss(self._lines[by_key[event.character]].value)
        elif event.character and event.character == self._extra:
            self.dismiss(self._extra)
        elif event.key == "escape" or (event.character == "q" and self._is_first):
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        number = event.style.meta.get("line")
        if number is not None:
            self.dismiss(self._lines[number].value)


def game_menu(lang: str, unfinished: Sequence[Kept], when: Callable[[Kept], str]) -> Menu:
    """Return the menu of games; an unfinished match comes first."""
    lines = []
    for key, kept in zip("c", unfinished, strict=False):
        title = find(kept.game).title
        text = say(lang, "app", "go_on", title=title, players=kept.players, when=when(kept))
        note = say(lang, "app", "open_elsewhere") if kept.is_open else ""
        lines.append(MenuLine(key, text, note, kept))
    for key, game in zip(DIGITS, games(), strict=False):
        lines.append(MenuLine(key, game.title, words(game, lang).blurb, game.id))
    hint = f"{say(lang, 'app', 'menu_keys')} · q: {say(lang, 'keys', 'leave')}"
    title = f"Mazziere — {say(lang, 'app', 'which_game')}"
    return Menu(lang, title, lines, hint, is_first=True)


OWN = "own"
"""The choice of rules that are like no preset."""


def rules_menu(lang: str, order: MatchChoices) -> Menu:
    """Return the menu of presets; rules that are like none of them come last."""
    game, full = order.game, order.full()
    assert game is not None
    lines = [
        MenuLine(key, name_of(game, preset, lang), _text_of(game, preset, lang), preset)
        for key, preset in zip(DIGITS, game.presets, strict=False)
    ]
    chosen: Any = nearest(game, full)
    if chosen is not None and differences(game, chosen, full):
        chosen = OWN
        note = rules_line(game, full, lang)
        lines.append(MenuLine(DIGITS[len(lines)], say(lang, "app", "own_rules"), note, OWN))
    title = say(lang, "app", "options", title=game.title)
    hint = f"{say(lang, 'app', 'single_rules')} · {say(lang, 'app', 'back')}"
    return Menu(lang, title, lines, hint, chosen, extra="o", notes_below=True)


def _text_of(game: Game, preset: Preset, lang: str) -> str:
    return words(game, lang).presets.get(preset.id, {}).get("text", "")


def players_menu(lang: str, order: MatchChoices) -> Menu:
    """Return the menu of the number of players."""
    allowed = order.allowed()
    lines = [MenuLine(str(n)[-1], say(lang, "app", "players", n=n), "", n) for n in allowed]
    default = order.players if order.players in allowed else allowed[min(2, len(allowed) - 1)]
    return Menu(lang, say(lang, "app", "how_many"), lines, say(lang, "app", "back"), default)


def level_menu(lang: str, order: MatchChoices) -> Menu:
    """Return the menu of levels."""
    lines = [
        MenuLine(key, say(lang, "levels", level), level, level)
        for key, level in zip(DIGITS, LEVELS, strict=False)
    ]
    assert order.game is not None
    told = rules_line(order.game, order.full(), lang)
    hint = "\n".join(
        part for part in (told, f"{say(lang, 'app', 'begin')} · {say(lang, 'app', 'back')}") if part
    )
    return Menu(lang, say(lang, "app", "how_good"), lines, hint, order.level, extra="o")


def values_of(option: Option) -> list[Any]:
    """Return the values that a menu offers."""
    if isinstance(option, Number):
        step = 1 if option.high - option.low < 60 else 50
        return sorted({*range(option.low, option.high + 1, step), option.default})
    return option.samples()


class OptionsMenu(Screen[Any]):
    """The options of the match with their texts; the arrow keys change a value."""

    def __init__(self, lang: str, order: MatchChoices) -> None:
        super().__init__()
        self.lang = lang
        self.order = order
        assert order.game is not None
        self.game = order.game
        self._title = say(lang, "app", "options", title=order.game.title)
        self._hint = say(lang, "app", "options_hint")
        self.pointed = 0
        self.part = 0  # of an option with several values

    def compose(self) -> ComposeResult:
        with Vertical(classes="menu"):
            yield Static(Text(self._title), classes="title")
            yield Static(id="mix")
            with Rows(classes="list", can_focus=False):
                yield Static(id="lines")
            yield Static(Text(self._hint), classes="hint")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def rows(self) -> list[tuple[Option, int | None]]:
        """Return a row for each option, and for each part of an option with several values.

        Options without effect beside the others are left out.
        """
        rows: list[tuple[Option, int | None]] = []
        full = self.order.full()
        for option in self.game.options:
            if option.is_idle(full):
                continue
            if isinstance(option, Each):
                rows += [(option, part) for part in range(option.count)]
            elif isinstance(option, Counts):
                rows += [(option, part) for part in range(len(option.labels))]
            else:
                rows.append((option, None))
        return rows

    def _draw(self) -> None:
        width = min(WIDTH, self.app.size.width) - 12
        text = Text(no_wrap=True)
        full = self.order.full()
        line = rules_line(self.game, full, self.lang)
        self.query_one("#mix", Static).update(Text(line))
        top = 0  # the row of the pointed option
        for number, (option, part) in enumerate(self.rows()):
            said = words(self.game, self.lang).options.get(option.name, {})
            value = full[option.name] if part is None else full[option.name][part]
            default = option.default if part is None else option.default[part]
            here, meta = number == self.pointed, Style(meta={"line": number})
            title = self._part(option, part) + said.get("text", option.name)
            top = text.plain.count("\n") if here else top
            text.append(" ▸ " if here else "   ", Style.parse(AMBER) + meta)
            style = f"bold {LIGHT}" if here else LIGHT
            text.append("\n     ".join(wrap(title, width)) + "\n", Style.parse(style) + meta)
            shown = said.get(in_text(value), in_text(value))
            mark = "◂ ▸ " if here else "    "
            ink = AMBER if value != default else MUTED
            text.append(f"     {mark}{cut(shown, width - 6)}\n", Style.parse(ink) + meta)
        self.query_one("#lines", Static).update(text)
        rows = self.query_one(Rows)
        rows.fit(self._title, line, self._hint)
        rows.keep_in_sight(top + 3)

    def _part(self, option: Option, part: int | None) -> str:
        """Name one part of an option that holds several values."""
        if part is None:
            return ""
        if isinstance(option, Counts):
            card = option.labels[part]
            return words(self.game, self.lang).cards.get(card, card) + ": "
        return f"{part + 1}. "

    def _is_allowed(self, options: Mapping[str, Any]) -> bool:
        """Tell whether the options go together."""
        try:
            self.game.full_options(options)
        except BadOption:
            return False
        return True

    def _change(self, step: int) -> None:
        option, part = self.rows()[self.pointed]
        full = self.order.full()
        if part is None:
            values = values_of(option)
            place = values.index(full[option.name]) if full[option.name] in values else 0
            self.order.options[option.name] = values[(place + step) % len(values)]
        else:
            now = list(full[option.name])
            if isinstance(option, Each):
                place = option.values.index(now[part])
                now[part] = option.values[(place + step) % len(option.values)]
            else:
                assert isinstance(option, Counts)
                count = option.high - option.low + 1
                now[part] = option.low + (now[part] - option.low + step) % count
            if not self._is_allowed({**full, option.name: now}):
                return
            self.order.options[option.name] = now
        self.pointed = self.rows().index(
            (option, part)
        )  # the change may show or hide other options
        self._draw()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.app.screen is not self:  # closed by a key before this one
            return
        if event.key in ("down", "up"):
            step = 1 if event.key == "down" else -1
            self.pointed = (self.pointed + step) % len(self.rows())
            self._draw()
        elif event.key in ("left", "right", "space"):
            self._change(-1 if event.key == "left" else 1)
        elif event.key == "enter":
            self.dismiss(True)
        elif event.key == "escape":
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        number = event.style.meta.get("line")
        if number is not None:
            self.pointed = number
            self._change(1)
