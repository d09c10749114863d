"""Facts that contradict each other, for the tests of the games."""

from collections.abc import Mapping
from typing import Any

import pytest

import mazziere
from mazziere.kernel.facts import BadFacts


def refused(
    game: str,
    players: int,
    facts: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    seat: int = 0,
) -> str:
    """Return the one line with which facts are refused, without the game's name."""
    with pytest.raises(BadFacts) as caught:
        mazziere.view(game, players, seat, facts, options)
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(game)
    return line.removeprefix(game).lstrip(": ")
