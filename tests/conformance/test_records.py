"""Kept records: older versions of the rules replay unchanged, and later options show at work."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazziere.games import find, games
from mazziere.kernel.record import Record, RecordError, read, verify
from tools.records import FOLDER, later_values, name_of

PATHS = sorted(FOLDER.glob("*.json"))
LATER = [(game.id, option, value) for game in games() for option, value in later_values(game)]


def record_of(path: Path) -> Record:
    return read(path.read_bytes(), find)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_kept_record_replays_with_the_same_legal_moves(path: Path) -> None:
    record = record_of(path)
    assert verify(record)["legal"] == "ok"
    assert record.rules == (1 if path.stem.endswith("_v1") else record.game.version)


def test_every_game_with_a_new_version_keeps_records_of_the_old_one() -> None:
    kept = {record_of(path).game.id for path in PATHS if path.stem.endswith("_v1")}
    assert kept >= {game.id for game in games() if game.version > 1}


@pytest.mark.parametrize(("game", "option", "value"), LATER)
def test_a_record_shows_each_value_of_a_later_option(game: str, option: str, value: Any) -> None:
    """The record of a value is impossible, or has other moves or scores, with the default."""
    record = record_of(FOLDER / name_of(find(game), option, value))
    assert record.options[option] == value
    default = next(o.default for o in record.game.options if o.name == option)
    usual = replace(record, options={**record.options, option: default})
    with pytest.raises(RecordError):
        verify(usual)


@pytest.mark.parametrize(("game", "option", "value"), LATER)
def test_version_1_refuses_later_options(game: str, option: str, value: Any) -> None:
    """Contract G6."""
    path = FOLDER / name_of(find(game), option, value)
    record = json.loads(path.read_text(encoding="utf-8"))
    record |= {"rules": 1, "options": {option: value}}
    with pytest.raises(RecordError, match=rf'no option "{option}" in version 1|option {option}: '):
        read(json.dumps(record).encode(), find)
