"""Whole matches of every game, by people on all seats, with somebody watching."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from mazziere.client import Line
from mazziere.games import IDS, find
from mazziere.kernel.match import Match
from mazziere.kernel.record import read, verify, write
from mazziere.wire.server import Done, Refusal
from tests.server.running import Running, caught_up, lines

pytestmark = pytest.mark.asyncio

OPTIONS: dict[str, dict[str, Any]] = {
    "uno": {"scoring": "hand"},
    "uno_h2o": {"scoring": "hand"},
    "rookie": {"edition": "pocket"},
    "dieci": {"tokens": 2},
}
PLAYERS = {"yooloo": 3, "one_to_ten": 2, "rookie": 4, "uno": 3, "uno_h2o": 3, "dieci": 4}


async def play(line: Line, seat: int, match: Callable[[], Match]) -> int:
    """Play any moves until the match is over; return how many were made."""
    rng = Random(seat)
    made = 0
    while line.table.phase != "over":
        moves = line.moves(seat)
        if not moves:
            await line.next()
            continue
        move = rng.choice(pairs_of(match(), moves) or moves)
        answer = await line.move(seat, move)
        made += isinstance(answer, Done)
        if isinstance(answer, Refusal):  # somebody was quicker
            await caught_up(line, answer.seq)
            assert answer.code == "stale" or move not in line.moves(seat), answer
    return made


def pairs_of(match: Match, moves: Sequence[str]) -> list[str]:
    """In ROOKIE, the cards that match one that lies open, so that a match does not take all day."""
    if match.game.id != "rookie" or not any(move.startswith("flip") for move in moves):
        return []
    state = match.states[0]
    tops = {p: int(state["table"][p, state["height"][p] - 1]) for p in range(9)}
    is_open = [p for p in range(9) if int(state["open"]) >> p & 1]
    wanted = {tops[p] for p in is_open}
    found = [f"flip {p + 1}" for p in range(9) if tops[p] in wanted and p not in is_open]
    return [move for move in found if move in moves]


async def watch(line: Line) -> None:
    """See it through to the end."""
    assert line.table.seats
    while line.table.phase != "over":
        await line.next()
        assert all(position.seat is None for position in line.positions.values())
        assert not any(position.moves for position in line.positions.values())


@pytest.mark.parametrize("game", IDS)
async def test_a_whole_match(server: Running, game: str) -> None:
    table, clients = await server.seated(game, PLAYERS[game], OPTIONS.get(game))
    async with lines(table, [*clients, server.client()]) as connected:
        *own, watcher = connected
        for seat, line in enumerate(own):
            await line.pledge(seat)
        while not all(seat.pledged for seat in own[0].table.seats):
            await own[0].next()
        await clients[0].start(table)
        room = await server.node.rooms.room(table)

        def match() -> Match:
            return room.table.match

        made = await asyncio.gather(
            *(play(line, s, match) for s, line in enumerate(own)), watch(watcher)
        )
        results = {msgspec.json.encode(line.table.evening) for line in connected}
    assert len(results) == 1
    record = await clients[1].record(table, 1)
    checked = verify(read(write(record).encode(), find))
    assert checked == {"result": "ok", "legal": "none", "seed": "none", "proof": "ok"}
    assert sum(made[:-1]) == sum("move" in step for step in record["steps"])  # type: ignore[arg-type]
    assert len(record["fairness"]["parts"]) == PLAYERS[game]
    await check_replay(server, table, record)


async def check_replay(server: Running, table: str, record: dict[str, Any]) -> None:
    """The replay has the steps of the record, and the link to it works for anybody."""
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
