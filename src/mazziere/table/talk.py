"""Short messages between the people at a table."""

import unicodedata

from mazziere.table.asking import check_own
from mazziere.table.entries import Closed, Said
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table, draft

LONGEST = 200


def say(table: Table, person: str, seat: int, text: str, at: float) -> Draft:
    """Say something; emotes are messages of one sign."""
    check_own(table, person, seat)
    if not table.settings.chat:
        raise No("chat_off")
    plain = "".join(
        " " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign
        for sign in unicodedata.normalize("NFC", text)
    )
    plain = " ".join(plain.split())
    if not plain or len(plain) > LONGEST:
        raise No("bad_text", longest=LONGEST)
    pen = draft(table, at)
    pen.add(Said(seat, plain))
    return pen


def close(table: Table, person: str, at: float) -> Draft:
    """The host closes the table."""
    if person != table.host:
        raise No("not_host")
    pen = draft(table, at)
    pen.add(Closed())
    return pen
