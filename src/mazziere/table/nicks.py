"""Nicknames: plain text of one line, and no two at a table that look alike."""

import unicodedata

from mazziere.table.refused import No
from mazziere.table.texts import JOINER, has_heap, is_mark, is_odd, one_line, shows

LONGEST = 30
_CAPITALS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԚԜҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧI|!",
    "abesljkmhopctyxgqwyabezhlkmnoptyxlll",
)
"""Capital letters, as they look: some like another Latin letter than their small forms do."""
_LETTERS = str.maketrans(
    "авеѕіјкмнорстухһԁԛԝѵүαβγεικνορτυχηωıłøđħɑɡɩ013589$@€",
    "abesijkmhopctyxhdqwvyabyeikvoptuxnwilodhagiolesbgsae",
)
"""Small letters of other alphabets, digits and signs, and the Latin letter that each looks like."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("œ", "oe"))


def clean_nick(text: str) -> str:
    """A nickname as it is shown; No if there is nothing to show, or too much."""
    nick = one_line(text, "NFKC")
    odd = any(is_odd(nick, place) for place in range(len(nick)))
    if not shows(nick) or len(nick) > LONGEST or odd or has_heap(nick):
        raise No("bad_nick", longest=LONGEST)
    return nick


def looks(nick: str) -> frozenset[str]:
    """What a nickname looks like: two that have a look in common are too much alike.

    One look is without marks, case, blanks and punctuation, the other also has letters, digits and
    signs that look alike made equal; by the second alone `ΝΙΚΟΣ` would not be like `νικος`.
    """
    bare = unicodedata.normalize("NFKD", nick)
    bare = "".join(sign for sign in bare if not is_mark(sign) and sign != JOINER)
    alike = bare.translate(_CAPITALS).casefold().translate(_LETTERS)
    for pair, letter in _PAIRS:
        alike = alike.replace(pair, letter)
    return frozenset((_letters(bare.casefold()), _letters(alike)))


def _letters(text: str) -> str:
    kept = "".join(sign for sign in text if unicodedata.category(sign)[0] not in "PZ")
    return kept or text
