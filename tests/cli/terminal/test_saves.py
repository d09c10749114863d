"""Matches on disk."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazziere.cli.say import Stop
from mazziere.cli.terminal import saves
from mazziere.kernel.record import write
from tests.cli.samples import dieci, finished
from tests.cli.terminal.quick import play
from tests.cli.terminal.sitting import seating
from tests.cli.terminal.test_table import leave


def unfinished(game: str = "dieci", seed: int = 1) -> dict[str, Any]:
    return play(seating(game, 3, {}, seed), leave).record()


def test_unfinished_matches_are_kept_and_finished_ones_let_go(own_folder: Path) -> None:
    assert saves.kept() == []
    record = unfinished()
    saves.keep(record)
    saves.keep(unfinished("uno"))
    assert {kept.game for kept in saves.kept()} == {"dieci", "uno"}
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
    saves.keep(unfinished())
    assert saves.kept() == []


def test_a_saved_match_goes_on(tmp_path: Path) -> None:
    record = unfinished()
    saves.save(record, str(tmp_path / "one.json"))
    with pytest.raises(FileExistsError):
        saves.save(record, str(tmp_path / "one.json"))
    table, steps = saves.resume(str(tmp_path / "one.json"))
    assert table == replace(seating("dieci", 3, {}, 1), rules=1)
    assert steps == record["steps"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bots": ["", "clever", "easy"]}, "no bot 'clever'"),
        ({"bots": ["", "easy"]}, "a bot for each seat"),
        ({"bots": "easy"}, "a bot for each seat"),
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
