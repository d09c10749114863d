"""Requests of spectators for the seat of a bot, and the host's answers."""

from mazziere.table.entries import Admitted, Asked, Unasked
from mazziere.table.nicknames import clean_nick
from mazziere.table.permissions import check_host, check_open, check_seat, check_welcome
from mazziere.table.refusals import CommandRefused
from mazziere.table.sitting import check_avatar, check_nick_free, ensure_host
from mazziere.table.table import Draft, SeatRequest, TableState, new_draft

ASK_S = 180.0
"""Lifetime of a request without an answer."""
MOST_REQUESTS = 4
"""Upper bound on the open requests of a table."""


def ask(table: TableState, person: str, nick: str, at: float, avatar: str = "") -> Draft | None:
    """Ask the host for the seat of a bot; None if the person has asked already."""
    check_open(table)
    check_welcome(table, person)
    if table.seats_of(person):
        raise CommandRefused("is_seated")
    if person in table.declined:
        raise CommandRefused("declined")
    if person in table.requests:
        return None
    if all(seat.kind != "bot" for seat in table.seats) or len(table.requests) >= MOST_REQUESTS:
        raise CommandRefused("full")
    shown_nick = clean_nick(nick)
    check_avatar(avatar)
    check_nick_free(table, shown_nick)
    draft = new_draft(table, at)
    draft.add(Asked(person, shown_nick, avatar))
    return draft


def refuse_request(table: TableState, person: str, number: int, at: float) -> Draft:
    """Withdraw an own request, or decline one as the host; `number` is its entry."""
    check_open(table)
    asker, _ = _find(table, number)
    if person != asker:
        check_host(table, person)
    draft = new_draft(table, at)
    draft.add(Unasked(asker, "person" if person == asker else "host"))
    return draft


def admit(table: TableState, person: str, number: int, seat: int, at: float) -> Draft:
    """Give the seat of a bot to the person of a request, as the host."""
    check_host(table, person)
    if table.phase == "starting":
        raise CommandRefused("busy")
    check_seat(table, seat)
    asker, request = _find(table, number)
    if table.seats[seat].kind == "person":
        raise CommandRefused("is_person")
    if table.seats[seat].kind == "open":
        raise CommandRefused("no_seat")
    check_nick_free(table, request.nick)
    draft = new_draft(table, at)
    draft.add(Admitted(seat, asker, request.nick, request.avatar))
    ensure_host(draft)
    return draft


def _find(table: TableState, number: int) -> tuple[str, SeatRequest]:
    """Return a request and the person who made it, by the number of its entry."""
    for person, request in table.requests.items():
        if request.seq == number:
            return person, request
    raise CommandRefused("not_there")


def expired(table: TableState, at: float) -> list[Unasked]:
    """Return the entries that end requests which nobody has answered in time."""
    return [
        Unasked(person, "time")
        for person, request in table.requests.items()
        if request.at + ASK_S <= at
    ]


def expires_at(table: TableState) -> float | None:
    """Return when the oldest request expires; None without a request."""
    return min((request.at + ASK_S for request in table.requests.values()), default=None)
