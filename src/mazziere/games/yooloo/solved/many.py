"""Three and more players: an approximate solution of the base game, an exact one of the showdown.

The rounds are taken as independent of each other. That is exact for the gain of a card at a place;
it neglects only the correlation between parked cards and the cards of the next round. Then an
equilibrium is a table of frequencies that no stack beats. `measure` finds its distance from an
equilibrium of the real game, by all rules.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import factorial, fsum, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazziere.games.yooloo.box import ALL, KINDS
from mazziere.games.yooloo.solved import crowd
from mazziere.games.yooloo.solved.calls import linked
from mazziere.games.yooloo.solved.exact import rounded
from mazziere.games.yooloo.solved.programs import best_stack, equal_sums, least
from mazziere.games.yooloo.solved.stacks import Marginals
from mazziere.kernel.jit import Mode
from mazziere.kernel.rng import FAST, seed_words
from mazziere.kernel.state import aligned

POINTS = KINDS * (KINDS + 1) // 2
WEIGHT_SCALE = 10**6
WEIGHT_ACCURACY = 1e-9
"""Upper bound on the error of a weight before it is rounded."""
FINE = 1e-11
"""The search ends when a best reply gains less, and frequencies are this accurate."""
SHOWDOWN_SCALE = 10**9
SHOWDOWN_NEAR = 1e-10
"""Once the best card of a showdown gains less than this, it is known which cards are played."""
SHOWDOWN_LEAST = 1e-4
"""Smaller shares are dropped. By then they are accurate to 1e-5; the least true one is 0.0019."""
SHOWDOWN_ACCURACY = 1e-13
"""Upper bound on the error of a share before it is rounded."""
NEWTON_STEPS = 20
STARTS = 6
"""The number of stacks from which the search for the best one starts."""
Matrix = NDArray[np.float64]

# The chances of a card against opponents who draw theirs independently


def chances(shares: Matrix, players: int) -> tuple[Matrix, Matrix]:
    """Return each card's (row) chance to win, and to leave no winner, at each place (column).

    Counting by exponential generating functions: one factor for each card, with a term for each
    number of opponents who show it.
    """
    powers = [np.ones_like(shares.T)]
    for _ in range(players - 1):
        powers.append(powers[-1] * shares.T)
    terms = np.stack([power / factorial(n) for n, power in enumerate(powers)], -1)
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


def _times(one: Matrix, two: Matrix) -> Matrix:
    """Multiply polynomials, one in each row, up to the degree that is needed."""
    size = one.shape[1]
    product = np.zeros_like(one)
    for n in range(size):
        product[:, n:] += one[:, : size - n] * two[:, n : n + 1]
    return product


def without_winner(shares: Matrix, players: int) -> NDArray[np.float64]:
    """Return the chance of no winner in each round; in the last one it means a showdown."""
    _, nobody = chances(shares, players)
    return np.asarray((shares * nobody).sum(axis=0))


def stakes(shares: Matrix, nobody: Matrix) -> NDArray[np.float64]:
    """Return the mean stake at each place, parked cards included."""
    found = np.zeros(KINDS)
    parked = 0.0
    for place in range(KINDS):
        found[place] = place + 1 + parked
        parked = found[place] * fsum(shares[:, place] * nobody[:, place])
    return found


def gains(shares: Matrix, players: int) -> tuple[Matrix, float]:
    """Return the gain of each card at each place, and the gain of the mixture itself.

    A card that leaves no winner keeps the stake in play; it counts as an equal share for each.
    """
    wins, nobody = chances(shares, players)
    at_stake = stakes(shares, nobody)
    return at_stake * (wins + nobody / players), fsum(at_stake) / players


def best_gain(shares: Matrix, players: int) -> tuple[float, list[int]]:
    """Return the gain of the best stack over the mixture with independent rounds, and the stack."""
    table, mean = gains(shares, players)
    order = best_stack(table)
    return fsum(table[order, range(KINDS)]) - mean, order


# The equilibrium


def equilibrium(players: int) -> Matrix:
    """Find frequencies that no stack beats: fictitious play first, then linear programs."""
    shares = np.full((KINDS, KINDS), 1 / KINDS)
    for step in range(300):
        _, order = best_gain(shares, players)
        reply = np.zeros_like(shares)
        reply[order, range(KINDS)] = 1.0
        shares += (reply - shares) / (step + 2)
    gain, _ = best_gain(shares, players)
    reach = 0.1
    while gain > FINE:
        closer = _closer(shares, players, reach)
        smaller, _ = best_gain(closer, players)
        if smaller < gain:
            shares, gain = closer, smaller
        else:
            reach /= 4
        if reach < FINE:
            raise ValueError(f"no equilibrium of {players} players was found")
    return shares


def _closer(shares: Matrix, players: int, reach: float) -> Matrix:
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


def _slopes(shares: Matrix, players: int, step: float = 1e-6) -> Matrix:
    """Return the derivatives of each card's gain at a place by each card's frequency there."""
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


def completions_of(weights: Matrix, mode: Mode) -> NDArray[np.float64]:
    """Return the sums of weights for drawing stacks (`crowd.find_completions`)."""
    found = np.zeros(ALL + 1)
    linked(mode, crowd.find_completions)(weights, found)
    return found


def marginals_of(weights: Matrix, mode: Mode) -> Matrix:
    """Return the frequency of each card at each place in stacks drawn by weights."""
    found = np.zeros((KINDS, KINDS))
    completions = completions_of(weights, mode)
    linked(mode, crowd.find_marginals)(weights, completions, np.zeros(ALL + 1), found)
    return found


def weights_for(shares: Matrix, mode: Mode) -> list[list[int]]:
    """Find weights, in millionths, that give the frequencies, by iterative scaling.

    All digits are certain, if the frequencies are accurate to `FINE`.
    """
    shares = np.where(shares < 1 / WEIGHT_SCALE, 0.0, shares)
    weights = shares.copy()
    for _ in range(500):
        found = marginals_of(weights, mode)
        if np.abs(found - shares).max() < FINE:
            break
        weights *= np.where(shares > 0, shares / np.where(found > 0, found, 1), 0)
        weights /= weights.sum(axis=0)
    else:
        raise ValueError("the weights do not settle")
    accuracy = WEIGHT_ACCURACY * WEIGHT_SCALE
    return [[rounded(cell * WEIGHT_SCALE, accuracy) for cell in row] for row in weights.tolist()]


# The real game


class Measure(NamedTuple):
    """The gain of the best stack found in the real game, on fresh tables."""

    order: list[int]
    gain: float
    error: float  # half a 95 % interval


def generators(seed: int) -> NDArray[Any]:
    """Return one generator, started from a seed."""
    found = aligned(1, FAST)
    found["word"][0] = seed_words(seed)
    return found


def drawn(weights: Matrix, count: int, rngs: NDArray[Any], mode: Mode) -> NDArray[np.int8]:
    """Draw stacks, a line each."""
    stacks = np.zeros((count, KINDS), np.int8)
    completions = completions_of(weights, mode)
    linked(mode, crowd.draw_stacks)(stacks, 0, count, weights, completions, rngs)
    return stacks


def measure(weights: Matrix, players: int, tables: int, seed: int, mode: Mode) -> Measure:
    """Look for the stack that gains most by all rules, by exchanging two cards at a time.

    The search starts from the best stack of independent rounds and from random ones. It chooses a
    stack at `tables` tables, then measures it at four times as many fresh ones.
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
    return Measure(order, mean - POINTS / players, 1.96 * sqrt(variance / fresh))


def _climbed(order: list[int], points: Callable[[list[int]], float]) -> tuple[float, list[int]]:
    """Exchange two cards as long as that gains; return the points and the stack."""
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
    """One player's mean points and wins; a shared win counts its part."""

    points: float
    wins: float


def rate(mixtures: Sequence[Matrix], shares: Marginals, tables: int, seed: int, mode: Mode) -> Rate:
    """Play tables with a mixture of stacks for each seat; return the rate of the first seat."""
    rngs, players = generators(seed), len(mixtures)
    stacks = np.zeros((tables * players, KINDS), np.int8)
    for seat, weights in enumerate(mixtures):
        stacks[seat::players] = drawn(weights, tables, rngs, mode)
    totals = np.zeros((tables, players), np.int32)
    table = np.array(shares, np.int64)
    linked(mode, crowd.play_tables)(stacks, players, table, totals, rngs)
    won = totals == totals.max(axis=1, keepdims=True)
    return Rate(
        int(totals[:, 0].sum()) / tables, fsum((won[:, 0] / won.sum(axis=1)).tolist()) / tables
    )


# The showdown


def showdown_gains(shares: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    """Return each card's chance to win in the end if all others draw by the shares."""
    wins, nobody = chances(shares[:, None], players)
    return np.asarray(wins[:, 0] + nobody[:, 0] / players)


def showdown(players: int) -> NDArray[np.float64]:
    """Find an equilibrium: shares of the cards against which no card wins more often.

    Linear programs find which cards are played: they lower the best card's chance as far as the
    current slopes allow. Near the equilibrium that chance is flat: an error m in a share costs
    about m². So the programs stop early, shares that may be 0 are dropped, and the others follow
    from their equations. The result is accurate to `SHOWDOWN_ACCURACY`.
    """
    shares = np.arange(1.0, KINDS + 1)
    shares = shares * shares * shares
    shares /= shares.sum()
    best, reach = _advantage(shares, players), 0.2
    while best > SHOWDOWN_NEAR:
        closer = _closer_shares(shares, players, reach)
        smaller = _advantage(closer, players)
        if smaller < best:
            shares, best = closer, smaller
        else:
            reach /= 4
        if reach < SHOWDOWN_NEAR:
            raise ValueError(f"no equilibrium of a showdown of {players} was found")
    shares = _settled(np.where(shares < SHOWDOWN_LEAST, 0.0, shares), players)
    if shares.min() < 0 or _advantage(shares, players) > SHOWDOWN_ACCURACY:
        raise ValueError(f"no equilibrium of a showdown of {players} was found")
    return shares


def _advantage(shares: NDArray[np.float64], players: int) -> float:
    """Return the best card's chance to win minus an equal share."""
    return float(showdown_gains(shares, players).max()) - 1 / players


def _settled(shares: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    """Make the cards that are played win equally often, by Newton's method on their shares alone.

    With unknown t: the gain of each of these cards is t, and their shares add up to 1.
    """
    played = np.flatnonzero(shares)
    size = len(played)
    system = np.zeros((size + 1, size + 1))
    system[:size, size] = -1.0
    system[size, :size] = 1.0
    for _ in range(NEWTON_STEPS):
        gain = showdown_gains(shares, players)[played]
        system[:size, :size] = _showdown_slopes(shares, players)[np.ix_(played, played)]
        wanted = np.append(-gain, 1.0 - shares.sum())
        step = np.linalg.solve(system, wanted)[:size]
        shares = shares.copy()
        shares[played] += step
        if np.abs(step).max() < SHOWDOWN_ACCURACY:
            return shares
    raise ValueError(f"the shares of a showdown of {players} do not settle")


def _showdown_slopes(
    shares: NDArray[np.float64], players: int, step: float = 1e-6
) -> NDArray[np.float64]:
    """Return the derivative of each card's gain (row) by each card's share (column)."""
    slopes = np.empty((KINDS, KINDS))
    for card, by in enumerate(np.eye(KINDS) * step):
        change = showdown_gains(shares + by, players) - showdown_gains(shares - by, players)
        slopes[:, card] = change / (2 * step)
    return slopes


def _closer_shares(shares: NDArray[np.float64], players: int, reach: float) -> NDArray[np.float64]:
    """Move each share by at most `reach` to where the best card wins least, linearly."""
    gain = showdown_gains(shares, players)
    slopes = _showdown_slopes(shares, players)
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
    """Return the shares of the cards in whole parts of a thousand million; all digits are certain.

    The last card takes the remainder of rounding.
    """
    accuracy = SHOWDOWN_ACCURACY * SHOWDOWN_SCALE
    parts = [rounded(share * SHOWDOWN_SCALE, accuracy) for share in showdown(players).tolist()]
    parts[-1] += SHOWDOWN_SCALE - sum(parts)
    return parts
