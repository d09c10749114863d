"""Solutions of YOOLOO: exact for two players, stacks and showdowns for more.

| to play | ask |
|---|---|
| two players, base | `stack`, or card by card `next_of_stack` |
| two players, variants A and B | `mixture` or `choose`; `NotBuilt` if the values of B are missing |
| more players, base | the same as for two: nearly an equilibrium |
| a showdown | `showdown` |

All random numbers come from the caller's generator, and compiled and plain mode draw the same.
Cards are numbered from 0, as in the game.
"""

from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.games.yooloo.box import ALL, CHOOSING, KINDS, A, B
from mazziere.games.yooloo.solved import crowd, rounds, solution, stacks, store
from mazziere.games.yooloo.solved.calls import linked
from mazziere.games.yooloo.solved.matrix import MATRIX_BUFFERS
from mazziere.games.yooloo.solved.solution import Solution, Variant
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.jit import Mode
from mazziere.kernel.solving import Advance
from mazziere.kernel.state import States, aligned


class NotBuilt(LookupError):
    """The values of variant B are not in the cache: `mazziere solve yooloo --variant b`."""


class RoundPosition(NamedTuple):
    """A round of variant A or B for two players, seen from one seat."""

    variant: Variant
    mine: int  # cards in hand, as bits
    yours: int
    point: int  # the points card on top
    rest: int  # the points cards that come later, as bits


# Values


_kept: dict[Variant, Solution] = {}


def is_ready(variant: Variant) -> bool:
    """Tell whether every round of a variant can be played without solving it first."""
    return variant == "a" or _values(variant) is not None


def build(
    variant: Variant, mode: Mode | None = None, jobs: int = 1, report: Advance = lambda count: None
) -> Solution:
    """Solve a variant; keep its values in memory and, if possible, on disk."""
    found = solution.solve(variant, mode or wanted_mode(), jobs, report)
    _kept[variant] = found
    with suppress(OSError):
        store.save(found)
    return found


def forget() -> None:
    """Drop the values that are kept in memory."""
    _kept.clear()


def values_of(variant: Variant, mode: Mode | None = None) -> Solution:
    """Return the values of a variant; compute those of A if need be, but not those of B."""
    found = _values(variant)
    if found is None and variant == "a":
        found = _kept[variant] = solution.solve("a", mode or wanted_mode())
    if found is None:
        raise NotBuilt("variant b is not solved yet: mazziere solve yooloo --variant b")
    return found


def _values(variant: Variant) -> Solution | None:
    if variant not in _kept:
        found = store.load(variant) if variant == "b" else None
        if found is None:
            return None
        _kept[variant] = found
    return _kept[variant]


# Variants A and B, two players


def position(view: States, seat: int) -> RoundPosition:
    """Read a round from the view of a seat that is to choose a card."""
    v = view[0]
    if v["players"] != 2 or v["phase"] != CHOOSING or v["variant"] not in (A, B):
        raise ValueError("not a round of variant a or b for two players")
    shown = int(v["rounds"]) + 1
    seen = sum(1 << int(point) for point in v["pile"][:shown])
    return RoundPosition(
        "a" if v["variant"] == A else "b",
        int(v["hand"][seat]),
        int(v["hand"][1 - seat]),
        int(v["pile"][shown - 1]),
        ALL & ~seen,
    )


def mixture(view: States, seat: int, mode: Mode | None = None) -> list[tuple[int, float]]:
    """Return the probability of each card in the seat's hand in this round."""
    here = position(view, seat)
    found = values_of(here.variant, mode)
    return solution.mixture(found, *here[1:], mode or wanted_mode())[1]


def choose(view: States, seat: int, rngs: NDArray[Any], mode: Mode | None = None) -> int:
    """Choose a card for this round with a generator (an array of one record `Fast`)."""
    here = position(view, seat)
    mode = mode or wanted_mode()
    found = values_of(here.variant, mode)
    pick = linked(mode, rounds.pick_at)
    return int(pick(found.index, aligned(1, MATRIX_BUFFERS), 0, found.values, *here[1:], rngs))


# The base game


class Weights(NamedTuple):
    """The tables for drawing stacks of three and more players."""

    weights: NDArray[np.float64]
    completions: NDArray[np.float64]


@cache
def weights_of(players: int, mode: Mode) -> Weights:
    """Return the weights of cards at places for three or more players."""
    table = np.array(stacks.tables()["weights"][str(players)], float)
    completions = np.zeros(ALL + 1)
    linked(mode, crowd.find_completions)(table, completions)
    return Weights(table, completions)


def stack(players: int, rngs: NDArray[Any], mode: Mode | None = None) -> list[int]:
    """Draw a stack, top card first."""
    mode = mode or wanted_mode()
    if players == 2:
        two = stacks.mixture_for_two()
        line = linked(mode, stacks.draw_at)(two.weights, rngs, 0)
        return [int(card) for card in two.orders[line]]
    more = weights_of(players, mode)
    found = np.zeros((1, KINDS), np.int8)
    linked(mode, crowd.draw_stacks)(found, 0, 1, more.weights, more.completions, rngs)
    return [int(card) for card in found[0]]


def next_of_stack(view: States, seat: int, rngs: NDArray[Any], mode: Mode | None = None) -> int:
    """Draw the next card of a stack; -1 if no stack for two players begins like this one."""
    mode = mode or wanted_mode()
    players = int(view["players"][0])
    if players == 2:
        two = stacks.mixture_for_two()
        draw = linked(mode, stacks.next_at)
        return int(draw(view, seat, two.orders, two.weights, rngs, 0))
    more = weights_of(players, mode)
    return int(linked(mode, crowd.next_for)(view, seat, more.weights, more.completions, rngs))


# The showdown


def showdown_weights(players: int) -> NDArray[np.int64]:
    """Return the frequency of each card in a showdown, as whole numbers."""
    return np.array(stacks.tables()["showdown"][str(players)], np.int64)


def showdown(players: int, rngs: NDArray[Any], mode: Mode | None = None) -> int:
    """Choose a card for a showdown."""
    mode = mode or wanted_mode()
    return int(linked(mode, stacks.draw_at)(showdown_weights(players), rngs, 0))
