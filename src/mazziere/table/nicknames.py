"""Nicknames: one line of plain text; no two at a table may look alike."""

import unicodedata

from mazziere.table.plain_text import (
    JOINER,
    has_stacked_marks,
    has_visible_char,
    is_deceptive,
    is_mark,
    one_line,
)
from mazziere.table.refusals import CommandRefused

MAX_LENGTH = 30
_CAPITALS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԚԜҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧՏՍԼI|!",
    "abesljkmhopctyxgqwyabezhlkmnoptyxsullll",
)
"""Capital letters by the Latin letter they look like; it may differ from that of the small one."""
_SHAPES = {
    "a": "аαɑᴀⲁᎪꓮ@",
    "b": "вьβƀƃɓʙⲃᏏᏴꓐ8",
    "c": "сҫϲƈɕᴄⲥᏟꓚ",
    "d": "ԁԃđƌɖɗᴅᎠᏧꓓ",
    "e": "еҽεᴇⲉᎬꓰ€3",
    "f": "ƒꜰꓝ",
    "g": "ɡɠɢցᏀᏳꓖ9",
    "h": "нңһħɦʜհⲏᎻꓧ",
    "i": "іıιɩɨɪⲓᎥꓲ",
    "j": "јϳʝɉᴊյᎫꓙ",
    "k": "кқκƙĸᴋⲕᏦꓗ",
    "l": "łƚɫɬɭӏʟᏞꓡǀ∣│丨ㅣⵏוןا1",
    "m": "мɱᴍⲙᎷꓟ",
    "n": "пηŋƞɲɳɴոⲛꓠ",
    "o": "оοσøɵᴏօოⲟⵔסهဝዐഠටꓳ°0",
    "p": "рҏρϼƥᴘⲣᏢᑭꓑ",
    "q": "ԛʠգզ",
    "r": "гɍɼɽɾʀᎡᏒꓣ",
    "s": "ѕʂȿꜱᏕᏚꓢ$5",
    "t": "тτŧƫƭʈᴛⲧᎢꓔ",
    "u": "υμʉʋᴜսꓴ",
    "v": "ѵνᴠᏙꓦ",
    "w": "ԝωᴡᎳᏔꓪ",
    "x": "хҳχⲭꓫ×",
    "y": "уүұγƴɏʏⲩᎩᎽꓬ",
    "z": "ƶȥʐʑɀᴢⲍᏃꓜ",
    "": "ʼʻˈ",
}
"""Latin letters, each with the letters, digits and signs that look like it."""
_LETTERS = str.maketrans({char: letter for letter, chars in _SHAPES.items() for char in chars})
_ENCLOSED = str.maketrans(
    {
        chr(first + number): chr(ord("a") + number)
        for first in (0x1F150, 0x1F170, 0x1F1E6)  # letters on discs, on squares, on flags
        for number in range(26)
    }
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("ӕ", "ae"), ("œ", "oe"))


def clean_nick(text: str) -> str:
    """Return a nickname in the form in which it is shown; `bad_nick` if it is not acceptable."""
    nick = one_line(text, "NFKC")
    is_bad = any(is_deceptive(nick, index) for index in range(len(nick)))
    if not has_visible_char(nick) or len(nick) > MAX_LENGTH or is_bad or has_stacked_marks(nick):
        raise CommandRefused("bad_nick", longest=MAX_LENGTH)
    return nick


def confusable_forms(nick: str) -> frozenset[str]:
    """Return two simplified forms of a nickname; nicknames with a common form look alike.

    The first form has no marks, case, blanks and punctuation. The second form also replaces each
    character by the Latin letter it looks like. The first one is needed because, in the second
    one, `ΝΙΚΟΣ` and `νικος` differ.
    """
    bare = unicodedata.normalize("NFKD", nick)
    bare = "".join(_digit(char) for char in bare if not is_mark(char) and char != JOINER)
    alike = bare.translate(_ENCLOSED).translate(_CAPITALS).casefold().translate(_LETTERS)
    for pair, letter in _PAIRS:
        alike = alike.replace(pair, letter)
    return frozenset((_letters(bare.casefold()), _letters(alike)))


def _digit(char: str) -> str:
    """Return the ASCII form of a digit of any script; other characters are unchanged."""
    return str(unicodedata.decimal(char)) if unicodedata.category(char) == "Nd" else char


def _letters(text: str) -> str:
    kept = "".join(char for char in text if unicodedata.category(char)[0] not in "PZ")
    return kept or text
