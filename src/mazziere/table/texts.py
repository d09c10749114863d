"""Text that people type: what may stand in a line that others are shown."""

import unicodedata
from typing import Literal

JOINER = "\u200d"
_PICTURE = "\ufe0f"  # asks for the coloured form of the sign before it
_MOST_MARKS = 3  # above or below one letter; more of them run into other lines
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Signs that count as letters or symbols, but show nothing."""


def one_line(text: str, form: Literal["NFC", "NFKC"]) -> str:
    """The text in a normal form, with each run of blanks and line ends as one blank."""
    return " ".join(unicodedata.normalize(form, text).split())


def is_odd(text: str, place: int) -> bool:
    """Whether a sign shows nothing, or could hide or turn around what stands beside it."""
    sign = text[place]
    if sign == JOINER:
        return not _joins_pictures(text, place)
    return unicodedata.category(sign)[0] == "C" or sign in _UNSEEN


def _joins_pictures(text: str, place: int) -> bool:
    """Whether both neighbours of a joiner are pictures, as in a family."""
    before = text[:place].rstrip(_PICTURE)[-1:]
    after = text[place + 1 : place + 2]
    return all(
        sign and (unicodedata.category(sign) in ("So", "Sk") or sign in "♀♂⚕⚖✈")
        for sign in (before, after)
    )


def is_mark(sign: str) -> bool:
    """Whether a sign only adds to the one before it."""
    return unicodedata.category(sign) in ("Mn", "Me")


def has_heap(text: str) -> bool:
    """Whether marks are heaped upon a letter."""
    marks = 0
    for sign in text:
        marks = marks + 1 if is_mark(sign) else 0
        if marks > _MOST_MARKS:
            return True
    return False


def shows(text: str) -> bool:
    """Whether anything is to be seen."""
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in text)
