"""Opening a table, changing its options and settings, and closing it."""

from collections.abc import Generator, Mapping
from typing import Any

from mazziere.games import find
from mazziere.kernel.fair import Unfair, bare, canonical, commit
from mazziere.kernel.options import BadOption
from mazziere.kernel.record import Record, RecordError, begin, replay
from mazziere.table.entries import Arranged, Closed, JsonObject, Opened, Sealed, Settings
from mazziere.table.permissions import check_host, check_waiting
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState, finished, new_draft


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
    """Open a table with empty seats."""
    full = _checked_options(game, players, options)
    draft = new_draft(TableState(table), at)
    head = (game, find(game).version, players, full)
    draft.add(Opened(*head, settings, host, code, keeps_code=True))
    seal(draft, secret)
    return draft


def open_from(
    table: str,
    host: str,
    record: Record,
    settings: Settings,
    code: str,
    secret: bytes,
    at: float,
    steps: tuple[JsonObject, ...] | None = None,
) -> Draft:
    """Open a table whose first match continues a record; `steps` are those of `replay_position`."""
    if steps is None:
        steps = _position(record)
    draft = new_draft(TableState(table), at)
    head = (record.game.id, record.rules, record.players, record.options)
    draft.add(Opened(*head, settings, host, code, steps, keeps_code=True))
    seal(draft, secret)
    return draft


def _position(record: Record) -> tuple[JsonObject, ...]:
    """Return the bare steps of a record; `bad_record` if a match cannot continue from there."""
    return finished(replay_position(record))


def replay_position(record: Record) -> Generator[None, None, tuple[JsonObject, ...]]:
    """Work as `_position` does, with a pause after each step in which other tasks can run."""
    match = begin(record)
    steps: list[JsonObject] = []
    try:
        for played in replay(record, match):
            step = bare(played.step, record.game.step_fields)
            if "chance" not in step:
                step = {name: step[name] for name in ("seat", "move")}
            steps.append(step)
            yield
        canonical(steps)
    except RecordError as error:
        raise CommandRefused(
            "bad_record", error.rule, step=error.step, reason=error.reason
        ) from None
    except Unfair as error:
        raise CommandRefused("bad_record", reason=str(error)) from None
    if match.is_over:
        raise CommandRefused("bad_record", reason="the match is over")
    if len(steps) == 1 and set(record.game.by_lot) & set(steps[0]):
        steps = []  # only the draws for the dealer, which the new match makes itself
    return tuple(steps)


def arrange(
    table: TableState,
    person: str,
    players: int,
    options: Mapping[str, Any],
    settings: Settings,
    secret: bytes,
    at: float,
) -> Draft:
    """Change options, settings or the number of seats, and commit to a new deal."""
    check_host(table, person)
    check_waiting(table)
    full = _checked_options(table.game, players, options, table.rules)
    if any(seat.kind == "person" for seat in table.seats[players:]):
        raise CommandRefused("is_person")
    if table.prefix and not table.evening and (full != table.options or players != table.players):
        raise CommandRefused("bad_option", reason="the match goes on from a record")
    draft = new_draft(table, at)
    draft.add(Arranged(players, full, settings))
    seal(draft, secret)
    return draft


def close(table: TableState, person: str, at: float) -> Draft:
    """Close the table, as the host."""
    check_host(table, person)
    draft = new_draft(table, at)
    draft.add(Closed())
    return draft


def seal(draft: Draft, secret: bytes, again: bool = False) -> None:
    """Commit to the next deal: store a secret, and publish its hash."""
    table = draft.table
    number = len(table.evening) + 1
    table.sealed = Sealed(number, "", "")  # `deal` needs the number
    draft.add(Sealed(number, commit(table.deal, secret), secret.hex(), again))


def _checked_options(
    game: str, players: int, options: Mapping[str, Any], rules: int | None = None
) -> dict[str, Any]:
    """Return all options, by today's rules or an older version's; `bad_option` if one is wrong."""
    try:
        found = find(game)
        full = found.full_options(options, rules)
        found.check_players(players, full)
    except KeyError:
        raise CommandRefused("bad_option", reason="there is no such game") from None
    except BadOption as error:
        raise CommandRefused("bad_option", reason=str(error)) from None
    return full
