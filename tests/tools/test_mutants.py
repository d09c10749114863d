"""The mutants: what is changed, and that the suite tells them from the original."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.operators import mutants_of, unchanged
from tools.mutants.suite import ROOT
from tools.mutants.trial import Mutated, _killer

SOURCE = '''
from mazziere.kernel.jit import jit

LIMIT = 7
NAMES = ("a", "b")
ONE, TWO = range(2)


@jit
def rule(s, seat, log):
    """A text with 1 number."""
    if s.phase == ONE and not s.done:
        s.count += 2
        emit(log, ONE, seat, 0, 0, EVERYONE)
    for place in range(1, s.players):
        s.row[place] = place % 3
    return s.count > LIMIT


def not_a_rule():
    return 1
'''


def diffs(tmp_path: Path) -> dict[str, list[str]]:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE, encoding="utf-8")
    found: dict[str, list[str]] = {}
    for mutant in mutants_of("rules", path, tmp_path, {"ONE": 0}):
        found.setdefault(mutant.operator, []).append(mutant.diff)
    return found


def test_operators(tmp_path: Path) -> None:
    found = diffs(tmp_path)
    condition = "if s.phase == ONE and (not s.done):"
    assert found["compare"] == [
        f"{condition}  →  if s.phase != ONE and (not s.done):",
        "return s.count > LIMIT  →  return s.count >= LIMIT",
    ]
    assert found["and/or"] == [f"{condition}  →  if s.phase == ONE or not s.done:"]
    assert found["unary"] == [f"{condition}  →  if s.phase == ONE and s.done:"]
    assert found["negate"] == [f"{condition}  →  if not (s.phase == ONE and (not s.done)):"]
    assert found["arithmetic"] == [
        "s.count += 2  →  s.count -= 2",
        "s.row[place] = place % 3  →  s.row[place] = place // 3",
    ]
    assert found["delete"] == [
        "s.count += 2  →  pass",
        "emit(log, ONE, seat, 0, 0, EVERYONE)  →  pass",
        "s.row[place] = place % 3  →  pass",
    ]
    assert found["return"] == ["return s.count > LIMIT  →  return 0"]
    assert [diff.split("  →  ")[1] for diff in found["range"]] == [
        "for place in range(1, s.players + 1):",
        "for place in range(1, s.players - 1):",
        "for place in range(1 + 1, s.players):",
    ]
    assert [diff.split("  →  ")[1] for diff in found["constant"]] == [
        "LIMIT = 8",
        "LIMIT = 6",
        "s.count += 3",
        "s.count += 1",
        "s.row[place] = place % 4",
        "s.row[place] = place % 2",
    ]


def test_a_mutant_runs_its_change_and_the_original_does_not(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text("from mazziere.kernel.jit import jit\n\n\n@jit\ndef rule():\n    return 5\n")
    values = []
    for mutant in (unchanged("rules", path), *mutants_of("rules", path, tmp_path, {})):
        names: dict[str, object] = {}
        exec(mutant.code, names)
        rule = names["rule"]
        assert callable(rule)
        values.append((mutant.line, rule()))
    assert values == [(0, 5), (6, 6), (6, 4)]


def test_only_the_mutated_module_is_replaced() -> None:
    finder = Mutated("mazziere.games.dieci", compile("", "x", "exec"))
    assert finder.find_spec("mazziere.games.yooloo", None) is None


@pytest.mark.parametrize(
    ("text", "killer"),
    [("rules 0.1\n.\n", ""), ("rules 0.1\n! states\n", "states"), ("rules 0.1\n", "time")],
)
def test_what_a_child_says(text: str, killer: str) -> None:
    assert _killer(text) == killer


@pytest.mark.slow
def test_mutants_of_a_game_are_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.mutants", "--game", "one_to_ten", "--sample", "6", "--json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    assert (found["total"], found["survived"]) == (6, 0)
