"""Reading finished matches costs as much as these matches, is shared, queued and cancelled."""

import asyncio
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from mazziere.kernel.events import Event
from mazziere.kernel.record import Recorder, write
from mazziere.server.metrics import Metrics
from mazziere.server.rooms import folding, shared_work
from mazziere.server.rooms.bus import NoBus
from mazziere.server.rooms.finished_matches import record_of
from mazziere.server.rooms.folding import ENTRIES_PER_SLICE, Slices, in_slices
from mazziere.server.rooms.registry import RoomRegistry
from mazziere.server.rooms.room import Room, facts_of
from mazziere.server.rooms.shared_work import MOST_OF_ADDRESS, MOST_QUEUED, SharedWork
from mazziere.store import LogRow, Store
from mazziere.table import opening, playing, sitting
from mazziere.table.entries import Settings
from mazziere.table.refusals import CommandRefused
from mazziere.table.table import Draft, TableState
from tests.server.raw_requests import asked
from tests.server.running import Running
from tests.table import evening as evening_module
from tests.table.evening import Evening, part, person, secret
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio

TABLE = "7ab1e" + "0" * 27


def evening_of(matches: int) -> tuple[Evening, list[dict[str, Any]]]:
    """Return a table with finished matches, and the record of each at its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening_module, "ID", TABLE)
        evening = Evening("dieci", ["Ada", "Bea"], options={"tokens": 1})
    evening.is_careful = False
    records = []
    for number in range(matches):
        if number:
            for seat, name in enumerate(evening.people):
                evening.do(playing.agree, person(name), seat, secret(number))
        evening.do(sitting.pledge, person("Ada"), 0, part(f"Ada {number}").hex())
        # Ada takes her own seat with a code and keeps her pledge; in odd matches Bea does, too.
        for seat in range(1 + number % 2):
            own = person(evening.people[seat])
            evening.do(sitting.lend, own, seat, "CODE")
            evening.do(sitting.take, own, "CODE")
        evening.start()
        evening.later(10.0)  # nobody reveals a part
        assert evening.play(Random(number), lambda table: table.phase == "over")
        records.append(evening.table.record())
    return evening, records


async def stored(store: Store, evening: Evening) -> str:
    """Write the log of a table into a store; return its id."""
    entries = [data for _, data in evening.log]
    await store.create(TABLE, entries, facts_of(evening.table), evening.now)
    return TABLE


class Reads:
    """Counts the entries that are read from a store, and can hold the reads back."""

    def __init__(self, store: Store) -> None:
        self.entries = 0
        self.calls = 0
        self.going = asyncio.Event()
        self.going.set()
        self._read = store.read

    async def read(self, *args: Any) -> list[LogRow]:
        self.calls += 1
        rows = await self._read(*args)
        self.entries += len(rows)
        await self.going.wait()
        return rows


@contextmanager
def counted(store: Store) -> Iterator[Reads]:
    """Count the reads of a store."""
    reads = Reads(store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "read", reads.read)
        yield reads
        reads.going.set()


async def test_a_record_is_read_from_the_entries_of_its_match_only(server: Running) -> None:
    evening, records = evening_of(6)
    await stored(server.store, evening)
    spans = evening.table.spans
    for span, record in list(zip(spans, records, strict=True))[:-1]:
        with counted(server.store) as reads:
            found = await record_of(server.store, evening.table, span.match)
        assert write(found) == write(record), span
        assert reads.entries == span.last - span.first + 1
    with counted(server.store) as reads:  # the last match is in memory
        assert write(await record_of(server.store, evening.table, 6)) == write(records[-1])
    assert reads.calls == 0


async def test_a_match_costs_the_same_in_a_short_and_in_a_long_evening(server: Running) -> None:
    evening, _ = evening_of(8)
    await stored(server.store, evening)
    await server.node.rooms.room(TABLE)
    with counted(server.store) as reads:
        room = await server.node.rooms.room(TABLE)
        await server.node.matches.replay(room, 1)
    first = evening.table.spans[0]
    assert reads.entries == first.last - first.first + 1 < evening.table.seq / 4


async def test_cached_matches_are_not_read_again(server: Running) -> None:
    evening, _ = evening_of(3)
    await stored(server.store, evening)
    room = await server.node.rooms.room(TABLE)
    first = [await server.node.matches.replay(room, 1), await server.node.matches.record(room, 1)]
    with counted(server.store) as reads:
        for _ in range(50):
            again = [await server.node.matches.replay(room, 1)]
            again.append(await server.node.matches.record(room, 1))
            assert again == first
    assert reads.calls == 0


async def test_equal_requests_share_one_read(server: Running) -> None:
    evening, _ = evening_of(3)
    await stored(server.store, evening)
    room = await server.node.rooms.room(TABLE)
    with counted(server.store) as reads:
        found = await asyncio.gather(*(server.node.matches.record(room, 1) for _ in range(100)))
    assert len(set(found)) == 1
    assert reads.calls == 1


async def test_a_long_queue_is_refused_with_the_time_to_ask_again(server: Running) -> None:
    table = await stored(server.store, evening_of(MOST_QUEUED + 2)[0])
    room = await server.node.rooms.room(table)
    with counted(server.store) as reads:
        reads.going.clear()
        waiting = [
            asyncio.create_task(server.node.matches.record(room, match, f"192.0.2.{match}"))
            for match in range(1, MOST_QUEUED + 1)
        ]
        queued = server.node.matches._work._jobs
        await until(lambda: len(queued) == MOST_QUEUED, "the queue is full")
        path = f"/api/tables/{table}/matches/{MOST_QUEUED + 1}/replay"
        status, headers, body = await asked(server, "GET", path)
        assert (status, headers["retry-after"]) == (503, "5")
        assert b'"limit":"old_matches"' in body
        assert reads.calls == 1  # one match at a time is read
        reads.going.set()
        async with deadline("the queued requests are answered"):
            assert len({await task for task in waiting}) == MOST_QUEUED
        assert (await asked(server, "GET", path))[0] == 200


async def test_an_address_has_two_places_in_the_queue(server: Running) -> None:
    table = await stored(server.store, evening_of(MOST_OF_ADDRESS + 2)[0])
    room = await server.node.rooms.room(table)
    with counted(server.store) as reads:
        reads.going.clear()
        matches = server.node.matches
        waiting = [
            asyncio.create_task(matches.record(room, match, f"2001:db8::{match}"))
            for match in range(1, MOST_OF_ADDRESS + 1)
        ]
        await until(lambda: len(matches._work._jobs) == MOST_OF_ADDRESS, "both places are taken")
        with pytest.raises(CommandRefused) as refusal:
            await matches.record(room, MOST_OF_ADDRESS + 1, "2001:db8::99")
        assert refusal.value.facts["limit"] == "old_matches"
        shared = asyncio.create_task(matches.record(room, 1, "2001:db8::99"))
        other = asyncio.create_task(matches.record(room, MOST_OF_ADDRESS + 1, "192.0.2.1"))
        await until(lambda: len(matches._work._jobs) == MOST_OF_ADDRESS + 1, "another may wait")
        reads.going.set()
        async with deadline("all are answered"):
            found = await asyncio.gather(*waiting, shared, other)
        assert found[0] == found[-2]


async def test_a_replay_sleeps_as_long_as_it_works(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(wait_s: float) -> None:
        slept.append(wait_s)

    monkeypatch.setattr(folding, "SLICE_S", 0.0)
    monkeypatch.setattr(Slices, "sleep", staticmethod(sleep))
    evening, records = evening_of(2)
    await stored(server.store, evening)
    room = await server.node.rooms.room(TABLE)
    assert slept == []  # opening a room is no work for a stranger
    await server.node.matches.replay(room, 1)
    assert len(slept) >= len(records[0]["steps"])


async def test_a_slice_is_followed_by_a_sleep_of_its_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, slept = 100.0, []

    async def sleep(wait_s: float) -> None:
        nonlocal now
        now += 5 * wait_s  # others work meanwhile
        slept.append(wait_s)

    monkeypatch.setattr(folding, "SLICE_S", 1.0)
    monkeypatch.setattr(Slices, "sleep", staticmethod(sleep))
    slices = Slices(lambda: now)
    for worked_s in (0.25, 0.5, 0.75, 3.0, 0.5, 0.25, 0.25):
        now += worked_s
        await slices.pause()
    assert slept == [1.5, 3.0, 1.0]


async def test_work_in_the_queue_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "WAIT_S", 0.1)
    work: SharedWork[str] = SharedWork()
    made: list[int] = []

    async def make() -> str:
        made.append(1)
        return "made"

    async with work._turn, deadline("the queue is given up"):  # the turn never comes
        with pytest.raises(CommandRefused) as refusal:
            await work.run("key", make)
    assert (refusal.value.code, made) == ("unavailable", [])
    assert await work.run("key", make) == "made"


async def test_work_that_nobody_waits_for_is_cancelled(server: Running) -> None:
    table = await stored(server.store, evening_of(3)[0])
    await server.node.rooms.room(table)
    parts = urlsplit(server.url)
    queued = server.node.matches._work._jobs
    with counted(server.store) as reads:
        reads.going.clear()
        _, writer = await asyncio.open_connection(parts.hostname, parts.port)
        path = f"/api/tables/{table}/matches/1/replay"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        await until(lambda: reads.calls == 1, "the match is being read")
        writer.close()
        await until(lambda: not queued, "the work is cancelled")
        reads.going.set()
        assert (await asked(server, "GET", path))[0] == 200
        assert reads.calls == 2


async def test_a_record_to_continue_is_replayed_in_slices(server: Running) -> None:
    """Between two slices other tasks run."""
    evening = Evening("uno", ["Ada", "Bea"], options={"scoring": "winner", "target": 2000})
    evening.is_careful = False
    evening.start()
    evening.play(Random(1), steps=300)
    steps = len(evening.table.record()["steps"])
    assert steps >= 300
    replaying = in_slices(opening.replay_position(evening.record()))
    assert await Turns().during(replaying) >= steps // ENTRIES_PER_SLICE


class Turns:
    """Counts the turns of the event loop during a piece of work."""

    async def during(self, work: Coroutine[Any, Any, Any]) -> int:
        """Do the work; return the turns that other tasks have had."""
        self.count = 0
        counting = asyncio.create_task(self._count())
        await work
        counting.cancel()
        return self.count

    async def _count(self) -> None:
        while True:
            self.count += 1
            await asyncio.sleep(0)


async def test_a_match_from_a_long_record_begins_without_a_replay(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps are replayed in slices before: at the opening, and whenever a node loads it."""
    evening = Evening("uno", ["Ada", "Bea"], options={"scoring": "winner", "target": 2000})
    evening.is_careful = False
    evening.start()
    evening.play(Random(1), steps=300)
    taken = 0
    take = Recorder.take

    def counted_take(recorder: Recorder, step: Mapping[str, Any]) -> list[Event]:
        nonlocal taken
        taken += 1
        return take(recorder, step)

    monkeypatch.setattr(Recorder, "take", counted_take)
    record, steps = evening.record(), evening.table.match.steps
    opened = await server.node.rooms.open_from_record("ada", record, Settings())
    waiting = RoomRegistry(server.store, NoBus(), time.time, server.node.bots, Metrics())
    found: list[Room] = []

    async def load(rooms: RoomRegistry) -> None:
        found.append(await rooms.room(opened.table.id))

    assert await Turns().during(load(waiting)) >= steps // ENTRIES_PER_SLICE
    for room in (opened, *found):
        taken = 0
        for seat, name in enumerate(("ada", "bea")):
            with suppress(CommandRefused):
                await room.act(partial(seat_person, name, seat))
        await room.refresh()
        with suppress(CommandRefused):
            await room.act(lambda table, at: playing.start(table, "ada", None, at))
        assert taken == 0
    assert opened.table.phase == found[0].table.phase == "playing"
    assert opened.table.record() == found[0].table.record()
    late = RoomRegistry(server.store, NoBus(), time.time, server.node.bots, Metrics())
    assert await Turns().during(load(late)) >= steps // ENTRIES_PER_SLICE
    assert found[1].table.record() == opened.table.record()
    for rooms in (waiting, late):
        await rooms.stop()


def seat_person(name: str, seat: int, table: TableState, at: float) -> Draft:
    """Seat a person under their own name."""
    return sitting.sit(table, name, name, seat, at)


async def test_work_without_waiters_runs_no_further_step() -> None:
    work: SharedWork[str] = SharedWork()
    going, steps = asyncio.Event(), 0

    async def make() -> str:
        nonlocal steps
        steps += 1
        await going.wait()
        steps += 1
        return "made"

    waiting = asyncio.create_task(work.run("key", make))
    await until(lambda: steps == 1, "the work begins")
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    going.set()
    assert await work.run("other key", make) == "made"  # the turn is free
    assert steps == 3  # one of the first run, two of the second


async def test_work_goes_on_while_one_of_two_waits() -> None:
    work: SharedWork[str] = SharedWork()
    going = asyncio.Event()

    async def make() -> str:
        await going.wait()
        return "made"

    one, other = (asyncio.create_task(work.run("key", make)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    await asyncio.gather(one, return_exceptions=True)
    going.set()
    assert await other == "made"


async def test_failed_work_is_reported_to_all_and_not_kept() -> None:
    work: SharedWork[str] = SharedWork()

    async def fail() -> str:
        await asyncio.sleep(0)
        raise CommandRefused("too_big")

    async def make() -> str:
        return "made"

    failed = await asyncio.gather(*(work.run(1, fail) for _ in range(3)), return_exceptions=True)
    assert [type(error) for error in failed] == [CommandRefused] * 3
    assert await work.run(1, make) == "made"
