"""The process of a custom bot: loads it, seats it and asks it."""

import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from mazziere.bots.views import View
from mazziere.kernel.game import Game

GROUP = "mazziere.bots"
_PACKAGE = Path(__file__).resolve().parent.parent


class Heard(NamedTuple):
    """An event that a bot's seat may know: its name, the seat that acted, and two numbers."""

    name: str
    seat: int
    a: int
    b: int


class Nonsense(NamedTuple):
    """An answer that is neither a text nor None, as Python shows it."""

    shown: str


class _NoBot(Exception):
    """The name leads to no bot."""


def serve(pipe: "Connection[Any, Any]", name: str) -> None:
    """Answer the parent process until it goes away."""
    sys.stdout = sys.stderr  # the results of the parent go to standard output
    os.dup2(2, 1)  # also when the bot's libraries or child processes print
    seats: dict[int, _Seated] = {}
    try:
        made = load(name)
        pipe.send(("ready", None))
        while True:
            kind, *rest = pipe.recv()
            if kind == "close":
                seats.pop(rest[0], None)
                continue
            pipe.send(("answer", _answer(made, seats, kind, rest)))
    except (EOFError, KeyboardInterrupt):
        return
    except _NoBot as error:
        pipe.send(("error", str(error)))
    except BaseException as error:
        pipe.send(("error", _line(error)))


def _answer(
    made: Callable[..., Any], seats: "dict[int, _Seated]", kind: str, rest: list[Any]
) -> Any:
    if kind == "open":
        number, package, seat, seed = rest
        seats[number] = _Seated(made, import_module(package).GAME, seat, seed)
        return None
    seated = seats[rest[0]]
    return seated.tell(rest[1]) if kind == "tell" else seated.ask(rest[1], rest[2])


def load(name: str) -> Callable[..., Any]:
    """Return the function or class that a name leads to."""
    if ".py:" not in name:
        found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
        if not found:
            raise _NoBot(f"there is no entry point {name!r} of the group {GROUP}")
        made: Callable[..., Any] = found[0].load()
        return made
    path, _, thing = name.rpartition(":")
    file = Path(path).resolve()
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise _NoBot(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    sys.path.insert(0, str(file.parent))
    spec.loader.exec_module(module)
    made = getattr(module, thing, None)  # type: ignore[assignment]
    if not callable(made):
        raise _NoBot(f"{path} defines no function or class {thing}")
    return made


class _Seated:
    """The bot at one seat."""

    def __init__(
        self, made: Callable[..., Any], game: Game, seat: int, seed: Sequence[int]
    ) -> None:
        self._game, self._seat = game, seat
        self._ask, self._tell = made, None
        if inspect.isclass(made):
            bot: Any = cast(Callable[..., Any], made)(game, seat, seed)
            self._ask, self._tell = bot.ask, getattr(bot, "tell", None)

    def tell(self, events: list[tuple[int, ...]]) -> None:
        if self._tell is not None:
            kinds = self._game.events
            self._tell([Heard(kinds[kind].name, seat, a, b) for kind, seat, a, b, _ in events])

    def ask(self, view: bytes, moves: list[int]) -> Any:
        record = np.frombuffer(bytearray(view), self._game.dtype)
        names = [self._game.actions[move] for move in moves]
        answer = self._ask(View(self._game, record, self._seat, moves), names)
        return answer if answer is None or type(answer) is str else Nonsense(_short(answer))


def _short(answer: Any) -> str:
    """Show an answer in a part of a line."""
    return " ".join(repr(answer).split())[:60]


def _line(error: BaseException) -> str:
    """Say in one line what went wrong, and where in the bot's file."""
    text = " ".join(str(error).split())[:200]
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_own(frame.filename)]
    if not own or isinstance(error, SyntaxError):  # a syntax error names its line itself
        return line
    return f"{line} ({Path(own[-1].filename).name}, line {own[-1].lineno})"


def _is_own(file: str) -> bool:
    """Tell whether a file is the bot's: neither of this package nor of the interpreter."""
    return not file.startswith("<") and _PACKAGE not in Path(file).parents
