"""Two nodes with one PostgreSQL and one Valkey; the people of a table are on both."""

import asyncio
import http.client
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

from mazziere.client import TableConnection
from mazziere.server.rooms import bus as bus_module
from mazziere.server.rooms import presence
from mazziere.server.rooms import registry as registry_module
from mazziere.server.rooms.bus import RedisBus
from mazziere.table import schedule
from mazziere.table.entries import AnyEntry, Ended, Hosted, Left, Moved, StoodIn
from mazziere.wire.server import Done
from tests.server.playing import LONG, Person, check, farewell, read_log, seated
from tests.server.processes import Served, serve
from tests.server.running import QUICK, Running, lines, read_until, running
from tests.servers import Postgres, postgres, start_valkey, valkey
from tests.waiting import LIMIT_S, deadline, until

__all__ = ["postgres", "valkey"]

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

NEVER_S = 1000.0
"""A time after which people are away that no test reaches, however busy the machine is."""
PATIENT_S = 3.0
"""Time for nodes to answer that they have a person: the machine may be busy."""


class Nodes:
    """Two nodes of one installation."""

    def __init__(
        self, folder: Path, database: str, bus: str, away_after_s: float = NEVER_S
    ) -> None:
        self.database = database
        self._folder = folder
        self._bus = bus
        self._away_after_s = away_after_s
        self.both = [self.start(n) for n in range(2)]

    def start(self, number: int) -> Served:
        folder = self._folder / f"node{number}"
        return serve(
            folder,
            patches={"mazziere.server.rooms.presence.ANSWER_S": PATIENT_S},
            database=self.database,
            bus=self._bus,
            away_after_s=self._away_after_s,
        )

    def at(self, number: int) -> Callable[[], str]:
        return lambda: self.both[number].url

    def stop(self) -> list[int]:
        return [node.stop() for node in self.both if node.process.is_alive()]

    async def log(self, people: list[Person]) -> list[AnyEntry]:
        entries = await read_log(self.database, people[0].table)
        check(entries, people)
        return entries


@pytest.fixture
def nodes(tmp_path: Path, postgres: Postgres, valkey: str) -> Iterator[Nodes]:
    found = Nodes(tmp_path, postgres.fresh(), valkey)
    yield found
    found.stop()


def metric(node: Served, name: str) -> float:
    port = node.ready.admin_port or 0
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


def kinds(entries: list[AnyEntry], *wanted: type) -> list[AnyEntry]:
    return [entry for entry in entries if isinstance(entry, wanted)]


async def test_people_of_one_table_on_different_nodes_move_at_the_same_time(nodes: Nodes) -> None:
    tables: list[list[Person]] = []
    for number in range(3):
        places = [nodes.at(0), nodes.at(1), nodes.at(number % 2)]
        people = await seated(places[2](), places, number, "yooloo")
        await asyncio.gather(*(person.play(lambda: False) for person in people))
        assert all(person.is_over for person in people)
        tables.append(people)
    assert nodes.stop() == [0, 0]
    for table in tables:
        entries = await nodes.log(table)
        moves = kinds(entries, Moved)
        assert len(moves) == sum(len(person.promised) for person in table)
        ended = next(n for n, entry in enumerate(entries) if isinstance(entry, Ended))
        assert not kinds(entries[:ended], Left, StoodIn)  # after the match everybody leaves


async def test_a_node_that_has_not_heard_of_a_move_appends_after_it(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Without a bus the second node's append conflicts: it reads the log and tries again."""
    database = postgres.fresh()
    async with (
        running(tmp_path, QUICK, database=database) as first,
        running(tmp_path, QUICK, database=database) as second,
    ):
        table, (ada, bea) = await first.seated("yooloo", 2)
        await ada.start(table)
        there = second.client()
        there.cookie = bea.cookie
        async with ada.connect(table) as here, there.connect(table) as away:
            assert isinstance(await here.move(0, here.moves(0)[0]), Done)
            assert isinstance(await away.move(1, away.moves(1)[0]), Done)
        assert (first.node.metrics.value("conflicts"), second.node.metrics.value("conflicts")) == (
            0,
            1,
        )
    entries = await read_log(database, table)
    assert [entry.seat for entry in entries if isinstance(entry, Moved)] == [0, 1]


async def test_bots_move_once_on_two_nodes(nodes: Nodes) -> None:
    people = await seated(
        nodes.both[0].url, [nodes.at(0), nodes.at(1)], 3, "dieci", bots=["easy", "normal"]
    )
    await asyncio.gather(*(person.play(lambda: False) for person in people))
    assert nodes.stop() == [0, 0]
    moves = [entry for entry in await nodes.log(people) if isinstance(entry, Moved)]
    assert {move.by for move in moves} == {"person", "bot"}
    assert not any(move.id for move in moves if move.by == "bot")


async def test_a_node_is_killed_during_a_match(nodes: Nodes) -> None:
    here = [0]
    places = [lambda: nodes.both[here[0]].url, nodes.at(1)]
    people = await seated(nodes.both[0].url, places, 5, bots=["easy"])
    is_enough = asyncio.Event()
    playing = asyncio.gather(*(person.play(is_enough.is_set) for person in people))
    await _more(people, 5)
    nodes.both[0].kill()
    here[0] = 1
    await _more(people, 5)
    is_enough.set()
    await playing
    assert nodes.stop() == [0]
    assert not kinds(await nodes.log(people), StoodIn, Hosted)


async def test_the_people_of_a_dead_node_are_away_until_they_return(
    tmp_path: Path, postgres: Postgres, valkey: str
) -> None:
    nodes = Nodes(tmp_path, postgres.fresh(), valkey, away_after_s=0.3)
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 6)
    clients = [nodes.both[n].client(person.cookie) for n, person in enumerate(people)]
    table = people[0].table
    async with clients[1].connect(table) as other:
        async with clients[0].connect(table):
            nodes.both[0].kill()
            await read_until(other, lambda: other.table.seats[0].away, "the first person is away")
        assert not other.table.seats[1].away
        async with nodes.both[1].client(people[0].cookie).connect(table):
            await read_until(
                other, lambda: not other.table.seats[0].away, "the first person is back"
            )
    assert nodes.stop() == [0]


async def test_moving_to_the_other_node_is_not_leaving(
    tmp_path: Path, postgres: Postgres, valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two nodes in this process, with a clock that jumps when both know of the move."""
    monkeypatch.setattr(presence, "CHECK_S", 0.05)
    monkeypatch.setattr(presence, "ANSWER_S", PATIENT_S)
    ahead_s = 0.0

    def clock() -> float:
        return time.time() + ahead_s

    database, config = postgres.fresh(), replace(QUICK, bus=valkey, away_after_s=NEVER_S)
    async with (
        running(tmp_path, config, clock, database=database) as first,
        running(tmp_path, config, clock, database=database) as second,
    ):
        await until(lambda: first.node.bus.is_up and second.node.bus.is_up, "the bus is up")
        table, (ada, bea) = await first.seated("dieci", 2)
        await ada.start(table, named=0)
        async with lines(table, [ada, bea]):
            pass
        await until(lambda: len(first.node.presence._missing) == 2, "both are missed")
        person = (await first.node.rooms.room(table)).table.seats[0].person
        moved = second.client()
        moved.cookie = ada.cookie

        def is_heard_of(since: float) -> bool:
            """Return whether the first node has heard of ada from the second since then."""
            return first.node.presence._missing.get((table, person), clock()) >= since

        began = clock()
        async with moved.connect(table) as connection:
            await until(lambda: is_heard_of(began), "the first node hears of the move")
            ahead_s = 2 * NEVER_S
            began = clock()
            await read_until(
                connection, lambda: connection.table.seats[1].away, "the other is away"
            )
            await until(lambda: is_heard_of(began), "the first node has asked for ada")
        left = [entry.seat for entry in await read_log(database, table) if isinstance(entry, Left)]
    assert left == [1]


async def test_the_newest_connection_takes_over_from_another_node(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 8)
    table, cookie = people[0].table, people[0].cookie
    async with (
        nodes.both[0].client(cookie).connect(table) as old,
        nodes.both[1].client(cookie).connect(table) as new,
    ):
        goodbye = await farewell(old)
        assert (goodbye.why, goodbye.come_back) == ("replaced", False)
        assert new.positions[0].picture["hand"]


async def hears(connection: TableConnection, said: str) -> None:
    """Wait for a line of the chat."""
    await read_until(connection, lambda: any(item.text == said for item in connection.news), said)


async def test_a_late_connection_to_another_node_does_not_take_over(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 8)
    table, cookie, seat = people[0].table, people[0].cookie, people[0].seat
    async with nodes.both[0].client(cookie).connect(table) as newer:
        late = nodes.both[1].client(cookie).connect(table)
        late._page, late._attempt = newer._page, newer._attempt - 2  # `hello` adds one
        async with late:  # that node does not know the other connection
            for number, sender in enumerate((late, newer)):
                await sender.send_raw(f'{{"type":"say","seat":{seat},"text":"line {number}"}}')
                await hears(newer, f"line {number}")  # ConnectionEnded if its seat was taken


async def is_replaced(connection: TableConnection, seat: int) -> None:
    """Wait until a bot plays for a person."""
    await read_until(connection, lambda: connection.table.seats[seat].stand_in, "a bot takes over")


def counted_sweeps(server: Running, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the times of a node's sweeps, a list that grows."""
    real, sweeps = server.store.due, list[float]()

    async def due(before: float, limit: int) -> list[str]:
        found = await real(before, limit)
        sweeps.append(before)
        return found

    monkeypatch.setattr(server.store, "due", due)
    return sweeps


async def test_timeouts_happen_once(
    tmp_path: Path, postgres: Postgres, valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ANSWER_S", PATIENT_S)
    monkeypatch.setattr(schedule, "AWAY_S", 0.8)
    monkeypatch.setattr(registry_module, "SWEEP_S", 0.1)
    monkeypatch.setattr(registry_module, "LATE_S", 0.2)
    database, config = postgres.fresh(), replace(QUICK, bus=valkey, away_after_s=0.3)
    async with (
        running(tmp_path, config, database=database) as first,
        running(tmp_path, config, database=database) as second,
    ):
        table, (ada, bea, _) = await first.seated("uno", 3, LONG)
        there = second.client()
        there.cookie = bea.cookie
        async with ada.connect(table) as here, there.connect(table) as away:  # the third never
            await ada.start(table)
            for one in (here, away):
                await is_replaced(one, 2)
            sweeps = [counted_sweeps(node, monkeypatch) for node in (first, second)]
            # The first sweep may have begun before; in the others a node would try again.
            await until(lambda: min(map(len, sweeps)) >= 3, "both nodes sweep")
    entries = await read_log(database, table)
    assert [entry.seat for entry in entries if isinstance(entry, StoodIn)] == [2]
    assert [entry.seat for entry in entries if isinstance(entry, Left)] == [2]


async def test_the_bus_goes_down_during_a_match(tmp_path: Path, postgres: Postgres) -> None:
    bus = start_valkey()
    port = bus.port
    nodes = Nodes(tmp_path, postgres.fresh(), str(bus.connection_url))
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 10)
    is_enough = asyncio.Event()
    playing = asyncio.gather(*(person.play(is_enough.is_set) for person in people))
    await _more(people, 4)
    bus.stop()
    await _more(people, 4)  # they still see each other's moves
    again = start_valkey(port)
    try:
        await _more(people, 20)
        is_enough.set()
        await playing
        assert nodes.stop() == [0, 0]
    finally:
        again.stop()
    assert not kinds(await nodes.log(people), Left, StoodIn, Hosted)


async def test_answers_are_current_while_the_bus_is_down(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Also at a table without viewers, and after the bus is back."""
    bus = start_valkey()
    port = bus.port
    nodes = Nodes(tmp_path, postgres.fresh(), str(bus.connection_url))
    here, there = nodes.both[0].client(), nodes.both[1].client()
    table = (await here.open("dieci", "Ada", 2)).id
    there.cookie = here.cookie
    assert (await there.table(table)).seats[1].kind == "open"
    bus.stop()
    await until(lambda: metric(nodes.both[1], "mazziere_bus_up") == 0, "the bus is down")
    await here.join(table, "Bea")
    assert (await there.table(table)).seats[1].kind == "person"
    await here.act("DELETE", table, "/seats/1")
    again = start_valkey(port)
    try:
        await until(lambda: metric(nodes.both[1], "mazziere_bus_up") == 1, "the bus is up")
        async with deadline("the other node shows the free seat"):
            while (await there.table(table)).seats[1].kind != "open":
                await asyncio.sleep(0.05)
        assert nodes.stop() == [0, 0]
    finally:
        again.stop()


async def test_unsent_messages_are_sent_when_the_bus_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another node may listen again before this one can send, and would miss the message."""
    server = start_valkey()
    port, bus = server.port, RedisBus(str(server.connection_url))
    await bus.start(lambda what, table, rest: None, lambda: None)
    await until(lambda: bus.is_up, "the bus is up")
    monkeypatch.setattr(bus_module, "RETRY_S", 0.05)
    real, tried, may_send = bus._send, [], asyncio.Event()

    async def send(messages: list[str]) -> bool:
        tried.extend(messages)
        await may_send.wait()
        return await real(messages)

    monkeypatch.setattr(bus, "_send", send)
    may_send.set()
    server.stop()
    bus.publish("entries", "t1", "7")
    bus.publish("deleted", "t2")
    await until(lambda: tried and not bus.is_up, "the messages cannot be sent")
    may_send.clear()
    again = start_valkey(port)
    try:
        async with Redis.from_url(str(again.connection_url)).pubsub() as channel:
            await channel.subscribe(bus_module.CHANNEL)
            may_send.set()
            heard = ""
            async with deadline("both messages arrive"):
                async for message in channel.listen():
                    heard += str(message["data"])
                    if "entries t1 7" in heard and "deleted t2" in heard:
                        break
        await bus.stop()
    finally:
        again.stop()


async def _more(people: list[Person], moves: int) -> None:
    """Wait until everybody has made `moves` more moves, or the match is over."""
    goals = [len(person.promised) + moves for person in people]

    def have_moved() -> bool:
        return all(
            len(person.promised) >= goal or person.is_over
            for person, goal in zip(people, goals, strict=True)
        )

    await until(have_moved, f"everybody makes {moves} moves")


async def test_stopping_one_node_sends_its_people_to_the_other(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 11)
    async with nodes.both[0].client(people[0].cookie).connect(people[0].table) as line:
        stopping = asyncio.create_task(asyncio.to_thread(nodes.both[0].stop))
        goodbye = await farewell(line)
        assert (goodbye.why, goodbye.come_back) == ("restart", True)
        assert await stopping == 0
    async with nodes.both[1].client(people[0].cookie).connect(people[0].table) as line:
        assert line.table.phase == "playing"
