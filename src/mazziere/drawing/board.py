"""The part `terminal` of a game's folder, and the one for games without it."""

from typing import Any, Protocol

from rich.text import Text

from mazziere.drawing import generic
from mazziere.drawing.canvas import Canvas
from mazziere.drawing.inks import Face
from mazziere.drawing.scene import Scene
from mazziere.kernel.game import Game


class Board(Protocol):
    """The functions that draw a game in a terminal."""

    def draw(self, scene: Scene[Any], canvas: Canvas, /) -> None:
        """Draw the table."""

    def sketch(self, scene: Scene[Any], /) -> list[str]:
        """Describe the table in a few lines of plain text."""

    def face(self, card: str, /) -> Face:
        """Return the face of a card."""

    def card_words(self, scene: Scene[Any], card: str, /) -> str:
        """Return a card in words, with its sign where it has a colour."""

    def move_words(self, scene: Scene[Any], move: str, /) -> str:
        """Return a move in words, for the person who may make it."""


def board_of(game: Game) -> Board:
    """Return the board of a game."""
    board: Board = game.part("terminal") or generic
    return board


def card_of_move(scene: Scene[Any], move: str) -> str | None:
    """Return the card that a move shows without naming it, if the board knows one.

    A board may have a function of this name for moves such as blocking with the one card in hand.
    """
    find = getattr(board_of(scene.game), "card_of_move", None)
    card: str | None = find(scene, move) if find is not None else None
    return card


def draw(scene: Scene[Any], width: int, height: int) -> Text:
    """Draw the table into a text of the given size."""
    canvas = Canvas(width, height)
    board_of(scene.game).draw(scene, canvas)
    return canvas.text()
