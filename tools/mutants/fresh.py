"""A fresh match is a blank record: what stands in it before the first step, field by field.

States are saved as their bytes, so this is a format. Fields that are not listed are 0.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mazziere.games import find
from mazziere.kernel.engine import engine

NO_CARD = {"yooloo": -1, "one_to_ten": -1, "rookie": -1, "uno": 255, "uno_h2o": 255, "dieci": -1}
TURN = 6  # the phase of uno that follows a drawing


def filled(name: str, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a fresh match that are not 0."""
    none = NO_CARD[name]
    if name == "yooloo":
        hands = [0b11_1111_1111] * players + [0] * (8 - players)
        pile = none if options["variant"] == "b" else list(range(10))
        return {"hand": hands, "chosen": none, "stack": none, "pile": pile}
    if name == "one_to_ten":
        return {"row": none}
    if name == "rookie":
        return {"found": none, "gaps": 0b1_1111_1111, "table": none, "top": none}
    if name == "dieci":
        purses = [options["tokens"]] * players + [0] * (10 - players)
        return {"purse": purses, "card": none, "aside": none, "pile": none}
    cards = dict.fromkeys(("top", "drawn", "pile", "discard"), none)
    seats = {"direction": 1, "tied": (1 << players) - 1, "bluffer": -1, "slot_owner": -1}
    return {**cards, **seats, "until": -1, "back": TURN}


def wrong_fields(name: str, players: int, options: Mapping[str, Any]) -> list[str]:
    """The fields of a fresh match that hold something else."""
    game = find(name)
    full = game.full_options(options)
    states = engine(game, "plain").new(players, full)
    expected = filled(name, players, full)
    kept = {"rules", "players", *game.fixed, *full}
    return [
        field
        for field in game.dtype.names or ()
        if field not in kept and not np.all(states[field][0] == np.array(expected.get(field, 0)))
    ]
