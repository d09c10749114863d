"""Inks, paper and signs: how cards look in a terminal. A colour never stands without its sign."""

from typing import NamedTuple

RED, YELLOW, GREEN, BLUE, PINK, BLACK = "red", "yellow", "green", "blue", "pink", "black"
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
# The same colours beside the cards, on the dark table
GLOWS = {
    RED: "#f0857b",
    YELLOW: "#e8c15a",
    GREEN: "#8fca94",
    BLUE: "#8fb8f0",
    PINK: "#ee9ac6",
    BLACK: "#efe6d4",
}
LIGHT, MUTED, AMBER, TABLE = "#efe6d4", "#a99b86", "#e3b45c", "#241f1a"


class Face(NamedTuple):
    """The print on a card: its number or picture, its sign, and the name of the ink."""

    label: str
    sign: str
    ink: str

    @property
    def short(self) -> str:
        """Label and sign side by side."""
        return f"{self.label}{self.sign}"
