"""`mazziere arena`: reproducible output, tables, the plot, one-line errors."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mazziere.lab.arena import Duel
from tests.cli.conftest import Run, complaint, environment

BOTS = "random,easy,hard:iterations=4"
SMALL = ("dieci", "--set", "tokens=1", "--seed", "9")


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")


def found(run: Run, *argv: str) -> Any:
    answer = run("arena", *argv, "--json")
    assert (answer.code, answer.err) == (0, "")
    return json.loads(answer.out)


def test_the_json(run: Run) -> None:
    answer = found(run, *SMALL, "--bots", BOTS, "--games", "7")
    assert (answer["game"], answer["players"], answer["seed"]) == ("dieci", 2, 9)
    assert answer["bots"] == BOTS.split(",")
    assert answer["seatings"] == [[0, 1], [1, 0]]
    assert answer["complete"] is True
    names = [pair["bots"] for pair in answer["pairs"]]
    assert names == [["random", "easy"], ["random", BOTS[12:]], ["easy", BOTS[12:]]]
    for pair in answer["pairs"]:
        assert (pair["deals"], pair["matches"]) == (4, 8)  # whole deals
        assert sum(pair["wins"]) == 8
        assert 0 <= pair["low"] <= pair["share"] <= pair["high"] <= 1
        assert sum(count for _, count in pair["deal_shares"]) == 4
        assert pair["verdict"] is None
    assert [row["bot"] for row in answer["ratings"]] == answer["bots"]
    assert answer["ratings"][0]["elo"] == 0
    assert sum(row["wins"] for row in answer["ratings"]) == 24
    assert {row["matches"] for row in answer["ratings"]} == {16}


def test_the_same_command_gives_the_same_bytes(run: Run) -> None:
    argv = ("arena", *SMALL, "--bots", BOTS, "--games", "6", "--json")
    first = run(*argv, "--jobs", "1")
    assert run(*argv, "--jobs", "3").out == first.out
    command = json.loads(first.out)["command"].split()
    assert run(*command[1:], "--json").out == first.out


@pytest.mark.slow
def test_compiled_threads_give_the_same_bytes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ("arena", *SMALL, "--players", "4", "--bots", BOTS, "--games", "60", "--json")
    plain = run(*argv)
    monkeypatch.setenv("MAZZIERE_JIT", "1")
    assert [run(*argv, "--jobs", jobs).out for jobs in ("1", "3")] == [plain.out] * 2


def test_the_anchor_is_the_random_bot_or_the_first(run: Run) -> None:
    for bots, place in (("easy,random", 1), ("normal,easy", 0)):
        answer = found(run, *SMALL, "--bots", bots, "--games", "2")
        assert answer["ratings"][place]["elo"] == 0


def test_the_tables(run: Run) -> None:
    answer = run("arena", *SMALL, "--bots", BOTS, "--games", "4", "--players", "3")
    assert (answer.code, answer.err) == (0, "")
    for words in ("3 players · seed 9", "6 seatings", "Ratings", "Pairs", "score difference"):
        assert words in answer.out
    assert "easy – random" in answer.out
    assert "verdict" not in answer.out
    tested = run("arena", *SMALL, "--bots", "random,easy", "--games", "4", "--test", "beats")
    assert "verdict" in tested.out
    assert "open" in tested.out


def test_a_test_ends_early(run: Run) -> None:
    argv = ("--bots", "random,easy", "--games", "4000", "--test", "not-worse", "--margin", "0.4")
    answer = found(run, *SMALL, *argv)
    assert answer["test"] == {"kind": "not-worse", "border": 0.1}
    (pair,) = answer["pairs"]
    assert pair["verdict"] == "not worse"
    assert pair["low"] > 0.1
    assert pair["deals"] < 2000
    assert "--margin 0.4" in answer["command"]


def test_partners_share_a_bot(run: Run) -> None:
    argv = ("rookie", "--set", "mode=team", "--bots", "random,easy", "--games", "2", "--seed", "1")
    answer = found(run, *argv)
    assert answer["players"] == 4
    assert answer["seatings"] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert answer["sides"] == [[0, 2], [1, 3]]


def test_the_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "arena.png"
    answer = run("arena", *SMALL, "--bots", "random,easy", "--games", "4", "--plot", str(path))
    assert (answer.code, answer.err) == (0, "")
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--bots", "random"), "1 bots"),
        (("--bots", "random,easy,random"), "random twice"),
        (("--bots", "random,grandmother"), "no bot 'grandmother'"),
        (("--bots", "random,hard:ms=20"), "a time limit"),
        (("--bots", "random,hard:iterations=0"), "from 1"),
        (("--bots", "random,easy", "--players", "11"), "not 11"),
        (("--bots", "random,easy", "--jobs", "1000"), "threads"),
        (("--bots", "random,easy", "--games", "0"), "'0'"),
        (("--bots", "random,easy", "--test", "wins"), "no choice 'wins'; one of beats, not-worse"),
        (("--bots", "random,easy", "--margin", "0.1"), "--test not-worse"),
        (("--bots", "random,easy", "--test", "not-worse", "--margin", "0.7"), "'0.7'"),
        (("--bots", "random,easy", "--plot", "arena.svg"), ".png"),
        (("--bots", "random,easy", "--plot", "no/such/folder/arena.png"), "cannot be written"),
        ((), "--bots"),
    ],
)
def test_bad_usage(run: Run, argv: tuple[str, ...], words: str) -> None:
    assert words in complaint(run("arena", "dieci", *argv), 2)


# An interruption

INTERRUPTED = """
import os, signal, sys
from mazziere.cli import main
from mazziere.lab import arena
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell starts jobs
count, calls = arena.count, []

def counting(*parts):
    calls.append(parts)
    if len(calls) == 20:
        os.kill(os.getpid(), signal.SIGINT)
    return count(*parts)

arena.count = counting
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signal of this kind")
def test_control_c_leaves_with_one_line_and_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "arena.png"
    argv = ["arena", *SMALL, "--bots", "random,easy,normal", "--games", "1000000000"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *argv, "--json", "--plot", str(path)],
        capture_output=True,
        env=environment(),
        timeout=120,
        check=False,
    )
    assert done.stderr.decode() == "mazziere: interrupted\n"
    assert done.returncode == 130
    result = json.loads(done.stdout)
    assert result["complete"] is False
    assert all(pair["deals"] > 0 for pair in result["pairs"])
    assert path.read_bytes().startswith(b"\x89PNG")


def test_an_interruption_in_the_middle_of_counting() -> None:
    duel = Duel((0, 1), 2, units=[1, 2, 3], margins=[0.5, 0.5], shared=[0])
    duel.even_out()
    assert (duel.units, duel.margins, duel.shared) == ([1], [0.5], [0])
