"""Mutation testing: the changes it makes, and whether the suite runs on the changed code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mazziere.games import find, shelf
from tools.mutants import trial
from tools.mutants.operators import Mutant, mutants_of, unchanged
from tools.mutants.suite import stages
from tools.mutants.targets import ROOT, Target, target_of, targets
from tools.mutants.trial import Mutated, NotInstalledError, Plan, _killer, baseline_seconds, run_all

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
    hook = Mutated("mazziere.kernel.bits", compile("", "x", "exec"))
    assert hook.find_spec("mazziere.kernel.events", None) is None
    assert not hook.was_run


@pytest.mark.parametrize(
    ("text", "killer"),
    [("rules 0.1\n.\n", ""), ("rules 0.1\n! states\n", "states"), ("rules 0.1\n", "time")],
)
def test_reading_the_lines_of_a_child(text: str, killer: str) -> None:
    assert _killer(text) == killer


def test_a_suite_that_passes_without_the_mutant_is_an_error() -> None:
    with pytest.raises(NotInstalledError, match=r"importing mazziere\.kernel\.bits"):
        _killer("rules 0.1\n? mazziere.kernel.bits\n")


def with_idle_apply(game: str) -> Mutant:
    """Make a mutant of a game whose `apply` does nothing."""
    module = find(game).rules.apply.__module__
    path = ROOT / "src" / Path(*module.split(".")).with_suffix(".py")
    source = path.read_text("utf-8")
    idle = "\n\n@jit\ndef apply(s, seat, action, log):\n    pass\n"
    return Mutant(module, path.name, 0, "apply", "idle", "", compile(source + idle, path, "exec"))


RULES = [target for target in targets() if target.games]


@pytest.mark.parametrize("target", RULES, ids=lambda target: target.name)
def test_the_suite_runs_on_the_mutant(target: Target) -> None:
    """Each game's suite fails at once when its `apply` does nothing, and passes unchanged."""
    plan = Plan(target.name, ("transcripts",))
    broken = [with_idle_apply(game) for game in target.games]
    baseline = baseline_seconds(unchanged(target.sources[0].module, target.sources[0].path), plan)
    outcomes = list(run_all(broken, plan, baseline, jobs=1))
    assert [outcome.killed_by for outcome in outcomes] == ["transcripts"] * len(broken)


ENGINE = [target for target in targets() if target.tests]


def test_the_targets_of_the_engine_have_tests() -> None:
    assert {target.name for target in ENGINE} == {"kernel", "bots"}
    for target in ENGINE:
        assert all(source.path.is_file() for source in target.sources)
        assert len(target.tests) >= len(target.sources)


def test_the_tests_of_the_bots_notice_a_broken_memory() -> None:
    (target,) = (target for target in ENGINE if target.name == "bots")
    (source,) = (source for source in target.sources if source.module.endswith(".memory"))
    broken = source.path.read_text("utf-8") + "\n\n@jit\ndef is_known(m, place):\n    return True\n"
    code = compile(broken, source.path, "exec")
    mutant = Mutant(source.module, source.path.name, 0, "is_known", "broken", "", code)
    (outcome,) = run_all([mutant], Plan(target.name, ("tests",)), {}, jobs=1)
    assert outcome.killed_by == "tests"


def test_a_mutant_that_loops_on_import_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "IMPORT_SECONDS", 1.0)
    (target,) = (target for target in ENGINE if target.name == "kernel")
    (source,) = (source for source in target.sources if source.module.endswith(".rng"))
    code = compile("while True:\n    pass\n", source.path, "exec")
    mutant = Mutant(source.module, source.path.name, 0, "", "loops", "", code)
    (outcome,) = run_all([mutant], Plan(target.name, ("tests",)), {}, jobs=1)
    assert outcome.killed_by == "time"


def test_unmarked_functions_and_methods_are_mutated_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(f"{SOURCE}\n\nclass Thing:\n    def size(self):\n        return 7\n", "utf-8")
    every = list(mutants_of("rules", path, tmp_path, {"ONE": 0}, only_marked=False))
    marked = list(mutants_of("rules", path, tmp_path, {"ONE": 0}))
    assert {mutant.function for mutant in every} - {mutant.function for mutant in marked} == {
        "not_a_rule",
        "Thing.size",
    }


def test_the_targets_hold_the_rules_of_every_game() -> None:
    assert sorted(game for target in targets() for game in target.games) == sorted(shelf())
    for target in RULES:
        modules = {source.module for source in target.sources}
        for game in map(find, target.games):
            assert f"{game.package}.box" in modules
            assert game.rules.apply.__module__ in modules


def test_mutants_of_a_game_run_and_are_reported() -> None:
    """The sample depends on the text of the rules, so any mutant of it may survive."""
    game = min(shelf(), key=lambda name: len(find(name).actions))
    slower = [stage.name for stage in stages(target_of(game).name) if stage.name != "transcripts"]
    words = ["--game", game, "--sample", "2", "--json", *(f"--without={name}" for name in slower)]
    done = subprocess.run(
        [sys.executable, "-m", "tools.mutants", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )
    assert done.stdout, done.stderr
    (found,) = json.loads(done.stdout)
    assert (found["total"], found["killed"] + found["survived"]) == (2, 2)
    assert done.returncode == (found["survived"] > 0)
