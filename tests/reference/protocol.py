"""What every reference implementation offers: a match driven by the contract's texts alone."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol


class Impossible(Exception):  # noqa: N818 - no fault of the program
    """A chance step or move that the rules do not allow."""


class Reference(Protocol):
    """One match of one game. `options` holds only those that differ from the default."""

    def __init__(self, players: int, options: dict[str, Any]) -> None: ...

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
        """Every seat that may move with all its moves, sorted as text; else {}."""
        ...

    def move(self, seat: int, move: str) -> None:
        """Make a move; raises Impossible when it is not legal."""
        ...

    def scores(self) -> list[int]:
        """The contract's `scores`, at any time."""
        ...

    def over(self) -> bool:
        """Whether the match has ended."""
        ...

    def winners(self) -> list[int]:
        """The seats that share the win, ascending, when the match is over."""
        ...


Choose = Callable[[Any, dict[int, list[str]], Random], tuple[int, str]]  # gets the reference too


def any_move(reference: Any, legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """Choose a seat at random, then one of its moves."""
    seat = rng.choice(sorted(legal))
    return seat, rng.choice(legal[seat])


def random_match(
    reference_class: Callable[[int, dict[str, Any]], Reference],
    game: str,
    players: int,
    options: dict[str, Any],
    rng: Random,
    choose: Choose = any_move,
    limit: int = 100_000,
) -> dict[str, Any]:
    """Play a match at random and return its record (no `result` if the limit was reached)."""
    match = reference_class(players, options)
    steps: list[dict[str, Any]] = []
    while not match.over() and len(steps) < limit:
        if match.due() is not None:
            step = match.random_chance(rng)
            match.chance(step)
        else:
            legal = match.legal()
            seat, move = choose(match, legal, rng)
            shown = {str(who): moves for who, moves in legal.items()}
            step = {"seat": seat, "move": move, "legal": shown}
            match.move(seat, move)
        steps.append(step)
    record: dict[str, Any] = {
        "format": "mazziere-record/1",
        "game": game,
        "rules": 1,
        "players": players,
        "options": options,
        "steps": steps,
    }
    if match.over():
        record["result"] = {"scores": match.scores(), "winners": match.winners()}
    return record
