"""Read record files for the commands, and describe their faults."""

import sys
from pathlib import Path

from mazziere.cli.say import Stop
from mazziere.games import find
from mazziere.kernel.chances import short_text
from mazziere.kernel.game import Game
from mazziere.kernel.record import Record, RecordError, read
from mazziere.kernel.texts import refusal_text


def named(file: str) -> str:
    """Return the name of a file as it is shown."""
    return "standard input" if file == "-" else file


def data_of(file: str) -> bytes:
    """Return the bytes of a file; Stop, as bad usage, if it cannot be read."""
    try:
        if file == "-":
            return sys.stdin.buffer.read()
        return Path(file).read_bytes()
    except OSError as error:
        raise Stop(f"{named(file)}: cannot be read: {error.strerror or error}", 2) from None
    except ValueError as error:  # a name with a NUL
        raise Stop(f"{named(file)}: cannot be read: {error}", 2) from None


def read_record(data: bytes) -> Record:
    """Read a record of any game that we know."""
    return read(data, find)


def reason_of(error: RecordError, game: Game | None) -> str:
    """Return the reason why a record is refused; for a move, in the words of its game."""
    refused = error.refused
    if refused is not None and game is not None:
        words = refusal_text(game, refused.code, "en")
        if words is not None:
            return f"seat {refused.seat}, {short_text(refused.text)}: {words}"
    return error.reason


def fault_line(file: str, error: RecordError, reason: str) -> str:
    """Name file, step, reason and rule in one line."""
    where = named(file) if error.step is None else f"{named(file)}: step {error.step}"
    return f"{where}: {reason}" + (f" [{error.rule}]" if error.rule else "")
