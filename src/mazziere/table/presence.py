"""Presence: people who leave and come back, and bots that play for them meanwhile."""

from mazziere.table.entries import Left, Returned, StoodIn
from mazziere.table.permissions import check_host, check_open, check_own, check_seat
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState, new_draft


def leave(table: TableState, person: str, at: float) -> Draft | None:
    """Mark a person away; None if there is nothing to mark."""
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].is_away]
    if not seats or table.phase == "closed":
        return None
    draft = new_draft(table, at)
    for seat in seats:
        draft.add(Left(seat))
    return draft


def come_back(table: TableState, person: str, at: float) -> Draft | None:
    """Mark a person as back, also where a bot played for them; None if nothing changes."""
    seats = [
        seat
        for seat in table.seats_of(person)
        if table.seats[seat].is_away or table.seats[seat].has_stand_in
    ]
    if not seats or table.phase == "closed":
        return None
    draft = new_draft(table, at)
    for seat in seats:
        draft.add(Returned(seat))
    return draft


def replace_away(table: TableState, person: str, seat: int, at: float) -> Draft:
    """Let a bot play for a person who is away, as the host."""
    check_host(table, person)
    check_seat(table, seat)
    if table.phase != "playing":
        raise CommandRefused("busy")
    if table.seats[seat].kind != "person" or table.seats[seat].has_stand_in:
        raise CommandRefused("is_bot")
    if not table.seats[seat].is_away:
        raise CommandRefused("is_there")
    draft = new_draft(table, at)
    draft.add(StoodIn(seat, "host"))
    return draft


def give_back(table: TableState, person: str, seat: int, at: float) -> Draft:
    """Give a seat back to its person; the host may do so only if the person is present."""
    check_open(table)
    check_seat(table, seat)
    if person != table.host:
        check_own(table, person, seat)
    if not table.seats[seat].has_stand_in:
        raise CommandRefused("is_bot" if table.seats[seat].kind == "bot" else "is_person")
    if table.seats[seat].is_away and seat not in table.seats_of(person):
        raise CommandRefused("not_there")
    draft = new_draft(table, at)
    draft.add(Returned(seat))
    return draft
