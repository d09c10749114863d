"""The ladder: what its tool plays and skips, what its check notices, and the ladder itself."""

import json
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazziere.cli.arguments import read_arguments
from mazziere.cli.tables import setup_of
from mazziere.games import shelf
from mazziere.lab.arena import Pair, Plan, compete, results
from mazziere.lab.seatings import Seating
from mazziere.lab.sequential import Test
from tests.cases import Budget
from tools import arena
from tools.arena import PLAYERS, RUNGS, Exemption, Ladder

DIECI = Ladder("dieci", 2)


def second_wins(
    pair: Pair, numbers: Sequence[int], table: Sequence[Seating]
) -> tuple[NDArray[Any], NDArray[Any]]:
    winners = [sum(bot << seat for seat, bot in enumerate(seating)) for seating in table]
    return np.array(table), np.array(winners)


def nobody_wins(
    pair: Pair, numbers: Sequence[int], table: Sequence[Seating]
) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.array(table), np.array([(1 << len(table[0])) - 1] * len(table))


def answered(line: str, how: Any = second_wins) -> dict[str, Any]:
    """Return the arena's output for a command, given these results."""
    read = read_arguments(shlex.split(line)[1:])
    assert read is not None
    setup = setup_of(read, read.game)
    test = None if read.test is None else Test(read.test)
    bots = tuple(read.bots.split(","))
    games = min(read.games, 100)
    plan = Plan(setup.game, setup.players, setup.options, setup.seed, bots, games, test)
    found = results(plan, *compete(plan, how, 1, lambda matches: None))
    return {**found, "command": line}


@pytest.fixture(scope="module")
def ladders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ladder on which every rung holds."""
    folder = tmp_path_factory.mktemp("ladders")
    for ladder in arena.every_ladder():
        rungs = []
        for rung in RUNGS:
            line = arena.command(ladder, rung)
            rungs.append(arena.judged(rung, line, answered(line)))
        arena.write(arena.path_of(ladder, folder), arena.file_of(ladder, rungs))
    return folder


@pytest.fixture
def folder(ladders: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ladders, tmp_path / "ladders"))


def change(folder: Path, place: int, **fields: Any) -> dict[str, Any]:
    """Change fields of a rung of DIECI for two; return its file."""
    path = folder / "dieci-2.json"
    found: dict[str, Any] = json.loads(path.read_text())
    found["rungs"][place] |= fields
    arena.write(path, found)
    return found


# The check


def test_a_ladder_that_holds_has_no_problems(folder: Path) -> None:
    assert arena.problems(folder) == []
    assert arena.main(["--check", "--folder", str(folder)]) == 0


def test_what_is_missing_is_noticed(folder: Path) -> None:
    (folder / "uno-4.json").unlink()
    found = change(folder, 0)
    del found["rungs"][3]
    arena.write(folder / "dieci-2.json", found)
    (folder / "rookie-2.json").write_text('{"format": "mazziere-ladder/0"}')
    wrong = arena.problems(folder)
    assert [line.split(":")[0] for line in wrong] == ["rookie-2.json", "uno-4.json", "dieci-2.json"]
    assert wrong[2] == "dieci-2.json: master ≥ hard: missing"
    assert arena.main(["--check", "--folder", str(folder)]) == 1


def test_figures_are_computed_again(folder: Path) -> None:
    result = json.loads((folder / "dieci-2.json").read_text())["rungs"][1]["result"]
    result["pairs"][0]["deal_shares"] = [[0.0, 9], [1.0, 11]]
    change(folder, 1, result=result)
    (line, other) = arena.problems(folder)
    assert "the verdict is 'beats', but the deals say 'open'" in line
    assert "passed is True" in other


@pytest.mark.parametrize(
    ("place", "name", "value", "words"),
    [
        (0, "command", "mazziere arena dieci", "not the command of the table"),
        (2, "format", "mazziere-arena/0", "of the format mazziere-arena/0"),
        (2, "complete", False, "not the result of its command"),
        (2, "rules", 0, "older rules"),
    ],
)
def test_stale_rungs_are_noticed(
    folder: Path, place: int, name: str, value: Any, words: str
) -> None:
    if name == "command":
        change(folder, place, command=value)
    else:
        result = json.loads((folder / "dieci-2.json").read_text())["rungs"][place]["result"]
        change(folder, place, result={**result, name: value})
    assert words in arena.problems(folder)[0]


def test_a_rung_that_fails_needs_an_exemption(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung = RUNGS[1]
    line = arena.command(DIECI, rung)
    failed = arena.judged(rung, line, answered(line, nobody_wins))
    assert failed["passed"] is False
    change(folder, 1, **failed)
    (wrong,) = arena.problems(folder)
    assert wrong.startswith("dieci-2.json: normal > easy: fails: normal > easy: 50.0 %")
    exemption = Exemption("Skill cannot matter.", "random,master:iterations=9", 40)
    monkeypatch.setitem(arena.EXEMPTIONS, ("dieci-2", "normal > easy"), exemption)
    (wrong,) = arena.problems(folder)
    assert "exemption" in wrong
    asked: list[str] = []

    def play(line: str, jobs: int) -> dict[str, Any]:
        asked.append(line)
        return answered(line, nobody_wins)

    monkeypatch.setattr(arena, "play", play)
    for _ in range(2):
        arena.climb(DIECI, folder, again=False, jobs=1)
        assert arena.problems(folder) == []
    assert asked == [
        line,
        "mazziere arena dieci --players 2 --bots random,master:iterations=9 --games 40 --seed 1",
    ]
    summary = arena.summary(folder)
    assert "exempt, see below" in summary
    assert "Skill cannot matter. master:iterations=9 against random: 50.0 %" in summary


# Climbing


def test_a_real_climb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every rung is the command that its file names, and is played once."""
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    monkeypatch.setenv("PYTHONPATH", str(arena.ROOT / "src"))
    monkeypatch.setitem(arena.BUDGETS, "dieci", Budget(1, 2, 4, 2))
    assert arena.main(["dieci", "--players", "2", "--folder", str(tmp_path)]) == 1  # too few
    path = tmp_path / "dieci-2.json"
    found = json.loads(path.read_text())
    assert [rung["rung"] for rung in found["rungs"]] == [rung.name for rung in RUNGS]
    for rung in found["rungs"]:
        assert rung["result"]["command"] == rung["command"]
        assert rung["result"]["complete"]
    assert (tmp_path / "dieci.png").exists()
    assert [
        line for line in arena.problems(tmp_path) if "dieci-2" in line and "fails" not in line
    ] == []


def test_what_is_there_is_not_played_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def play(line: str, jobs: int) -> dict[str, Any]:
        asked.append(line)
        return answered(line)

    monkeypatch.setattr(arena, "play", play)
    arena.climb(DIECI, folder, again=False, jobs=1)
    assert asked == []
    monkeypatch.setitem(arena.BUDGETS, "dieci", Budget(hard=7))
    arena.climb(DIECI, folder, again=False, jobs=1)
    assert [line.split()[6] for line in asked] == [
        "normal,hard:iterations=7",
        "hard:iterations=7,master:iterations=400",
    ]
    arena.climb(DIECI, folder, again=True, jobs=1)
    assert len(asked) == 6
    change(folder, 1, passed=False)
    arena.climb(DIECI, folder, again=False, jobs=1)
    assert asked[6:] == [arena.command(DIECI, RUNGS[1])]
    result = json.loads((folder / "dieci-2.json").read_text())["rungs"][0]["result"]
    change(folder, 0, result={**result, "rules": 0})
    arena.climb(DIECI, folder, again=False, jobs=1)
    assert asked[7:] == [arena.command(DIECI, RUNGS[0])]  # played by older rules


def test_a_preset_has_a_ladder_of_its_own() -> None:
    names = [ladder.name for ladder in arena.every_ladder()]
    assert len(names) == len(set(names))
    assert {f"{game}-{players}" for game in shelf() for players in PLAYERS} < set(names)
    line = arena.command(Ladder("uno", 4, "most"), RUNGS[0])
    assert " --set stacking=up --set draw_rule=until --test beats " in line
    assert answered(line)["options"]["stacking"] == "up"


def test_there_is_a_budget_for_every_game() -> None:
    assert tuple(arena.BUDGETS) == shelf()


# The page


def test_the_page_gets_a_row_for_every_rung(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Before\n{arena.BEGIN}\nold\n{arena.END}\nafter\n")
    for _ in range(2):
        arena.write_page(page, folder)
    text = page.read_text()
    assert text.startswith("# Before\n")
    assert text.endswith(f"{arena.END}\nafter\n")
    assert "old" not in text
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == len(arena.every_ladder()) * 4
    assert "hard (100) > normal | 10 |" not in rows[0]
    assert any("hard (100) > normal" in row for row in rows)


def test_the_page_has_not_drifted() -> None:
    text = arena.PAGE.read_text(encoding="utf-8")
    written = text.split(arena.BEGIN)[1].split(arena.END)[0].strip()
    assert written == arena.summary().strip()


def test_the_ladder_holds() -> None:
    """Rungs of older rules count until they are played again; the page marks them."""
    wrong = [line for line in arena.problems() if not line.endswith(arena.OLDER_RULES)]
    assert wrong == []
