"""Zero-sum games of at most ten moves against ten, solved exactly: the simplex method on a sheet.

The linear program is that of the row player's mixture; the column player's is its dual. All of it
happens in one condensed tableau, without square roots or library calls, so that compiled and
uncompiled code agree bit for bit.
"""

from typing import Annotated, Protocol

from mazziere.kernel.jit import jit
from mazziere.kernel.state import I8, Grid, Ints, cells, dtype_of

SIZE = 10
PATIENCE = 60
"""Pivots by the steepest rule, which is quick; from then on by Bland's, which cannot cycle."""
LIMIT = 5000
"""Pivots altogether; never reached by a game of this size."""
TINY = 1e-12
"""What counts as no slope in a tableau whose entries begin between 0.5 and 1."""
FINE = 2e-13
"""A gap between what the mixtures gain and lose, per span of the payoffs, that is good enough."""
COARSE = 1e-9
"""The least pivot. Payoffs that ought to be equal may differ in their last digits, and a pivot made
of such a difference spoils the tableau; but so does passing over one that is small and real. So,
where the gap is not fine, smaller pivots are tried as well."""
ATTEMPTS = 5


class Reals(Protocol):
    """A row of real numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class RealGrid(Protocol):
    """Rows of real numbers, indexed `grid[row, column]`."""

    def __getitem__(self, index: tuple[int, int], /) -> float: ...
    def __setitem__(self, index: tuple[int, int], value: float, /) -> None: ...


class Sheet:
    """The working sheet of one game: what is asked, and the answer."""

    rows: I8  # the row player's moves
    columns: I8  # the column player's moves
    payoff: Annotated[RealGrid, cells("f8", SIZE, SIZE)]  # what the row player gains
    row_mix: Annotated[Reals, cells("f8", SIZE)]  # an optimal mixture of the row player
    column_mix: Annotated[Reals, cells("f8", SIZE)]  # and one of the column player
    low: Annotated[Reals, cells("f8", 1)]  # what the row player's mixture gains at least
    high: Annotated[Reals, cells("f8", 1)]  # what the column player's mixture loses at most

    # The tableau: a line for each column of the game, then the goal, then the second goal; a
    # column for each row of the game, then the right-hand side.
    tableau: Annotated[RealGrid, cells("f8", SIZE + 2, SIZE + 1)]
    in_line: Annotated[Ints, cells("i8", SIZE)]  # the variable of each line; slacks from SIZE on
    in_column: Annotated[Ints, cells("i8", SIZE)]  # the variable of each column

    # Room for whoever fills in the payoffs
    own: Annotated[Ints, cells("i8", SIZE)]
    other: Annotated[Ints, cells("i8", SIZE)]
    after: Annotated[Grid, cells("i8", SIZE, SIZE)]


SHEET = dtype_of(Sheet)


@jit
def solve(w: Sheet, is_keen: int) -> float:
    """Solve the game on the sheet; return its value.

    With `is_keen` the row player's mixture is, among its optimal ones, one that gains most from an
    opponent who picks at random.
    """
    least_pivot = COARSE
    for attempt in range(ATTEMPTS):
        span = set_up(w)
        improve(w, w.columns, is_keen, least_pivot)
        if is_keen:
            improve(w, w.columns + 1, 0, least_pivot)
        if answer(w) <= FINE * span:
            break
        start_over(w)
        if answer(w) <= FINE * span:
            break
        least_pivot /= 10.0
    return (w.low[0] + w.high[0]) / 2.0


@jit
def answer(w: Sheet) -> float:
    """Read both mixtures; return the gap between what they gain and lose."""
    read_row_mix(w)
    read_column_mix(w)
    w.low[0] = least_gain(w)
    w.high[0] = greatest_loss(w)
    return w.high[0] - w.low[0]


@jit
def start_over(w: Sheet) -> None:
    """Go to the same corner again by the largest pivots: that loses the fewest digits."""
    enters = leaves = 0
    for j in range(w.columns):
        if w.in_line[j] < SIZE:
            enters |= 1 << w.in_line[j]
    for i in range(w.rows):
        if w.in_column[i] >= SIZE:
            leaves |= 1 << w.in_column[i]
    set_up(w)
    while True:
        line = column = 0
        most = 0.0
        for j in range(w.columns):
            for i in range(w.rows):
                if leaves >> w.in_line[j] & 1 and enters >> w.in_column[i] & 1:
                    size = max(w.tableau[j, i], -w.tableau[j, i])
                    if size > most:
                        line, column, most = j, i, size
        if most == 0.0:
            return
        pivot(w, line, column, w.columns + 1)


@jit
def set_up(w: Sheet) -> float:
    """Write the tableau of: most Σy with Σ losses × y ≤ 1, the losses scaled to 0.5 … 1.

    Returns the span of the payoffs.
    """
    least = most = w.payoff[0, 0]
    for i in range(w.rows):
        for j in range(w.columns):
            least = min(least, w.payoff[i, j])
            most = max(most, w.payoff[i, j])
    span = most - least if most > least else 1.0
    for i in range(w.rows):
        total = 0.0
        for j in range(w.columns):
            loss = 1.0 - (w.payoff[i, j] - least) / (2.0 * span)
            w.tableau[j, i] = loss
            total += loss
        w.tableau[w.columns, i] = -1.0
        w.tableau[w.columns + 1, i] = total / w.columns - 1.0
        w.in_column[i] = i
    for j in range(w.columns):
        w.tableau[j, w.rows] = 1.0
        w.in_line[j] = SIZE + j
    w.tableau[w.columns, w.rows] = 0.0
    w.tableau[w.columns + 1, w.rows] = 0.0
    return span


@jit
def improve(w: Sheet, goal: int, has_second: int, least_pivot: float) -> None:
    """Pivot until the goal cannot be improved; the second goal keeps the first at its best."""
    lines = w.columns + 1 if goal == w.columns and not has_second else w.columns + 2
    for step in range(LIMIT):
        enters = entering(w, goal, step >= PATIENCE)
        if enters < 0:
            return
        leaves = leaving(w, enters, step >= PATIENCE, least_pivot)
        if leaves < 0:
            return
        pivot(w, leaves, enters, lines)


@jit
def entering(w: Sheet, goal: int, by_name: int) -> int:
    """The column that improves the goal: the steepest, or the first by name; -1 if none does."""
    best = -1
    for i in range(w.rows):
        slope = w.tableau[goal, i]
        if slope >= -TINY:
            continue
        if goal > w.columns and w.tableau[w.columns, i] > TINY:
            continue
        if best < 0:
            best = i
        elif by_name:
            if w.in_column[i] < w.in_column[best]:
                best = i
        elif slope < w.tableau[goal, best]:
            best = i
    return best


@jit
def leaving(w: Sheet, enters: int, by_name: int, least_pivot: float) -> int:
    """The line that reaches its bound first; on a tie the safest pivot, or the first by name."""
    best = -1
    least = 0.0
    for j in range(w.columns):
        rate = w.tableau[j, enters]
        if rate < least_pivot:
            continue
        ratio = w.tableau[j, w.rows] / rate
        if best < 0 or ratio < least - TINY:
            best, least = j, ratio
        elif ratio <= least + TINY:
            if by_name:
                if w.in_line[j] < w.in_line[best]:
                    best = j
            elif rate > w.tableau[best, enters]:
                best = j
            least = min(least, ratio)
    return best


@jit
def pivot(w: Sheet, leaves: int, enters: int, lines: int) -> None:
    """Exchange the variable of a line for that of a column."""
    unit = 1.0 / w.tableau[leaves, enters]
    for i in range(w.rows + 1):
        w.tableau[leaves, i] *= unit
    w.tableau[leaves, enters] = unit
    for j in range(lines):
        if j != leaves:
            rate = w.tableau[j, enters]
            if rate != 0.0:
                for i in range(w.rows + 1):
                    w.tableau[j, i] -= rate * w.tableau[leaves, i]
                w.tableau[j, enters] = -rate * unit
    name = w.in_line[leaves]
    w.in_line[leaves] = w.in_column[enters]
    w.in_column[enters] = name


@jit
def read_row_mix(w: Sheet) -> None:
    """The row player's mixture: the variables that stand in lines."""
    total = 0.0
    for i in range(w.rows):
        w.row_mix[i] = 0.0
    for j in range(w.columns):
        if w.in_line[j] < SIZE:
            share = max(w.tableau[j, w.rows], 0.0)
            w.row_mix[w.in_line[j]] = share
            total += share
    if total == 0.0:  # a spoilt tableau; the gap will tell
        w.row_mix[0] = total = 1.0
    for i in range(w.rows):
        w.row_mix[i] /= total


@jit
def read_column_mix(w: Sheet) -> None:
    """The column player's mixture: the slopes of the slacks that stand in columns."""
    total = 0.0
    for j in range(w.columns):
        w.column_mix[j] = 0.0
    for i in range(w.rows):
        if w.in_column[i] >= SIZE:
            share = max(w.tableau[w.columns, i], 0.0)
            w.column_mix[w.in_column[i] - SIZE] = share
            total += share
    if total == 0.0:
        w.column_mix[0] = total = 1.0
    for j in range(w.columns):
        w.column_mix[j] /= total


@jit
def least_gain(w: Sheet) -> float:
    """What the row player's mixture gains against the best reply."""
    least = 0.0
    for j in range(w.columns):
        gain = 0.0
        for i in range(w.rows):
            gain += w.row_mix[i] * w.payoff[i, j]
        if j == 0 or gain < least:
            least = gain
    return least


@jit
def greatest_loss(w: Sheet) -> float:
    """What the column player's mixture loses against the best reply."""
    most = 0.0
    for i in range(w.rows):
        loss = 0.0
        for j in range(w.columns):
            loss += w.column_mix[j] * w.payoff[i, j]
        if i == 0 or loss > most:
            most = loss
    return most


@jit
def solve_at(sheets: list[Sheet], at: int, is_keen: int) -> float:
    """Solve the game on one of the sheets; return its value."""
    return solve(sheets[at], is_keen)


@jit
def solve_each(sheets: list[Sheet], is_keen: int) -> None:
    """Solve the games on all sheets."""
    for at in range(len(sheets)):
        solve(sheets[at], is_keen)
