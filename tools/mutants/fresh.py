"""The fields of a match before its first step.

States are saved as their bytes, so this is a format. Fields that a game's case does not list are 0.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mazziere.games import find
from mazziere.kernel.engine import engine
from tests.cases import case


def wrong_fields(name: str, players: int, options: Mapping[str, Any]) -> list[str]:
    """List the fields of a fresh match that differ from the game's case."""
    game = find(name)
    full = game.full_options(options)
    states = engine(game, "plain").new(players, full)
    fresh = case(name).fresh
    expected = fresh(players, full) if fresh is not None else {}
    kept = {"rules", "players", *game.fixed, *full}
    return [
        field
        for field in game.dtype.names or ()
        if field not in kept and not np.all(states[field][0] == np.array(expected.get(field, 0)))
    ]
