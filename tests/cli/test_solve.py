"""`mazziere solve yooloo`."""

import json
from pathlib import Path

import pytest

from mazziere.games import find
from mazziere.kernel.cache import use_cache
from tests.cli.conftest import Run, complaint

GAME = find("yooloo")
solve = GAME.part("solve")
solved = GAME.part("solved")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_cache()  # compiled code stays where it was
    monkeypatch.setenv("MAZZIERE_CACHE_DIR", str(tmp_path))
    solved.forget()


def test_the_base_game(run: Run) -> None:
    answer = run("solve", "yooloo", "--json")
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert (found["variant"], found["players"], found["value"]) == ("base", 2, 0)
    for n in range(10):
        assert sum(found["marginals"][n]) == pytest.approx(1, abs=1e-8)
        assert sum(row[n] for row in found["marginals"]) == pytest.approx(1, abs=1e-8)
    assert found["proof"]["holds"] is True
    assert found["proof"]["gain"] == 0
    assert found["denominator"] == sum(solved.stacks.tables()["stacks"][0])
    for result in (found["results"][name] for name in ("same", "random", "rising")):
        assert result["wins"] + result["ties"] + result["losses"] == pytest.approx(1)
    assert found["results"]["same"]["wins"] == pytest.approx(found["results"]["same"]["losses"])
    table = found["marginals"]  # the differences, from the frequencies alone, to nine decimals
    even = sum((r + 1) * (2 * c - 9) / 10 * table[c][r] for c in range(10) for r in range(10))
    rising = sum((r + 1) * ((c > r) - (c < r)) * table[c][r] for c in range(10) for r in range(10))
    assert found["results"]["random"]["difference"] == pytest.approx(even, abs=1e-7)
    assert found["results"]["rising"]["difference"] == pytest.approx(rising, abs=1e-7)


def test_the_base_game_in_words(run: Run) -> None:
    out = run("solve", "yooloo", "--variant", "base").out
    assert "YOOLOO · base game · 2 players" in out
    assert "Value: 0 points" in out
    assert "holds to 1e-09" in out
    assert "Exact, in parts of 46559023236; drawn as a mixture of 49 stacks." in out
    (line,) = (line for line in out.splitlines() if line.split()[:1] == ["10"])
    assert line.split() == ["10", *"–––––––", "12.0", "38.0", "50.0"]  # the 10 waits for the end


@pytest.mark.slow
def test_variant_a(run: Run, tmp_path: Path) -> None:
    answer = run("solve", "yooloo", "--variant", "a", "--json")
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert found["proof"]["positions"] == 184_756
    assert found["proof"]["gain"] < 1e-9
    (first,) = found["first_move"]
    assert first["points"] == 1
    assert sum(first["mixture"].values()) == pytest.approx(1)
    assert sum(first["mixture"][card] for card in "123") == pytest.approx(1)
    assert found["results"]["how"] == "exact"
    assert found["results"]["same"]["difference"] == pytest.approx(0, abs=1e-9)
    assert Path(found["file"]).parent == tmp_path
    out = run("solve", "yooloo", "--variant", "a").out
    assert "all 184756 positions" in out
    assert "First move: how often each card, %" in out


ACCURACY = 1e-9
"""The unit in which showdowns are stored; they are accurate to less."""


def test_four_players(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "TABLES", 100)
    answer = run("solve", "yooloo", "--players", "4", "--json")
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out)
    assert found["value"] == pytest.approx(13.75, abs=ACCURACY)  # 55 points for four
    # The same digits: the command prints the weights of the table.
    assert found["weights"] == solved.stacks.tables()["weights"]["4"]
    for card in ("9", "10"):
        assert found["showdown"][card] == pytest.approx(0.5, abs=ACCURACY)
    assert found["proof"]["gain_if_independent"] < 1e-4
    assert found["showdown_gain"] == pytest.approx(0, abs=ACCURACY)
    assert sorted(found["proof"]["best_reply"], key=int) == [str(n) for n in range(1, 11)]
    out = run("solve", "yooloo", "--players", "4").out
    assert "13.750 points each" in out
    assert "Showdown: how often each card, %" in out


def test_a_proof_that_fails_is_an_answer_of_no(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "PROVED", -1.0)
    answer = run("solve", "yooloo")
    assert answer.code == 1
    assert "FAILS" in answer.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("uno",), "uno"),
        ((), "GAME"),
        (("yooloo", "--variant", "c"), "--variant"),
        (("yooloo", "--players", "9"), "2 to 8 players, not 9"),
        (("yooloo", "--players", "1"), "2 to 8 players, not 1"),
        (("yooloo", "--players", "x"), "--players"),
        (("yooloo", "--players", "3", "--variant", "a"), "for 2 players only, not for 3"),
        (("yooloo", "--jobs", "1000"), "256 threads"),
    ],
)
def test_bad_usage(run: Run, argv: tuple[str, ...], words: str) -> None:
    assert words in complaint(run("solve", *argv), 2)


def test_bad_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "2")
    assert "MAZZIERE_JIT=2" in complaint(run("solve", "yooloo"), 2)
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    assert "MAZZIERE_JIT=0" in complaint(run("solve", "yooloo", "--variant", "b"), 2)
