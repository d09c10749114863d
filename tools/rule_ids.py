"""Check rule ids: every one has a text in both languages, code and a test; every citation exists.

python -m tools.rule_ids        # prints what is wrong, exit 1 if anything is
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mazziere.games import IDS
from mazziere.rules import LANGUAGES, paragraphs

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "mazziere" / "games"
TESTS = ROOT / "tests"

CITATION = re.compile(
    r"(?<![A-Za-z0-9-])"  # not INV-DIE-1
    r"(?:AMB-)?(?:YOO|TEN|ROO|UNO|H2O|DIE)-[A-Z0-9][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+)*"
)


@cache
def text_ids(game: str) -> tuple[str, ...]:
    """The ids of a game's English text, in order."""
    return tuple(paragraphs(game, "en"))


def all_ids() -> set[str]:
    """The ids of all games."""
    return {rule for game in IDS for rule in text_ids(game)}


def sources(game: str) -> list[Path]:
    """The module or package that holds a game; both UNO boxes share one."""
    name = "uno" if game == "uno_h2o" else game
    single = GAMES / f"{name}.py"
    return [single] if single.exists() else sorted((GAMES / name).rglob("*.py"))


def cited_in(path: Path) -> set[str]:
    """The ids that a file cites."""
    return set(CITATION.findall(path.read_text(encoding="utf-8")))


@cache
def tested() -> frozenset[str]:
    """The ids that tests are marked with: the arguments of `pytest.mark.rule` or of an alias."""
    found: set[str] = set()
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) == "rule":
                found |= {
                    arg.value
                    for arg in node.args
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    return frozenset(found)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


# What can be wrong


def without_twin(game: str) -> list[str]:
    """Ids that stand in one language only, or in another order."""
    listed = {lang: list(paragraphs(game, lang)) for lang in LANGUAGES}
    first, second = listed.values()
    wrong = [
        f"{game}: {rule} is in {lang} only"
        for lang, other in ((LANGUAGES[0], second), (LANGUAGES[1], first))
        for rule in listed[lang]
        if rule not in other
    ]
    if not wrong and first != second:
        wrong = [f"{game}: the ids of the two texts are not in the same order"]
    return wrong


def malformed(game: str) -> list[str]:
    """Ids that a citation could not name."""
    return [f"{game}: {rule} is no rule id" for rule in text_ids(game) if not _is_id(rule)]


def _is_id(rule: str) -> bool:
    return CITATION.fullmatch(rule) is not None


def without_code(game: str) -> list[str]:
    """Ids that the game's sources do not cite."""
    cited = {rule for path in sources(game) for rule in cited_in(path)}
    return [f"{game}: no code cites {rule}" for rule in text_ids(game) if rule not in cited]


def without_test(game: str) -> list[str]:
    """Ids that no test is marked with."""
    return [f"{game}: no test for {rule}" for rule in text_ids(game) if rule not in tested()]


def dangling() -> list[str]:
    """Citations, and marks of tests, that point nowhere."""
    known = all_ids()
    wrong = [f"tests: marked with {rule}, which is no rule" for rule in sorted(tested() - known)]
    for path in cited_files():
        for rule in sorted(cited_in(path) - known):
            wrong.append(f"{path.relative_to(ROOT)}: cites {rule}, which does not exist")
    return [line for line in wrong if "INV-" not in line]


def cited_files() -> Iterator[Path]:
    """All files that may cite rules."""
    for folder in (ROOT / "src", TESTS):
        for suffix in ("py", "md", "toml"):
            yield from sorted(folder.rglob(f"*.{suffix}"))


def main() -> int:
    wrong = dangling()
    for game in IDS:
        for check in (malformed, without_twin, without_code, without_test):
            wrong += check(game)
    print("\n".join(wrong) if wrong else "rule ids: all in order")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
