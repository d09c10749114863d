"""Codes that people read out: six letters to join a table, six more to move a seat to a device."""

import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which look like digits or like each other."""
LENGTH = 6
"""Letters of a join code, and of the code of a seat that follows it."""


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def split_code(text: str) -> tuple[str, str]:
    """Return the join code that a person typed, and the code of a seat or an empty one."""
    code = clean_code(text)
    return code[:LENGTH], code[LENGTH:]


def clean_code(text: str) -> str:
    """Normalise a code as a person may have typed it: capitals, no blanks or signs."""
    return "".join(sign for sign in text.upper() if sign.isalnum())
