"""Tables with people, written into a store before a server starts."""

import secrets
import time
from typing import NamedTuple

from mazziere.server.identity.sessions import COOKIE, Sessions
from mazziere.server.rooms.room import facts_of
from mazziere.store import open_store
from mazziere.table.entries import AnyEntry, Settings, encode
from mazziere.table.opening import open_table
from mazziere.table.playing import start
from mazziere.table.sitting import seat_bot, sit
from mazziere.table.table import TableState


class Seated(NamedTuple):
    """A person at a seat, with their cookie."""

    table: str
    seat: int
    cookie: str


SETTINGS = Settings(grace_ms=0, pace_ms=0)
OPTIONS = {"uno": {"uno_call": "auto"}}
"""No call window, so that a table never has more than one pending move."""


async def write(
    database: str, game: str, tables: int, players: int, bots: int = 0, bot: str = "easy"
) -> list[list[Seated]]:
    """Write tables with a match that has just begun; bots sit after the people."""
    store = await open_store(database)
    try:
        sessions = Sessions(await store.secret("sessions"))
        written = []
        for _ in range(tables):
            people = [sessions.new() for _ in range(players)]
            table, entries = _begin(game, [person for _, person in people], [bot] * bots)
            await store.create(
                table.id, [encode(entry) for entry in entries], facts_of(table), table.at
            )
            written.append(
                [
                    Seated(table.id, seat, f"{COOKIE}={cookie}")
                    for seat, (cookie, _) in enumerate(people)
                ]
            )
        return written
    finally:
        await store.close()


def _begin(game: str, people: list[str], bots: list[str]) -> tuple[TableState, list[AnyEntry]]:
    at, name, secret = time.time(), secrets.token_hex(16), secrets.token_bytes(32)
    options = OPTIONS.get(game, {})
    seats = len(people) + len(bots)
    draft = open_table(name, people[0], game, seats, options, SETTINGS, "", secret, at)
    table, entries = draft.table, list(draft.entries)
    for seat, person in enumerate(people):
        draft = sit(table, person, f"Person {seat}", seat, at)
        table, entries = draft.table, entries + draft.entries
    for seat, bot in enumerate(bots, len(people)):
        draft = seat_bot(table, people[0], seat, bot, at)
        table, entries = draft.table, entries + draft.entries
    draft = start(table, people[0], None, at)
    return draft.table, entries + draft.entries
