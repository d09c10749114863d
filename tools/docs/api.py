"""Pages of the API reference: one for each public package, found in the sources.

Docstrings are Markdown; `to_rest` converts them to reStructuredText for Sphinx.
"""

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from tools.docs.pages import ROOT

SOURCES = ROOT / "src"
PACKAGE = "mazziere"
INTERNAL = ("cli", "server", "store.migrations", "terminal")
"""Packages that are no library: the program, the server, and schema migrations."""

_LIST = re.compile(r"^\s*(?:[-*]|\d+\.) ")
_CODE = re.compile(r"(`+)(.+?)\1")
_SPECIAL = re.compile(r"([*|\\]|(?<=\w)_(?!\w))")


# Pages


def modules() -> list[str]:
    """Return the public modules; a package comes before its modules."""
    found = []
    for path in sorted((SOURCES / PACKAGE).rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        inner = name.removeprefix(f"{PACKAGE}.")
        if not any(inner == other or inner.startswith(f"{other}.") for other in INTERNAL):
            found.append(name)
    return sorted(name for name in found if not name.endswith("__main__") and name != PACKAGE)


def pages() -> dict[str, str]:
    """Return the pages of the reference, one per package, by name below `_generated`."""
    names = modules()
    tops = [name for name in names if name.count(".") == 1]
    made = {"api/index.md": index(tops)}
    for top in tops:
        inner = [name for name in names if name == top or name.startswith(f"{top}.")]
        made[f"api/{top}.rst"] = page(top, inner)
    return made


def index(tops: Sequence[str]) -> str:
    """Return the first page: every package with the first line of its docstring."""
    rows = "\n".join(f"| [`{name}`]({name}.rst) | {summary(name)} |" for name in tops)
    tree = "\n".join(tops)
    internal = ", ".join(f"`{PACKAGE}.{name}`" for name in INTERNAL)
    return f"""# API reference

This reference is made from the docstrings of the public packages. Names that begin with an
underscore, and packages that are no library ({internal}), are left out.
[The kernel in ten minutes](../../guide.md) shows how the parts work together.

| package | |
|---|---|
{rows}

```{{toctree}}
:hidden:
:titlesonly:

{tree}
```
"""


def page(top: str, names: Sequence[str]) -> str:
    """Return the page of a package, with a section for each of its modules."""
    lines = [f"``{top}``", "=" * (len(top) + 4), ""]
    for name in names:
        if name != top:
            short = name.removeprefix(f"{top}.")
            lines += [f"``{short}``", "-" * (len(short) + 4), ""]
        lines += [f".. automodule:: {name}", ""]
    return "\n".join(lines)


def summary(name: str) -> str:
    """Return the first line of a module's docstring."""
    tree = ast.parse(file_of(name).read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").split("\n")[0].replace("|", "\\|")


def file_of(name: str) -> Path:
    """Return the source file of a module."""
    path = SOURCES.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


# Docstrings


def to_rest(lines: Sequence[str]) -> list[str]:
    """Convert a docstring from Markdown to reStructuredText.

    Code in backticks becomes a literal, other characters with a meaning are escaped, indented
    blocks and tables are shown as they are, and a list is set apart from its paragraph.
    """
    made: list[str] = []
    is_literal = False
    for line in lines:
        blank = not made or not made[-1].strip()
        literal = bool(line.strip()) and not _LIST.match(line) and _is_set_apart(line, made)
        if literal and not is_literal and blank:
            made += ["::", ""]
        is_literal = literal or (is_literal and not line.strip())
        if literal:
            made.append(line if line.startswith(" ") else f"    {line}")
            continue
        if _LIST.match(line) and made and made[-1].strip() and not _in_list(made):
            made.append("")
        made.append(inline(line))
    return made


def _is_set_apart(line: str, made: Sequence[str]) -> bool:
    """Tell whether a line is part of an indented block (not of a list), or of a table."""
    if line.startswith("|"):
        return True
    return line.startswith("    ") and not _in_list(made)


def _in_list(made: Sequence[str]) -> bool:
    """Tell whether the last paragraph is an item of a list."""
    for line in reversed(made):
        if not line.strip():
            return False
        if _LIST.match(line):
            return True
    return False


def inline(line: str) -> str:
    """Escape a line of text, and mark its code."""
    parts, last = [], 0
    for found in _CODE.finditer(line):
        parts += [_SPECIAL.sub(r"\\\1", line[last : found.start()]), f"``{found[2]}``"]
        if found.end() < len(line) and line[found.end()].isalnum():
            parts.append("\\ ")  # a letter right behind code
        last = found.end()
    text = "".join([*parts, _SPECIAL.sub(r"\\\1", line[last:])])
    bullet = re.match(r"^(\s*)\\\* ", text)
    return f"{bullet[1]}* {text[bullet.end() :]}" if bullet else text
