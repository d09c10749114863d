"""Whole matches of every game, with people on all seats and a spectator."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from mazziere.client import TableConnection
from mazziere.games import find, shelf
from mazziere.kernel.match import Match
from mazziere.kernel.record import read, verify, write
from mazziere.wire.server import Done, Refusal
from tests.cases import case
from tests.server.running import Running, caught_up, lines, read_until
from tests.waiting import deadline

pytestmark = pytest.mark.asyncio
LONGER = {"draw", "pass"}
"""Moves that make a match longer."""


def options_of(game: str) -> dict[str, Any]:
    """Return options under which a match is short."""
    declared = case(game)
    return dict(declared.shortest or declared.short)


async def play(connection: TableConnection, seat: int, match: Callable[[], Match]) -> int:
    """Make random moves, mostly such that bring the end nearer; return how many."""
    rng = Random(seat)
    made = 0
    while connection.table.phase != "over":
        moves = connection.moves(seat)
        if not moves:
            await connection.next()
            continue
        sooner = pairs_of(match(), moves) or [one for one in moves if one not in LONGER]
        move = rng.choice(sooner if sooner and rng.random() < 0.9 else moves)
        answer = await connection.move(seat, move)
        made += isinstance(answer, Done)
        if isinstance(answer, Refusal):  # another seat was quicker
            await caught_up(connection, answer.seq)
            assert answer.code == "stale" or move not in connection.moves(seat), answer
    return made


def pairs_of(match: Match, moves: Sequence[str]) -> list[str]:
    """List moves that end the match sooner, if the game's case names some."""
    pairs = case(match.game.id).pairs
    return pairs(match, moves) if pairs is not None else []


async def watch(connection: TableConnection) -> None:
    """Watch until the end, and check that a spectator sees no seat."""
    assert connection.table.seats
    while connection.table.phase != "over":
        async with deadline("the spectator hears more of the match"):
            await connection.next()
        assert all(position.seat is None for position in connection.positions.values())
        assert not any(position.moves for position in connection.positions.values())


@pytest.mark.parametrize("game", shelf())
async def test_a_whole_match(server: Running, game: str) -> None:
    table, clients = await server.seated(game, case(game).full_players, options_of(game))
    async with lines(table, [*clients, server.client()]) as connected:
        *own, watcher = connected
        for seat, connection in enumerate(own):
            await connection.pledge(seat)
        await read_until(
            own[0], lambda: all(seat.pledged for seat in own[0].table.seats), "all have pledged"
        )
        await clients[0].start(table)
        room = await server.node.rooms.room(table)

        def match() -> Match:
            return room.table.match

        made = await asyncio.gather(
            *(play(connection, s, match) for s, connection in enumerate(own)), watch(watcher)
        )
        results = {msgspec.json.encode(connection.table.evening) for connection in connected}
    assert len(results) == 1
    record = await clients[1].record(table, 1)
    checked = verify(read(write(record).encode(), find))
    assert checked == {"result": "ok", "legal": "none", "seed": "none", "proof": "ok"}
    assert sum(made[:-1]) == sum("move" in step for step in record["steps"])  # type: ignore[arg-type]
    assert len(record["fairness"]["parts"]) == case(game).full_players
    await check_replay(server, table, record)


async def check_replay(server: Running, table: str, record: dict[str, Any]) -> None:
    """Check that the replay has the steps of the record, and that its link works for anybody."""
    stranger = server.client()
    (match,) = await server.clients[0].evening(table)
    shared = await stranger.shared(match.share)
    assert shared == await server.clients[0].replay(table, 1)
    assert [step.step for step in shared.steps] == record["steps"]
    assert list(shared.steps[-1].scores) == record["result"]["scores"]
    assert shared.names == tuple(f"P{seat}" for seat in range(record["players"]))
    assert set(shared.start) == {*map(str, range(record["players"])), "watcher"}
    assert any(step.pictures for step in shared.steps)
    heard = [event.heard for step in shared.steps for event in step.events]
    assert heard
