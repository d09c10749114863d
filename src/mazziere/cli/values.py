"""Values on the command line: each function reads one text, or says what is wrong with it."""

import argparse
import difflib
from collections.abc import Iterable

from mazziere.games import ids

MAX_DIGITS = 1000


def suggestion(text: str, known: Iterable[str]) -> str:
    """Return `; did you mean NAME?` for the known name closest to a text, or nothing."""
    names = list(known)
    close = difflib.get_close_matches(text.casefold(), [name.casefold() for name in names], 1, 0.6)
    for name in names:
        if close and name.casefold() == close[0]:
            return f"; did you mean {name}?"
    return ""


def game_id(text: str) -> str:
    """Read the id of a game in any case; spaces and hyphens stand for `_`."""
    name = "_".join(text.replace("-", " ").split()).casefold()
    if name in ids():
        return name
    hint = suggestion(name, ids())
    listed = ", ".join(ids())
    raise argparse.ArgumentTypeError(
        f"there is no game {text[:40]!r}{hint or f'; one of {listed}'}"
    )


def whole(text: str) -> int:
    """Read a whole number."""
    digits = text[1:] if text[:1] == "-" else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def count(text: str) -> int:
    """Read a whole number from 1 to 10^12."""
    number = whole(text)
    if not 1 <= number <= 10**12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 1 to 10^12")
    return number


def port(text: str) -> int:
    """Read a port; 0 means any free port."""
    number = whole(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a port")
    return number


def _number(text: str) -> float:
    """Read a number with a fraction; -1 if it is none."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def seconds(text: str) -> float:
    """Read a time in seconds, more than 0."""
    number = _number(text)
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a time from 0 to 3600 seconds")
    return number


def delay(text: str) -> float:
    """Read a time in seconds, or 0."""
    return 0.0 if text == "0" else seconds(text)


def margin(text: str) -> float:
    """Read a share of the wins, between 0 and 0.5."""
    number = _number(text)
    if not 0 < number < 0.5:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a share between 0 and 0.5")
    return number


def setting(text: str) -> tuple[str, str]:
    """Read `name=value`."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not name=value")
    return name, value
