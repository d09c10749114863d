"""Records written by hand, from the rules and not from a run."""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

HIGH, LOW = ("10", "9", "8", "7", "6"), ("0", "00", "000", "0000", "cat")


def dieci_deck(*top: str) -> list[str]:
    """Return a deck of DIECI (3-4-4) with these cards on top."""
    cards = [card for card in HIGH for _ in range(3)]
    cards += [str(value) for value in range(1, 6) for _ in range(4)]
    cards += [card for card in LOW for _ in range(4)]
    for card in top:
        cards.remove(card)
    return [*top, *cards]


def dieci() -> Json:
    """Return the example of the contract, with the round played to its end.

    Seat 2 deals and draws a 5, seat 0 a 0 (Stone), seat 1 a 2. Seat 0 passes the Stone on, and
    seat 1 is left with the lowest card.
    """
    return {
        "format": "mazziere-record/1",
        "game": "dieci",
        "rules": 1,
        "players": 3,
        "options": {"deck": "3-4-4", "tokens": 5},
        "steps": [
            {"chance": "dealer", "seat": 2},
            {"chance": "deck", "cards": dieci_deck("5", "0", "2")},
            {"seat": 0, "move": "swap", "legal": {"0": ["keep", "swap"]}},
            {"seat": 1, "move": "accept", "legal": {"1": ["accept"]}},
            {"seat": 1, "move": "keep", "legal": {"1": ["keep", "swap"]}},
            {"seat": 2, "move": "keep", "legal": {"2": ["draw", "keep"]}},
        ],
    }


def finished() -> Json:
    """Return DIECI for two with one token each: seat 1 keeps a Stone against a 5 and is out."""
    return {
        "format": "mazziere-record/1",
        "game": "dieci",
        "rules": 1,
        "players": 2,
        "options": {"tokens": 1},
        "steps": [
            {"chance": "dealer", "seat": 0},
            {"chance": "deck", "cards": dieci_deck("5", "0")},
            {"seat": 1, "move": "keep"},
            {"seat": 0, "move": "keep"},
        ],
        "result": {"scores": [1, 0], "winners": [0]},
    }


def save(path: Path, record: Any) -> str:
    """Write a record into a file; return its name."""
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)
