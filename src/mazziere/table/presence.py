"""Who is there, and who sits in for those who are not."""

from mazziere.table.asking import check_host, check_open, check_own, check_seat
from mazziere.table.entries import Left, Returned, StoodIn
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table, draft


def leave(table: Table, person: str, at: float) -> Draft | None:
    """A person's last connection is gone."""
    seats = [n for n in table.seats_of(person) if not table.seats[n].is_away]
    if not seats or table.phase == "closed":
        return None
    pen = draft(table, at)
    for seat in seats:
        pen.add(Left(seat))
    return pen


def come_back(table: Table, person: str, at: float) -> Draft | None:
    """A person is connected again, and takes back the seats where a bot sat in."""
    seats = [
        n for n in table.seats_of(person) if table.seats[n].is_away or table.seats[n].has_stand_in
    ]
    if not seats or table.phase == "closed":
        return None
    pen = draft(table, at)
    for seat in seats:
        pen.add(Returned(seat))
    return pen


def replace_away(table: Table, person: str, seat: int, at: float) -> Draft:
    """The host lets a bot sit in for somebody who is away."""
    check_host(table, person)
    check_seat(table, seat)
    if table.phase != "playing":
        raise No("busy")
    if table.seats[seat].kind != "person" or table.seats[seat].has_stand_in:
        raise No("is_bot")
    if not table.seats[seat].is_away:
        raise No("is_there")
    pen = draft(table, at)
    pen.add(StoodIn(seat, "host"))
    return pen


def give_back(table: Table, person: str, seat: int, at: float) -> Draft:
    """The host, or the person, ends the sitting in; for the host the person must be there."""
    check_open(table)
    check_seat(table, seat)
    if person != table.host:
        check_own(table, person, seat)
    if not table.seats[seat].has_stand_in:
        raise No("is_bot" if table.seats[seat].kind == "bot" else "is_person")
    if table.seats[seat].is_away and seat not in table.seats_of(person):
        raise No("not_there")
    pen = draft(table, at)
    pen.add(Returned(seat))
    return pen
