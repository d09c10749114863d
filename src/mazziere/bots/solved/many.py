"""Three and more players: the base game, nearly solved, and the showdown, solved.

The rounds are taken as independent of each other: exact for what a card wins at a place, and wrong
only in how the parked cards of one round go together with the cards of the next. Then an
equilibrium is a table of frequencies that no stack beats. How far it is from one in the real game
is measured afterwards, with all rules (`measure`).
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.bots.solved import crowd
from mazziere.bots.solved.calls import linked
from mazziere.bots.solved.programs import best_stack, equal_sums, least
from mazziere.bots.solved.stacks import Marginals
from mazziere.games.yooloo import ALL, KINDS
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import FAST, seed_words
from mazziere.kernel.state import aligned

POINTS = KINDS * (KINDS + 1) // 2
WEIGHT_SCALE = 10**6
SHOWDOWN_SCALE = 10**9
STARTS = 6
"""How many stacks the search for the best one begins with."""
Table = NDArray[np.float64]

# What a card does against opponents who draw theirs independently


def chances(shares: Table, players: int) -> tuple[Table, Table]:
    """How likely each card (row) is to win, and to leave no winner, at each place (column).

    Counting by exponential generating functions: one factor for each card, with a term for each
    number of opponents who show it.
    """
    terms = np.stack([shares.T**n / factorial(n) for n in range(players)], -1)
    not_once, some = terms.copy(), terms.copy()
    not_once[:, :, 1] = 0.0
    some[:, :, 0] = 0.0
    one = np.zeros_like(terms[:, 0])
    one[:, 0] = 1.0
    below, below_not_once, above = [one], [one], [one]
    for card in range(KINDS):
        below.append(_times(below[-1], terms[:, card]))
        below_not_once.append(_times(below_not_once[-1], not_once[:, card]))
        above.append(_times(above[-1], not_once[:, KINDS - 1 - card]))
    scale = factorial(players - 1)
    wins, nobody = np.empty_like(shares), np.empty_like(shares)
    for card in range(KINDS):
        higher = above[KINDS - 1 - card]
        wins[card] = _times(below[card], higher)[:, -1] * scale
        others = _times(below_not_once[card], higher)
        nobody[card] = _times(others, some[:, card])[:, -1] * scale
    return wins, nobody


def _times(one: Table, two: Table) -> Table:
    """Multiply polynomials, a row each, as far as they are needed."""
    size = one.shape[1]
    product = np.zeros_like(one)
    for n in range(size):
        product[:, n:] += one[:, : size - n] * two[:, n : n + 1]
    return product


def without_winner(shares: Table, players: int) -> NDArray[np.float64]:
    """How often each round has no winner if all draw by the shares; the last: a showdown."""
    _, nobody = chances(shares, players)
    return np.asarray((shares * nobody).sum(axis=0))


def stakes(shares: Table, nobody: Table) -> NDArray[np.float64]:
    """What is played for at each place on average, parked cards included."""
    found = np.zeros(KINDS)
    parked = 0.0
    for place in range(KINDS):
        found[place] = place + 1 + parked
        parked = found[place] * float(shares[:, place] @ nobody[:, place])
    return found


def gains(shares: Table, players: int) -> tuple[Table, float]:
    """What a card gains at a place, and what the mixture itself gains in the same measure.

    A card that leaves no winner keeps the stake in play, of which everybody gets an equal part in
    the end.
    """
    wins, nobody = chances(shares, players)
    at_stake = stakes(shares, nobody)
    return at_stake * (wins + nobody / players), float(at_stake.sum()) / players


def best_gain(shares: Table, players: int) -> tuple[float, list[int]]:
    """What the best stack gains over the mixture, rounds being independent, and that stack."""
    table, usual = gains(shares, players)
    order = best_stack(table)
    return float(table[order, range(KINDS)].sum()) - usual, order


# The equilibrium


def equilibrium(players: int, fine: float = 1e-9) -> Table:
    """Find frequencies that no stack beats: fictitious play first, then linear programs."""
    shares = np.full((KINDS, KINDS), 1 / KINDS)
    for step in range(300):
        _, order = best_gain(shares, players)
        reply = np.zeros_like(shares)
        reply[order, range(KINDS)] = 1.0
        shares += (reply - shares) / (step + 2)
    gain, _ = best_gain(shares, players)
    reach = 0.1
    while gain > fine and reach > 1e-12:
        closer = _closer(shares, players, reach)
        smaller, _ = best_gain(closer, players)
        if smaller < gain:
            shares, gain = closer, smaller
        else:
            reach /= 4
    return shares


def _closer(shares: Table, players: int, reach: float) -> Table:
    """Move each frequency by at most `reach` to where the best stack gains least, linearly."""
    table, _ = gains(shares, players)
    slopes = _slopes(shares, players)  # [card, changed card, place]
    cells = KINDS * KINDS
    bounded, limits = np.zeros((cells, cells + 2 * KINDS)), np.zeros(cells)
    for card in range(KINDS):
        for place in range(KINDS):
            line = bounded[card * KINDS + place]
            slope = slopes[card, :, place]
            line[place:cells:KINDS] = slope
            line[cells + card] = line[cells + KINDS + place] = -1
            limits[card * KINDS + place] = slope @ shares[:, place] - table[card, place]
    near = [(max(0.0, cell - reach), min(1.0, cell + reach)) for cell in shares.ravel()]
    found = least(
        np.append(np.zeros(cells), np.ones(2 * KINDS)),
        tolerance=1e-7,  # the sums of the table at hand are not exact
        A_ub=bounded,
        b_ub=limits,
        A_eq=np.hstack([equal_sums(KINDS), np.zeros((2 * KINDS, 2 * KINDS))]),
        b_eq=np.ones(2 * KINDS),
        bounds=near + [(None, None)] * (2 * KINDS),
    )
    if found is None:
        return shares
    closer = np.maximum(found[:cells].reshape(KINDS, KINDS), 0.0)
    return np.asarray(closer / closer.sum(axis=0))


def _slopes(shares: Table, players: int, step: float = 1e-6) -> Table:
    """How the gain of each card at a place changes with the frequency of each card there."""
    wins, nobody = chances(shares, players)
    at_stake = stakes(shares, nobody)
    found = np.zeros((KINDS, KINDS, KINDS))
    for card in range(KINDS):
        moved = shares.copy()
        moved[card] += step
        more_wins, more_nobody = chances(moved, players)
        change = (more_wins - wins) + (more_nobody - nobody) / players
        found[:, card] = at_stake * change / step
    return found


# Weights


def completions_of(weights: Table, mode: Mode) -> NDArray[np.float64]:
    """Return what drawing stacks by weights needs to know."""
    found = np.zeros(ALL + 1)
    linked(mode, crowd.find_completions)(weights, found)
    return found


def marginals_of(weights: Table, mode: Mode) -> Table:
    """Return how often each card lies at each place in stacks that are drawn by weights."""
    found = np.zeros((KINDS, KINDS))
    completions = completions_of(weights, mode)
    linked(mode, crowd.find_marginals)(weights, completions, np.zeros(ALL + 1), found)
    return found


def weights_for(shares: Table, mode: Mode) -> list[list[int]]:
    """Find weights, in millionths, by which cards lie where the frequencies say: by scaling."""
    shares = np.where(shares < 1 / WEIGHT_SCALE, 0.0, shares)
    weights = shares.copy()
    for _ in range(500):
        found = marginals_of(weights, mode)
        if np.abs(found - shares).max() < 1e-9:
            break
        weights *= np.where(shares > 0, shares / np.where(found > 0, found, 1), 0)
        weights /= weights.sum(axis=0)
    return [[round(cell * WEIGHT_SCALE) for cell in row] for row in weights.tolist()]


# The real game


class Measure(NamedTuple):
    """What the best stack that was found gains in the real game, on fresh tables."""

    order: list[int]
    gain: float
    error: float  # half a 95 % interval


def generators(seed: int) -> NDArray[Any]:
    """Return one generator, started from a seed."""
    found = aligned(1, FAST)
    found["word"][0] = seed_words(seed)
    return found


def drawn(weights: Table, count: int, rngs: NDArray[Any], mode: Mode) -> NDArray[np.int8]:
    """Draw stacks, a line each."""
    stacks = np.zeros((count, KINDS), np.int8)
    completions = completions_of(weights, mode)
    linked(mode, crowd.draw_stacks)(stacks, 0, count, weights, completions, rngs)
    return stacks


def measure(weights: Table, players: int, tables: int, seed: int, mode: Mode) -> Measure:
    """Look for the stack that gains most by all rules, by exchanging two cards at a time.

    The search begins with the best stack of independent rounds and with random ones. The stack is
    chosen at so many tables and then measured at four times as many others.
    """
    rngs, others = generators(seed), players - 1
    play = linked(mode, crowd.points_against)
    sums = np.zeros(2)

    def points(order: list[int], stacks: NDArray[np.int8]) -> float:
        play(stacks, others, np.array([order], np.int8), sums)
        return float(sums[0]) * others / len(stacks)

    starts = drawn(np.ones((KINDS, KINDS)), STARTS, rngs, mode).tolist()
    starts[0] = best_gain(marginals_of(weights, mode), players)[1]
    stacks = drawn(weights, tables * others, rngs, mode)
    climbed = [_climbed(order, lambda order: points(order, stacks)) for order in starts]
    _, order = max(climbed)
    fresh = 4 * tables
    mean = points(order, drawn(weights, fresh * others, rngs, mode))
    variance = float(sums[1]) / fresh - mean * mean
    return Measure(order, mean - POINTS / players, 1.96 * (variance / fresh) ** 0.5)


def _climbed(order: list[int], points: Callable[[list[int]], float]) -> tuple[float, list[int]]:
    """Exchange two cards wherever that gains something, until nowhere; return points and stack."""
    best, before = points(order), -1.0
    while best > before:
        before = best
        for one, two in combinations(range(KINDS), 2):
            order[one], order[two] = order[two], order[one]
            found = points(order)
            if found > best:
                best = found
            else:
                order[one], order[two] = order[two], order[one]
    return best, order


class Rate(NamedTuple):
    """How one player fares: points on average, and wins (a shared win counts its part)."""

    points: float
    wins: float


def rate(mixtures: Sequence[Table], shares: Marginals, tables: int, seed: int, mode: Mode) -> Rate:
    """Play tables with a mixture of stacks for each seat; say how the first one fares."""
    rngs, players = generators(seed), len(mixtures)
    stacks = np.zeros((tables * players, KINDS), np.int8)
    for seat, weights in enumerate(mixtures):
        stacks[seat::players] = drawn(weights, tables, rngs, mode)
    totals = np.zeros((tables, players), np.int32)
    table = np.array(shares, np.int64)
    linked(mode, crowd.play_tables)(stacks, players, table, totals, rngs)
    won = totals == totals.max(axis=1, keepdims=True)
    return Rate(float(totals[:, 0].mean()), float((won[:, 0] / won.sum(axis=1)).mean()))


# The showdown


def showdown_gains(shares: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    """How likely each card is to win in the end, if everybody else draws by the shares."""
    wins, nobody = chances(shares[:, None], players)
    return np.asarray(wins[:, 0] + nobody[:, 0] / players)


def showdown(players: int) -> NDArray[np.float64]:
    """Find shares of the cards against which none wins more often than the others.

    By linear programs: lower the best card's chance as far as the slopes at hand allow.
    """
    shares = np.arange(1.0, KINDS + 1) ** 3
    shares /= shares.sum()
    best, reach = float(showdown_gains(shares, players).max()), 0.2
    while reach > 1e-13 and best > 1 / players + 1e-15:
        closer = _closer_shares(shares, players, reach)
        smaller = float(showdown_gains(closer, players).max())
        if smaller < best:
            shares, best = closer, smaller
        else:
            reach /= 4
    return shares


def _closer_shares(
    shares: NDArray[np.float64], players: int, reach: float, step: float = 1e-6
) -> NDArray[np.float64]:
    """Move each share by at most `reach` to where the best card wins least, linearly."""
    gain = showdown_gains(shares, players)
    slopes = np.empty((KINDS, KINDS))
    for card, by in enumerate(np.eye(KINDS) * step):
        change = showdown_gains(shares + by, players) - showdown_gains(shares - by, players)
        slopes[:, card] = change / (2 * step)
    near = [(max(0.0, share - reach), min(1.0, share + reach)) for share in shares.tolist()]
    found = least(
        np.append(np.zeros(KINDS), 1.0),
        A_ub=np.hstack([slopes, -np.ones((KINDS, 1))]),
        b_ub=slopes @ shares - gain,
        A_eq=np.append(np.ones(KINDS), 0.0)[None, :],
        b_eq=np.ones(1),
        bounds=[*near, (None, None)],
    )
    if found is None:
        return shares
    closer = np.maximum(found[:KINDS], 0.0)
    return np.asarray(closer / closer.sum())


def showdown_table(players: int) -> list[int]:
    """The shares of the cards in whole parts of a thousand million."""
    parts = [round(share * SHOWDOWN_SCALE) for share in showdown(players).tolist()]
    parts[-1] += SHOWDOWN_SCALE - sum(parts)
    return parts
