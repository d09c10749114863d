"""Seats: sitting down, leaving, bots, the host, and moving a seat to another device."""

import hashlib
import hmac
import re

from mazziere.table.entries import Hosted, LetIn, Pledged, Sat, SatBot, SeatLent, Stood, Taken
from mazziere.table.nicknames import clean_nick, confusable_forms
from mazziere.table.permissions import (
    check_host,
    check_open,
    check_own,
    check_seat,
    check_waiting,
    check_welcome,
)
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState, new_draft

LENT_S = 600.0
"""Lifetime of a code for another device."""
_LONGEST_BOT = 400  # characters of a bot specification; that of a custom bot holds a path
_AVATAR = re.compile("[a-z]{0,20}")


def sit(
    table: TableState, person: str, nick: str, seat: int | None, at: float, avatar: str = ""
) -> Draft:
    """Take a free seat; a person may take several and share the device."""
    check_waiting(table)
    check_welcome(table, person)
    if seat is None:
        free = [number for number, other in enumerate(table.seats) if other.kind == "open"]
        if not free:
            raise CommandRefused("full")
        seat = free[0]
    check_seat(table, seat)
    if table.seats[seat].kind != "open":
        raise CommandRefused("not_free")
    shown_nick = clean_nick(nick)
    check_avatar(avatar)
    check_nick_free(table, shown_nick)
    draft = new_draft(table, at)
    draft.add(Sat(seat, person, shown_nick, avatar))
    ensure_host(draft)
    return draft


def check_nick_free(table: TableState, nick: str) -> None:
    """Require that no nickname at the table looks like another one."""
    forms = confusable_forms(nick)
    if any(forms & confusable_forms(other.nick) for other in table.seats if other.nick):
        raise CommandRefused("nick_taken")


def check_avatar(avatar: str) -> None:
    """Require the id of an animal, or nothing; only pages know which animals there are."""
    if not _AVATAR.fullmatch(avatar):
        raise CommandRefused("bad_avatar")


def stand(table: TableState, person: str, seat: int, at: float) -> Draft:
    """Leave a seat before the match; if the host leaves, the next person becomes the host."""
    check_own(table, person, seat)
    check_waiting(table)
    draft = new_draft(table, at)
    draft.add(Stood(seat))
    ensure_host(draft)
    return draft


def ensure_host(draft: Draft) -> None:
    """If the host has no seat, make a seated person the host, preferably one who is present."""
    table = draft.table
    if not table.seats_of(table.host):
        seated = [seat.person for seat in table.seats if seat.kind == "person"]
        for person in (table.persons_present() or seated)[:1]:
            draft.add(Hosted(person))


def clear(table: TableState, person: str, seat: int, at: float) -> Draft:
    """Clear a seat before the match, as the host; its person cannot sit down again."""
    check_host(table, person)
    check_waiting(table)
    check_seat(table, seat)
    if table.seats[seat].kind == "open":
        raise CommandRefused("no_seat")
    draft = new_draft(table, at)
    draft.add(Stood(seat, by_host=True))
    ensure_host(draft)
    return draft


def let_in(table: TableState, person: str, number: int, at: float) -> Draft:
    """Readmit a removed person, as the host; `number` is the entry that removed them."""
    check_host(table, person)
    for removed, entry in table.removed.items():
        if entry.seq == number:
            draft = new_draft(table, at)
            draft.add(LetIn(removed))
            return draft
    raise CommandRefused("not_there")


def seat_bot(table: TableState, person: str, seat: int, bot: str, at: float) -> Draft:
    """Put a bot on a free seat, or in place of another bot, as the host."""
    check_host(table, person)
    check_waiting(table)
    check_seat(table, seat)
    if table.seats[seat].kind == "person":
        raise CommandRefused("is_person")
    if not 1 <= len(bot) <= _LONGEST_BOT or not bot.isprintable() or bot == "person":
        raise CommandRefused("bad_bot")
    draft = new_draft(table, at)
    draft.add(SatBot(seat, bot))
    return draft


def hand_over(table: TableState, person: str, seat: int, at: float) -> Draft:
    """Hand the role of the host over to the person of a seat."""
    check_host(table, person)
    check_seat(table, seat)
    if table.seats[seat].kind != "person":
        raise CommandRefused("not_there")
    draft = new_draft(table, at)
    draft.add(Hosted(table.seats[seat].person))
    return draft


def pledge(table: TableState, person: str, seat: int, promised: str, at: float) -> Draft | None:
    """Commit to a random part of the next deal by its hash; None if it is the same as before.

    A person pledges once, for the lowest of their seats.
    """
    check_open(table)
    check_own(table, person, seat)
    if table.phase != "waiting":
        raise CommandRefused("busy")
    if not _is_digest(promised):
        raise CommandRefused("bad_part")
    if table.pledges.get(seat) == promised:
        return None
    own = table.seats_of(person)
    if any(other in table.pledges for other in own):
        raise CommandRefused("bad_part", reason="a promise cannot be changed")
    if seat != own[0]:
        raise CommandRefused("bad_part", reason="a person promises one part, for the lowest seat")
    draft = new_draft(table, at)
    draft.add(Pledged(seat, promised))
    return draft


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def lend(table: TableState, person: str, seat: int, code: str, at: float) -> Draft:
    """Let another device take the seat with a code, for a limited time."""
    check_open(table)
    check_own(table, person, seat)
    draft = new_draft(table, at)
    draft.add(SeatLent(seat, _hash(table, code), at + LENT_S))
    return draft


def take(table: TableState, person: str, code: str, at: float) -> Draft:
    """Take a seat on this device, with the code that another device shows."""
    check_open(table)
    number = lent_seat(table, code, at)
    if number is None:
        raise CommandRefused("bad_code")
    check_welcome(table, person)
    draft = new_draft(table, at)
    draft.add(Taken(number, person))
    return draft


def lent_seat(table: TableState, code: str, at: float) -> int | None:
    """Return the seat that a code gives access to; None if the code is wrong or expired."""
    given = _hash(table, code)
    for number, seat in enumerate(table.seats):
        if seat.lent and hmac.compare_digest(seat.lent, given) and at < seat.lent_until:
            return number
    return None


def _hash(table: TableState, code: str) -> str:
    return hashlib.blake2b(f"{table.id} {code}".encode(), digest_size=16).hexdigest()
