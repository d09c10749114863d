"""Positions of DIECI, in the letters of the ledger."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from mazziere.games.dieci.box import CARDS
from tests.rules.table import Table

rule = pytest.mark.rule

# The ledger's letters: Gufo, Wolf, Puzzola, Rabbit, Hotel, Stone, Ogre, Mask, Lion, Joker-cat.
LETTERS = {
    "G": "10", "W": "9", "P": "8", "R": "7", "H": "6",
    "S": "0", "O": "00", "M": "000", "L": "0000", "J": "cat",
}  # fmt: skip
GROUPS = (("10", "9", "8", "7", "6"), ("5", "4", "3", "2", "1"), ("0", "00", "000", "0000", "cat"))


def pack(deck: str = "3-4-4") -> list[str]:
    """Return the 55 cards, with the given numbers of copies for the three groups."""
    copies = [int(number) for number in deck.split("-")]
    return [card for many, group in zip(copies, GROUPS, strict=True) for card in group * many]


def cards(letters: str) -> list[str]:
    return [LETTERS.get(letter, letter) for letter in letters.split()]


def deck(*top: str, copies: str = "3-4-4") -> list[str]:
    """Return a whole pack with these cards on top."""
    rest = Counter(pack(copies)) - Counter(top)
    return [*top, *rest.elements()]


def deal(
    hands: str,
    then: str = "",
    tokens: Sequence[int] = (),
    dealer: int | None = None,
    **options: Any,
) -> Table:
    """Return a round in which each seat is dealt its card (`.`: it is out); the last seat deals."""
    held = cards(hands)
    dealer = len(held) - 1 if dealer is None else dealer
    table = Table("dieci", len(held), **options).chance("dealer", seat=dealer)
    if tokens:
        table.states["purse"][0, : len(tokens)] = tokens
    order = held[dealer:] + held[:dealer]
    top = [card for card in order if card != "."] + cards(then)
    return table.chance("deck", cards=deck(*top, copies=options.get("deck", "3-4-4")))


def play(table: Table, moves: str) -> Table:
    """Make moves such as "0 swap, 1 accept"."""
    for move in moves.split(", ") if moves else []:
        seat, text = move.split()
        table.move(int(seat), text)
    return table


def shown(table: Table) -> str:
    """Return the cards that the last step revealed, in the ledger's letters, by seat."""
    names = {card: letter for letter, card in LETTERS.items()}
    revealed = {seat: CARDS[card] for _, seat, card, _ in table.told("revealed", last=True)}
    seats = range(table.match.players)
    return " ".join(names.get(revealed.get(seat, "."), revealed.get(seat, ".")) for seat in seats)


def turn(table: Table) -> int:
    """Return the one seat that may act."""
    (seat,) = table.match.actors()
    return seat
