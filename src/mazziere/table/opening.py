"""Opening a table, and changing what is agreed while it waits."""

from collections.abc import Mapping
from typing import Any

from mazziere.games import find
from mazziere.kernel.fair import bare, commit
from mazziere.kernel.options import BadOption
from mazziere.kernel.record import Record, RecordError, begin, replay
from mazziere.table.asking import check_host, check_waiting
from mazziere.table.entries import Arranged, Opened, Sealed, Settings
from mazziere.table.refused import No
from mazziere.table.table import Draft, Table, draft


def open_table(
    table: str,
    host: str,
    game: str,
    players: int,
    options: Mapping[str, Any],
    settings: Settings,
    code: str,
    secret: bytes,
    at: float,
) -> Draft:
    """Set up a table; nobody sits yet."""
    full = _checked(game, players, options)
    pen = draft(Table(table), at)
    pen.add(Opened(game, find(game).rules, players, full, settings, host, code))
    seal(pen, secret)
    return pen


def open_from(
    table: str,
    host: str,
    record: Record,
    settings: Settings,
    code: str,
    secret: bytes,
    at: float,
) -> Draft:
    """Set up a table whose first match goes on from where a record stops."""
    match = begin(record)
    try:
        for _ in replay(record, match):
            pass
    except RecordError as error:
        raise No("bad_record", error.rule, step=error.step, reason=error.reason) from None
    if match.is_over:
        raise No("bad_record", reason="the match is over")
    game, rules, players = record.game.id, record.rules, record.players
    steps = tuple(bare(step) for step in record.steps)
    pen = draft(Table(table), at)
    pen.add(Opened(game, rules, players, record.options, settings, host, code, steps))
    seal(pen, secret)
    return pen


def arrange(
    table: Table,
    person: str,
    players: int,
    options: Mapping[str, Any],
    settings: Settings,
    secret: bytes,
    at: float,
) -> Draft:
    """Change options, settings or the number of seats; a new deal is sealed for them."""
    check_host(table, person)
    check_waiting(table)
    full = _checked(table.game, players, options)
    if any(seat.kind == "person" for seat in table.seats[players:]):
        raise No("is_person")
    if table.prefix and (full != table.options or players != table.players):
        raise No("bad_option", reason="the match goes on from a record")
    pen = draft(table, at)
    pen.add(Arranged(players, full, settings))
    seal(pen, secret)
    return pen


def seal(pen: Draft, secret: bytes, again: bool = False) -> None:
    """Fix the next deal by a secret and publish its hash."""
    table = pen.table
    number = len(table.evening) + 1
    table.sealed = Sealed(number, "", "")  # `deal` asks for the number
    pen.add(Sealed(number, commit(table.deal, secret), secret.hex(), again))


def _checked(game: str, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    found = find(game)
    try:
        full = found.full_options(options)
        found.check_players(players, full)
    except BadOption as error:
        raise No("bad_option", reason=str(error)) from None
    return full
