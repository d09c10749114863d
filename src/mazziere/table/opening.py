"""Opening a table, and changing what is agreed while it waits."""

from collections.abc import Mapping
from typing import Any

from mazziere.games import find
from mazziere.kernel.fair import Unfair, bare, canonical, commit
from mazziere.kernel.options import BadOption
from mazziere.kernel.record import Record, RecordError, begin, replay
from mazziere.table.asking import check_host, check_waiting
from mazziere.table.entries import Arranged, Chosen, Opened, Sealed, Settings
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
    steps = _position(record)
    pen = draft(Table(table), at)
    head = (record.game.id, record.rules, record.players, record.options)
    pen.add(Opened(*head, settings, host, code, steps))
    seal(pen, secret)
    return pen


def _position(record: Record) -> tuple[Chosen, ...]:
    """The steps of a record, without what it adds to them; No if nobody can go on from there."""
    match = begin(record)
    steps: list[Chosen] = []
    try:
        for played in replay(record, match):
            step = bare(played.step)
            steps.append(step if "chance" in step else {k: step[k] for k in ("seat", "move")})
        canonical(steps)
    except RecordError as error:
        raise No("bad_record", error.rule, step=error.step, reason=error.reason) from None
    except Unfair as error:
        raise No("bad_record", reason=str(error)) from None
    if match.is_over:
        raise No("bad_record", reason="the match is over")
    if len(steps) == 1 and "draws" in steps[0]:
        steps = []  # the draws for the deal are made by lot, and nothing else has happened yet
    return tuple(steps)


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
    if table.prefix and not table.evening and (full != table.options or players != table.players):
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
    try:
        found = find(game)
        full = found.full_options(options)
        found.check_players(players, full)
    except KeyError:
        raise No("bad_option", reason="there is no such game") from None
    except BadOption as error:
        raise No("bad_option", reason=str(error)) from None
    return full
