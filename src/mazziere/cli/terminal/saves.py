"""Matches on disk: a file to save in, the unfinished ones that are kept, and going on with one."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from mazziere.bots.levels import BadSpec, read_spec
from mazziere.cli.records import data_of, fault_line, read_record, reason_of
from mazziere.cli.say import Stop
from mazziere.cli.terminal.table import Seating
from mazziere.games import find
from mazziere.kernel.match import seed_from_text
from mazziere.kernel.record import RecordError, parse, verify, write


@dataclass(frozen=True)
class Kept:
    """An unfinished match that was kept."""

    path: Path
    game: str
    players: int
    when: datetime


def folder() -> Path:
    """Where unfinished matches are kept."""
    from platformdirs import user_data_path

    chosen = os.environ.get("MAZZIERE_DATA_DIR")
    root = Path(chosen) if chosen else user_data_path("mazziere")
    return root / "unfinished"


def place_of(record: Mapping[str, Any]) -> Path:
    """The file in which an unfinished match is kept."""
    return folder() / f"{record['game']}-{record['seed'][:12]}.json"


def keep(record: Mapping[str, Any]) -> None:
    """Keep an unfinished match, and let go of a finished one; a full disk is no reason to stop."""
    path = place_of(record)
    with suppress(OSError):
        if "result" in record:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(write(record), encoding="utf-8")
        new.replace(path)


def kept(game: str | None = None) -> list[Kept]:
    """The unfinished matches, the latest first."""
    found = []
    for path in folder().glob("*.json"):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            one = Kept(path, find(record["game"]).id, int(record["players"]), when)
        except (OSError, ValueError, KeyError, TypeError):
            continue  # not ours
        if game in (None, one.game):
            found.append(one)
    return sorted(found, key=lambda one: one.when, reverse=True)


def save(record: Mapping[str, Any], name: str) -> None:
    """Write a record into a new file; FileExistsError rather than overwrite anything."""
    with Path(name).expanduser().open("x", encoding="utf-8") as file:
        file.write(write(record))


def resume(file: str) -> tuple[Seating, list[Any]]:
    """Read a saved match: how the table was set, and the steps so far; Stop if it cannot go on."""
    data = data_of(file)
    record = None
    try:
        record = read_record(data)
        if record.seed is None:
            raise RecordError('"seed" is missing: nobody knows how the cards would go on')
        verify(record)
        if record.result is not None:
            raise RecordError("the match is over")
        seed = seed_from_text(record.seed)
        person, bots = _seats(parse(data), record.players)
    except RecordError as error:
        game = record.game.id if record is not None else None
        raise Stop(fault_line(file, error, reason_of(error, game)), 1) from None
    seating = Seating(record.game, record.players, record.options, seed, bots, person, record.rules)
    return seating, record.steps


def _seats(top: Mapping[str, Any], players: int) -> tuple[int, tuple[str, ...]]:
    """Who sits where; a record of another kind gets a person at seat 0 and the usual bots."""
    person = top.get("person", 0)
    if type(person) is not int or not 0 <= person < players:
        raise RecordError('"person" is not a seat')
    bots = top.get("bots", ["normal"] * players)
    if not isinstance(bots, list) or len(bots) != players:
        raise RecordError('"bots" is not a list with a bot for each seat')
    named = ["" if seat == person else bot for seat, bot in enumerate(bots)]
    for seat, bot in enumerate(named):
        if seat != person:
            try:
                read_spec(str(bot))
            except BadSpec as error:
                raise RecordError(str(error)) from None
    return person, tuple(map(str, named))
