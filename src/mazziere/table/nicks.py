"""Nicknames: plain text of one line, and no two at a table that look alike."""

import unicodedata

from mazziere.table.refused import No

LONGEST = 30
_ALIKE = str.maketrans(
    "аеорсухікмтвнεοανρτιкмνzіјѕԁ01358$@|!",
    "aeopcyxikmtbheoavptikmvzijsdolsebsaii",
)
"""Letters of other alphabets, digits and signs, and the Latin letter that each looks like."""


def clean_nick(text: str) -> str:
    """A nickname as it is shown; No if there is nothing to show, or too much."""
    nick = " ".join(unicodedata.normalize("NFKC", text).split())
    if not nick or len(nick) > LONGEST or any(_is_odd(sign) for sign in nick):
        raise No("bad_nick", longest=LONGEST)
    return nick


def _is_odd(sign: str) -> bool:
    """Whether a sign could hide or turn around what stands beside it."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp")


def skeleton(nick: str) -> str:
    """What a nickname looks like: without marks, case and blanks, look-alikes made equal."""
    bare = unicodedata.normalize("NFKD", nick.casefold())
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign) and sign != " ")
    return letters.translate(_ALIKE)
