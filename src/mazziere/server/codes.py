"""Codes that people read to each other: six letters to join, eight to take a seat along."""

import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like digits or each other."""


def new_code(length: int = 6) -> str:
    """A code at random."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def clean_code(text: str) -> str:
    """A code as somebody may have typed it."""
    return "".join(sign for sign in text.upper() if sign.isalnum())
