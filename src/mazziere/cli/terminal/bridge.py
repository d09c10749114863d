"""Between the table, which runs in a thread of its own, and the screen that shows it."""

import queue
import threading
import time
from collections.abc import Sequence
from typing import Any

from textual.message import Message
from textual.screen import Screen

from mazziere.cli.terminal import saves
from mazziere.cli.terminal.table import Left, Question, Scene, Seating, Table, TakenBack
from mazziere.kernel.events import Event
from mazziere.kernel.match import Refused


class Told(Message):
    """Something has happened."""

    def __init__(self, events: Sequence[Event], scene: Scene) -> None:
        super().__init__()
        self.events = events
        self.scene = scene


class ToldAgain(Message):
    """The match is told from its beginning."""

    def __init__(self, heard: Sequence[Sequence[Event]], scene: Scene) -> None:
        super().__init__()
        self.heard = heard
        self.scene = scene


class Asked(Message):
    """The person is to choose."""

    def __init__(self, question: Question, scene: Scene) -> None:
        super().__init__()
        self.question = question
        self.scene = scene


class NotLegal(Message):
    """A move that was typed is refused."""

    def __init__(self, refused: Refused) -> None:
        super().__init__()
        self.refused = refused


class Stands(Message):
    """A move cannot be taken back, for that reason."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class Ended(Message):
    """The match is over."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene


class Broke(Message):
    """Something went wrong at the table."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class Bridge:
    """The guest of a table whose person sits before a screen."""

    def __init__(
        self, screen: Screen[Any], seating: Seating, script: Sequence[Any], pace: float
    ) -> None:
        self.table: Table | None = None
        self._screen = screen
        self._seating = seating
        self._script = script
        self._pace = pace
        self._said: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    # From the screen

    def begin(self) -> None:
        """Begin the match."""
        self._thread.start()

    def play(self, action: int | None) -> None:
        """Make a move, or wait."""
        self._said.put(("play", action))

    def try_move(self, text: str) -> None:
        """Make a move that was typed, if it is one."""
        self._said.put(("try", text))

    def take_back(self) -> None:
        """Take the last move back, if it can be."""
        self._said.put(("back", None))

    def leave(self) -> None:
        """Leave the table, and wait a little for a bot that is thinking."""
        self._said.put(("leave", None))
        if self._thread.is_alive():
            self._thread.join(0.5)

    # As a guest, in the table's thread

    def hear(self, events: Sequence[Event]) -> None:
        """Tell what happened in one step."""
        self._screen.post_message(Told(list(events), self._scene()))

    def hear_again(self, heard: Sequence[Sequence[Event]]) -> None:
        """Tell the whole match."""
        if self.table is not None:
            self._screen.post_message(ToldAgain(list(heard), self._scene()))

    def choose(self, question: Question) -> int | None:
        """Wait until the person has chosen."""
        assert self.table is not None
        saves.keep(self.table.record())
        self._screen.post_message(Asked(question, self._scene()))
        while True:
            what, value = self._said.get()
            if what == "play" and (value in question.moves or value is None):
                chosen: int | None = value
                return chosen
            if what == "try" and self.table.refusal(value) is None:
                return self.table.match.game.parse(value)
            self._answer(what, value)

    def linger(self, seat: int, spent: float) -> None:
        """Let a bot take its time; what the person says meanwhile is heard."""
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
        """Where all act at once, only the first of the others takes a moment."""
        assert self.table is not None
        if self.table.match.game.id != "yooloo" or not self.table.steps:
            return False
        person = self._seating.person
        return bool(self.table.steps[-1].get("seat", person) != person)

    def _answer(self, what: str, value: Any) -> None:
        assert self.table is not None
        if what == "leave":
            raise Left
        if what == "try":
            refused = self.table.refusal(value)
            if refused is not None:
                self._screen.post_message(NotLegal(refused))
        elif what == "back":
            reason = self.table.why_not_back()
            if reason is None:
                raise TakenBack
            self._screen.post_message(Stands(reason))

    def _scene(self) -> Scene:
        assert self.table is not None
        return self.table.scene()

    def _run(self) -> None:
        try:
            table = self.table = Table(self._seating, self)
            table.go_on(self._script)
            table.play()
            saves.keep(table.record())
            self._screen.post_message(Ended(table.scene()))
        except Left:
            if self.table is not None:
                saves.keep(self.table.record())
        except Exception as error:  # shown on the screen: a thread has nobody else to tell
            self._screen.post_message(Broke(error))
