"""The part `solve` of a game's folder: solutions of the game, for the command `mazziere solve`.

The part computes the answer and its report. The command reads options, shows progress and prints.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode

Advance = Callable[[int], None]
"""Takes the number of steps done since the last call."""
Progress = Callable[[str, int], AbstractContextManager[Advance]]
"""Opens a progress bar with a title and a number of steps."""


class CannotSolve(ValueError):
    """There is no solution for the request; the text is the reason."""


class Request(NamedTuple):
    """A question to the solver."""

    variant: str  # one of the part's `VARIANTS`
    players: int
    seed: int  # of trials
    jobs: int  # threads
    mode: Mode


class TextTable(NamedTuple):
    """A table of an answer."""

    title: str
    head: tuple[str, ...]
    rows: list[list[str]]


class Answer(NamedTuple):
    """The answer of a solver, for programs and for people."""

    found: dict[str, Any]  # as JSON
    report: list[str | TextTable]  # paragraphs and tables
    holds: bool  # whether the proof holds


class SolvePart(Protocol):
    """The functions of the part `solve`."""

    VARIANTS: tuple[str, ...]  # the first is the default

    def solve(self, request: Request, progress: Progress, /) -> Answer:
        """Solve the game and prove the solution; CannotSolve if there is none."""


def solver_of(game: Game) -> SolvePart | None:
    """Return the solver of a game, if it has one."""
    part: SolvePart | None = game.part("solve")
    return part
