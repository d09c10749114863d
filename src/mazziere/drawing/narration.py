"""Events told to one reader: several of a kind become one sentence, known facts are left out."""

from collections.abc import Sequence

from mazziere.drawing.board import board_of
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.texts import is_merged, tell_together

UNSEEN = "_unseen"
"""The end of the name of an event that tells a number of cards, but not which."""


class Narration:
    """Tells a match to one seat, step by step."""

    def __init__(self, game: Game, lang: str, names: Sequence[str], you: int) -> None:
        self.game = game
        self.lang = lang
        self.names = names
        self.you = you
        self._earlier: list[Event] = []

    def lines(self, events: Sequence[Event]) -> list[str]:
        """Return the lines of one step."""
        groups: list[list[Event]] = []
        told: list[str] = []
        for event in events:
            is_known = self._is_known(event)
            self._earlier.append(event)
            at = self._group_of(event, groups)
            if at is None:
                groups.append([event])
                told.append(self._sentence([event], is_known))
            else:
                groups[at].append(event)
                told[at] = self._sentence(groups[at])
        return told

    def _group_of(self, event: Event, groups: Sequence[Sequence[Event]]) -> int | None:
        """Return the group that an event continues; None if it begins a new one."""
        if not is_merged(self.game, event, self.lang, self.you):
            return None
        at = len(groups) - 1
        if self.game.events[event.kind].name.endswith(UNSEEN):  # also when several seats take turns
            while at >= 0 and self._is_of_another_seat(groups[at][0], event):
                at -= 1
        if at < 0 or (groups[at][0].kind, groups[at][0].seat) != (event.kind, event.seat):
            return None
        return at

    @staticmethod
    def _is_of_another_seat(before: Event, event: Event) -> bool:
        return before.kind == event.kind and before.seat != event.seat

    def _sentence(self, events: Sequence[Event], is_known: bool = False) -> str:
        told = tell_together(self.game, events, self.lang, self.names, self.you, is_known)
        return told if told is not None else self.game.events[events[0].kind].name

    def _is_known(self, event: Event) -> bool:
        """Tell whether the part in brackets says nothing new. A board may have such a function."""
        ask = getattr(board_of(self.game), "is_known", None)
        return bool(ask(self.game, event, self._earlier)) if ask is not None else False
