"""Variants A and B for two players, solved: a small matrix game at every position.

The value of a position is the difference of points that is still to come. Before a round the
points card on top is uncovered (in variant A it is known beforehand); then both choose, and the
payoffs are what the round brings plus the value of the position after it. So values are found from
the last card backwards. A mixture is not kept: it is found again from the values after the round.
"""

from mazziere.bots.solved.matrix import RealGrid, Reals, Sheet, least_gain, solve
from mazziere.bots.solved.patterns import Index, code_of
from mazziere.games.yooloo import ALL, KINDS
from mazziere.kernel.bits import count, lowest, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.rng import Fast, below
from mazziere.kernel.state import Grid

HALF = 1 << 30
"""Probabilities are drawn to 60 binary digits, in two halves: finer than a double near 1."""
SPREAD = 55
"""The largest difference of points."""
SAME, RANDOM = 0, 1
"""The opponents of a trial: one that plays the same mixtures, one that plays at random."""

# The game of one round


@jit
def lay_hands(w: Sheet, b: Index, mine: int, yours: int) -> None:
    """Note the cards of both hands, and the row of the position after each pair of cards."""
    w.rows = w.columns = count(mine)
    hand = mine
    for i in range(w.rows):
        w.own[i] = lowest(hand)
        hand &= hand - 1
    hand = yours
    for j in range(w.columns):
        w.other[j] = lowest(hand)
        hand &= hand - 1
    for i in range(w.rows):
        for j in range(w.columns):
            w.after[i, j] = b.row[code_of(mine & ~(1 << w.own[i]), yours & ~(1 << w.other[j]))]


@jit
def sign(mine: int, yours: int) -> int:
    """Who wins a round between two cards: 1, -1, or 0 for nobody (YOO-2P1)."""
    return (mine > yours) - (mine < yours)


@jit
def lay_payoffs(w: Sheet, b: Index, values: Reals, point: int, rest: int) -> None:
    """Write what each pair of cards is worth when a points card is on top and `rest` are left."""
    left = w.rows - 1
    stake = point + 1
    start = b.first_value[left] + b.place[rest] - b.first_row[left] * b.width[left]
    for i in range(w.rows):
        for j in range(w.columns):
            row = w.after[i, j]
            if row > 0:
                later = values[start + (row - 1) * b.width[left]]
            else:
                later = -values[start + (-row - 1) * b.width[left]]
            w.payoff[i, j] = later + stake * sign(w.own[i], w.other[j])


@jit
def value_of(b: Index, values: Reals, mine: int, yours: int, points: int) -> float:
    """The value of a position before the next points card is uncovered."""
    size = count(mine)
    row = b.row[code_of(mine, yours)]
    start = b.first_value[size] + b.place[points] - b.first_row[size] * b.width[size]
    if row > 0:
        return values[start + (row - 1) * b.width[size]]
    return -values[start + (-row - 1) * b.width[size]]


@jit
def next_points(b: Index, points: int) -> int:
    """The points cards that may be the next one, as bits."""
    return points if b.is_shuffled else points & -points


@jit
def solve_rows(
    books: list[Index], sheets: list[Sheet], at: int, values: Reals, size: int, low: int, high: int
) -> float:
    """Find the values of rows low to high - 1 of a size; return the largest gap of a game.

    The gap of a game is what the two mixtures together miss of being optimal.
    """
    b, w = books[0], sheets[at]
    widest = 0.0
    address = b.first_value[size] + (low - b.first_row[size]) * b.width[size]
    for row in range(low, high):
        mine, yours = b.mine[row], b.yours[row]
        lay_hands(w, b, mine, yours)
        for n in range(b.first_points[size], b.first_points[size + 1]):
            points = b.points[n]
            total = 0.0
            coming = next_points(b, points)
            chances = count(coming)
            while coming:
                point = lowest(coming)
                coming &= coming - 1
                lay_payoffs(w, b, values, point, points & ~(1 << point))
                total += solve(w, 0)
                widest = max(widest, w.high[0] - w.low[0])
            values[address] = total / chances if mine != yours else 0.0  # even: nobody is ahead
            address += 1
    return widest


@jit
def solve_round(
    books: list[Index],
    sheets: list[Sheet],
    at: int,
    values: Reals,
    mine: int,
    yours: int,
    point: int,
    rest: int,
) -> float:
    """Solve one round on a sheet, the way in which it is played; return its value."""
    lay_hands(sheets[at], books[0], mine, yours)
    lay_payoffs(sheets[at], books[0], values, point, rest)
    return solve(sheets[at], 1)


# The proof: what the best reply of the other side leaves


@jit
def reply_by_hands(
    books: list[Index],
    sheets: list[Sheet],
    at: int,
    values: Reals,
    left: RealGrid,
    size: int,
    low: int,
    high: int,
) -> float:
    """Variant A: let the other side reply as well as it can to my mixtures, hand by hand.

    `left[mine, yours]` is what I then get; hands of fewer cards are known. Fills in the positions
    in which I hold low … high - 1; returns the most that a reply gains over the value.
    """
    b, w = books[0], sheets[at]
    points = b.points[b.first_points[size]]
    point = lowest(points)
    most = 0.0
    for mine in range(low, high):
        if count(mine) != size:
            continue
        for yours in range(ALL + 1):
            if count(yours) != size:
                continue
            lay_hands(w, b, mine, yours)
            lay_payoffs(w, b, values, point, points & ~(1 << point))
            value = solve(w, 1)
            for i in range(size):
                for j in range(size):
                    later = left[mine & ~(1 << w.own[i]), yours & ~(1 << w.other[j])]
                    w.payoff[i, j] = later + (point + 1) * sign(w.own[i], w.other[j])
            left[mine, yours] = least_gain(w)
            most = max(most, value - left[mine, yours])
    return most


@jit
def reply_by_rows(
    books: list[Index],
    sheets: list[Sheet],
    at: int,
    values: Reals,
    left: RealGrid,
    size: int,
    low: int,
    high: int,
) -> float:
    """Variant B: the same by words, seen from both sides: `left[side, address]`."""
    b, w = books[0], sheets[at]
    most = 0.0
    for row in range(low, high):
        address = b.first_value[size] + (row - b.first_row[size]) * b.width[size]
        for side in range(2):
            if side == 0:
                lay_hands(w, b, b.mine[row], b.yours[row])
            else:
                lay_hands(w, b, b.yours[row], b.mine[row])
            for n in range(b.first_points[size], b.first_points[size + 1]):
                points = b.points[n]
                total = 0.0
                coming = next_points(b, points)
                chances = count(coming)
                while coming:
                    point = lowest(coming)
                    coming &= coming - 1
                    total += reply_left(w, b, values, left, point, points & ~(1 << point))
                here = address + n - b.first_points[size]
                left[side, here] = total / chances
                value = values[here] if side == 0 else -values[here]
                most = max(most, value - left[side, here])
    return most


@jit
def reply_left(w: Sheet, b: Index, values: Reals, left: RealGrid, point: int, rest: int) -> float:
    """What the best reply leaves me of one round and all after it."""
    lay_payoffs(w, b, values, point, rest)
    solve(w, 1)
    size = w.rows - 1
    start = b.first_value[size] + b.place[rest] - b.first_row[size] * b.width[size]
    for i in range(w.rows):
        for j in range(w.columns):
            row = w.after[i, j]
            if row > 0:
                later = left[0, start + (row - 1) * b.width[size]]
            else:
                later = left[1, start + (-row - 1) * b.width[size]]
            w.payoff[i, j] = later + (point + 1) * sign(w.own[i], w.other[j])
    return least_gain(w)


# What comes of it


@jit
def draw(mix: Reals, size: int, rng: Fast) -> int:
    """Draw from a mixture, exactly as its doubles say."""
    ticket = below(rng, HALF) * HALF + below(rng, HALF)
    last = 0
    for i in range(size):
        share = int(mix[i] * HALF * HALF)
        if share > 0:
            last = i
            if ticket < share:
                return i
            ticket -= share
    return last  # what rounding has left over


@jit
def pick(
    w: Sheet, b: Index, values: Reals, mine: int, yours: int, point: int, rest: int, rng: Fast
) -> int:
    """Choose a card for a round."""
    lay_hands(w, b, mine, yours)
    lay_payoffs(w, b, values, point, rest)
    solve(w, 1)
    return w.own[draw(w.row_mix, w.rows, rng)]


@jit
def pick_at(
    books: list[Index],
    sheets: list[Sheet],
    at: int,
    values: Reals,
    mine: int,
    yours: int,
    point: int,
    rest: int,
    rngs: list[Fast],
) -> int:
    """Choose a card with one of the generators."""
    return pick(sheets[at], books[0], values, mine, yours, point, rest, rngs[at])


@jit
def play_trials(
    books: list[Index],
    sheets: list[Sheet],
    at: int,
    values: Reals,
    rngs: list[Fast],
    opponent: int,
    trials: int,
    tally: Grid,
) -> None:
    """Play games against an opponent; count the differences of points in `tally[at]`."""
    b, w, rng = books[0], sheets[at], rngs[at]
    for trial in range(trials):
        mine = yours = points = ALL
        difference = 0
        while points:
            point = lowest(points)
            if b.is_shuffled:
                point = nth(points, below(rng, count(points)))
            points &= ~(1 << point)
            card = pick(w, b, values, mine, yours, point, points, rng)
            if opponent == RANDOM:
                other = nth(yours, below(rng, count(yours)))
            else:
                other = pick(w, b, values, yours, mine, point, points, rng)
            mine &= ~(1 << card)
            yours &= ~(1 << other)
            difference += (point + 1) * sign(card, other)
        tally[at, SPREAD + difference] += 1


@jit
def spread_rows(
    books: list[Index],
    sheets: list[Sheet],
    at: int,
    values: Reals,
    spread: RealGrid,
    opponent: int,
    size: int,
    low: int,
    high: int,
) -> None:
    """Variant A: how likely each difference of points still to come is, for rows low … high - 1.

    `spread` has two lines for each row: as seen from the side that it is written for, and from the
    other one.
    """
    b, w, foe = books[0], sheets[at], sheets[at + 1]
    points = b.points[b.first_points[size]]
    point = lowest(points)
    rest = points & ~(1 << point)
    for line in range(2 * low, 2 * high):
        row = line >> 1
        mine, yours = b.mine[row], b.yours[row]
        if line & 1:
            mine, yours = b.yours[row], b.mine[row]
        lay_hands(foe, b, yours, mine)
        lay_payoffs(foe, b, values, point, rest)
        solve(foe, 1)
        lay_hands(w, b, mine, yours)
        lay_payoffs(w, b, values, point, rest)
        solve(w, 1)
        for difference in range(2 * SPREAD + 1):
            spread[line, difference] = 0.0
        for i in range(size):
            for j in range(size):
                share = 1.0 / size if opponent == RANDOM else foe.row_mix[j]
                step = (point + 1) * sign(w.own[i], w.other[j])
                after = w.after[i, j]
                before = 2 * (after - 1) if after > 0 else 2 * (-after - 1) + 1
                add_spread(spread, line, before, step, w.row_mix[i] * share)


@jit
def add_spread(spread: RealGrid, line: int, before: int, step: int, share: float) -> None:
    """Add a share of one line to another, shifted by the points of a round."""
    if share > 0.0:
        for difference in range(max(0, -step), min(2 * SPREAD, 2 * SPREAD - step) + 1):
            spread[line, difference + step] += share * spread[before, difference]


assert KINDS * (KINDS + 1) // 2 == SPREAD
