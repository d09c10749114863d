"""Names in Python code: parameters are words, and a class name means one thing."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("src", "tools", "tests", "bench", "examples")
SHARED = {"State", "Picture"}
"""Classes that every game's folder has, with the same role."""


def short_parameters(source: str) -> Iterator[tuple[int, str]]:
    """Yield the one-letter parameters of a source with their lines, except `s`, a state."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for argument in ast.walk(node.args):
                name = argument.arg if isinstance(argument, ast.arg) else ""
                if len(name) == 1 and name not in ("s", "_"):
                    yield node.lineno, name


def public_classes(source: str) -> list[str]:
    """List the classes of a module that other modules may use."""
    return [
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def test_a_one_letter_parameter_is_found() -> None:
    source = "def f(s, x, *, y=1): ...\nfound = sorted([], key=lambda k: -k)\ndef g(self, _): ..."
    assert sorted(short_parameters(source)) == [(1, "x"), (1, "y"), (2, "k")]


@pytest.mark.parametrize("folder", FOLDERS)
def test_parameters_are_words(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in short_parameters(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "src" / "mazziere").rglob("*.py")):
        for name in public_classes(path.read_text(encoding="utf-8")):
            places[name].append(str(path.relative_to(ROOT)))
    assert len(places) > 200
    repeated = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in repeated.items() if name not in SHARED} == {}
    assert set(repeated) == SHARED
