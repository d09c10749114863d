"""Bad input: one line that names the file, the step, the reason and the rule; never a traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mazziere import cli
from tests.cli.conftest import Run, complaint, environment
from tests.cli.samples import dieci, dieci_deck, finished, save


def with_step(place: int, step: Any) -> Any:
    record = dieci()
    record["steps"][place] = step
    return record


def after_the_end() -> Any:
    record = finished()
    record["steps"].append({"seat": 0, "move": "keep"})
    return record


RECORDS: dict[str, tuple[Any, int | None, str, str | None]] = {
    # name: record, step, words in the line, rule
    "wrong format": ({**dieci(), "format": "pgn"}, None, '"format" is "pgn"', None),
    "unknown game": ({**dieci(), "game": "poker"}, None, 'no game "poker"', None),
    "unknown option": ({**dieci(), "options": {"jokers": 2}}, None, '"jokers"', None),
    "unknown value": ({**dieci(), "options": {"deck": "5-5-5"}}, None, "3-4-4", None),
    "too many players": ({**dieci(), "players": 11}, None, "not 11", None),
    "huge number": ({**dieci(), "players": 10**60}, None, "a huge number", None),
    "negative number": ({**dieci(), "players": -2}, None, "not -2", None),
    "negative seat": (with_step(2, {"seat": -1, "move": "keep"}), 2, "no such seat", None),
    "impossible dealer": (with_step(0, {"chance": "dealer", "seat": 3}), 0, "not one of", "DIE-"),
    "too few cards": (
        with_step(1, {"chance": "deck", "cards": dieci_deck("5", "0")[1:]}),
        1,
        "54 cards, not 55",
        "DIE-",
    ),
    "a fifth cat": (
        with_step(1, {"chance": "deck", "cards": ["cat", *dieci_deck("5")[1:]]}),
        1,
        "too many 1 × cat, missing 1 × 5",
        "DIE-",
    ),
    "unknown card": (
        with_step(1, {"chance": "deck", "cards": ["joker", *dieci_deck("5")[1:]]}),
        1,
        '"joker" is not a card of dieci',
        "DIE-",
    ),
    "illegal move": (with_step(2, {"seat": 0, "move": "draw"}), 2, "dealer", "DIE-R5"),
    "out of turn": (with_step(2, {"seat": 1, "move": "keep"}), 2, "seat 1", "DIE-R1"),
    "after the end": (after_the_end(), 4, "the match is over", "DIE-ELIM-1"),
    "unknown move": (with_step(2, {"seat": 0, "move": "fold"}), 2, "no such move", None),
    "odd letters": (with_step(2, {"seat": 0, "move": "ke\u0435p\n\u202e"}), 2, "\\u0435", None),
    "a lone surrogate": (with_step(2, {"seat": 0, "move": "\ud83d"}), 2, "\\ud83d", None),
    "a step of nothing": (with_step(3, None), 3, "a step is an object", None),
    "a true seat": (with_step(2, {"seat": True, "move": "keep"}), 2, "true", None),
}


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("name", RECORDS)
def test_a_bad_record(run: Run, tmp_path: Path, command: str, name: str) -> None:
    record, step, words, rule = RECORDS[name]
    file = save(tmp_path / "bad.json", record)
    line = complaint(run(command, file), 1)
    assert file in line
    assert words in line
    assert ("step" in line) == (step is not None)
    if step is not None:
        assert f": step {step}: " in line
    assert line.endswith("]") == (rule is not None)
    if rule is not None:
        assert f"[{rule}" in line


@pytest.mark.parametrize("name", RECORDS)
def test_the_same_as_json(run: Run, tmp_path: Path, name: str) -> None:
    record, step, _, rule = RECORDS[name]
    answer = run("replay", "--json", save(tmp_path / "bad.json", record))
    complaint(answer, 1)
    found = json.loads(answer.out)
    assert found["ok"] is False
    assert found["step"] == step
    assert (found["rule"] is None) == (rule is None)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"GIF89a\x00\x01", "not JSON"),
        (b"\xff\xd8\xff\xe0", "not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b'{"format": "mazziere-record/1"', "not JSON"),
        (b'{"a": 1, "a": 1}', "twice"),
        (b'{"players": NaN}', "NaN"),
        (b"[" * 200_000, "nested too deeply"),
        (b"1" * 10_000, "too many digits"),
    ],
)
def test_a_file_that_is_not_a_record(run: Run, tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    line = complaint(run("replay", str(file)), 1)
    assert str(file) in line
    assert words in line


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert "cannot be read" in complaint(run("replay", str(tmp_path / "none.json")), 2)
    assert "cannot be read" in complaint(run("replay", str(tmp_path)), 2)
    assert "cannot be read" in complaint(run("replay", "a\0b"), 2)
    odd = complaint(run("replay", str(tmp_path / "two\nlines\udcff")), 2)
    assert "two\\nlines\\udcff" in odd
    answer = run("replay", str(tmp_path / "none.json"), "--json")
    complaint(answer, 2)
    assert json.loads(answer.out)["ok"] is False


USAGE: dict[tuple[str, ...], str] = {
    ("shuffle",): "no command 'shuffle'; one of games",
    ("--fast",): "required: COMMAND",
    ("games", "--fast"): "games has no argument '--fast'",
    ("rules",): "required: GAME",
    ("rules", "poker"): "no game 'poker'; one of dieci",
    ("rules", "dieci", "--lang", "de"): "no choice 'de'; one of it, en",
    ("replay",): "required: FILE",
    ("replay", "a", "b"): "replay has no argument 'b'",
    ("verify",): "required: FILE",
    ("sim",): "required: GAME",
    ("sim", "dieci", "--players", "x"): "--players",
    ("sim", "dieci", "--players", "1"): "not 1",
    ("sim", "dieci", "--players", "11"): "not 11",
    ("sim", "dieci", "--players", "9" * 300): "not 9",
    ("sim", "dieci", "--players", "٣"): "not a whole number",
    ("sim", "rookie", "--players", "5", "--set", "mode=team"): "4, 6",
    ("sim", "dieci", "--games", "0"): "from 1 to 10^12",
    ("sim", "dieci", "--games", "-5"): "from 1 to 10^12",
    ("sim", "dieci", "--games", "1e3"): "not a whole number",
    ("sim", "dieci", "--seed", "abc"): "not a whole number",
    ("sim", "dieci", "--seed", "1" * 5000): "not a whole number",
    ("sim", "dieci", "--jobs", "0"): "--jobs",
    ("sim", "dieci", "--jobs", "100000"): "threads",
    ("sim", "dieci", "--set", "tokens"): "not name=value",
    ("sim", "dieci", "--set", "lives=3"): "it has deck, copies, tokens",
    ("sim", "dieci", "--set", "tokens=99"): "1 to 9",
    ("sim", "dieci", "--set", "tokens=" + "9" * 99): "1 to 9",
    ("sim", "dieci", "--set", "must_block=yes"): "true or false",
    ("sim", "uno", "--set", "custom=plain,plain"): "list of 3",
    ("sim", "dieci", "--bots", "alice"): "there is random, easy, normal, hard, master",
    ("sim", "dieci", "--bots", "easy,alice"): "no bot 'alice'",
    ("sim", "dieci", "--bots", "hard:ms=20"): "set iterations",
    ("sim", "dieci", "--bots", "easy:iterations=20"): "for bots that search",
    ("sim", "dieci", "--bots", "random,random,random"): "3 bots for 2 seats",
    ("sim", "dieci", "--bots", ""): "no bot ''",
    ("sim", "dieci", "--legal"): "--records",
    ("bench", "--seconds", "0"): "3600 seconds",
    ("bench", "--seconds", "nan"): "3600 seconds",
    ("bench", "--game", "yooloo", "--players", "9"): "not for so many",
    ("play",): "which game",
    ("play", "dieci", "--players", "99"): "not 99",
    ("play", "dieci", "--bots", "alice"): "there is random",
    ("sim", "die\nci"): "did you mean dieci?",
}


@pytest.mark.parametrize("argv", USAGE, ids=lambda argv: ascii(" ".join(argv))[:40])
def test_bad_usage(run: Run, argv: tuple[str, ...]) -> None:
    assert USAGE[argv] in complaint(run(*argv), 2)


def test_a_folder_for_records_that_cannot_be(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    inside = str(tmp_path / "file" / "dir")
    line = complaint(run("sim", "dieci", "--games", "1", "--records", inside), 2)
    assert inside in line


def test_a_mode_that_does_not_exist(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "fast")
    assert "MAZZIERE_JIT=fast" in complaint(run("sim", "dieci"), 2)
    assert "MAZZIERE_JIT=fast" in complaint(run("bench", "--game", "dieci"), 2)


def test_a_match_without_end(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    monkeypatch.setattr("mazziere.lab.sim.MAX_STEPS", 5)
    monkeypatch.setattr("mazziere.kernel.match.MAX_STEPS", 3)
    line = complaint(run("sim", "dieci", "--seed", "1"), 1)
    assert "dieci: match 0 of seed 1: more than 5 steps" in line
    assert "try --bots easy" in line
    records = ("--records", str(tmp_path / "of easy bots"))
    line = complaint(run("sim", "dieci", "--seed", "1", "--bots", "easy", *records), 1)
    assert line.endswith("more than 3 steps")
    argv = ("sim", "dieci", "--seed", "1", "--records", str(tmp_path / "records"))
    assert "more than 3 steps" in complaint(run(*argv), 1)
    line = complaint(run("replay", save(tmp_path / "a.json", dieci())), 1)
    assert "step 3: more than 3 steps" in line


# The guard around all commands


def explode(error: BaseException) -> Any:
    def run(_arguments: object) -> int:
        raise error

    return run


def test_a_bug_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from mazziere.cli import games

    monkeypatch.setattr(games, "run", explode(ZeroDivisionError("by\nzero")))
    line = complaint(run("games"), cli.BUG)
    assert "ZeroDivisionError: by\\nzero" in line
    assert "MAZZIERE_DEBUG=1" in line
    monkeypatch.setenv("MAZZIERE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["games"])


def test_an_interrupt_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from mazziere.cli import games

    monkeypatch.setattr(games, "run", explode(KeyboardInterrupt()))
    assert "interrupted" in complaint(run("games"), cli.INTERRUPTED)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_that_goes_away() -> None:
    argv = [sys.executable, "-m", "mazziere", "games", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(argv, stdout=pipe, stderr=pipe, env=environment()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == cli.BROKEN_PIPE
