"""Matches between bots for the tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from mazziere.bots.levels import read_spec
from mazziere.bots.player import Player
from mazziere.bots.seating import make
from mazziere.bots.sitting import Sitting
from mazziere.games import find
from mazziere.kernel.jit import Mode
from mazziere.kernel.match import Match, match_seed

SHORT: dict[str, dict[str, Any]] = {
    "uno_h2o": {"target": 50},
    "rookie": {"edition": "pocket"},
    "dieci": {"tokens": 2},
}
"""Options under which a match is short."""


def seat_bots(
    name: str, texts: Sequence[str], seed: Sequence[int], mode: Mode = "plain"
) -> list[Player]:
    """A bot for each of the texts, on seats 0, 1, …"""
    game = find(name)
    return [make(game, read_spec(text), seat, seed, mode) for seat, text in enumerate(texts)]


def sitting(
    name: str,
    texts: Sequence[str],
    seed: int,
    number: int = 0,
    options: Mapping[str, Any] | None = None,
    mode: Mode = "plain",
) -> Sitting:
    """A match of a seed, with a bot on each seat."""
    words = match_seed(seed, number)
    chosen = SHORT.get(name, {}) if options is None else options
    match = Match(find(name), len(texts), chosen, mode)
    return Sitting(match, seat_bots(name, texts, words, mode), words)
