"""The protocol of reference implementations: a match driven by the contract's texts alone."""

from random import Random
from typing import Any, Protocol


class Impossible(Exception):  # noqa: N818 - no fault of the program
    """A chance step or move that the rules do not allow."""


class Reference(Protocol):
    """One match of one game. `options` holds only those that differ from the default.

    A game with several versions of its rules takes `rules` as well, the latest by default.
    """

    def __init__(self, players: int, options: dict[str, Any], **version: int) -> None: ...

    def due(self) -> str | None:
        """Name the chance step that is due, or None."""
        ...

    def chance(self, step: dict[str, Any]) -> None:
        """Take a chance step of the record, e.g. {"chance": "deck", "cards": [...]}."""
        ...

    def random_chance(self, rng: Random) -> dict[str, Any]:
        """Make up a possible chance step of the kind that is due (without taking it)."""
        ...

    def legal(self) -> dict[int, list[str]]:
        """Return every seat that may move with all its moves, sorted as text; else {}."""
        ...

    def move(self, seat: int, move: str) -> None:
        """Make a move; raises Impossible when it is not legal."""
        ...

    def scores(self) -> list[int]:
        """Return the contract's `scores`, at any time."""
        ...

    def over(self) -> bool:
        """Return whether the match has ended."""
        ...

    def winners(self) -> list[int]:
        """Return the seats that share the win, ascending, when the match is over."""
        ...
