"""The Markdown files of the project, and the blocks of code in them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
GENERATED = DOCS / "_generated"

_FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code: its language, its text, and the line where the text begins."""

    language: str
    text: str
    line: int


def documents() -> list[Path]:
    """Return the Markdown files that people write, without generated pages."""
    inside = [path for path in sorted(DOCS.rglob("*.md")) if GENERATED not in path.parents]
    return [*sorted(ROOT.glob("*.md")), *inside]


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of code of a text."""
    for found in _FENCE.finditer(text):
        yield Block(found[2].strip(), found[3], text.count("\n", 0, found.start(3)) + 1)


def prose(text: str) -> str:
    """Return a text without its blocks of code."""
    return _FENCE.sub("", text)


def name_of(path: Path) -> str:
    """Return the path of a file below the root of the project."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
