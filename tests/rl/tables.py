"""Settings and players for the tests of learning environments."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazziere.games import find
from mazziere.kernel.match import Match
from tests.cases import case


def positions(
    name: str, players: int, options: Mapping[str, Any], rng: Random, every: int, most: int = 10
) -> Iterator[Match]:
    """Play a random match; yield it before every `every`th move, at most `most` times."""
    match = Match(find(name), players, options)
    number = 0
    while not match.is_over:
        if match.due is not None:
            match.deal(lambda group: rng.sample(group, len(group)))
            continue
        if number % every == 0:
            yield match
            if number >= most * every:
                return
        number += 1
        seat = rng.choice(match.actors())
        match.play(seat, rng.choice(match.moves(seat)))
    yield match


def option_sets(name: str) -> list[dict[str, Any]]:
    """List sets of options of a game: those of its case, and its presets, in short matches."""
    found = [dict(options) for options in case(name).observed]
    presets = [{**case(name).short, **preset.options} for preset in find(name).presets]
    return found + [options for options in presets if options not in found]


def legal_actions(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose a random legal action for each row of masks."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
