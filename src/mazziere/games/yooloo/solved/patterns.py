"""Positions of YOOLOO for two players, by the order of their cards.

Write both hands as one word over the cards that are still held, the lowest first: a letter for a
card that is mine, one for a card that is yours, one for a number that both hold. Two positions with
the same word are the same game, whatever the numbers. And the word with mine and yours exchanged
is the same game seen from the other side, so only one of the two needs a value.
"""

from functools import cache
from itertools import combinations, product
from typing import Annotated, Any

from numpy.typing import NDArray

from mazziere.games.yooloo.box import ALL, KINDS
from mazziere.kernel.jit import jit
from mazziere.kernel.state import I8, Ints, aligned, cells, dtype_of

MINE, YOURS, BOTH = 1, 2, 3
"""The letters of a word. They are the digits of its number, in base 3 without a zero."""

CODES = 1 + sum(3**length for length in range(1, KINDS + 1))
ROWS = 6_913
"""Words with equally many cards for each side; two mirrored words count once."""
LAYERS = KINDS + 1


class Index:
    """The addresses of values, and the variant.

    A value belongs to a word and to the set of points cards still to be played for. In variant A
    that set follows from the number of cards, so that each word has one value.
    """

    is_shuffled: I8  # variant B: the points cards come in any order
    row: Annotated[Ints, cells("i4", CODES)]  # of a word, from 1; negative: of its mirror image
    mine: Annotated[Ints, cells("i2", ROWS)]  # hands that make the word of a row
    yours: Annotated[Ints, cells("i2", ROWS)]
    first_row: Annotated[Ints, cells("i8", LAYERS + 1)]  # by cards in a hand
    first_value: Annotated[Ints, cells("i8", LAYERS + 1)]
    width: Annotated[Ints, cells("i8", LAYERS)]  # values in a row
    place: Annotated[Ints, cells("i8", ALL + 1)]  # of a set of points cards within a row
    points: Annotated[Ints, cells("i8", ALL + 1)]  # the sets that matter, fewest cards first
    first_points: Annotated[Ints, cells("i8", LAYERS + 1)]  # by cards in a set


INDEX = dtype_of(Index)


@jit
def code_of(mine: int, yours: int) -> int:
    """Return the number of the word of two hands."""
    code = 0
    while mine | yours:
        letter = (mine & 1) + 2 * (yours & 1)
        if letter:
            code = 3 * code + letter
        mine >>= 1
        yours >>= 1
    return code


def words(size: int) -> list[tuple[int, ...]]:
    """List the words of two hands of `size` cards."""
    found = []
    for shared in range(size + 1):
        length = 2 * size - shared
        if length > KINDS:
            continue
        for where in combinations(range(length), shared):
            alone = [place for place in range(length) if place not in where]
            for mine in combinations(alone, size - shared):
                letters = [YOURS] * length
                for place in where:
                    letters[place] = BOTH
                for place in mine:
                    letters[place] = MINE
                found.append(tuple(letters))
    return sorted(found)


def number_of(word: tuple[int, ...]) -> int:
    """Return the number of a word."""
    code = 0
    for letter in word:
        code = 3 * code + letter
    return code


def mirrored(word: tuple[int, ...]) -> tuple[int, ...]:
    """Return the word seen from the other side."""
    return tuple({MINE: YOURS, YOURS: MINE, BOTH: BOTH}[letter] for letter in word)


@cache
def index(is_shuffled: bool) -> NDArray[Any]:
    """Return the index of variant A or, if shuffled, of variant B, as an array of one record."""
    made = aligned(1, INDEX)
    record = made[0]
    record["is_shuffled"] = is_shuffled
    _number_points(record, is_shuffled)
    row = value = 0
    for size in range(LAYERS):
        record["first_row"][size] = row
        record["first_value"][size] = value
        for word in words(size):
            if record["row"][number_of(word)] == 0:
                record["mine"][row] = sum(1 << n for n, it in enumerate(word) if it & MINE)
                record["yours"][row] = sum(1 << n for n, it in enumerate(word) if it & YOURS)
                row += 1
                record["row"][number_of(mirrored(word))] = -row
                record["row"][number_of(word)] = row  # last: an even word is its own mirror image
        value += (row - record["first_row"][size]) * record["width"][size]
    assert row == ROWS
    record["first_row"][LAYERS] = row
    record["first_value"][LAYERS] = value
    return made


def _number_points(record: Any, is_shuffled: bool) -> None:
    """Give a place to each set of points cards that can be left."""
    sets = [sum(1 << card for card in range(KINDS - size, KINDS)) for size in range(LAYERS)]
    if is_shuffled:
        flags = product((0, 1), repeat=KINDS)
        sets = sorted(sum(flag << n for n, flag in enumerate(each)) for each in flags)
        sets.sort(key=int.bit_count)
    seen = [0] * LAYERS
    for n, bits in enumerate(sets):
        size = bits.bit_count()
        record["points"][n] = bits
        record["place"][bits] = seen[size]
        seen[size] += 1
    record["width"] = seen
    record["first_points"] = [sum(seen[:size]) for size in range(LAYERS + 1)]


def values_in(made: NDArray[Any], size: int = KINDS) -> int:
    """Return the number of values of hands of up to `size` cards."""
    return int(made[0]["first_value"][size + 1])
