"""The seatings in which two bots play one deal.

Each bot has half of the seats, and over the seatings of a deal each has every seat equally often.
So two equal bots share the wins of every deal evenly, whatever the cards and whoever begins.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

ALL_UP_TO = 5
"""Up to so many sides all seatings are played: 2 of two sides, 6 of three or four, 20 of five."""

Seating = tuple[int, ...]
"""For each seat 0 or 1: the first or the second bot of a pair."""


def sides_of(players: int, options: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Return the seats of each side: one seat, or the partners of a team."""
    if options.get("mode") != "team":
        return [(seat,) for seat in range(players)]
    half = players // 2  # partners sit opposite each other (ROO-TM1)
    return [(seat, seat + half) for seat in range(half)]


def seatings(players: int, options: Mapping[str, Any]) -> list[Seating]:
    """Return the seatings of a deal, each once.

    With up to five sides all that give each bot half of the sides, with an odd number one more to
    the one and to the other. With more sides: the bots in turns, and each in one block, in every
    rotation, since there are too many in all; who sits after whom then has both extremes.
    """
    sides = sides_of(players, options)
    count = len(sides)
    chosen = _all(count) if count <= ALL_UP_TO else _rotated(count)
    return [_of_seats(players, sides, bots) for bots in chosen]


def _all(count: int) -> list[Seating]:
    """Return all ways to give the first bot half of the sides, rounded down and up."""
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


def _of_seats(players: int, sides: list[tuple[int, ...]], bots: Seating) -> Seating:
    seating = [0] * players
    for seats, bot in zip(sides, bots, strict=True):
        for seat in seats:
            seating[seat] = bot
    return tuple(seating)
