"""Signs, inks and paper: how cards look in a terminal. A colour never stands without its sign."""

import re
from typing import NamedTuple

from mazziere.rules import words

# Signs

RED, YELLOW, GREEN, BLUE, PINK, BLACK = "red", "yellow", "green", "blue", "pink", "black"
UNO_SIGNS = {"r": "●", "y": "★", "g": "▲", "b": "■"}
ROOKIE_SIGNS = {"R": "●", "G": "▲", "B": "■", "Y": "★", "P": "◆", "X": "X"}
WILD = "✦"
TOKEN, NO_TOKEN = "●", "·"
UNKNOWN = "?"

# Inks on paper; each has a contrast of at least 4.5 : 1 on it

PAPER, BACK, SHADE = "#f6efdf", "#6f5f4c", "#d9ceb6"
INKS = {
    RED: "#b3261e",
    YELLOW: "#855a00",
    GREEN: "#1f6a35",
    BLUE: "#1d4f9e",
    PINK: "#a3246f",
    BLACK: "#2a231c",
}
# The same beside the cards, on the dark table
GLOWS = {
    RED: "#f0857b",
    YELLOW: "#e8c15a",
    GREEN: "#8fca94",
    BLUE: "#8fb8f0",
    PINK: "#ee9ac6",
    BLACK: "#efe6d4",
}
LIGHT, MUTED, AMBER, TABLE = "#efe6d4", "#a99b86", "#e3b45c", "#241f1a"

_UNO_COLOURS = {"r": RED, "y": YELLOW, "g": GREEN, "b": BLUE}
_ROOKIE_COLOURS = {"R": RED, "G": GREEN, "B": BLUE, "Y": YELLOW, "P": PINK, "X": BLACK}
_UNO_LABELS = {"skip": "⊘", "rev": "⇄", "+2": "+2"}
_UNO_WILDS = {
    "wild": (WILD, ""),
    "wild+4": (WILD, "+4"),
    "shuffle": (WILD, "↻"),
    "custom1": (WILD, "1"),
    "custom2": (WILD, "2"),
    "custom3": (WILD, "3"),
}


class Face(NamedTuple):
    """What is printed on a card: its number or picture, its sign, and the name of the ink."""

    label: str
    sign: str
    ink: str

    @property
    def short(self) -> str:
        """Label and sign beside each other."""
        return f"{self.label}{self.sign}"


def face(game: str, card: str) -> Face:
    """The face of a card."""
    if game in ("uno", "uno_h2o"):
        if card in _UNO_WILDS:
            return Face(*_UNO_WILDS[card], BLACK)
        colour, rank = card[0], card[1:]
        return Face(_UNO_LABELS.get(rank, rank), UNO_SIGNS[colour], _UNO_COLOURS[colour])
    if game == "rookie":
        return Face(ROOKIE_SIGNS[card], "", _ROOKIE_COLOURS[card])
    if game == "dieci":
        return Face("=" if card == "cat" else card, "", _dieci_ink(card))
    return Face(card, "", BLACK)


def _dieci_ink(card: str) -> str:
    if card in ("10", "9", "8", "7", "6"):
        return GREEN
    return BLUE if card in ("5", "4", "3", "2", "1") else RED


def colour_sign(letter: str) -> str:
    """The sign of a colour of UNO."""
    return UNO_SIGNS[letter]


def colour_ink(letter: str) -> str:
    """The ink of a colour of UNO."""
    return _UNO_COLOURS[letter]


def card_words(game: str, card: str, lang: str) -> str:
    """A card in words, with its sign where it has a colour."""
    text = words(game, lang).cards.get(card, card)
    if game == "rookie" and card != "X":
        return f"{text} {ROOKIE_SIGNS[card]}"
    if game in ("uno", "uno_h2o") and card not in _UNO_WILDS:
        return f"{text} {UNO_SIGNS[card[0]]}"
    return text


def card_name(game: str, card: str, lang: str) -> str:
    """The bare name of a card of DIECI: without article and number."""
    text = words(game, lang).cards.get(card, card)
    return re.sub(r"^\S+ ", "", re.sub(r" \(.*\)$", "", text))
