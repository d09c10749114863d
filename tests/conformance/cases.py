"""Every game with every value of every option, sampled pairs of options, and all player counts."""

from itertools import combinations
from random import Random
from typing import Any

from mazziere.games import IDS, find
from mazziere.kernel.game import Game

Case = tuple[str, int, dict[str, Any]]
"""A game's id, a number of players, and the options that differ from the default."""

SHORT: dict[str, dict[str, Any]] = {
    "uno": {"target": 100},
    "uno_h2o": {"target": 100},
    "rookie": {"edition": "pocket"},
    "dieci": {"tokens": 2},
}
"""Options under which a match is short, for tests that play many."""


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The defaults, then each option with each of its other values."""
    sets: list[dict[str, Any]] = [{}]
    for option in game.options:
        sets += [{option.name: value} for value in option.samples()[1:]]
    return sets


def option_pairs(game: Game, count: int, rng: Random) -> list[dict[str, Any]]:
    """A sample of two options at once, both away from the default."""
    pairs = []
    for one, other in combinations(game.options, 2):
        for value in one.samples()[1:]:
            pairs += [{one.name: value, other.name: v} for v in other.samples()[1:]]
    return rng.sample(pairs, min(count, len(pairs)))


def many_options(game: Game, rng: Random) -> dict[str, Any]:
    """A random value for every option."""
    return {option.name: rng.choice(option.samples()) for option in game.options}


def cases(pairs: int = 0, every_count: bool = False, seed: int = 1) -> list[Case]:
    """List cases: all option values (and some pairs), with one or every number of players."""
    rng = Random(seed)
    listed: list[Case] = []
    for name in IDS:
        game = find(name)
        for options in option_sets(game) + option_pairs(game, pairs, rng):
            allowed = game.allowed_players(game.full_options(options))
            for players in allowed if every_count else [rng.choice(allowed)]:
                listed.append((name, players, options))
    return listed


def case_id(case: Case) -> str:
    """Name a case in a test report."""
    name, players, options = case
    chosen = ",".join(f"{key}={_short(value)}" for key, value in options.items())
    return f"{name}-{players}-{chosen or 'default'}"


def _short(value: Any) -> str:
    return "+".join(value) if isinstance(value, list) else str(value)
