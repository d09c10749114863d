"""Every game with every value of every option, sampled pairs of options, and all player counts."""

from itertools import combinations
from random import Random
from typing import Any

from mazziere.games import find, shelf
from mazziere.kernel.game import Game

Case = tuple[str, int, dict[str, Any]]
"""A game's id, a number of players, and the options that differ from the default."""


def option_sets(game: Game) -> list[dict[str, Any]]:
    """List the defaults, then each option with each of its other values."""
    sets: list[dict[str, Any]] = [{}]
    for option in game.options:
        sets += [{option.name: value} for value in option.samples()[1:]]
    return sets


def option_pairs(game: Game, count: int, rng: Random) -> list[dict[str, Any]]:
    """Sample pairs of options, both away from the default."""
    pairs = []
    for one, other in combinations(game.options, 2):
        for value in one.samples()[1:]:
            pairs += [{one.name: value, other.name: v} for v in other.samples()[1:]]
    return rng.sample(pairs, min(count, len(pairs)))


def many_options(game: Game, rng: Random, rules: int | None = None) -> dict[str, Any]:
    """Draw a value for every option of a version of the rules."""
    return {option.name: rng.choice(option.samples()) for option in game.options_of(rules)}


def cases(pairs: int = 0, every_count: bool = False, seed: int = 1) -> list[Case]:
    """List cases: all option values (and some pairs), with one or every number of players."""
    rng = Random(seed)
    listed: list[Case] = []
    for name in shelf():
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
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)
