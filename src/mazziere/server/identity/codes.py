"""Codes that people read out: six letters to join a table, eight to move a seat to a device."""

import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like digits or like each other."""


def new_code(length: int = 6) -> str:
    """Return a random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def clean_code(text: str) -> str:
    """Normalise a code as a person may have typed it: capitals, no blanks or signs."""
    return "".join(sign for sign in text.upper() if sign.isalnum())
