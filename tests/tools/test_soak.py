"""The soak: its checks pass for a moment, and a planted fault is found and written down."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from mazziere.bots.engine import bot_engine
from mazziere.games import find, shelf
from mazziere.kernel.engine import TooLong
from mazziere.kernel.record import begin, read, replay
from tests.conformance.test_reference import REFERENCES
from tools import soak

SAMPLE = "dieci"


@pytest.mark.parametrize("name", shelf())
def test_checks_pass(name: str) -> None:
    rng = Random(name)
    case = soak.any_case(rng)
    while case.game != name:
        case = soak.any_case(rng)
    assert soak.duel(case, rng) > 0
    assert soak.positions(case, rng) > 0


def generous(reference: Any) -> Any:
    """Return a reference that gives the first seat a token too much once cards are dealt."""

    def scores(match: Any) -> list[int]:
        first, *others = reference.scores(match)
        return [first + (match.due() is None), *others]

    return type("Generous", (reference,), {"scores": scores})


def test_a_difference_is_found_and_left_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REFERENCES, SAMPLE, generous(REFERENCES[SAMPLE]))
    case = soak.Case("dieci", 3, {"tokens": 2})
    with pytest.raises(soak.Failure) as caught:
        soak.duel(case, Random(1))
    assert "the engine's scores: [2, 2, 2], the reference's: [3, 2, 2]" in caught.value.what
    path = soak.leave(caught.value, tmp_path / "new", 7)
    assert path.name == "soak-7.json"
    record = read(path.read_bytes(), find)
    assert [played.step["chance"] for played in replay(record, begin(record))] == ["dealer", "deck"]


def test_a_failure_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(case: soak.Case, rng: Random) -> int:
        raise soak.Failure(f"{case.game} is wrong")

    monkeypatch.setattr(soak, "CHECKS", {"planted": (fails, "faults")})
    arguments: list[Any] = ["--minutes", "0.01", "--seed", "3", "--no-tests", "--out", tmp_path]
    assert soak.main(list(map(str, arguments))) == 1
    assert "FAILED, round 0, planted: " in capsys.readouterr().out
    assert (tmp_path / "soak-3.txt").exists()


def test_a_case_names_what_differs_from_the_default() -> None:
    options = find("dieci").full_options({"tokens": 2})
    assert str(soak.Case("dieci", 3, options)) == "dieci, 3 players, {'tokens': 2}"


def test_a_preset_whose_matches_do_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    preset = find(SAMPLE).presets[0]
    plain = bot_engine(find(SAMPLE), "plain")
    monkeypatch.setattr(soak, "bot_engine", lambda game, mode: plain)
    assert soak.play_preset(SAMPLE, preset, 9, seed=1).startswith(f"{SAMPLE}, preset {preset.id}: ")

    def endless(*arguments: Any) -> Any:
        raise TooLong("match 3 of seed 1: more than 1000000 steps")

    monkeypatch.setattr(plain, "play_matches", endless)
    with pytest.raises(soak.Failure, match=f"preset {preset.id}: .*match 3 of seed 1"):
        soak.play_preset(SAMPLE, preset, 9, seed=1)
