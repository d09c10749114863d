"""The seatings in which two bots play one deal.

Each bot has half of the seats, and over the seatings of a deal each has every seat equally often.
So two equal bots share the wins of every deal evenly, for any cards and any first seat.
"""

from collections.abc import Sequence
from itertools import combinations

ALL_UP_TO = 5
"""Up to this number of sides, all seatings are played: 2 of two, 6 of three or four, 20 of five."""

Seating = tuple[int, ...]
"""For each seat 0 or 1: the first or the second bot of a pair."""


def seatings(sides: Sequence[tuple[int, ...]]) -> list[Seating]:
    """Return the seatings of a deal, each once; `sides` are the seats of each side.

    With up to five sides: all seatings that give each bot half of the sides. If their number is
    odd, each bot has the extra side equally often. More sides have too many seatings. Then the bots
    alternate, or each has one block of seats, in every rotation. These are the two extremes.
    """
    count = len(sides)
    chosen = _all(count) if count <= ALL_UP_TO else _rotated(count)
    return [_of_seats(sides, bots) for bots in chosen]


def _all(count: int) -> list[Seating]:
    """Return all seatings in which the first bot has half of the sides, rounded down or up."""
    return [
        tuple(0 if side in first else 1 for side in range(count))
        for half in sorted({count // 2, (count + 1) // 2}, reverse=True)
        for first in combinations(range(count), half)
    ]


def _rotated(count: int) -> list[Seating]:
    """Return the alternating and the block seating in every rotation, for both orders of bots."""
    in_turns = tuple(side % 2 for side in range(count))
    in_blocks = tuple(2 * side // (count + count % 2) for side in range(count))
    found = {}
    for pattern in (in_turns, in_blocks):
        for bots in (pattern, tuple(1 - bot for bot in pattern)):
            for turn in range(count):
                found[bots[turn:] + bots[:turn]] = True
    return list(found)


def _of_seats(sides: Sequence[tuple[int, ...]], bots: Seating) -> Seating:
    seating = [0] * sum(len(seats) for seats in sides)
    for seats, bot in zip(sides, bots, strict=True):
        for seat in seats:
            seating[seat] = bot
    return tuple(seating)
