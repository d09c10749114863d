"""The bridge between a match, which runs in its own thread, and the screen that shows it."""

import queue
import threading
import time
from collections.abc import Sequence
from typing import Any

from textual.message import Message
from textual.screen import Screen

from mazziere.cli.terminal import saves
from mazziere.cli.terminal.solo_match import (
    PersonLeft,
    Question,
    Seating,
    Sight,
    SoloMatch,
    TakenBack,
)
from mazziere.kernel.events import Event
from mazziere.kernel.match import Refused


class Told(Message):
    """The events of a step."""

    def __init__(self, events: Sequence[Event], sight: Sight) -> None:
        super().__init__()
        self.events = events
        self.sight = sight


class ToldAgain(Message):
    """All events of the match, from its beginning."""

    def __init__(self, heard: Sequence[Sequence[Event]], sight: Sight) -> None:
        super().__init__()
        self.heard = heard
        self.sight = sight


class QuestionAsked(Message):
    """A question to the person."""

    def __init__(self, question: Question, sight: Sight) -> None:
        super().__init__()
        self.question = question
        self.sight = sight


class NotLegal(Message):
    """The refusal of a typed move."""

    def __init__(self, refused: Refused) -> None:
        super().__init__()
        self.refused = refused


class MoveStands(Message):
    """The reason why a move cannot be taken back."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class MatchEnded(Message):
    """The match is over."""

    def __init__(self, sight: Sight) -> None:
        super().__init__()
        self.sight = sight


class MatchFailed(Message):
    """An error in the thread of the match."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class NotKept(Message):
    """The unfinished match cannot be written to disk."""

    def __init__(self, error: str) -> None:
        super().__init__()
        self.error = error


class Bridge:
    """The interface of a match to a person at a drawn screen."""

    def __init__(
        self, screen: Screen[Any], seating: Seating, script: Sequence[Any], pace: float
    ) -> None:
        self.table: SoloMatch | None = None
        self._screen = screen
        self._seating = seating
        self._script = script
        self._pace = pace
        self._reported = False  # an error of the disk
        self._said: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    # Called by the screen

    def begin(self) -> None:
        """Begin the match."""
        self._thread.start()

    def play(self, action: int | None) -> None:
        """Make a move, or wait."""
        self._said.put(("play", action))

    def try_move(self, text: str) -> None:
        """Make a typed move, if it is legal."""
        self._said.put(("try", text))

    def take_back(self) -> None:
        """Take the last move back, if that is possible."""
        self._said.put(("back", None))

    def leave(self) -> None:
        """Leave the match; wait up to half a second for a bot that is thinking."""
        self._said.put(("leave", None))
        if self._thread.is_alive():
            self._thread.join(0.5)

    # Called by the match, in its thread

    def hear(self, events: Sequence[Event]) -> None:
        """Report the events of one step."""
        self._screen.post_message(Told(list(events), self._sight()))

    def hear_again(self, heard: Sequence[Sequence[Event]]) -> None:
        """Report the whole match."""
        if self.table is not None:
            self._screen.post_message(ToldAgain(list(heard), self._sight()))

    def choose(self, question: Question) -> int | None:
        """Wait until the person has chosen."""
        assert self.table is not None
        self._keep(self.table)
        self._screen.post_message(QuestionAsked(question, self._sight()))
        while True:
            what, value = self._said.get()
            if what == "play" and (value in question.moves or value is None):
                chosen: int | None = value
                return chosen
            if what == "try" and self.table.refusal(value) is None:
                return self.table.match.game.parse(value)
            self._answer(what, value)

    def linger(self, seat: int, spent: float) -> None:
        """Wait until the bot's time is over; answer the person's commands meanwhile."""
        assert self.table is not None
        until = time.monotonic() + (0.0 if self._is_quick() else max(0.0, self._pace - spent))
        while True:
            try:
                left = until - time.monotonic()
                what, value = self._said.get(timeout=left) if left > 0 else self._said.get_nowait()
            except queue.Empty:
                return
            if what != "play":
                self._answer(what, value)

    def _is_quick(self) -> bool:
        """Tell whether a bot moves at once: in a simultaneous game, all bots but the first do."""
        assert self.table is not None
        if not self.table.match.game.simultaneous or not self.table.steps:
            return False
        person = self._seating.person
        return bool(self.table.steps[-1].get("seat", person) != person)

    def _answer(self, what: str, value: Any) -> None:
        assert self.table is not None
        if what == "leave":
            raise PersonLeft
        if what == "try":
            refused = self.table.refusal(value)
            if refused is not None:
                self._screen.post_message(NotLegal(refused))
        elif what == "back":
            reason = self.table.why_not_back()
            if reason is None:
                raise TakenBack
            self._screen.post_message(MoveStands(reason))

    def _sight(self) -> Sight:
        assert self.table is not None
        return self.table.sight()

    def _keep(self, table: SoloMatch) -> None:
        """Keep the match on disk; report an error once."""
        error = saves.keep(table.record())
        if error is not None and not self._reported:
            self._reported = True
            self._screen.post_message(NotKept(error))

    def _run(self) -> None:
        try:
            table = self.table = SoloMatch(self._seating, self)
            table.go_on(self._script)
            table.play()
            self._keep(table)
            self._screen.post_message(MatchEnded(table.sight()))
        except PersonLeft:
            if self.table is not None:
                self._keep(self.table)
        except Exception as error:  # the screen shows it
            if self.table is not None:
                self._keep(self.table)
            self._screen.post_message(MatchFailed(error))
