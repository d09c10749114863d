"""Kept records: older versions of the rules replay unchanged, and later options show at work."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazziere.games import find, games
from mazziere.kernel.match import Match
from mazziere.kernel.record import Record, Recorder, RecordError, read, verify
from tests.cases import case
from tools.records import (
    FOLDER,
    Reading,
    Whole,
    is_shown,
    later_values,
    name_of,
    position,
    transcript_of,
    versioned,
)

PATHS = sorted(FOLDER.glob("*.json"))
WHOLE = [(game.id, plan) for game in games() for plan in case(game.id).kept]
READINGS = [(game.id, reading) for game in games() for reading in case(game.id).readings]
LATER = [(game.id, option, value) for game in games() for option, value in later_values(game)]


def record_of(path: Path) -> Record:
    return read(path.read_bytes(), find)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_kept_record_replays_with_the_same_legal_moves(path: Path) -> None:
    record = record_of(path)
    assert verify(record)["legal"] == "ok"
    named = re.search(r"_v(\d+)$", path.stem)
    assert record.rules == (int(named[1]) if named else record.game.version)


def test_every_game_keeps_finished_matches_of_each_version() -> None:
    records = [record_of(path) for path in PATHS]
    kept = {(record.game.id, record.rules) for record in records if record.result is not None}
    assert kept >= {(game.id, v) for game in games() for v in range(1, game.version + 1)}


@pytest.mark.parametrize(("game", "plan"), WHOLE, ids=lambda it: getattr(it, "name", it))
def test_a_whole_match_shows_what_it_is_kept_for(game: str, plan: Whole) -> None:
    path = versioned(find(game), plan.name)
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["players"] == plan.players
    assert plan.options.items() <= record["options"].items()
    assert is_shown(plan, transcript_of(find(game), plan, record["steps"]))


def ended_at(reading: Reading, game: str, rules: int) -> str:
    """Replay a reading by a version of the rules; return the position at its end."""
    options = {
        name: value
        for name, value in reading.options.items()
        if name in {option.name for option in find(game).options_of(rules)}
    }
    table = Recorder(Match(find(game), reading.players, options, rules=rules))
    for step in reading.steps:
        table.take(step)
    return position(table.match)


@pytest.mark.parametrize(
    ("game", "reading"), READINGS, ids=lambda value: getattr(value, "name", value)
)
def test_a_corrected_reading_ends_otherwise_by_the_older_version(
    game: str, reading: Reading
) -> None:
    """Contract 7: both positions are written down by hand."""
    path = versioned(find(game), f"{game}_{reading.name}")
    record = json.loads(path.read_text(encoding="utf-8"))
    bare = [{k: v for k, v in step.items() if k != "legal"} for step in record["steps"]]
    assert bare == list(reading.steps)
    assert reading.older < record["rules"]
    assert ended_at(reading, game, record["rules"]) == reading.now
    assert ended_at(reading, game, reading.older) == reading.before


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
