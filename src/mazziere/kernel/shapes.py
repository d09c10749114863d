"""Strict checks of JSON values against declared types, with the place and the fault apart.

msgspec checks a value; this module turns its message into a `BadShape`, from which each reader
makes one line in its own words.
"""

import re
from typing import TypeVar

import msgspec

T = TypeVar("T")

Path = tuple[str | int, ...]

WANTED = {"int": "a whole number", "str": "a text", "object": "an object", "array": "a list"}
"""The expected types of msgspec's messages in words."""

_MISSING = re.compile(r"Object missing required field `(?P<name>[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field")
_EXPECTED = re.compile(r"Expected `(?P<kind>\w+)`")
_PLACE = re.compile(r" - at `\$(?P<path>.*)`$")
_PART = re.compile(r"\.(?P<name>\w+)|\[(?P<number>\d+)\]|\[\.\.\.\]")


class BadShape(ValueError):
    """A value of another shape than the declared one."""

    def __init__(
        self, path: Path, *, missing: str = "", is_unknown: bool = False, wanted: str = ""
    ):
        super().__init__(path, missing, is_unknown, wanted)
        self.path = path  # up to the first key of a mapping that is not declared
        self.missing = missing  # the name of a field that is missing there
        self.is_unknown = is_unknown  # whether there is a field that is not declared
        self.wanted = wanted  # the expected type in words


def convert(value: object, kind: type[T]) -> T:
    """Return a JSON value as a declared type; BadShape if it has another shape."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise _fault(str(error)) from None


def _fault(message: str) -> BadShape:
    place = _PLACE.search(message)
    path = _path(place["path"]) if place else ()
    missing = _MISSING.match(message)
    if missing:
        return BadShape(path, missing=missing["name"])
    if _UNKNOWN.match(message):
        return BadShape(path, is_unknown=True)
    expected = _EXPECTED.match(message)
    kind = expected["kind"] if expected else "of the declared form"
    return BadShape(path, wanted=WANTED.get(kind, kind))


def _path(text: str) -> Path:
    parts: list[str | int] = []
    for part in _PART.finditer(text):
        if part["name"] is not None:
            parts.append(part["name"])
        elif part["number"] is not None:
            parts.append(int(part["number"]))
        else:
            break  # msgspec does not name the keys of a mapping
    return tuple(parts)
