"""Saved matches: files that the person names, and unfinished matches, kept automatically."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec

from mazziere.bots.levels import BadSpec, read_spec
from mazziere.cli.records import data_of, fault_line, read_record, reason_of
from mazziere.cli.say import Stop
from mazziere.cli.terminal.solo_match import Seating
from mazziere.games import UnknownGame, find
from mazziere.kernel.file_lock import FileLock, Locked
from mazziere.kernel.match import seed_from_text, seed_to_text
from mazziere.kernel.record import RecordError, verify, write


class KeptHead(msgspec.Struct):
    """The fields of a kept file that the menu shows."""

    game: str
    players: int


class SavedSeats(msgspec.Struct):
    """The fields that `play` adds to a record; both may be missing."""

    person: Annotated[int, msgspec.Meta(ge=0)] = 0
    bots: list[str] | None = None


@dataclass(frozen=True)
class Kept:
    """An unfinished match that was kept."""

    path: Path
    game: str
    players: int
    when: datetime
    is_open: bool  # in another terminal


def folder() -> Path:
    """Return the folder of unfinished matches."""
    from platformdirs import user_data_path

    chosen = os.environ.get("MAZZIERE_DATA_DIR")
    root = Path(chosen) if chosen else user_data_path("mazziere")
    return root / "unfinished"


def kept_path(game: str, seed: str) -> Path:
    """Return the file in which an unfinished match is kept."""
    return folder() / f"{game}-{seed[:12]}.json"


@contextmanager
def locked(seating: Seating) -> Iterator[None]:
    """Lock a match for this terminal; Stop if it is open in another one.

    Where the folder cannot be written, no match can be kept, and nothing is locked.
    """
    path = kept_path(seating.game.id, seed_to_text(seating.seed))
    lock = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_suffix(".lock"))
    except Locked:
        raise Stop(f"{path}: this match is open in another terminal") from None
    except OSError:
        pass
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def is_open(path: Path) -> bool:
    """Tell whether a kept match is open in another terminal."""
    place = path.with_suffix(".lock")
    try:
        if place.exists():
            FileLock(place).release()
    except Locked:
        return True
    return False


def keep(record: Mapping[str, Any]) -> str | None:
    """Keep an unfinished match, or delete a finished one; return the error if the disk refuses."""
    path = kept_path(record["game"], record["seed"])
    try:
        if "result" in record:
            path.unlink(missing_ok=True)
            return None
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(write(record), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        return f"{path.parent}: {error.strerror or error}"
    return None


def kept(game: str | None = None) -> list[Kept]:
    """List the unfinished matches: those that are free first, then the latest first."""
    found = []
    for path in folder().glob("*.json"):
        try:
            head = msgspec.json.decode(path.read_bytes(), type=KeptHead)
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            one = Kept(path, find(head.game).id, head.players, when, is_open(path))
        except (OSError, msgspec.MsgspecError, UnknownGame):
            continue  # another program's file
        if game in (None, one.game):
            found.append(one)
    return sorted(found, key=lambda one: (not one.is_open, one.when), reverse=True)


def save(record: Mapping[str, Any], name: str) -> None:
    """Write a record into a new file; FileExistsError rather than overwrite anything."""
    with Path(name).expanduser().open("x", encoding="utf-8") as file:
        file.write(write(record))


def resume(file: str) -> tuple[Seating, list[Any]]:
    """Read a saved match; return the seating and the steps so far. Stop if it cannot continue."""
    data = data_of(file)
    record = None
    try:
        record = read_record(data)
        if record.seed is None:
            raise RecordError('"seed" is missing: the cards that follow are unknown')
        verify(record)
        if record.result is not None:
            raise RecordError("the match is over")
        seed = seed_from_text(record.seed)
        person, bots = _seats(data, record.players)
    except RecordError as error:
        game = record.game if record is not None else None
        raise Stop(fault_line(file, error, reason_of(error, game)), 1) from None
    seating = Seating(record.game, record.players, record.options, seed, bots, person, record.rules)
    return seating, record.steps


def _seats(data: bytes, players: int) -> tuple[int, tuple[str, ...]]:
    """Return the person's seat and the bots by seat.

    A record that `play` did not write gets a person at seat 0 and `normal` bots.
    """
    try:
        saved = msgspec.json.decode(data, type=SavedSeats)
    except msgspec.ValidationError as error:
        field = "bots" if "$.bots" in str(error) else "person"
        wanted = "a list with a bot for each seat" if field == "bots" else "a seat"
        raise RecordError(f'"{field}" is not {wanted}') from None
    if saved.person >= players:
        raise RecordError('"person" is not a seat')
    bots = saved.bots if saved.bots is not None else ["normal"] * players
    if len(bots) != players:
        raise RecordError('"bots" is not a list with a bot for each seat')
    bots[saved.person] = ""
    try:
        for bot in filter(None, bots):
            read_spec(bot)
        if bots.count("") > 1:
            raise BadSpec("a seat other than that of the person has no bot")
    except BadSpec as error:
        raise RecordError(str(error)) from None
    return saved.person, tuple(bots)
