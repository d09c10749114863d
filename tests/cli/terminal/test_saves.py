"""Saved and unfinished matches on disk, and their locks."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazziere.cli.say import Stop
from mazziere.cli.terminal import saves
from mazziere.games import find
from mazziere.kernel.record import write
from tests.cli.conftest import Run, complaint, environment
from tests.cli.samples import dieci, finished
from tests.cli.terminal.quick import play
from tests.cli.terminal.sitting import seating
from tests.cli.terminal.test_table import leave
from tests.waiting import LIMIT_S, next_line


def unfinished(game: str = "dieci", seed: int = 1) -> dict[str, Any]:
    return play(seating(game, 3, {}, seed), leave).record()


def test_unfinished_matches_are_kept_and_finished_ones_let_go(own_folder: Path) -> None:
    assert saves.kept() == []
    record = unfinished()
    saves.keep(record)
    saves.keep(unfinished("uno"))
    assert {kept.game for kept in saves.kept()} == {record["game"], "uno"}
    assert [kept.players for kept in saves.kept("uno")] == [3]
    (own_folder / "notes.json").write_text("not ours")
    (own_folder / "other.json").write_text('{"game": "poker", "players": 2}')
    assert len(saves.kept()) == 2
    saves.keep({**record, "result": {"scores": [1, 0, 0], "winners": [0]}})
    assert {kept.game for kept in saves.kept()} == {"uno"}


def test_no_room_on_the_disk_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MAZZIERE_DATA_DIR", str(tmp_path / "file"))
    error = saves.keep(unfinished())
    assert error is not None
    assert str(tmp_path / "file") in error, "the terminal says why"
    assert "Not a directory" in error
    assert saves.kept() == []
    with saves.locked(seating("dieci", 3, {}, 1)):
        pass


def test_a_saved_match_goes_on(tmp_path: Path) -> None:
    record = unfinished()
    saves.save(record, str(tmp_path / "one.json"))
    with pytest.raises(FileExistsError):
        saves.save(record, str(tmp_path / "one.json"))
    table, steps = saves.resume(str(tmp_path / "one.json"))
    assert table == replace(seating("dieci", 3, {}, 1), rules=find("dieci").version)
    assert steps == record["steps"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bots": ["", "clever", "easy"]}, "no bot 'clever'"),
        ({"bots": ["", "easy"]}, "a bot for each seat"),
        ({"bots": "easy"}, "a bot for each seat"),
        ({"bots": ["", 5, "easy"]}, "a bot for each seat"),
        ({"bots": ["", "", "easy"]}, "no bot"),
        ({"person": -1}, '"person" is not a seat'),
        ({"person": "0"}, '"person" is not a seat'),
        ({"person": 3}, '"person" is not a seat'),
        ({"person": True}, '"person" is not a seat'),
        ({"seed": "0" * 32}, "not what the seed gives"),
        ({"game": "poker"}, "no game"),
        ({"steps": [{"seat": 0, "move": "keep"}]}, "step 0"),
    ],
)
def test_a_file_that_cannot_go_on(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(write({**unfinished(), **change}))
    with pytest.raises(Stop) as caught:
        saves.resume(str(file))
    assert words in caught.value.line
    assert str(file) in caught.value.line
    assert caught.value.code == 1


def test_records_of_others(tmp_path: Path) -> None:
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(dieci()))
    with pytest.raises(Stop, match="seed"):
        saves.resume(str(file))
    over = {**finished(), "seed": "0" * 32}
    file.write_text(json.dumps(over))
    with pytest.raises(Stop):
        saves.resume(str(file))
    bare = {name: value for name, value in unfinished().items() if name not in ("person", "bots")}
    file.write_text(json.dumps(bare))
    table, _ = saves.resume(str(file))
    assert (table.person, table.bots) == (0, ("", "normal", "normal"))


# Locks


def holder(folder: Path, record: dict[str, Any]) -> "subprocess.Popen[str]":
    """Hold the lock of a match in another process until its standard input is closed."""
    code = (
        "import sys; from pathlib import Path\n"
        "from mazziere.kernel.file_lock import FileLock\n"
        "lock = FileLock(Path(sys.argv[1])); print('locked', flush=True); sys.stdin.read()"
    )
    path = folder / saves.kept_path(record["game"], record["seed"]).with_suffix(".lock").name
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert next_line(process, "the other process has the lock") == "locked\n"
    return process


def test_a_match_that_is_open_elsewhere_is_locked(own_folder: Path, tmp_path: Path) -> None:
    record = unfinished()
    saves.keep(record)
    other = holder(own_folder, record)
    try:
        assert [kept.is_open for kept in saves.kept()] == [True]
        with pytest.raises(Stop, match="open in another terminal") as caught:
            saves.locked(seating("dieci", 3, {}, 1)).__enter__()
        assert caught.value.code == 1
        with saves.locked(seating("dieci", 3, {}, 2)):
            pass
        saves.keep(unfinished("uno"))
        assert [kept.is_open for kept in saves.kept()] == [False, True], "free matches come first"
    finally:
        other.kill()
        other.communicate(timeout=LIMIT_S)
    assert [kept.is_open for kept in saves.kept("dieci")] == [False], "a crash releases the lock"
    with saves.locked(seating("dieci", 3, {}, 1)):
        assert saves.is_open(saves.kept_path(record["game"], record["seed"]))
    assert not saves.is_open(saves.kept_path(record["game"], record["seed"]))


def test_plain_lines_respect_the_lock(own_folder: Path, spawn: Run) -> None:
    record = unfinished()
    saves.keep(record)
    path = saves.kept_path(record["game"], record["seed"])
    data = {"MAZZIERE_DATA_DIR": str(own_folder.parent)}
    other = holder(own_folder, record)
    try:
        line = complaint(spawn("play", "--resume", str(path), **data), 1)
        assert "open in another terminal" in line
        assert str(path) in line
    finally:
        other.communicate(timeout=LIMIT_S)
    assert spawn("play", "--resume", str(path), stdin=b"q\n\n", **data).code == 0
