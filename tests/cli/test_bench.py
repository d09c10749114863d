"""`mazziere bench`."""

import json

import pytest

from mazziere.games import find, shelf
from tests.cli.conftest import Run


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_the_figures(run: Run, as_json: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    argv = ("bench", "--game", "one_to_ten", "--players", "3", "--seconds", "0.02")
    answer = run(*argv, *as_json)
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert list(found) == ["playout", "step", "vector"]
    for rows in found.values():
        (row,) = rows
        assert (row["game"], row["players"]) == ("one_to_ten", 3)
        assert row["steps_per_s"] > row["games_per_s"] > 0


def test_a_game_that_is_not_for_so_many_is_left_out(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    found = json.loads(run("bench", "--players", "9", "--seconds", "0.01").out)
    assert {row["game"] for row in found["playout"]} == {
        name for name in shelf() if 9 in find(name).seats
    }


def test_the_figures_of_the_bots(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    argv = ("bench", "--bots", "--game", "dieci", "--players", "3", "--seconds", "0.02")
    answer = run(*argv)
    assert (answer.code, answer.err) == (0, "")
    (row,) = json.loads(answer.out)["bots"]
    assert (row["game"], row["players"], row["budget_ms"]) == ("dieci", 3, 300)
    assert row["normal_games_per_s"] > 0
    assert row["worlds_per_s"] > 0
    for level in ("easy", "normal"):
        assert 0 < row[f"{level}_answer_ms"]["median"] <= row[f"{level}_answer_ms"]["longest"]
