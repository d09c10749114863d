"""The reading of DIECI that version 2 corrected, in a match written by hand (contract 7)."""

from tests.games.dieci.table import deck
from tools.records import Reading, moves_of

READINGS = (
    # A chain is the path of one card. Seat 0 passes its 0 over the rabbit of seat 1 to seat 2. Then
    # the rabbit goes on from seat 1 to seat 3, where the 8 of seat 4 stops it: seat 3 pays a token
    # and the rabbit goes back. The 0 of seat 2 stays there, is the lowest card and pays a token.
    # By version 1 all swaps were one chain: the 0 goes back too, and seat 0 pays.
    Reading(
        "D3", 5, {"blocker_acts": True},
        (
            {"chance": "dealer", "seat": 4},
            {"chance": "deck", "cards": deck("8", "0", "7", "4", "2")},
            *moves_of(
                "0 swap, 1 block, 2 accept, 1 swap, 2 accept, 2 swap, 3 accept",
                "3 swap, 4 block, 4 keep",
            ),
        ),
        "scores 5 5 4 4 5; due deck",
        "scores 4 5 5 4 5; due deck",
    ),
)  # fmt: skip
