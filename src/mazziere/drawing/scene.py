"""A scene: everything that a renderer needs to draw one seat's table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mazziere.drawing.words import shared_words
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.picture import BasePicture
from mazziere.kernel.texts import words

Seen = TypeVar("Seen", bound=BasePicture, covariant=True)


@dataclass(frozen=True)
class Scene(Generic[Seen]):
    """One person's sight of the table."""

    game: Game
    picture: Seen
    seat: int
    names: Sequence[str]
    lang: str
    actors: Sequence[int] = ()  # the seats that may act now
    winners: Sequence[int] = ()  # none before the end
    moves: Sequence[str] = ()  # the person's moves
    chosen: str | None = None  # the move under the cursor
    last: Sequence[Event] = ()  # events of the last step that the seat heard
    heard: Sequence[Sequence[Event]] = ()  # all events that the seat heard, step by step
    options: Any = None  # the options of the match, by name

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    def is_up(self, seat: int) -> bool:
        """Whether a seat may act now."""
        return seat in self.actors

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def kind(self, event: Event) -> str:
        """Return the name of an event's kind."""
        return self.game.events[event.kind].name

    def say(self, name: str, /, **parts: object) -> str:
        """Return a word of the table: the game's own, or one that all games share."""
        own = words(self.game, self.lang).table.get(name)
        text = shared_words(self.lang)[name] if own is None else own
        return text.format(**parts) if parts else text

    def say_move(self, phrase: str, /, **parts: object) -> str:
        """Return the words of a move."""
        text = words(self.game, self.lang).moves[phrase]
        return text.format(**parts) if parts else text

    def card_words(self, card: str) -> str:
        """Return a card in words."""
        return words(self.game, self.lang).cards.get(card, card)
