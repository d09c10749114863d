"""Pictures: what one seat sees now, as typed data, for every renderer.

A game declares its picture as a struct, and a function that reads it from the visible state:

    class Picture(BasePicture, frozen=True):
        turn: int

    def picture(visible: VisibleState) -> Picture:
        return Picture(*visible.base(), visible.number("turn"))

A picture has no history and no memory: a card that was seen and lies face down again is not in it.
The page, the terminal and plain text all draw from it.
"""

from typing import Any, Protocol, TypeAlias

import msgspec

from mazziere.kernel.engine import members
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match

Card: TypeAlias = str | None
"""The text of a card: `?` if it is hidden, None if there is none."""


class BasePicture(msgspec.Struct, frozen=True, rename="camel"):
    """The fields that every picture begins with."""

    phase: str
    scores: tuple[int, ...]


class VisibleState:
    """Reads the fields of what a seat sees now."""

    def __init__(self, match: Match, seat: int) -> None:
        buffer = match.engine.read_visible(match.states, 0, seat)
        self.game: Game = match.game
        self.seat = seat
        self.number = buffer.number
        self.row = buffer.row
        self.players = self.number("players")
        self.is_seated = seat < self.players
        self.phase = self.number("phase")
        self._match, self._buffer = match, buffer

    def base(self) -> tuple[str, tuple[int, ...]]:
        """Return the fields of `BasePicture`."""
        scores = self._match.engine.scores(self._buffer.records, 0)
        return self.game.phase_name(self.phase), tuple(scores)

    def seats(self, name: str) -> list[Any]:
        """Read a field that has a value for each seat."""
        return self.row(name)[: self.players]

    def flag(self, name: str) -> bool:
        """Read a field that is 0 or 1."""
        return bool(self.number(name))

    def card(self, card: int) -> Card:
        """Return the text of a card number."""
        if card == -1:
            return None
        return self.game.cards[card] if 0 <= card < len(self.game.cards) else "?"

    def cards(self, bits: int) -> tuple[str, ...]:
        """Return the texts of a set of cards."""
        return tuple(self.game.cards[card] for card in members(bits))


class PicturePart(Protocol):
    """The part `picture` of a game's folder."""

    def picture(self, visible: VisibleState, /) -> BasePicture:
        """Return the picture that a seat sees."""


def picture_of(match: Match, seat: int) -> BasePicture:
    """Return what a seat sees; SPECTATOR for people who only watch."""
    part: PicturePart | None = match.game.part("picture")
    visible = VisibleState(match, seat)
    return BasePicture(*visible.base()) if part is None else part.picture(visible)
