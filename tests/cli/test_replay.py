"""`mazziere replay`, to the letter of the contract."""

import json
from pathlib import Path

import pytest

from mazziere.cli.replay import is_for_outsiders
from mazziere.kernel.events import EVERYONE, Event, all_but, only
from tests.cli.conftest import Run, complaint
from tests.cli.samples import dieci, finished, save


def test_json_of_an_unfinished_match(run: Run, tmp_path: Path) -> None:
    answer = run("replay", save(tmp_path / "a.json", dieci()), "--json")
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert list(found) == ["ok", "steps", "next", "result"]
    assert found["ok"] is True
    assert [step["legal"] for step in found["steps"]] == [
        {},
        {},
        {"0": ["keep", "swap"]},
        {"1": ["accept"]},
        {"1": ["keep", "swap"]},
        {"2": ["draw", "keep"]},
    ]
    assert [step["scores"] for step in found["steps"]] == [[5, 5, 5]] * 5 + [[5, 4, 5]]
    for step in found["steps"]:
        assert list(step) == ["legal", "events", "scores"]
        assert all(isinstance(event, str) for event in step["events"])
    after = {"over": False, "chance": "deck", "legal": {}, "scores": [5, 4, 5]}
    assert found["next"] == after
    assert found["result"] is None


def test_json_in_the_middle_of_a_round(run: Run, tmp_path: Path) -> None:
    record = dieci()
    record["steps"] = record["steps"][:3]
    found = json.loads(run("replay", save(tmp_path / "a.json", record), "--json").out)
    after = {"over": False, "chance": None, "legal": {"1": ["accept"]}, "scores": [5, 5, 5]}
    assert found["next"] == after


def test_json_before_the_first_step(run: Run, tmp_path: Path) -> None:
    record = {**dieci(), "steps": []}
    found = json.loads(run("replay", save(tmp_path / "a.json", record), "--json").out)
    assert found["steps"] == []
    assert found["next"]["chance"] == "dealer"


def test_json_of_a_finished_match(run: Run, tmp_path: Path) -> None:
    found = json.loads(run("replay", save(tmp_path / "a.json", finished()), "--json").out)
    assert found["next"] == {"over": True, "chance": None, "legal": {}, "scores": [1, 0]}
    assert found["result"] == {"scores": [1, 0], "winners": [0]}


def test_json_of_an_illegal_record(run: Run, tmp_path: Path) -> None:
    record = dieci()
    record["steps"][4]["move"] = "draw"
    answer = run("replay", save(tmp_path / "a.json", record), "--json")
    found = json.loads(answer.out)
    assert list(found) == ["ok", "step", "reason", "rule"]
    assert (found["ok"], found["step"], found["rule"]) == (False, 4, "DIE-R5")  # contract G1
    line = complaint(answer, 1)
    assert "a.json: step 4: " in line
    assert found["reason"] in line
    assert line.endswith("[DIE-R5]")


def test_words(run: Run, tmp_path: Path) -> None:
    file = save(tmp_path / "a.json", dieci())
    english, italian = run("replay", file, "--lang", "en"), run("replay", file, "--lang", "it")
    assert english.code == italian.code == 0
    assert "Seat 0 wants to swap with Seat 1" in english.out
    assert "Posto 0" in italian.out
    assert "Seat" not in italian.out
    assert english.out.count("draws a ") == 3, "a secret row is told once, to who may know it"
    assert "draws a card" not in english.out
    assert "Scores: Seat 0 5, Seat 1 4, Seat 2 5" in english.out


def test_what_only_outsiders_hear_is_left_out() -> None:
    def row(audience: int) -> Event:
        return Event(0, 1, 0, 0, audience)

    assert is_for_outsiders(row(all_but(1)))
    for audience in (EVERYONE, only(1), only(0)):  # only(0): a hand shown to the challenger
        assert not is_for_outsiders(row(audience))


def test_words_of_a_finished_match(run: Run, tmp_path: Path) -> None:
    out = run("replay", save(tmp_path / "a.json", finished())).out
    assert "tokens=1" in out.splitlines()[0]
    assert out.splitlines()[-1] == "Winners: Seat 0"


@pytest.mark.parametrize(
    ("locale", "word"),
    [
        ({"LC_ALL": "it_IT.UTF-8"}, "Posto"),
        ({"LC_ALL": "", "LC_MESSAGES": "it", "LANG": "en"}, "Posto"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "it_CH"}, "Posto"),
        ({"LC_ALL": "C", "LANG": "it_IT"}, "Seat"),
        ({"LC_ALL": "de_DE.UTF-8"}, "Seat"),
    ],
)
def test_the_language_of_the_locale(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: dict[str, str], word: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, locale.get(name, ""))
    assert word in run("replay", save(tmp_path / "a.json", finished())).out


def test_standard_input(spawn: Run) -> None:
    answer = spawn("replay", "-", "--json", stdin=json.dumps(finished()).encode())
    assert json.loads(answer.out)["result"]["winners"] == [0]
    broken = spawn("replay", "-", stdin=b"\xff\x00")
    assert "standard input: not UTF-8" in complaint(broken, 1)


def test_a_console_that_has_only_ascii(spawn: Run) -> None:
    record = json.dumps(finished()).encode()
    answer = spawn("replay", "-", "--lang", "it", stdin=record, PYTHONIOENCODING="ascii")
    assert answer.code == 0
    assert answer.out.isascii()
