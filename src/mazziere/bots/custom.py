"""Custom bots: a function or class of the user's own, in a process of its own.

    def choose(view, moves):            # a function: the simplest bot
        return moves[0]

    class Mine:                         # a class: a bot that remembers
        def __init__(self, game, seat, seed): ...
        def tell(self, events): ...     # optional: the events of one step that its seat may know
        def ask(self, view, moves): ...

A bot returns one of `moves`, which are texts. It may return None, to wait, if all of them are out
of turn. `view` is a `bots.views.View`. A bot is named by its file, `mybot.py:Mine`, or by an entry
point of the group `mazziere.bots`. Settings follow the name: `mybot.py:Mine:ms=500`.

The bot runs in a process that serves all seats of one name. A bot that raises, takes too long or
returns nonsense is a `BotError`: one line that names the bot.
"""

import atexit
import re
import sys
import threading
from collections.abc import Sequence
from contextlib import redirect_stderr
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from mazziere.bots.bot import Share
from mazziere.bots.levels import CUSTOM, LEVELS, BadSpec, Spec, known_spec, note_spec, read_spec
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.state import States

GROUP = "mazziere.bots"
"""The entry point group of bots: the name is the bot's, the value its module and class."""
LIMIT_MS = 10_000
"""The time limit of a move, in milliseconds, if the name sets none."""
MAX_MS = 600_000
START_S = 60.0
"""The time limit for starting a bot's process and importing its file."""


class BotError(RuntimeError):
    """A custom bot failed; the text is one line that names it."""


def read_bot(text: str) -> Spec:
    """Parse the name of any bot, custom ones included; BadSpec if there is none.

    Use it for names that the user of this machine types. Names from the network go through
    `read_spec`, which knows only the custom bots that were read here before.
    """
    known = known_spec(text)
    if known is not None:
        return known
    name, limit = _split(text)
    if _FILE.fullmatch(name):
        _check_file(text, name)
    elif name.partition(":")[0] in LEVELS or name not in _entries():
        return read_spec(text)
    spec = Spec(text, CUSTOM, 100, 0, 0, limit, None)
    note_spec(spec)
    return spec


def _split(text: str) -> tuple[str, int]:
    """Return the bot's name without its setting, and its time limit."""
    name, found, value = text.rpartition(":ms=")
    if not found or name in LEVELS:
        return text, LIMIT_MS
    if not (value.isascii() and value.isdigit() and len(value) < 9 and 1 <= int(value) <= MAX_MS):
        raise BadSpec(f"bot {text[:60]!r}: ms is from 1 to {MAX_MS}")
    return name, int(value)


_FILE = re.compile(r"(.*\.py)(?::(.*))?", re.DOTALL)
"""The path of a file, and the name of a function or class in it."""


def _check_file(text: str, name: str) -> None:
    found = _FILE.fullmatch(name)
    assert found is not None
    path, thing = found[1], found[2] or ""
    if not Path(path).is_file():
        raise BadSpec(f"bot {text[:60]!r}: there is no file {path[:200]!r}")
    if not thing:
        raise BadSpec(f"bot {text[:60]!r}: which function or class? FILE.py:NAME")
    thing, _, setting = thing.partition(":")
    if setting:
        raise BadSpec(f"bot {text[:60]!r}: {setting[:40]!r} is no setting; a custom bot has ms")
    if not thing.isidentifier():
        raise BadSpec(f"bot {text[:60]!r}: {thing[:40]!r} is not the name of a function or class")


def _entries() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


# Its process


class Worker:
    """The process of one bot; it serves all seats that the bot plays."""

    def __init__(self, text: str, limit_ms: int) -> None:
        from multiprocessing import current_process, get_context

        from mazziere.bots.worker import serve

        name, _ = _split(text)
        if current_process().daemon:  # a worker of Dask; daemons may start no process
            current_process().daemon = False
        context = get_context("spawn")
        self._text, self._limit_s = text, limit_ms / 1000
        self._pipe, child = context.Pipe()
        self._process = context.Process(target=serve, args=(child, name), daemon=True)
        # It inherits the file of stderr, and what the drawn table puts there has none
        with redirect_stderr(sys.__stderr__):
            self._process.start()
        child.close()
        self._lock = threading.Lock()
        self._seats = 0
        try:
            self._receive(START_S, "did not start for")
        except BotError:
            self.stop()
            raise

    def open(self, game: Game, seat: int, seed: Sequence[int]) -> int:
        """Seat the bot; return the number of the seat in this process."""
        with self._lock:
            self._seats += 1
            self._send("open", self._seats, game.package, seat, tuple(seed))
            self._receive(self._limit_s, "took its seat for")
            return self._seats

    def close(self, number: int) -> None:
        """Free a seat."""
        with self._lock:
            if self._process.is_alive():
                self._send("close", number)

    def tell(self, number: int, events: Sequence[Event]) -> None:
        """Pass events on."""
        with self._lock:
            self._send("tell", number, [tuple(event) for event in events])
            self._receive(self._limit_s, "listened for")

    def ask(self, number: int, view: bytes, moves: Sequence[int]) -> Any:
        """Return the text of the chosen move, or whatever the bot returned."""
        with self._lock:
            self._send("ask", number, view, list(moves))
            return self._receive(self._limit_s, "thought for")

    def stop(self) -> None:
        """End the process."""
        _workers.pop(self._text, None)
        self._process.kill()
        self._process.join(5)
        self._pipe.close()

    def _send(self, *message: Any) -> None:
        try:
            self._pipe.send(message)
        except (OSError, ValueError):
            raise self._ended() from None

    def _receive(self, limit_s: float, what: str) -> Any:
        try:
            if not self._pipe.poll(limit_s):
                self.stop()
                raise BotError(f"bot {self._text}: {what} more than {limit_s * 1000:.0f} ms")
            kind, answer = self._pipe.recv()
        except (EOFError, OSError):
            raise self._ended() from None
        if kind == "error":
            raise BotError(f"bot {self._text}: {answer}")
        return answer

    def _ended(self) -> BotError:
        self._process.join(1)
        code = self._process.exitcode
        self.stop()
        return BotError(f"bot {self._text}: its process ended with exit code {code}")


_workers: dict[str, Worker] = {}
_starting = threading.Lock()


def worker_of(spec: Spec) -> Worker:
    """Return the process of a bot, started if need be."""
    with _starting:
        if spec.text not in _workers:
            _workers[spec.text] = Worker(spec.text, spec.ms or LIMIT_MS)
        return _workers[spec.text]


@atexit.register
def stop_all() -> None:
    """End the processes of all custom bots."""
    for worker in list(_workers.values()):
        worker.stop()


# At a seat


class CustomPlayer:
    """A custom bot at a seat."""

    limit_ms = 0  # it replies when it is ready

    def __init__(self, game: Game, spec: Spec, seat: int, seed: Sequence[int]) -> None:
        self.game, self.spec, self.seat = game, spec, seat
        self._worker = worker_of(spec)
        self._number = self._worker.open(game, seat, seed)

    def __del__(self) -> None:
        worker = getattr(self, "_worker", None)
        if worker is not None and hasattr(self, "_number"):
            try:
                worker.close(self._number)
            except BotError:  # it is gone already
                return

    def tell(self, events: Sequence[Event]) -> None:
        """Pass on the events of one step."""
        if events:
            self._worker.tell(self._number, events)

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Return the bot's move; BotError if it is none of `moves`."""
        from mazziere.bots.worker import Nonsense

        game = self.game
        answer = self._worker.ask(self._number, view[:1].tobytes(), moves)
        if answer is None and game.are_optional(moves):
            return None
        names = [game.actions[move] for move in moves]
        if isinstance(answer, str) and answer in names:
            return moves[names.index(answer)]
        shown = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
        told = answer.shown if isinstance(answer, Nonsense) else f"{answer!r:.60}"
        raise BotError(f"bot {self.spec.text}: returned {told}, not one of {shown}")

    def shares(self) -> list[Share]:
        """Return nothing: a custom bot has no statistics."""
        return []

    def fork(self, seed: Sequence[int]) -> "CustomPlayer":
        """Return the bot itself: its memory lives in its process."""
        return self

    def cut(self, share: float) -> None:
        """Do nothing: a custom bot does not search here."""

    @property
    def generator(self) -> tuple[int, ...]:
        """Nothing: its generator is its own."""
        return ()
