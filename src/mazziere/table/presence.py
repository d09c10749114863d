"""Who is there, and who sits in for those who are not."""

from mazziere.table.asking import check_host, check_own, check_seat
from mazziere.table.entries import Hosted, Left, Returned, StoodIn
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table, draft


def leave(table: Table, person: str, at: float) -> Draft | None:
    """A person's last connection is gone; the table goes to somebody who is there."""
    seats = [n for n in table.seats_of(person) if not table.seats[n].is_away]
    if not seats:
        return None
    pen = draft(table, at)
    for seat in seats:
        pen.add(Left(seat))
    if person == table.host and table.phase != "waiting":
        there = [s.person for s in pen.table.seats if s.kind == "person" and not s.is_away]
        if there:
            pen.add(Hosted(there[0]))
    return pen


def come_back(table: Table, person: str, at: float) -> Draft | None:
    """A person is connected again, and takes back the seats where a bot sat in."""
    seats = [
        n for n in table.seats_of(person) if table.seats[n].is_away or table.seats[n].has_stand_in
    ]
    if not seats:
        return None
    pen = draft(table, at)
    for seat in seats:
        pen.add(Returned(seat))
    return pen


def replace_away(table: Table, person: str, seat: int, at: float) -> Draft:
    """The host lets a bot sit in for somebody who is away."""
    check_host(table, person)
    check_seat(table, seat)
    if table.seats[seat].kind != "person":
        raise No("is_bot")
    if not table.seats[seat].is_away or table.seats[seat].has_stand_in:
        raise No("not_there")
    if table.phase != "playing":
        raise No("busy")
    pen = draft(table, at)
    pen.add(StoodIn(seat, "host"))
    return pen


def give_back(table: Table, person: str, seat: int, at: float) -> Draft:
    """The host, or the person, ends the sitting in."""
    if person != table.host:
        check_own(table, person, seat)
    check_seat(table, seat)
    if not table.seats[seat].has_stand_in:
        raise No("not_there")
    pen = draft(table, at)
    pen.add(Returned(seat))
    return pen
