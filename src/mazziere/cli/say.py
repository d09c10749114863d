"""Output that all commands share: JSON, error lines, tables, and the choice of the language."""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any


class Stop(Exception):
    """Ends a command with one line on standard error."""

    def __init__(self, line: str, code: int = 1) -> None:
        super().__init__(line)
        self.line = line
        self.code = code


def say_speed(line: str) -> None:
    """Tell a person how fast it went: not part of the result, which is the same everywhere."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)


def on_one_line(text: str) -> str:
    """Escape characters that do not print, so that a text stays on its line."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def complain(line: str) -> None:
    """Print one line on standard error."""
    print(f"mazziere: {on_one_line(line)}", file=sys.stderr, flush=True)


def error_text(error: Exception) -> str:
    """Return the text of an error, for one of the system without its number and path."""
    return getattr(error, "strerror", None) or str(error)


def print_json(value: Any, rows: bool = False) -> None:
    """Print JSON in ASCII; with `rows`, one entry per line."""
    print(json.dumps(value, indent=1) if rows else json.dumps(value))


def is_terminal() -> bool:
    """Tell whether standard output is a terminal."""
    return sys.stdout.isatty()


def language(chosen: str | None) -> str:
    """Return the language asked for, or that of the locale, or English."""
    if chosen is not None:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "it" if os.environ[name].lower().startswith("it") else "en"
    if sys.platform == "win32":
        import locale

        if (locale.getlocale()[0] or "").lower().startswith("it"):
            return "it"
    return "en"


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn on a terminal, else in plain columns. Numbers are right-aligned."""
    right = [all(_is_numeric(row[column]) for row in rows) for column in range(len(head))]
    if is_terminal():
        _draw_table(title, head, rows, right)
        return
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    print(title)
    for row in (head, *rows):
        padded = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        print("  " + "  ".join(padded).rstrip())


def _is_numeric(cell: str) -> bool:
    return cell[:1].isdigit() or cell[:1] in "-–"


def _draw_table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left")
    for name, to_right in zip(head, right, strict=True):
        table.add_column(name, justify="right" if to_right else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)
