"""Short messages between the people at a table."""

from mazziere.table.asking import check_host, check_open, check_own
from mazziere.table.entries import Closed, Said
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table, draft
from mazziere.table.texts import has_heap, is_odd, one_line, shows

LONGEST = 200
_JOINERS = "\u200c\u200d"
"""Some scripts are not written well without them; in a message they can hide nothing."""


def say(table: Table, person: str, seat: int, text: str, at: float) -> Draft:
    """Say something; emotes are messages of one sign."""
    check_open(table)
    check_own(table, person, seat)
    if not table.settings.chat:
        raise No("chat_off")
    plain = one_line(text, "NFC")
    plain = "".join(
        sign for place, sign in enumerate(plain) if sign in _JOINERS or not is_odd(plain, place)
    )
    if not shows(plain) or len(plain) > LONGEST or has_heap(plain):
        raise No("bad_text", longest=LONGEST)
    pen = draft(table, at)
    pen.add(Said(seat, plain))
    return pen


def close(table: Table, person: str, at: float) -> Draft:
    """The host closes the table."""
    check_host(table, person)
    pen = draft(table, at)
    pen.add(Closed())
    return pen
