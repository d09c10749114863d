"""`mazziere verify`."""

import json
from pathlib import Path

from tests.cli.conftest import Run, complaint
from tests.cli.samples import dieci, finished, save


def test_one_line_for_each_file(run: Run, tmp_path: Path) -> None:
    files = [save(tmp_path / "a.json", dieci()), save(tmp_path / "b.json", finished())]
    answer = run("verify", *files)
    assert (answer.code, answer.err) == (0, "")
    first, second = answer.out.splitlines()
    assert first.startswith(f"{files[0]}: ok")
    assert "legal moves: correct" in first
    assert "result: correct" in second
    bare = finished()
    del bare["result"]
    assert "claims nothing more" in run("verify", save(tmp_path / "c.json", bare)).out


def test_a_fault_in_one_of_several(run: Run, tmp_path: Path) -> None:
    wrong = finished()
    wrong["result"]["winners"] = [1]
    files = [save(tmp_path / "a.json", wrong), save(tmp_path / "b.json", finished())]
    answer = run("verify", *files)
    line = complaint(answer, 1)
    assert files[0] in line
    assert "winners" in line
    assert answer.out.startswith(f"{files[1]}: ok")


def test_json(run: Run, tmp_path: Path) -> None:
    wrong = dieci()
    wrong["steps"][3]["legal"] = {"1": ["accept", "block"]}
    files = [save(tmp_path / "a.json", wrong), save(tmp_path / "b.json", finished())]
    answer = run("verify", "--json", *files)
    assert answer.code == 1
    assert json.loads(answer.out) == [
        {
            "file": files[0],
            "ok": False,
            "step": 3,
            "reason": '"legal" of seat "1" has "block"',
            "rule": None,
        },
        {
            "file": files[1],
            "ok": True,
            "checked": {"result": "ok", "legal": "none", "seed": "none", "proof": "none"},
        },
    ]


def test_a_proof_is_reported_as_not_checked(run: Run, tmp_path: Path) -> None:
    answer = run("verify", save(tmp_path / "a.json", {**finished(), "proof": {"by": "me"}}))
    assert answer.code == 0
    assert "fairness proof: NOT CHECKED" in answer.out


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    files = [str(tmp_path / "none.json"), save(tmp_path / "b.json", finished())]
    answer = run("verify", *files)
    assert "none.json: cannot be read" in complaint(answer, 2)
    assert answer.out.count(": ok") == 1
