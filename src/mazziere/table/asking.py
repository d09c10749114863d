"""Who may ask for what."""

from mazziere.table.refused import No
from mazziere.table.table import Table


def check_open(table: Table) -> None:
    """Nothing happens any more at a table that was closed."""
    if table.phase == "closed":
        raise No("closed")


def check_host(table: Table, person: str) -> None:
    """Only the host may."""
    check_open(table)
    if not person or person != table.host:
        raise No("not_host")


def check_waiting(table: Table) -> None:
    """Only between matches."""
    check_open(table)
    if table.phase not in ("waiting", "over"):
        raise No("busy")


def check_welcome(table: Table, person: str) -> None:
    """Whom the host has removed has no seat here until the host lets them in again."""
    if person in table.removed:
        raise No("removed")


def check_seat(table: Table, seat: int) -> None:
    """Only a seat of this table."""
    if not 0 <= seat < table.players:
        raise No("no_seat")


def check_own(table: Table, person: str, seat: int) -> None:
    """Only the person of the seat may."""
    check_seat(table, seat)
    if not person or table.seats[seat].person != person:
        raise No("not_seated")
