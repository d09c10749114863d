"""`mazziere verify`."""

import json
from pathlib import Path

import pytest

from tests.cases import case
from tests.cli.conftest import Run, complaint
from tests.cli.samples import Json, dieci, finished, save
from tools.vectors import LiveMatch, Plan


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


def live(plan: Plan, revealed: bool = True) -> Json:
    found: Json = LiveMatch(plan).record(revealed)
    return found


(YOOLOO,), (ROOKIE,) = case("yooloo").vectors, case("rookie").vectors
(H2O,), (DIECI,) = case("uno_h2o").vectors, case("dieci").vectors


@pytest.mark.parametrize(
    ("plan", "basis"),
    [
        (YOOLOO, "(parts of seats 0, 1, receipt "),
        (ROOKIE, "(parts of seats 0, 1, pledged, the first step given, receipt "),
        (H2O, "(no part of any player, receipt "),
        (DIECI, "(parts of seat 0, pledged, withheld by seat 1, receipt "),
    ],
)
def test_a_proof_is_checked_and_said_what_it_rests_on(
    run: Run, tmp_path: Path, plan: Plan, basis: str
) -> None:
    record = live(plan)
    answer = run("verify", save(tmp_path / "a.json", record))
    assert (answer.code, answer.err) == (0, "")
    assert f"fairness proof: correct {basis}{record['fairness']['receipt']})" in answer.out


def test_a_sealed_proof(run: Run, tmp_path: Path) -> None:
    answer = run("verify", save(tmp_path / "a.json", live(ROOKIE, revealed=False)))
    assert answer.code == 0
    assert "fairness proof: sealed" in answer.out
    assert "correct" not in answer.out
    over = live(DIECI, revealed=False)
    line = complaint(run("verify", save(tmp_path / "b.json", over)), 1)
    assert "the secret is not revealed" in line


def test_a_proof_as_json(run: Run, tmp_path: Path) -> None:
    record = live(DIECI)
    file = save(tmp_path / "a.json", record)
    assert json.loads(run("verify", "--json", file).out) == [
        {
            "file": file,
            "ok": True,
            "checked": {"result": "ok", "legal": "none", "seed": "none", "proof": "ok"},
            "fairness": {
                "table": "vector-dieci",
                "match": 3,
                "receipt": record["fairness"]["receipt"],
                "parts": [0],
                "pledged": True,
                "withheld": [1],
                "given": 0,
            },
        }
    ]


def test_a_card_that_was_not_dealt_is_named_with_its_step(run: Run, tmp_path: Path) -> None:
    record = live(ROOKIE)
    piles = record["steps"][1]["piles"]
    other = next(place for place in range(1, 9) if piles[place][0] != piles[0][0])
    piles[0][0], piles[other][0] = piles[other][0], piles[0][0]
    answer = run("verify", save(tmp_path / "a.json", record))
    assert 'step 1: "piles" is not what the proof gives' in complaint(answer, 1)


def test_a_proof_of_another_kind(run: Run, tmp_path: Path) -> None:
    answer = run("verify", save(tmp_path / "a.json", {**finished(), "fairness": {"by": "me"}}))
    assert 'fairness: "format" is missing in the proof' in complaint(answer, 1)


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    files = [str(tmp_path / "none.json"), save(tmp_path / "b.json", finished())]
    answer = run("verify", *files)
    assert "none.json: cannot be read" in complaint(answer, 2)
    assert answer.out.count(": ok") == 1
