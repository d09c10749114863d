"""Files generated from the wire types: current and complete."""

import ast
import re
from pathlib import Path

import pytest

from mazziere.server.http.refusals import CODES
from mazziere.table import refusals
from tools import protocol, types
from tools.wire import FROM_CLIENT, FROM_SERVER, comments

SOURCES = Path(__file__).resolve().parents[2] / "src" / "mazziere"


def test_types_have_not_drifted() -> None:
    assert types.drifted() == []


def test_the_page_has_not_drifted() -> None:
    assert protocol.drifted() == []


def test_drift_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(types.FILES, "http.ts", lambda: "// nothing\n")
    assert "+// nothing" in types.drifted()
    assert types.main(["--check"]) == 1
    monkeypatch.setitem(protocol.BLOCKS, "ends", lambda: "nothing")
    assert "+nothing" in protocol.drifted()
    assert protocol.main(["--check"]) == 1


def test_every_message_is_on_the_page_and_in_the_types() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    written = types.messages_file()
    for kind in (*FROM_CLIENT, *FROM_SERVER):
        tag = kind.__struct_config__.tag
        assert f'#### `"type": "{tag}"`' in page
        assert f'readonly type: "{tag}";' in written
        assert re.search(rf"^export interface {kind.__name__} ", written, re.MULTILINE)


def test_every_refusal_is_on_the_page() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    codes = {*CODES, *refusals.CODES}
    found = set()
    for path in (*SOURCES.glob("server/**/*.py"), *SOURCES.glob("table/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "CommandRefused":
                found |= {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    assert len(found) > 20
    assert found - {"over", "bot"} <= codes  # words that a choice between codes asks about
    for name in codes:
        assert f"| `{name}` |" in page


class Said:
    """Something with comments."""

    a: int  # beside
    # Above,
    # in two lines
    b: int = 2
    c: int


def test_comments_are_read_from_the_source() -> None:
    assert comments(Said) == {"a": "beside", "b": "Above, in two lines", "c": ""}


def test_types_in_typescript() -> None:
    assert types.type_text(tuple[int | None, ...]) == "readonly (number | null)[]"
    assert types.type_text(tuple[tuple[int, str], ...]) == "readonly (readonly [number, string])[]"
    assert types.type_text(dict[str, bool]) == "Readonly<Record<string, boolean>>"
    with pytest.raises(TypeError, match="no TypeScript"):
        types.type_text(complex)
