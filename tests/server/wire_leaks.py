"""Planted leaks of secrets, which the check must find."""

import hashlib
import json
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.record import write
from mazziere.server.rooms import projection
from mazziere.server.rooms.finished_matches import FinishedMatches
from mazziere.server.rooms.room import Room
from mazziere.server.transport.connection import Connection
from mazziere.table import entries as e
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import TableState
from mazziere.wire.client import Hint
from mazziere.wire.pictures import wire_picture
from mazziere.wire.server import Advice, AnyFromServer, Snapshot, Update
from mazziere.wire.shared import Position

Patch = pytest.MonkeyPatch
_positions, _news, _events, _seat_info = (
    projection.positions,
    projection._news,
    projection._events,
    projection._seat_info,
)
_snapshot, _send, _refuse = projection.snapshot, Connection.send, Connection._refuse


def _in_view(patch: Patch, name: str, value: Callable[[TableState], object]) -> None:
    """Add a value to every picture."""

    def positions(table: TableState, person: str) -> tuple[Position, ...]:
        found = _positions(table, person)
        return tuple(
            replace(position, picture={**msgspec.to_builtins(position.picture), name: value(table)})
            for position in found
        )

    patch.setattr(projection, "positions", positions)


def key_in_a_view(patch: Patch) -> None:
    _in_view(patch, "seed", lambda table: table.key.hex() if table.key else "")


def names_that_survive_the_shuffle(patch: Patch) -> None:
    """Give each card that lies face down a meaningless, but constant name."""

    def names(table: TableState) -> list[list[str]]:
        rows = table.match.states["row"][0].tolist()
        return [
            [hashlib.sha256(f"{number} {card}".encode()).hexdigest()[:8] for card in row]
            for number, row in enumerate(rows)
        ]

    _in_view(patch, "names", names)


def length_alone(patch: Patch) -> None:
    _in_view(patch, "pad", lambda table: "x" * (zlib.crc32(table.match.states.tobytes()) % 5))


def unfiltered_spectator(patch: Patch) -> None:
    def positions(table: TableState, person: str) -> tuple[Position, ...]:
        if not table.seats_of(person) and table.recorder is not None:
            return (Position(None, wire_picture(table.match, 0), (), 0),)
        return _positions(table, person)

    patch.setattr(projection, "positions", positions)


def moves_of_whoever_is_to_move(patch: Patch) -> None:
    def positions(table: TableState, person: str) -> tuple[Position, ...]:
        someone = next(iter(table.legal.values()), ())
        return tuple(replace(p, moves=p.moves or someone) for p in _positions(table, person))

    patch.setattr(projection, "positions", positions)


def error_that_quotes_a_hand(patch: Patch) -> None:
    def refuse(line: Connection, name: str, refusal: CommandRefused) -> None:
        table = line._room.table
        hands = [wire_picture(table.match, seat) for seat in range(table.players)]
        _refuse(
            line,
            name,
            CommandRefused(
                refusal.code, refusal.rule, reason=json.dumps(msgspec.to_builtins(hands))
            ),
        )

    patch.setattr(Connection, "_refuse", refuse)


def _in_news(patch: Patch, kind: type, text: Callable[[Any], str]) -> None:
    """Add a text to the news of a kind of entry."""

    def news(*args: Any) -> Any:
        news_item, item = _news(*args), args[1]
        return (
            replace(news_item, text=text(item.entry)) if isinstance(item.entry, kind) else news_item
        )

    patch.setattr(projection, "_news", news)


def sealed_secret_in_news(patch: Patch) -> None:
    _in_news(patch, e.Sealed, lambda entry: str(entry.secret))


def chance_in_news(patch: Patch) -> None:
    _in_news(patch, e.Dealt, lambda entry: json.dumps(entry.step))


def secret_moves_in_news(patch: Patch) -> None:
    _in_news(patch, e.Moved, lambda entry: " ".join(entry.moves))


def hash_of_a_person(patch: Patch) -> None:
    def seat_info(table: TableState, number: int, person: str, *rest: Any) -> Any:
        info = _seat_info(table, number, person, *rest)
        return replace(info, name=table.seats[number].person or info.name)

    patch.setattr(projection, "_seat_info", seat_info)


def events_for_all_ears(patch: Patch) -> None:
    patch.setattr(projection, "_events", lambda game, events, mask: _events(game, events, -1))


def events_for_all_ears_after_a_gap(patch: Patch) -> None:
    """Leak only to people who reconnect."""

    def snapshot(*args: Any) -> Snapshot:
        with patch.context() as inner:
            inner.setattr(
                projection, "_events", lambda game, events, mask: _events(game, events, -1)
            )
            return _snapshot(*args)

    patch.setattr(projection, "snapshot", snapshot)


def history_of_a_running_match(patch: Patch) -> None:
    async def record(matches: FinishedMatches, room: Room, match: int, address: str) -> bytes:
        return write(room.table.record()).encode()

    patch.setattr(FinishedMatches, "record", record)


def hint_for_another_seat(patch: Patch) -> None:
    async def hint(line: Connection, message: Hint) -> None:
        table = line._room.table
        line.send(Advice(message.seat, table.seq, table.legal.get(message.seat, ()), (), ()))

    patch.setattr(Connection, "_hint", hint)


def frame_more_now_and_then(patch: Patch) -> None:
    def send(line: Connection, *messages: AnyFromServer) -> None:
        _send(line, *messages)
        table = line._room.table
        is_update = isinstance(messages[0], Update) and table.recorder is not None
        if is_update and zlib.crc32(table.match.states.tobytes()) % 3 == 0:
            _send(line, messages[0])

    patch.setattr(Connection, "send", send)


LEAKS: list[tuple[Callable[[Patch], None], str, int]] = [
    (key_in_a_view, "dieci", 0),
    (names_that_survive_the_shuffle, "one_to_ten", 1),
    (length_alone, "uno_h2o", 0),
    (unfiltered_spectator, "dieci", SPECTATOR),
    (moves_of_whoever_is_to_move, "uno", 0),
    (error_that_quotes_a_hand, "uno", 1),
    (sealed_secret_in_news, "rookie", 0),
    (chance_in_news, "one_to_ten", SPECTATOR),
    (secret_moves_in_news, "yooloo", 0),
    (hash_of_a_person, "rookie", SPECTATOR),
    (events_for_all_ears, "dieci", 1),
    (events_for_all_ears_after_a_gap, "uno_h2o", 1),
    (history_of_a_running_match, "one_to_ten", 0),
    (hint_for_another_seat, "uno", 0),
    (frame_more_now_and_then, "uno", SPECTATOR),
]
"""The leak, the game, and the observer who notices it."""
