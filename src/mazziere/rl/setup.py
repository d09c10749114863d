"""The settings of an environment, checked before anything is built."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any, Literal

from mazziere.bots.levels import BadSpec, Spec, read_spec
from mazziere.bots.seating import master_of
from mazziere.games import UnknownGame, find, ids
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.observation import NoObservation, layout_of, observation_of
from mazziere.kernel.options import BadOption

REWARDS = ("score", "win", "difference")
MEMORIES = ("perfect", "face_up")
DTYPES = ("int8", "float32")
FORMS = ("flat", "dict")
ILLEGAL = ("raise", "random")
MODES = ("plain", "compiled", "checked")
MASKS = ("observation", "info")
ALL = "all"


class BadEnvironment(ValueError):
    """An invalid setting of an environment; the text is one line that names it."""


def action_number(action: Any) -> int:
    """Return an action as an int; BadEnvironment if it is no whole number."""
    try:
        return index(action)
    except TypeError:
        raise BadEnvironment(f"action {action!r:.40} is not a whole number") from None


@dataclass(frozen=True)
class EnvironmentSetup:
    """The settings of an environment."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seat: int | None = None  # the learning seat; None: all seats learn
    bots: tuple[Spec, ...] = ()  # one for each seat; that of the learning seat is not used
    memory: Literal["perfect", "face_up"] = "perfect"
    reward: Literal["score", "win", "difference"] = "win"
    dtype: Literal["int8", "float32"] = "int8"
    form: Literal["flat", "dict"] = "flat"
    illegal: Literal["raise", "random"] = "raise"
    max_moves: int = MAX_STEPS
    mode: Mode = field(default_factory=wanted_mode)

    @property
    def has_bots(self) -> bool:
        """Whether a seat is played by a bot that is not random."""
        return self.seat is not None and any(
            spec.level != "random" for seat, spec in enumerate(self.bots) if seat != self.seat
        )


def find_game(game: str | Game) -> Game:
    """Return the game with an id; BadEnvironment if there is none."""
    if isinstance(game, Game):
        return game
    try:
        return find(game)
    except UnknownGame:
        raise BadEnvironment(f"there is no game {game!r}; there is {', '.join(ids())}") from None


def read_setup(
    game: str | Game,
    players: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seat: int | str = ALL,
    bots: str | Sequence[str] = "random",
    memory: str = "perfect",
    reward: str = "win",
    dtype: str = "int8",
    observation: str = "flat",
    illegal: str = "raise",
    max_moves: int = MAX_STEPS,
    mode: Mode | None = None,
    **unknown: Any,
) -> EnvironmentSetup:
    """Check the settings of an environment; BadEnvironment names an invalid one."""
    found = find_game(game)
    if unknown:
        raise BadEnvironment(f"there is no setting {next(iter(unknown))!r} here")
    try:
        full = found.full_options(options or {})
        count = found.check_players(
            min(found.allowed_players(full)) if players is None else players, full
        )
        observation_of(found)
    except (BadOption, NoObservation) as error:
        raise BadEnvironment(str(error)) from None
    check_choice("memory", memory, MEMORIES)
    check_choice("reward", reward, REWARDS)
    check_choice("dtype", dtype, DTYPES)
    check_choice("illegal", illegal, ILLEGAL)
    check_choice("observation", observation, FORMS)
    if mode is not None:
        check_choice("mode", mode, MODES)
    if not is_whole(max_moves) or not 1 <= max_moves <= MAX_STEPS:
        raise BadEnvironment(f"max_moves is a number from 1 to {MAX_STEPS}, not {max_moves!r}")
    return EnvironmentSetup(
        found,
        count,
        full,
        _seat(seat, count),
        _bots(found, bots, count),
        memory,  # type: ignore[arg-type]
        reward,  # type: ignore[arg-type]
        dtype,  # type: ignore[arg-type]
        observation,  # type: ignore[arg-type]
        illegal,  # type: ignore[arg-type]
        max_moves,
        wanted_mode() if mode is None else mode,
    )


def check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Check that a setting has one of some values."""
    if value not in allowed:
        raise BadEnvironment(f"{name} is {' or '.join(allowed)}, not {value!r}")


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _seat(seat: object, players: int) -> int | None:
    if seat == ALL:
        return None
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < players:
        raise BadEnvironment(f"seat is 0 to {players - 1}, or 'all', not {seat!r}")
    return seat


def _bots(game: Game, bots: str | Sequence[str], players: int) -> tuple[Spec, ...]:
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    try:
        specs = [read_spec(name) for name in names]
    except BadSpec as error:
        raise BadEnvironment(str(error)) from None
    if len(specs) == 1:
        specs *= players
    if len(specs) != players:
        raise BadEnvironment(f"bots names {len(specs)} bots for {players} seats")
    for spec in specs:
        if spec.level == "master" and master_of(game) is not None:
            raise BadEnvironment(f"bot {spec.text}: the master of {game.id} is not compiled")
    return tuple(specs)


__all__ = [
    "BadEnvironment",
    "EnvironmentSetup",
    "check_choice",
    "find_game",
    "is_whole",
    "layout_of",
    "read_setup",
]
