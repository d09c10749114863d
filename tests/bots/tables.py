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
from tests.cases import case


def short(name: str) -> dict[str, Any]:
    """Return options under which a match between bots is short."""
    declared = case(name)
    return dict(declared.short if declared.between_bots is None else declared.between_bots)


def seat_bots(
    name: str, texts: Sequence[str], seed: Sequence[int], mode: Mode = "plain"
) -> list[Player]:
    """Make a bot for each text, on seats 0, 1, …"""
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
    """Start a match of a seed with a bot on each seat."""
    words = match_seed(seed, number)
    chosen = short(name) if options is None else options
    match = Match(find(name), len(texts), chosen, mode)
    return Sitting(match, seat_bots(name, texts, words, mode), words)
