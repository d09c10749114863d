"""Exact solutions of zero-sum games of at most ten moves against ten, by the simplex method.

The linear program finds the row player's mixture; the column player's is its dual. It runs in one
condensed tableau, without square roots or library calls, so that compiled and uncompiled code agree
bit for bit.
"""

from typing import Annotated, Protocol

from mazziere.kernel.jit import jit
from mazziere.kernel.state import I8, Grid, Ints, cells, dtype_of

SIZE = 10
STEPS_BEFORE_BLAND = 60
"""Pivots by the steepest rule, which is fast; later ones go by Bland's, which cannot cycle."""
LIMIT = 5000
"""Upper bound on the pivots; no game of this size reaches it."""
TINY = 1e-12
"""A smaller slope counts as 0; the entries of the first tableau are between 0.5 and 1."""
FINE = 2e-13
"""Accepted gap between the gain and the loss of the mixtures, per span of the payoffs."""
COARSE = 1e-9
"""The smallest pivot.

Equal payoffs may differ in their last digits by rounding, and a pivot on such a difference spoils
the tableau. So does skipping a small pivot that is real. If the gap is too large, smaller pivots
are tried as well.
"""
ATTEMPTS = 5


class Reals(Protocol):
    """A row of real numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class RealGrid(Protocol):
    """Rows of real numbers, indexed `grid[row, column]`."""

    def __getitem__(self, index: tuple[int, int], /) -> float: ...
    def __setitem__(self, index: tuple[int, int], value: float, /) -> None: ...


class MatrixBuffers:
    """The buffers of one matrix game: its payoffs, its solution and the tableau."""

    rows: I8  # the row player's moves
    columns: I8  # the column player's moves
    payoff: Annotated[RealGrid, cells("f8", SIZE, SIZE)]  # gains of the row player
    row_mix: Annotated[Reals, cells("f8", SIZE)]  # an optimal mixture of the row player
    column_mix: Annotated[Reals, cells("f8", SIZE)]  # and one of the column player
    low: Annotated[Reals, cells("f8", 1)]  # least gain of the row player's mixture
    high: Annotated[Reals, cells("f8", 1)]  # greatest loss of the column player's mixture

    # The tableau: a line for each column of the game, then the goal, then the second goal; a
    # column for each row of the game, then the right-hand side.
    tableau: Annotated[RealGrid, cells("f8", SIZE + 2, SIZE + 1)]
    in_line: Annotated[Ints, cells("i8", SIZE)]  # the variable of each line; slacks from SIZE on
    in_column: Annotated[Ints, cells("i8", SIZE)]  # the variable of each column

    # For the caller that fills in the payoffs
    own: Annotated[Ints, cells("i8", SIZE)]
    other: Annotated[Ints, cells("i8", SIZE)]
    after: Annotated[Grid, cells("i8", SIZE, SIZE)]


MATRIX_BUFFERS = dtype_of(MatrixBuffers)


@jit
def solve(game: MatrixBuffers, gains_most: int) -> float:
    """Solve the game; return its value.

    With `gains_most`, ties between optimal mixtures of the row player are broken for the one that
    gains most from a random opponent.
    """
    least_pivot = COARSE
    for attempt in range(ATTEMPTS):
        span = set_up(game)
        improve(game, game.columns, gains_most, least_pivot)
        if gains_most:
            improve(game, game.columns + 1, 0, least_pivot)
        if answer(game) <= FINE * span:
            break
        start_over(game)
        if answer(game) <= FINE * span:
            break
        least_pivot /= 10.0
    return (game.low[0] + game.high[0]) / 2.0


@jit
def answer(game: MatrixBuffers) -> float:
    """Read both mixtures; return the gap between their gain and loss."""
    read_row_mix(game)
    read_column_mix(game)
    game.low[0] = least_gain(game)
    game.high[0] = greatest_loss(game)
    return game.high[0] - game.low[0]


@jit
def start_over(game: MatrixBuffers) -> None:
    """Go to the same corner again by the largest pivots, which lose the fewest digits."""
    enters = leaves = 0
    for j in range(game.columns):
        if game.in_line[j] < SIZE:
            enters |= 1 << game.in_line[j]
    for i in range(game.rows):
        if game.in_column[i] >= SIZE:
            leaves |= 1 << game.in_column[i]
    set_up(game)
    while True:
        line = column = 0
        most = 0.0
        for j in range(game.columns):
            for i in range(game.rows):
                if leaves >> game.in_line[j] & 1 and enters >> game.in_column[i] & 1:
                    size = max(game.tableau[j, i], -game.tableau[j, i])
                    if size > most:
                        line, column, most = j, i, size
        if most == 0.0:
            return
        pivot(game, line, column, game.columns + 1)


@jit
def set_up(game: MatrixBuffers) -> float:
    """Write the tableau of: most Σy with Σ losses × y ≤ 1, the losses scaled to 0.5 … 1.

    Returns the span of the payoffs.
    """
    least = most = game.payoff[0, 0]
    for i in range(game.rows):
        for j in range(game.columns):
            least = min(least, game.payoff[i, j])
            most = max(most, game.payoff[i, j])
    span = most - least if most > least else 1.0
    for i in range(game.rows):
        total = 0.0
        for j in range(game.columns):
            loss = 1.0 - (game.payoff[i, j] - least) / (2.0 * span)
            game.tableau[j, i] = loss
            total += loss
        game.tableau[game.columns, i] = -1.0
        game.tableau[game.columns + 1, i] = total / game.columns - 1.0
        game.in_column[i] = i
    for j in range(game.columns):
        game.tableau[j, game.rows] = 1.0
        game.in_line[j] = SIZE + j
    game.tableau[game.columns, game.rows] = 0.0
    game.tableau[game.columns + 1, game.rows] = 0.0
    return span


@jit
def improve(game: MatrixBuffers, goal: int, has_second: int, least_pivot: float) -> None:
    """Pivot until the goal cannot be improved; the second goal keeps the first at its best."""
    lines = game.columns + 1 if goal == game.columns and not has_second else game.columns + 2
    for step in range(LIMIT):
        enters = entering(game, goal, step >= STEPS_BEFORE_BLAND)
        if enters < 0:
            return
        leaves = leaving(game, enters, step >= STEPS_BEFORE_BLAND, least_pivot)
        if leaves < 0:
            return
        pivot(game, leaves, enters, lines)


@jit
def entering(game: MatrixBuffers, goal: int, by_name: int) -> int:
    """Return the column that improves the goal: the steepest, or the first by name; -1 if none."""
    best = -1
    for i in range(game.rows):
        slope = game.tableau[goal, i]
        if slope >= -TINY:
            continue
        if goal > game.columns and game.tableau[game.columns, i] > TINY:
            continue
        if best < 0:
            best = i
        elif by_name:
            if game.in_column[i] < game.in_column[best]:
                best = i
        elif slope < game.tableau[goal, best]:
            best = i
    return best


@jit
def leaving(game: MatrixBuffers, enters: int, by_name: int, least_pivot: float) -> int:
    """Return the line that reaches its bound first; on a tie the largest pivot, or the first."""
    best = -1
    least = 0.0
    for j in range(game.columns):
        rate = game.tableau[j, enters]
        if rate < least_pivot:
            continue
        ratio = game.tableau[j, game.rows] / rate
        if best < 0 or ratio < least - TINY:
            best, least = j, ratio
        elif ratio <= least + TINY:
            if by_name:
                if game.in_line[j] < game.in_line[best]:
                    best = j
            elif rate > game.tableau[best, enters]:
                best = j
            least = min(least, ratio)
    return best


@jit
def pivot(game: MatrixBuffers, leaves: int, enters: int, lines: int) -> None:
    """Exchange the variable of a line for that of a column."""
    unit = 1.0 / game.tableau[leaves, enters]
    for i in range(game.rows + 1):
        game.tableau[leaves, i] *= unit
    game.tableau[leaves, enters] = unit
    for j in range(lines):
        if j != leaves:
            rate = game.tableau[j, enters]
            if rate != 0.0:
                for i in range(game.rows + 1):
                    game.tableau[j, i] -= rate * game.tableau[leaves, i]
                game.tableau[j, enters] = -rate * unit
    name = game.in_line[leaves]
    game.in_line[leaves] = game.in_column[enters]
    game.in_column[enters] = name


@jit
def read_row_mix(game: MatrixBuffers) -> None:
    """Read the row player's mixture: the variables that stand in lines."""
    total = 0.0
    for i in range(game.rows):
        game.row_mix[i] = 0.0
    for j in range(game.columns):
        if game.in_line[j] < SIZE:
            share = max(game.tableau[j, game.rows], 0.0)
            game.row_mix[game.in_line[j]] = share
            total += share
    if total == 0.0:  # a spoilt tableau, which the gap reveals
        game.row_mix[0] = total = 1.0
    for i in range(game.rows):
        game.row_mix[i] /= total


@jit
def read_column_mix(game: MatrixBuffers) -> None:
    """Read the column player's mixture: the slopes of the slacks that stand in columns."""
    total = 0.0
    for j in range(game.columns):
        game.column_mix[j] = 0.0
    for i in range(game.rows):
        if game.in_column[i] >= SIZE:
            share = max(game.tableau[game.columns, i], 0.0)
            game.column_mix[game.in_column[i] - SIZE] = share
            total += share
    if total == 0.0:
        game.column_mix[0] = total = 1.0
    for j in range(game.columns):
        game.column_mix[j] /= total


@jit
def least_gain(game: MatrixBuffers) -> float:
    """Return the gain of the row player's mixture against the best reply."""
    least = 0.0
    for j in range(game.columns):
        gain = 0.0
        for i in range(game.rows):
            gain += game.row_mix[i] * game.payoff[i, j]
        if j == 0 or gain < least:
            least = gain
    return least


@jit
def greatest_loss(game: MatrixBuffers) -> float:
    """Return the loss of the column player's mixture against the best reply."""
    most = 0.0
    for i in range(game.rows):
        loss = 0.0
        for j in range(game.columns):
            loss += game.column_mix[j] * game.payoff[i, j]
        if i == 0 or loss > most:
            most = loss
    return most


@jit
def solve_each(buffers: list[MatrixBuffers], gains_most: int) -> None:
    """Solve all games."""
    for at in range(len(buffers)):
        solve(buffers[at], gains_most)
