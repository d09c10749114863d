"""Sitting down, standing up, and bots on empty seats."""

import hashlib
import hmac

from mazziere.table.asking import (
    check_host,
    check_open,
    check_own,
    check_seat,
    check_waiting,
    check_welcome,
)
from mazziere.table.entries import Hosted, Lent, LetIn, Pledged, Sat, SatBot, Stood, Taken
from mazziere.table.nicks import clean_nick, looks
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table, draft

LENT_S = 600.0
"""How long a code for another device holds."""
_LONGEST_BOT = 80


def sit(table: Table, person: str, nick: str, seat: int | None, at: float) -> Draft:
    """Take a free seat; a second one with another name is for somebody on the same device."""
    check_waiting(table)
    check_welcome(table, person)
    if seat is None:
        free = [n for n, other in enumerate(table.seats) if other.kind == "open"]
        if not free:
            raise No("full")
        seat = free[0]
    check_seat(table, seat)
    if table.seats[seat].kind != "open":
        raise No("not_free")
    shown = clean_nick(nick)
    if any(looks(shown) & looks(other.nick) for other in table.seats if other.nick):
        raise No("nick_taken")
    pen = draft(table, at)
    pen.add(Sat(seat, person, shown))
    _keep_hosted(pen)
    return pen


def stand(table: Table, person: str, seat: int, at: float) -> Draft:
    """Leave a seat before the match; the host's table goes to the next person."""
    check_own(table, person, seat)
    check_waiting(table)
    pen = draft(table, at)
    pen.add(Stood(seat))
    _keep_hosted(pen)
    return pen


def _keep_hosted(pen: Draft) -> None:
    """Where people sit one of them is the host: if he has left, the next, best one who is there."""
    table = pen.table
    if not table.seats_of(table.host):
        seated = [seat.person for seat in table.seats if seat.kind == "person"]
        for person in (table.persons_there() or seated)[:1]:
            pen.add(Hosted(person))


def clear(table: Table, person: str, seat: int, at: float) -> Draft:
    """The host frees a seat before the match; a person who sat there is not to come again."""
    check_host(table, person)
    check_waiting(table)
    check_seat(table, seat)
    if table.seats[seat].kind == "open":
        raise No("no_seat")
    pen = draft(table, at)
    pen.add(Stood(seat, by_host=True))
    _keep_hosted(pen)
    return pen


def let_in(table: Table, person: str, number: int, at: float) -> Draft:
    """The host lets somebody in again who was removed, named by the entry that did it."""
    check_host(table, person)
    for who, one in table.removed.items():
        if one.seq == number:
            pen = draft(table, at)
            pen.add(LetIn(who))
            return pen
    raise No("not_there")


def seat_bot(table: Table, person: str, seat: int, bot: str, at: float) -> Draft:
    """The host puts a bot on a free seat, or another bot in its place."""
    check_host(table, person)
    check_waiting(table)
    check_seat(table, seat)
    if table.seats[seat].kind == "person":
        raise No("is_person")
    if not 1 <= len(bot) <= _LONGEST_BOT or not bot.isprintable() or bot == "person":
        raise No("bad_bot")
    pen = draft(table, at)
    pen.add(SatBot(seat, bot))
    return pen


def hand_over(table: Table, person: str, seat: int, at: float) -> Draft:
    """The host makes the person of a seat the host."""
    check_host(table, person)
    check_seat(table, seat)
    if table.seats[seat].kind != "person":
        raise No("not_there")
    pen = draft(table, at)
    pen.add(Hosted(table.seats[seat].person))
    return pen


def pledge(table: Table, person: str, seat: int, promised: str, at: float) -> Draft | None:
    """Promise a random part of the next deal, once; None if it is promised already.

    A person promises one, for the lowest of his seats.
    """
    check_open(table)
    check_own(table, person, seat)
    if table.phase != "waiting":
        raise No("busy")
    if not _is_digest(promised):
        raise No("bad_part")
    if table.pledges.get(seat) == promised:
        return None
    own = table.seats_of(person)
    if any(other in table.pledges for other in own):
        raise No("bad_part", reason="a promise cannot be changed")
    if seat != own[0]:
        raise No("bad_part", reason="a person promises one part, for the lowest seat")
    pen = draft(table, at)
    pen.add(Pledged(seat, promised))
    return pen


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def lend(table: Table, person: str, seat: int, code: str, at: float) -> Draft:
    """Let another device take the seat, with a code and for a while."""
    check_open(table)
    check_own(table, person, seat)
    pen = draft(table, at)
    pen.add(Lent(seat, _hash(table, code), at + LENT_S))
    return pen


def take(table: Table, person: str, code: str, at: float) -> Draft:
    """Take a seat along to this device, with the code that the other one shows."""
    check_open(table)
    number = lent_seat(table, code, at)
    if number is None:
        raise No("bad_code")
    check_welcome(table, person)
    pen = draft(table, at)
    pen.add(Taken(number, person))
    return pen


def lent_seat(table: Table, code: str, at: float) -> int | None:
    """The seat that a code is for, as long as it holds."""
    given = _hash(table, code)
    for number, seat in enumerate(table.seats):
        if seat.lent and hmac.compare_digest(seat.lent, given) and at < seat.lent_until:
            return number
    return None


def _hash(table: Table, code: str) -> str:
    return hashlib.blake2b(f"{table.id} {code}".encode(), digest_size=16).hexdigest()
