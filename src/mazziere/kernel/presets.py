"""Presets: named sets of options for a table.

A game declares them in the file `presets.toml` of its folder, one table for each, in the order of
the list. The first one is the default: it changes no option.

    [full]

    [first]
    players = 3
    options = { edition = "pocket", refill = "tallest" }

The words `[presets.<id>]` of the game's texts hold a name and one line of description.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE = "presets.toml"
_KEYS = {"options", "players"}


class UnknownPreset(ValueError):
    """A game has no preset with this id; the text names those that it has."""


@dataclass(frozen=True)
class Preset:
    """Options that go well together, and optionally the number of players that suits them."""

    id: str
    options: Mapping[str, Any] = field(default_factory=dict)  # those that differ from the default
    players: int | None = None


def read_presets(folder: Path) -> tuple[Preset, ...]:
    """Return the presets in a game's folder; none if it has no file of them."""
    path = folder / FILE
    if not path.exists():
        return ()
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_preset(name, entry) for name, entry in found.items())


def _preset(name: str, entry: Any) -> Preset:
    if not isinstance(entry, dict) or not set(entry) <= _KEYS:
        raise ValueError(f"{FILE}: preset {name} has more than {', '.join(sorted(_KEYS))}")
    return Preset(name, entry.get("options", {}), entry.get("players"))
