"""Chat messages between the people at a table."""

from mazziere.table.entries import Said
from mazziere.table.permissions import check_open, check_own
from mazziere.table.plain_text import has_stacked_marks, has_visible_char, is_deceptive, one_line
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState, new_draft

MAX_LENGTH = 200
_JOINERS = "\u200c\u200d"
"""Joiners that some scripts need; in a chat message they cannot hide anything."""


def say(table: TableState, person: str, seat: int, text: str, at: float) -> Draft:
    """Send a chat message; an emote is a message of one character."""
    check_open(table)
    check_own(table, person, seat)
    if not table.settings.chat:
        raise CommandRefused("chat_off")
    plain = one_line(text, "NFC")
    plain = "".join(
        char
        for index, char in enumerate(plain)
        if char in _JOINERS or not is_deceptive(plain, index)
    )
    if not has_visible_char(plain) or len(plain) > MAX_LENGTH or has_stacked_marks(plain):
        raise CommandRefused("bad_text", longest=MAX_LENGTH)
    draft = new_draft(table, at)
    draft.add(Said(seat, plain))
    return draft
