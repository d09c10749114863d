"""Checks of the right to a command; a failed check raises CommandRefused."""

from mazziere.table.refusals import CommandRefused
from mazziere.table.table import TableState


def check_open(table: TableState) -> None:
    """Require that the table is not closed."""
    if table.phase == "closed":
        raise CommandRefused("closed")


def check_host(table: TableState, person: str) -> None:
    """Require that a person is the host."""
    check_open(table)
    if not person or person != table.host:
        raise CommandRefused("not_host")


def check_waiting(table: TableState) -> None:
    """Require that no match is being played."""
    check_open(table)
    if table.phase not in ("waiting", "over"):
        raise CommandRefused("busy")


def check_welcome(table: TableState, person: str) -> None:
    """Require that the host has not removed a person."""
    if person in table.removed:
        raise CommandRefused("removed")


def check_seat(table: TableState, seat: int) -> None:
    """Require that the table has a seat."""
    if not 0 <= seat < table.players:
        raise CommandRefused("no_seat")


def check_own(table: TableState, person: str, seat: int) -> None:
    """Require that a seat is a person's own."""
    check_seat(table, seat)
    if not person or table.seats[seat].person != person:
        raise CommandRefused("not_seated")
