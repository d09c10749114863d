"""Check the ids of rules, readings, invariants, worked examples and points of the contract.

    python -m tools.rule_ids        # prints what is wrong; exit 1 if anything is

`docs/rules` and `docs/contract.md` define the ids. This check demands that

- every id that code, tests, texts or documents cite is defined there;
- every rule of a game's text is in both languages, is cited by code, and has a test;
- every reading, invariant and point of the contract is cited by code or tests, except those of
  `NOT_YET` and `NEVER`. An id of these lists that is cited fails too, so that the lists shrink;
- a short id in a comment or docstring says what it is: `contract U2`, or `example U2`.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mazziere.games import find, shelf
from mazziere.kernel.texts import LANGUAGES, paragraphs

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "mazziere" / "games"
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"
LEDGER = DOCS / "rules"
CONTRACT = DOCS / "contract.md"

NOT_YET: frozenset[str] = frozenset()
"""Ids that no code cites yet. Remove an id here when code cites it."""

NEVER = frozenset({"AMB-DIE-21", "AMB-YOO-11"})
"""Readings without code: one is about captions of the booklet, one about a limit we do not have."""

CITATION = re.compile(
    r"(?<![A-Za-z0-9-])"
    r"(?:(?:AMB|HOUSE|INV)-)?(?:YOO|TEN|ROO|UNO|H2O|DIE)-[A-Z0-9][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+)*"
)
SHORT = r"[DGRTUY]\d{1,2}"
SHORT_RUN = re.compile(rf"(?<![\w-]){SHORT}(?:(?:, | and |–){SHORT})*(?![\w-])")
PREFIX = re.compile(r"\b([Cc]ontract|[Ee]xamples?)\s+$")
PREFIX_LENGTH = 80
"""Characters before an id in which its prefix is looked for; a comment may break the line there."""


# Definitions


@cache
def ledger_ids() -> dict[str, Path]:
    """The ids of rules, readings, house rules and invariants, with the page that defines each."""
    found: dict[str, Path] = {}
    for path in sorted(LEDGER.glob("*.md")):
        for rule in re.findall(rf"^(?:\| |- )({CITATION.pattern}) ?[|:]", _read(path), re.M):
            if rule in found:
                raise ValueError(f"{path.name}: {rule} is defined twice")
            found[rule] = path
    return found


@cache
def example_ids() -> dict[str, Path]:
    """Return the ids of worked examples, with their pages."""
    return {
        name: path
        for path in sorted(LEDGER.glob("*.md"))
        for name in re.findall(rf"^\| ({SHORT})(?: ✔)?(?: \(Ex\. \d\))? \|", _read(path), re.M)
    }


@cache
def contract_ids() -> frozenset[str]:
    """Return the ids of the points of the contract."""
    return frozenset(re.findall(rf"^- ({SHORT})\. ", _read(CONTRACT), re.M))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# Citations


@cache
def text_ids(game: str) -> tuple[str, ...]:
    """Return the ids of a game's English text, in order."""
    return tuple(paragraphs(find(game), "en"))


def all_ids() -> set[str]:
    """Return the ids of all games."""
    return {rule for game in shelf() for rule in text_ids(game)}


def sources(game: str) -> list[Path]:
    """List the modules with a game's rules; boxes that share rules share them."""
    return sorted((GAMES / find(game).owner).rglob("*.py"))


def cited_in(path: Path) -> set[str]:
    """Return the long ids that a file cites."""
    return set(CITATION.findall(_read(path)))


def short_ids(text: str) -> Iterator[tuple[str, str]]:
    """The short ids that a text cites, each with `contract`, `example` or nothing before it."""
    for run in SHORT_RUN.finditer(text):
        prefix = PREFIX.search(text, max(0, run.start() - PREFIX_LENGTH), run.start())
        kind = prefix[1].lower().removesuffix("s") if prefix else ""
        names = re.findall(SHORT, run[0])
        if "–" in run[0]:  # a range: contract U12–U17
            names = [f"{names[0][0]}{n}" for n in range(int(names[0][1:]), int(names[-1][1:]) + 1)]
        yield from ((kind, name) for name in names)


@cache
def shorts_in(path: Path) -> tuple[tuple[str, str], ...]:
    """The short ids that the comments and docstrings of a Python file, or any other text, cite."""
    text = _read(path)
    if path.suffix == ".py":
        text = _prose(text) if SHORT_RUN.search(text) else ""  # few files have one
    return tuple(short_ids(text))


def _prose(text: str) -> str:
    """Return the comments and docstrings of a Python file."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(
        token.string
        for token in tokens
        if token.type == tokenize.COMMENT
        or (token.type == tokenize.STRING and token.string.startswith('"""'))
    )


@cache
def in_code() -> frozenset[tuple[str, str]]:
    """Pairs that sources and tests cite: (`contract` or `example`, short id) or ("", long id)."""
    found: set[tuple[str, str]] = set()
    for path in code_files():
        found |= {("", rule) for rule in cited_in(path)}
        if path.suffix == ".py":
            found |= {pair for pair in shorts_in(path) if pair[0]}
    return frozenset(found)


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


# Faults


def without_twin(game: str) -> list[str]:
    """Return ids that stand in one language only, or in another order."""
    listed = {lang: list(paragraphs(find(game), lang)) for lang in LANGUAGES}
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
    """Return ids that a citation could not name."""
    return [f"{game}: {rule} is no rule id" for rule in text_ids(game) if not _is_id(rule)]


def _is_id(rule: str) -> bool:
    return CITATION.fullmatch(rule) is not None


def without_code(game: str) -> list[str]:
    """Return ids that the game's sources do not cite."""
    cited = {rule for path in sources(game) for rule in cited_in(path)}
    return [f"{game}: no code cites {rule}" for rule in text_ids(game) if rule not in cited]


def without_test(game: str) -> list[str]:
    """Return ids that no test is marked with."""
    return [f"{game}: no test for {rule}" for rule in text_ids(game) if rule not in tested()]


def dangling() -> list[str]:
    """List citations and marks of tests that point nowhere."""
    texts, known = all_ids(), ledger_ids()
    wrong = [f"tests: marked with {rule}, which is no rule" for rule in sorted(tested() - texts)]
    wrong += [f"the texts have {rule}, the ledger has not" for rule in sorted(texts - known.keys())]
    for path in cited_files():
        for rule in sorted(cited_in(path) - known.keys()):
            wrong.append(f"{path.relative_to(ROOT)}: cites {rule}, which does not exist")
    return wrong


def dangling_short() -> list[str]:
    """Return short ids that do not exist, or that do not say where they are defined."""
    known = {"contract": contract_ids(), "example": example_ids().keys()}
    wrong = []
    for path in cited_files():
        if path.suffix != ".py" and path.parent != DOCS:
            continue  # texts for players and pages of the ledger speak of cards in the same letters
        for kind, name in shorts_in(path):
            where = path.relative_to(ROOT)
            if kind and name not in known[kind]:
                wrong.append(f"{where}: {kind} {name} does not exist")
            elif (
                not kind
                and path.suffix == ".py"
                and (name in known["contract"] or name in known["example"])
            ):
                wrong.append(f"{where}: {name}: say contract {name} or example {name}")
    return wrong


def without_citation() -> list[str]:
    """List readings, invariants and points of the contract that neither code nor tests cite."""
    excused = NOT_YET | NEVER
    wanted = {("", rule) for rule in ledger_ids()} | {("contract", name) for name in contract_ids()}
    wrong = [
        f"no code or test cites {kind} {name}".replace("  ", " ")
        for kind, name in sorted(wanted - in_code())
        if name not in excused
    ]
    wrong += [
        f"{name} is cited: take it out of NOT_YET or NEVER in tools/rule_ids.py"
        for kind, name in sorted(wanted & in_code())
        if name in excused
    ]
    unknown = excused - {name for _, name in wanted}
    return wrong + [f"{name} is excused, but does not exist" for name in sorted(unknown)]


def code_files() -> Iterator[Path]:
    """Yield the sources, texts and tests of the project."""
    for folder in (ROOT / "src", TESTS, ROOT / "web" / "src"):
        for suffix in ("py", "md", "toml", "ts", "svelte"):
            yield from sorted(folder.rglob(f"*.{suffix}"))


def cited_files() -> Iterator[Path]:
    """Yield all files that may cite rules."""
    yield from code_files()
    for folder in (ROOT / "tools", ROOT / "bench", DOCS):
        for suffix in ("py", "md"):
            found = sorted(folder.rglob(f"*.{suffix}"))
            yield from (path for path in found if "_generated" not in path.parts)
    yield from sorted(ROOT.glob("*.md"))


def faults() -> list[str]:
    """List all faults."""
    wrong = dangling() + dangling_short() + without_citation()
    for game in shelf():
        for check in (malformed, without_twin, without_code, without_test):
            wrong += check(game)
    return wrong


def main() -> int:
    wrong = faults()
    print("\n".join(wrong) if wrong else "rule ids: all in order")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
