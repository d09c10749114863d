"""Nicknames: plain text of one line, and no two at a table that look alike."""

import unicodedata

from mazziere.table.refused import No
from mazziere.table.texts import JOINER, has_heap, is_mark, is_odd, one_line, shows

LONGEST = 30
_CAPITALS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԚԜҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧՏՍԼI|!",
    "abesljkmhopctyxgqwyabezhlkmnoptyxsullll",
)
"""Capital letters, as they look: some like another Latin letter than their small forms do."""
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
"""Latin letters, and what looks like each in other alphabets, among digits and among signs."""
_LETTERS = str.maketrans({sign: letter for letter, signs in _SHAPES.items() for sign in signs})
_PLATES = str.maketrans(
    {
        chr(first + n): chr(ord("a") + n)
        for first in (0x1F150, 0x1F170, 0x1F1E6)  # on discs, on squares, on flags
        for n in range(26)
    }
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("ӕ", "ae"), ("œ", "oe"))


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
    bare = "".join(_digit(sign) for sign in bare if not is_mark(sign) and sign != JOINER)
    alike = bare.translate(_PLATES).translate(_CAPITALS).casefold().translate(_LETTERS)
    for pair, letter in _PAIRS:
        alike = alike.replace(pair, letter)
    return frozenset((_letters(bare.casefold()), _letters(alike)))


def _digit(sign: str) -> str:
    """A digit of any script as ours; other signs as they are."""
    return str(unicodedata.decimal(sign)) if unicodedata.category(sign) == "Nd" else sign


def _letters(text: str) -> str:
    kept = "".join(sign for sign in text if unicodedata.category(sign)[0] not in "PZ")
    return kept or text
