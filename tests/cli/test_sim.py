"""`mazziere sim`: the same matches in every mode, and correct counts."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazziere.bots.levels import read_spec
from mazziere.cli import sim
from mazziere.games import find, shelf
from mazziere.kernel.engine import engine
from mazziere.lab.sim import Setup, Tally, wilson
from tests.cases import case
from tests.cli.conftest import SOURCES, Run, environment


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")


def found(run: Run, *argv: str) -> Any:
    answer = run("sim", *argv, "--json")
    assert (answer.code, answer.err) == (0, "")
    return json.loads(answer.out)


def counted(found: Any) -> Any:
    """Return the results that do not depend on time."""
    return {name: found[name] for name in ("games", "seats", "bots", "length", "shared_wins")}


def test_the_json(run: Run, uncompiled: None) -> None:
    answer = found(run, "dieci", "--players", "3", "--games", "8", "--seed", "7")
    assert (answer["game"], answer["players"], answer["seed"]) == ("dieci", 3, 7)
    assert answer["options"]["tokens"] == 5
    assert answer["games"] == 8
    assert answer["games_per_s"] > 0
    assert sum(seat["wins"] for seat in answer["seats"]) == pytest.approx(8)
    for row in answer["seats"] + answer["bots"]:
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
    assert answer["bots"][0]["wins"] == pytest.approx(8)
    length = answer["length"]
    assert length["p5"] <= length["p50"] <= length["p95"]
    assert answer["records"] is None


def test_a_preset_sets_options_and_players(run: Run, uncompiled: None) -> None:
    team = ("rookie", "--preset", "team", "--games", "1", "--seed", "7")
    answer = found(run, *team)
    assert (answer["options"]["mode"], answer["players"]) == ("team", 4)
    assert found(run, *team, "--players", "6")["players"] == 6
    answer = found(run, *team, "--set", "mode=kids", "--set", "edition=pocket")
    assert (answer["options"]["mode"], answer["options"]["edition"]) == ("kids", "pocket")
    assert answer["players"] == 4


def test_the_options_of_a_preset_are_in_the_record(run: Run, tmp_path: Path) -> None:
    to = ("--records", str(tmp_path), "--games", "1", "--seed", "7")
    assert run("sim", "dieci", "--preset", "children", *to).code == 0
    record = json.loads((tmp_path / "000000.json").read_text())
    assert (record["options"]["tokens"], record["options"]["must_block"]) == (3, True)


@pytest.mark.parametrize("command", ["sim", "play", "arena"])
def test_an_unknown_preset_is_one_line(run: Run, command: str) -> None:
    bots = ("--bots", "easy,normal") if command == "arena" else ()
    answer = run(command, "dieci", "--preset", "chess", *bots)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "mazziere: dieci has no preset 'chess'; it has full, first, children\n"


def test_the_table(run: Run, uncompiled: None) -> None:
    answer = run("sim", "dieci", "--games", "5", "--seed", "-3")
    assert (answer.code, answer.err) == (0, "")
    for words in ("seed -3", "5 matches", "Wins by seat", "Wins by bot", "95 % interval"):
        assert words in answer.out
    assert "counts 1/k" in answer.out
    assert "━" not in answer.out


def settings(options: Mapping[str, Any]) -> list[str]:
    """Return the words that set options on the command line."""
    return [word for key, value in options.items() for word in ("--set", f"{key}={value}")]


@pytest.mark.parametrize("name", shelf())
def test_records_are_the_same_matches(
    run: Run, tmp_path: Path, uncompiled: None, name: str
) -> None:
    options = settings(case(name).shortest)
    argv = (name, "--players", "4", "--games", "4", "--seed", "21", *options)
    folder = tmp_path / "new" / "records"
    recorded = found(run, *argv, "--records", str(folder), "--legal")
    assert counted(recorded) == counted(found(run, *argv))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"00000{number}.json" for number in range(4)]
    answer = run("verify", *map(str, files))
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("result, legal moves, seed: correct") == 4
    record = json.loads(files[3].read_text())
    assert record["players"] == 4
    assert set(record["options"]) == {option.name for option in find(name).options}


def test_legal_moves_are_written_on_request(run: Run, tmp_path: Path, uncompiled: None) -> None:
    found(run, "dieci", "--games", "1", "--records", str(tmp_path))
    assert "legal" not in (tmp_path / "000000.json").read_text()


def test_results_do_not_depend_on_jobs(run: Run) -> None:
    argv = ("dieci", "--players", "3", "--games", "70", "--seed", "5")
    assert counted(found(run, *argv, "--jobs", "3")) == counted(found(run, *argv))


def test_many_records_are_played_in_the_mode_of_the_environment(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mazziere.cli.sim.PLAIN_RECORDS", 1)
    argv = ("dieci", "--games", "3", "--seed", "8", "--records", str(tmp_path))
    first = found(run, *argv)
    monkeypatch.setattr("mazziere.cli.sim.PLAIN_RECORDS", 100)
    assert counted(found(run, *argv)) == counted(first)


def test_defaults(run: Run, tmp_path: Path, uncompiled: None) -> None:
    answer = found(run, "dieci", "--set", "tokens=1")
    assert answer["games"] == 1000
    assert answer["players"] == 2
    recorded = found(run, "rookie", "--set", "mode=team", "--records", str(tmp_path))
    assert recorded["games"] == len(list(tmp_path.iterdir())) == 10
    assert recorded["players"] == 4
    first, second = (found(run, "dieci", "--games", "1")["seed"] for _ in range(2))
    assert first != second


def test_options_from_the_command_line(run: Run, uncompiled: None) -> None:
    settings = ("custom=plain,extra_turn,none", "final_draw=false", "target=60", "scoring=winner")
    argv = [part for setting in settings for part in ("--set", setting)]
    options = found(run, "uno", "--games", "1", *argv)["options"]
    assert options["custom"] == ["plain", "extra_turn", "none"]
    assert options["final_draw"] is False
    assert options["target"] == 60


# Bots


MIXED = "random,easy,hard:iterations=3,normal"
QUICK = "random,easy,normal,easy:share=80"
"""Without a search, which takes long uncompiled where playouts do."""


@pytest.mark.parametrize("name", shelf())
def test_records_of_mixed_tables_are_the_same_matches(
    run: Run, tmp_path: Path, uncompiled: None, name: str
) -> None:
    """The loop of `BotEngine` against a `Sitting` of four players, one move at a time."""
    options = settings(case(name).shortest)
    bots = QUICK if case(name).slow_playouts else MIXED
    argv = (name, "--players", "4", "--games", "2", "--seed", "22", "--bots", bots, *options)
    recorded = found(run, *argv, "--records", str(tmp_path))
    looped = found(run, *argv)
    assert counted(recorded) == counted(looped)
    assert looped["seat_bots"] == [row["bot"] for row in looped["bots"]] == bots.split(",")
    answer = run("verify", *map(str, sorted(tmp_path.iterdir())))
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("seed: correct") == 2


def test_random_tables_play_the_matches_of_the_engine(run: Run, uncompiled: None) -> None:
    """The fast way for random players, whose matches other commands and records refer to."""
    argv = ("dieci", "--players", "3", "--games", "6", "--seed", "4")
    answer = found(run, *argv, "--bots", "random,random,random")
    scores, results = engine(find("dieci"), "plain").play_matches(3, {}, 4, 0, 6)
    tally = Tally(3)
    tally.add(scores, results)
    assert [seat["wins"] for seat in answer["seats"]] == [tally.wins(seat) for seat in range(3)]
    assert answer["length"]["mean"] == tally.moves / 6


def test_one_bot_for_all_seats(run: Run, uncompiled: None) -> None:
    answer = found(run, "dieci", "--players", "3", "--games", "1", "--bots", "easy")
    assert answer["seat_bots"] == ["easy"] * 3
    assert [row["seats"] for row in answer["bots"]] == [[0, 1, 2]]


def test_searching_bots_are_not_recorded_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of plain Python would take longer than compiling it."""
    game = find("dieci")
    setup = Setup(game, 2, game.full_options({"tokens": 1}), 1)
    modes: list[str] = []
    monkeypatch.setattr(sim, "record_match", lambda setup, number, mode, legal: modes.append(mode))
    for bots in ("easy,normal", "easy,hard"):
        specs = tuple(map(read_spec, bots.split(",")))
        with pytest.raises(AttributeError):  # no record to write
            sim.write_records(
                replace(setup, bots=specs), 1, Path(), "compiled", False, lambda count: None
            )
    assert modes == ["plain", "compiled"]


# Counting


def test_wilson_intervals() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_shares_and_percentiles() -> None:
    tally = Tally(3)
    moves = list(range(1, 21))
    winners = [0b001] * 10 + [0b110] * 6 + [0b111] * 4
    results = np.array([[m, 0, w] for m, w in zip(moves, winners, strict=True)], np.int32)
    scores = np.tile(np.array([1, 2, 3], np.int32), (20, 1))
    for part in (slice(0, 7), slice(7, 20)):
        tally.add(scores[part], results[part])
    assert tally.wins(0) == pytest.approx(10 + 4 / 3)
    assert tally.wins(1) == pytest.approx(3 + 4 / 3)
    assert sum(tally.wins(seat) for seat in range(3)) == pytest.approx(20)
    assert tally.shared() == 10
    assert [tally.percentile(p) for p in (5, 50, 95)] == [1, 10, 19]
    assert tally.points == [20, 40, 60]
    assert tally.moves == 210


# A terminal


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_sees_a_bar_and_drawn_tables() -> None:
    import pty

    seen = bytearray()

    def read(descriptor: int) -> bytes:
        data = os.read(descriptor, 1024)
        seen.extend(data)
        return b"\r"  # nothing for the screen of the tests

    program = "import sys; from mazziere.cli import main; sys.exit(main(sys.argv[1:]))"
    argv = ["sim", "dieci", "--games", "400", "--seed", "1"]
    assigned = {**environment(), "TERM": "xterm", "COLUMNS": "100", "PYTHONPATH": str(SOURCES)}
    command = ["env", *(f"{name}={value}" for name, value in assigned.items())]
    pty.spawn([*command, sys.executable, "-c", program, *argv], read)
    text = seen.decode()
    assert "matches/s" in text
    assert "400/400" in text
    assert "0:00:0" in text, "the time left"
    assert "Wins by seat" in text
    assert "━" in text
