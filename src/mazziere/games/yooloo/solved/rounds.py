"""Variants A and B for two players, solved: a small matrix game at every position.

The value of a position is the expected difference of points still to come. Before a round the
points card on top is uncovered (in variant A it is known beforehand). Then both players choose, and
the payoffs are the points of the round plus the value of the position after it. So values are
computed from the last card backwards. Mixtures are not stored: they follow from the values after
the round.
"""

from mazziere.games.yooloo.box import ALL, KINDS
from mazziere.games.yooloo.solved.matrix import MatrixBuffers, RealGrid, Reals, least_gain, solve
from mazziere.games.yooloo.solved.patterns import Index, code_of
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid

HALF = 1 << 30
"""Half of the 60 binary digits of a random number, which is finer than a double near 1."""
SPREAD = 55
"""The largest difference of points."""
SAME, RANDOM = 0, 1
"""Opponents of a trial: the same mixtures, or random cards."""

# The game of one round


@jit
def lay_hands(game: MatrixBuffers, index: Index, mine: int, yours: int) -> None:
    """Write the cards of both hands, and the row of the position after each pair of cards."""
    game.rows = game.columns = count(mine)
    hand = mine
    for i in range(game.rows):
        game.own[i] = lowest(hand)
        hand &= hand - 1
    hand = yours
    for j in range(game.columns):
        game.other[j] = lowest(hand)
        hand &= hand - 1
    for i in range(game.rows):
        for j in range(game.columns):
            game.after[i, j] = index.row[
                code_of(mine & ~(1 << game.own[i]), yours & ~(1 << game.other[j]))
            ]


@jit
def sign(mine: int, yours: int) -> int:
    """Return 1 if my card wins a round, -1 if yours does, 0 if they are equal (YOO-2P1)."""
    return (mine > yours) - (mine < yours)


@jit
def lay_payoffs(game: MatrixBuffers, index: Index, values: Reals, point: int, rest: int) -> None:
    """Write the payoff of each pair of cards for a points card, with `rest` left after it."""
    left = game.rows - 1
    stake = point + 1
    start = index.first_value[left] + index.place[rest] - index.first_row[left] * index.width[left]
    for i in range(game.rows):
        for j in range(game.columns):
            row = game.after[i, j]
            if row > 0:
                later = values[start + (row - 1) * index.width[left]]
            else:
                later = -values[start + (-row - 1) * index.width[left]]
            game.payoff[i, j] = later + stake * sign(game.own[i], game.other[j])


@jit
def value_of(index: Index, values: Reals, mine: int, yours: int, points: int) -> float:
    """Return the value of a position before the next points card is uncovered."""
    size = count(mine)
    row = index.row[code_of(mine, yours)]
    start = (
        index.first_value[size] + index.place[points] - index.first_row[size] * index.width[size]
    )
    if row > 0:
        return values[start + (row - 1) * index.width[size]]
    return -values[start + (-row - 1) * index.width[size]]


@jit
def next_points(index: Index, points: int) -> int:
    """Return the points cards that may come next, as bits."""
    return points if index.is_shuffled else points & -points


@jit
def solve_rows(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    size: int,
    low: int,
    high: int,
) -> float:
    """Compute the values of rows low to high - 1 of a size; return the largest gap of a game.

    The gap of a game is the distance of its two mixtures from optimal ones.
    """
    index, game = indexes[0], buffers[at]
    widest = 0.0
    address = index.first_value[size] + (low - index.first_row[size]) * index.width[size]
    for row in range(low, high):
        mine, yours = index.mine[row], index.yours[row]
        lay_hands(game, index, mine, yours)
        for n in range(index.first_points[size], index.first_points[size + 1]):
            points = index.points[n]
            total = 0.0
            coming = next_points(index, points)
            chances = count(coming)
            while coming:
                point = lowest(coming)
                coming &= coming - 1
                lay_payoffs(game, index, values, point, points & ~(1 << point))
                total += solve(game, 0)
                widest = max(widest, game.high[0] - game.low[0])
            values[address] = total / chances if mine != yours else 0.0  # even hands: 0 by symmetry
            address += 1
    return widest


@jit
def solve_round(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    mine: int,
    yours: int,
    point: int,
    rest: int,
) -> float:
    """Solve one round with the mixture that is played; return its value."""
    lay_hands(buffers[at], indexes[0], mine, yours)
    lay_payoffs(buffers[at], indexes[0], values, point, rest)
    return solve(buffers[at], 1)


# The proof: the best reply of the other side


@jit
def reply_by_hands(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    left: RealGrid,
    size: int,
    low: int,
    high: int,
) -> float:
    """Compute the best replies to my mixtures in variant A, hand by hand.

    `left[mine, yours]` is my result against the best reply; hands of fewer cards are known. Fills
    the positions in which I hold low … high - 1; returns the largest gain of a reply.
    """
    index, game = indexes[0], buffers[at]
    points = index.points[index.first_points[size]]
    point = lowest(points)
    most = 0.0
    for mine in range(low, high):
        if count(mine) != size:
            continue
        for yours in range(ALL + 1):
            if count(yours) != size:
                continue
            lay_hands(game, index, mine, yours)
            lay_payoffs(game, index, values, point, points & ~(1 << point))
            value = solve(game, 1)
            for i in range(size):
                for j in range(size):
                    later = left[mine & ~(1 << game.own[i]), yours & ~(1 << game.other[j])]
                    game.payoff[i, j] = later + (point + 1) * sign(game.own[i], game.other[j])
            left[mine, yours] = least_gain(game)
            most = max(most, value - left[mine, yours])
    return most


@jit
def reply_by_rows(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    left: RealGrid,
    size: int,
    low: int,
    high: int,
) -> float:
    """Compute the best replies in variant B, by words and both sides: `left[side, address]`."""
    index, game = indexes[0], buffers[at]
    most = 0.0
    for row in range(low, high):
        address = index.first_value[size] + (row - index.first_row[size]) * index.width[size]
        for side in range(2):
            if side == 0:
                lay_hands(game, index, index.mine[row], index.yours[row])
            else:
                lay_hands(game, index, index.yours[row], index.mine[row])
            for n in range(index.first_points[size], index.first_points[size + 1]):
                points = index.points[n]
                total = 0.0
                coming = next_points(index, points)
                chances = count(coming)
                while coming:
                    point = lowest(coming)
                    coming &= coming - 1
                    total += reply_left(game, index, values, left, point, points & ~(1 << point))
                here = address + n - index.first_points[size]
                left[side, here] = total / chances
                value = values[here] if side == 0 else -values[here]
                most = max(most, value - left[side, here])
    return most


@jit
def reply_left(
    game: MatrixBuffers, index: Index, values: Reals, left: RealGrid, point: int, rest: int
) -> float:
    """Return my result of one round and all after it against the best reply."""
    lay_payoffs(game, index, values, point, rest)
    solve(game, 1)
    size = game.rows - 1
    start = index.first_value[size] + index.place[rest] - index.first_row[size] * index.width[size]
    for i in range(game.rows):
        for j in range(game.columns):
            row = game.after[i, j]
            if row > 0:
                later = left[0, start + (row - 1) * index.width[size]]
            else:
                later = left[1, start + (-row - 1) * index.width[size]]
            game.payoff[i, j] = later + (point + 1) * sign(game.own[i], game.other[j])
    return least_gain(game)


# Results of play


@jit
def draw(mix: Reals, size: int, rng: Fast) -> int:
    """Draw from a mixture, with exactly the probabilities of its doubles."""
    ticket = below(rng, HALF) * HALF + below(rng, HALF)
    last = 0
    for i in range(size):
        share = int(mix[i] * HALF * HALF)
        if share > 0:
            last = i
            if ticket < share:
                return i
            ticket -= share
    return last  # the remainder of rounding


@jit
def pick(
    game: MatrixBuffers,
    index: Index,
    values: Reals,
    mine: int,
    yours: int,
    point: int,
    rest: int,
    rng: Fast,
) -> int:
    """Choose a card for a round."""
    lay_hands(game, index, mine, yours)
    lay_payoffs(game, index, values, point, rest)
    solve(game, 1)
    return game.own[draw(game.row_mix, game.rows, rng)]


@jit
def pick_at(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    mine: int,
    yours: int,
    point: int,
    rest: int,
    rngs: list[Fast],
) -> int:
    """Choose a card with one of the generators."""
    return pick(buffers[at], indexes[0], values, mine, yours, point, rest, rngs[at])


@jit
def play_trials(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    rngs: list[Fast],
    opponent: int,
    trials: int,
    tally: Grid,
) -> None:
    """Play games against an opponent; count the differences of points in `tally[at]`."""
    index, game, rng = indexes[0], buffers[at], rngs[at]
    for trial in range(trials):
        mine = yours = points = ALL
        difference = 0
        while points:
            point = lowest(points)
            if index.is_shuffled:
                point = nth(points, below(rng, count(points)))
            points &= ~(1 << point)
            card = pick(game, index, values, mine, yours, point, points, rng)
            if opponent == RANDOM:
                other = nth(yours, below(rng, count(yours)))
            else:
                other = pick(game, index, values, yours, mine, point, points, rng)
            mine &= ~(1 << card)
            yours &= ~(1 << other)
            difference += (point + 1) * sign(card, other)
        tally[at, SPREAD + difference] += 1


@jit
def spread_rows(
    indexes: list[Index],
    buffers: list[MatrixBuffers],
    at: int,
    values: Reals,
    spread: RealGrid,
    opponent: int,
    size: int,
    low: int,
    high: int,
) -> None:
    """Compute the distribution of point differences in variant A, for rows low … high - 1.

    `spread` has two lines for each row, one for each side.
    """
    index, game, foe = indexes[0], buffers[at], buffers[at + 1]
    points = index.points[index.first_points[size]]
    point = lowest(points)
    rest = points & ~(1 << point)
    for line in range(2 * low, 2 * high):
        row = line >> 1
        mine, yours = index.mine[row], index.yours[row]
        if line & 1:
            mine, yours = index.yours[row], index.mine[row]
        lay_hands(foe, index, yours, mine)
        lay_payoffs(foe, index, values, point, rest)
        solve(foe, 1)
        lay_hands(game, index, mine, yours)
        lay_payoffs(game, index, values, point, rest)
        solve(game, 1)
        for difference in range(2 * SPREAD + 1):
            spread[line, difference] = 0.0
        for i in range(size):
            for j in range(size):
                share = 1.0 / size if opponent == RANDOM else foe.row_mix[j]
                step = (point + 1) * sign(game.own[i], game.other[j])
                after = game.after[i, j]
                before = 2 * (after - 1) if after > 0 else 2 * (-after - 1) + 1
                add_spread(spread, line, before, step, game.row_mix[i] * share)


@jit
def add_spread(spread: RealGrid, line: int, before: int, step: int, share: float) -> None:
    """Add a share of one line to another, shifted by the points of a round."""
    if share > 0.0:
        for difference in range(max(0, -step), min(2 * SPREAD, 2 * SPREAD - step) + 1):
            spread[line, difference + step] += share * spread[before, difference]


assert KINDS * (KINDS + 1) // 2 == SPREAD
