"""The lobby of a game: the order in which a table decides its options.

A game declares it in the file `lobby.toml` of its folder. Options that the file does not name are
finer points.

    family = ["mode", "tokens"]
    house = ["jump_in"]
    switches = { mode = "team" }
    calls = { jump_in = [true] }

The words `[lobby.<option>]` of the game's texts hold a short label, and a phrase for each value.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

FILE = "lobby.toml"


@dataclass(frozen=True)
class Lobby:
    """The options that a table decides first, and those that are switches."""

    family: tuple[str, ...] = ()  # decisions of every table, in the order of the page
    house: tuple[str, ...] = ()  # house rules
    switches: Mapping[str, Any] = field(default_factory=dict)  # two values: the one that is on
    calls: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Values with which seats may act out of turn; without one of them, nobody may."""


def read_lobby(folder: Path) -> Lobby:
    """Return the lobby in a game's folder; an empty one if it has no file of it."""
    path = folder / FILE
    if not path.exists():
        return Lobby()
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    known = {entry.name for entry in fields(Lobby)}
    if not set(found) <= known:
        raise ValueError(f"{FILE} has more than {', '.join(sorted(known))}")
    calls = {name: tuple(values) for name, values in found.get("calls", {}).items()}
    family, house = tuple(found.get("family", ())), tuple(found.get("house", ()))
    return Lobby(family, house, found.get("switches", {}), calls)
