"""Checks of text that people type and others are shown."""

import unicodedata
from typing import Literal

JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"  # asks for the emoji form of the character before it
_MOST_MARKS = 3  # combining marks on one letter; more of them run into other lines
_INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Characters that count as letters or symbols, but are invisible."""


def one_line(text: str, form: Literal["NFC", "NFKC"]) -> str:
    """Normalise a text, with each run of white space as one blank."""
    return " ".join(unicodedata.normalize(form, text).split())


def is_deceptive(text: str, index: int) -> bool:
    """Whether a character is invisible, or can hide or reorder its neighbours."""
    char = text[index]
    if char == JOINER:
        return not _joins_emoji(text, index)
    return unicodedata.category(char)[0] == "C" or char in _INVISIBLE


def _joins_emoji(text: str, index: int) -> bool:
    """Whether a joiner stands between two emoji, as in a family."""
    before = text[:index].rstrip(_EMOJI_STYLE)[-1:]
    after = text[index + 1 : index + 2]
    return all(
        char and (unicodedata.category(char) in ("So", "Sk") or char in "♀♂⚕⚖✈")
        for char in (before, after)
    )


def is_mark(char: str) -> bool:
    """Whether a character is a combining mark."""
    return unicodedata.category(char) in ("Mn", "Me")


def has_stacked_marks(text: str) -> bool:
    """Whether too many combining marks stand on one letter."""
    marks = 0
    for char in text:
        marks = marks + 1 if is_mark(char) else 0
        if marks > _MOST_MARKS:
            return True
    return False


def has_visible_char(text: str) -> bool:
    """Whether a text has a visible character."""
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)
