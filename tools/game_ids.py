"""Check that a game is known only in its own folders.

    python -m tools.game_ids            # exit 1 and list the places where a game id stands

A file outside `games/<id>/` may not contain the id of a game of this package: a new game must need
no edit there. `EXEMPT` lists the exceptions, each with its reason.

Tests of one part (`SAMPLES`) may play one game as their sample. There a weaker rule holds: no table
by id, no list of ids, no comparison with an id, no import of a game's package.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mazziere.games import shelf

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tools", "tests", "bench", "web/src")
SUFFIXES = (".py", ".ts", ".svelte", ".js", ".sh", ".c", ".css", ".html")
RECORDED = ("bench/results", "tests/transcripts", "src/mazziere/page")
"""Folders of recorded or built files."""

EXEMPT = {
    "bench/limit": "a C program that plays one game, as an upper bound for the engine",
    "bench/peers": "the peers' own names of the games that they play",
    "bench/promises.py": "the promised figures are about one game, against C and the peers",
    "bench/profile.py": "the parts of the figures that are short of the promised ones",
    "bench/__main__.py": "the promised figures are about one game, against C and the peers",
    "bench/server": "the default game of the load test and its options",
    "tests/bench": "tests of those figures",
    "tools/cpu_work.py": "recorded commands whose results must be equal on all processors",
    "tools/game_ids.py": "the words of `ALLOWED`",
    "tools/cpus.py": "the tests whose results must be equal on all processors",
}
"""Files and folders that may contain ids, and the reason."""

ALLOWED = {
    "src/mazziere/cli/arguments.py": {"dieci", "uno", "yooloo"},  # examples in the help
    "src/mazziere/kernel/texts.py": {"dieci"},  # the Italian number
    "web/src/fair/words.ts": {"uno"},  # the Italian word
    "web/src/words/it.ts": {"dieci", "uno"},
    "web/src/words/narration.ts": {"dieci"},
}
"""The only ids that these files may contain."""

SAMPLES = (
    "tests/bots",
    "tests/browser",
    "tests/cli",
    "tests/kernel",
    "tests/lab",
    "tests/rl",
    "tests/rules_texts",
    "tests/server",
    "tests/store",
    "tests/table",
    "tests/tools",
    "tools/soak_tabs.py",
)
"""Tests of one part, which may play one game as their sample."""


class Place(NamedTuple):
    """A line that breaks the rule."""

    path: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


@cache
def ids() -> frozenset[str]:
    """Return the ids of the games of this package."""
    folder = ROOT / "src" / "mazziere" / "games"
    return frozenset(game for game in shelf() if (folder / game).is_dir())


def files() -> Iterator[Path]:
    """Yield the files to check: all sources outside the games' own folders."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in SUFFIXES or "node_modules" in path.parts:
                continue
            if is_within(name, RECORDED) or is_within(name, EXEMPT) or of_a_game(name):
                continue
            yield path


def is_within(name: str, places: "tuple[str, ...] | dict[str, str]") -> bool:
    """Tell whether a path is one of some places, or lies in one."""
    return any(name == place or name.startswith(f"{place}/") for place in places)


def of_a_game(name: str) -> bool:
    """Tell whether a path lies in a game's own folder."""
    parts = name.split("/")
    return any(parts[i] == "games" and parts[i + 1] in ids() for i in range(len(parts) - 1))


# The rule: no id


def words(name: str, text: str) -> Iterator[Place]:
    """Yield the lines that contain an id as a word; docstrings may show examples."""
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(ids()))})(?![\w-])")
    documented = docstring_lines(text) if name.endswith(".py") else set()
    for number, line in enumerate(text.splitlines(), 1):
        found = sorted({*pattern.findall(line)} - ALLOWED.get(name, set()))
        if found and number not in documented:
            yield Place(name, number, f"contains the game id {found[0]!r}")


def docstring_lines(text: str) -> set[int]:
    """Return the numbers of the lines in docstrings of a Python file."""
    return {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


# The weaker rule: an id only as a sample


def tables(name: str, text: str) -> Iterator[Place]:
    """Yield tables by id, lists of ids, comparisons with an id and imports of a game."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Dict) and len(found := _ids_in(node.keys)) > 0:
            yield Place(name, node.lineno, f"a table by game id: {', '.join(found)}")
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            if len(set(found := _ids_in(node.elts))) > 1:
                yield Place(name, node.lineno, f"a list of game ids: {', '.join(found)}")
        elif isinstance(node, ast.Compare):
            if found := _ids_in([node.left, *node.comparators]):
                yield Place(name, node.lineno, f"a comparison with a game id: {found[0]}")
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from _imports(name, node)


def _ids_in(nodes: "list[ast.expr] | list[ast.expr | None]") -> list[str]:
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids()
    ]


def _imports(name: str, node: "ast.Import | ast.ImportFrom") -> Iterator[Place]:
    modules = [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        modules = [f"{node.module}.{module}" for module in modules]
    for module in modules:
        if of_a_game(module.replace(".", "/")):
            yield Place(name, node.lineno, f"imports {module}")


def places() -> list[Place]:
    """List every place that breaks the rules."""
    found: list[Place] = []
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if not is_within(name, SAMPLES):
            found += words(name, text)
        elif path.suffix == ".py":
            found += tables(name, text)
    return found


def main() -> int:
    found = places()
    for place in found:
        print(place)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
