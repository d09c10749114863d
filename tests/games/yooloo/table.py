"""Matches of YOOLOO: stacks and plays of all seats."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.table import Table

rule = pytest.mark.rule

UP = list(range(1, 11))
DOWN = UP[::-1]
TEXTS = [str(card) for card in UP]
VARIANTS = ["base", "a", "b"]


def begin(players: int, starter: int = 0, **options: Any) -> Table:
    table = Table("yooloo", players, **options)
    return table.chance("starter", seat=starter)


def stack(table: Table, *stacks: Sequence[int]) -> Table:
    """Let all seats make their stacks."""
    for seat, cards in enumerate(stacks):
        for card in cards:
            table.move(seat, f"stack {card}")
    return table


def play(table: Table, *cards: int) -> Table:
    """Let all seats choose a card for one round or showdown."""
    for seat, card in enumerate(cards):
        table.move(seat, f"play {card}")
    return table


def play_game(table: Table, *orders: Sequence[int], points: Sequence[int] = UP) -> Table:
    """Let all seats use their ten cards in these orders, in any variant."""
    variant = VARIANTS[table.states["variant"][0]]
    if variant == "base":
        return stack(table, *orders)
    if variant == "b":
        table.chance("points", cards=[str(card) for card in points])
    for cards in zip(*orders, strict=True):
        play(table, *cards)
    return table


# example Y19 of the ledger: four players, all rounds won but the ninth and the tenth.
NO_LAST_TWO = (
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [2, 3, 4, 5, 6, 7, 8, 1, 10, 9],
    [3, 4, 5, 6, 7, 8, 1, 2, 10, 9],
)
BEFORE = [0, 0, 7, 1 + 2 + 3 + 4 + 5 + 6 + 8]  # the points of rounds 1 to 8
