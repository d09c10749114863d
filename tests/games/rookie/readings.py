"""Readings of ROOKIE that version 2 corrected, each in a match written by hand (contract 7)."""

from mazziere.kernel.chances import Step
from tests.games.rookie.table import dealt
from tools.records import Reading, moves_of

FLIPS = ", ".join(f"flip {pile}" for pile in range(1, 10))


def begun(starter: int, *tops: str) -> tuple[Step, ...]:
    """Deal the whole box with these cards on the first piles."""
    piles = dealt(dict(enumerate(tops, start=1)))
    return ({"chance": "starter", "seat": starter}, {"chance": "piles", "piles": piles})


READINGS = (
    # After a cover the two cards come from other piles (the booklet: "two others").
    Reading(
        "R12", 3, {},
        begun(0, "R", "X") + moves_of("0 flip 1, 0 flip 2, 1 cover"),
        "scores 0 0 0; seat 1: " + ", ".join(f"flip {pile}" for pile in range(3, 10)),
        f"scores 0 0 0; seat 1: {FLIPS}",
    ),
    # The partner's piles are checked before the mover's loot: both have made a Rookie here. By
    # version 1 the mover takes the partner's three X as a loot, besides the two R of seat 3.
    Reading(
        "R4", 4, {"mode": "team"},
        begun(3, "RXXXG", "RXXXB", "Y", "P")
        + moves_of(
            "3 flip 1, 3 flip 2, 3 place R 1, 3 place R 1, 3 flip 3, 3 flip 4",
            "0 flip 1, 0 flip 2, 0 place X 1, 0 give X 1, 0 rob 1",
            "0 flip 1, 0 flip 2, 0 place X 2, 0 give X 2, 0 rob 1",
            "0 flip 1, 0 flip 2, 0 place X 3, 0 give X 3",
        ),
        "scores 3 0 3 0; seat 0: place R 1, place R 2, place R 3",
        "scores 3 0 0 0; seat 0: place R 1, place R 2, place R 3, place X 1, place X 2, place X 3",
    ),
    # Held captures are asked for again at the start of the owner's turn.
    Reading(
        "R9_start", 2, {"capture": "manual"},
        begun(0, "RRG", "RRB", "Y", "P")
        + moves_of(
            "0 flip 1, 0 flip 2, 0 place R 1, 0 place R 2",
            "0 flip 1, 0 flip 2, 0 place R 3, 0 place R 3, 0 hold",
            "0 flip 1, 0 flip 2, 1 flip 3, 1 flip 4",
        ),
        "scores 0 0; seat 0: capture, hold",
        f"scores 0 0; seat 0: {FLIPS}",
    ),
    # Three X are never asked for.
    Reading(
        "R9_rookie", 3, {"capture": "manual"},
        begun(0, "XXG", "XXB")
        + moves_of(
            "0 flip 1, 0 flip 2, 0 place X 1, 0 place X 2, 0 rob 1",
            "0 flip 1, 0 flip 2, 0 place X 3, 0 place X 3",
        ),
        f"scores 4 0 0; seat 0: {FLIPS}",
        "scores 0 0 0; seat 0: capture, hold",
    ),
)  # fmt: skip
