"""Matches during which servers are killed and restarted, on one node and on two."""

import asyncio
import random
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from mazziere.server.rooms.room import POINTS as SERVER_POINTS
from mazziere.store.crash import POINTS as STORE_POINTS
from tests.server.playing import Person, check, read_log, seated
from tests.server.processes import DiedEarlyError, Served, serve
from tests.servers import start_valkey

TABLES = 3
POINTS = (*STORE_POINTS, *SERVER_POINTS)

Tables = list[list[Person]]


async def sit_down(where: Callable[[], str], seed: int, bots: Sequence[str] = ()) -> Tables:
    """Return tables of two people each, with bots if wanted."""
    return [await seated(where(), [where, where], seed + n, bots=bots) for n in range(TABLES)]


async def play(tables: Tables, until: Callable[[], bool]) -> None:
    """Let everybody play until a condition holds."""
    await asyncio.gather(*(person.play(until) for table in tables for person in table))


def moved_on(tables: Tables, moves: int) -> Callable[[], bool]:
    """Return the condition that each table has made `moves` more moves than now."""

    def made() -> list[int]:
        return [sum(len(person.promised) for person in table) for table in tables]

    before = made()
    return lambda: all(now - then >= moves for then, now in zip(before, made(), strict=True))


async def check_all(database: str, tables: Tables) -> None:
    """Check that no acknowledged move of any table is missing or duplicated."""
    for people in tables:
        check(await read_log(database, people[0].table), people)


async def killed_at_points(folder: Path, seed: int, bots: Sequence[str] = ()) -> Tables:
    """Kill a server at every crash point of a write, in random order; stop the last one."""
    draw = random.Random(seed)
    crashes = [f"{point}:{draw.randint(2, 25)}" for point in POINTS]
    draw.shuffle(crashes)
    servers: list[Served] = [serve(folder)]
    tables = await sit_down(lambda: servers[-1].url, seed * 1000, bots)
    assert servers[0].stop() == 0
    for crash_at in crashes:
        try:
            servers.append(serve(folder, crash_at))
        except DiedEarlyError as died:  # a server passes crash points also while it starts
            if died.code != -signal.SIGKILL:
                raise
            continue
        ended = asyncio.create_task(servers[-1].died())
        await play(tables, ended.done)
        assert await ended == -signal.SIGKILL, crash_at
    servers.append(serve(folder))
    await play(tables, moved_on(tables, 4))
    assert servers[-1].stop() == 0
    await check_all(f"sqlite:///{folder / 'store.db'}", tables)
    return tables


async def killed_at_any_moment(folder: Path, seed: int, lives: int = 5) -> Tables:
    """Kill a server with SIGKILL at random moments."""
    draw = random.Random(seed)
    servers = [serve(folder)]
    tables = await sit_down(lambda: servers[-1].url, seed * 1000 + 50)
    for _ in range(lives):
        await play(tables, moved_on(tables, draw.randint(3, 20)))
        servers[-1].kill()
        servers.append(serve(folder))
    assert servers[-1].stop() == 0
    await check_all(f"sqlite:///{folder / 'store.db'}", tables)
    return tables


async def nodes_die_in_turn(folder: Path, database: str, seed: int, lives: int = 6) -> Tables:
    """Kill one of two nodes at a crash point, again and again, and cut the bus now and then.

    The people of the dead node move to the other one; the others stay. So a table is on both nodes
    most of the time.
    """
    draw = random.Random(seed)
    bus = start_valkey()
    port, url = bus.port, str(bus.connection_url)

    def node(number: int, crash_at: str = "") -> Served:
        return serve(folder / f"{number}", crash_at, database=database, bus=url)

    folder.mkdir(exist_ok=True)
    both = [node(0), node(1)]

    def at(number: int) -> Callable[[], str]:
        return lambda: both[number if both[number].process.is_alive() else 1 - number].url

    tables = [
        await seated(both[0].url, [at(0), at(1)], seed * 1000 + n, bots=["easy"] * (n % 2))
        for n in range(TABLES)
    ]
    try:
        for life in range(lives):
            crash_at = f"{draw.choice(SERVER_POINTS)}:{draw.randint(2, 25)}"
            assert both[life % 2].stop() == 0
            both[life % 2] = node(life % 2, crash_at)
            if draw.random() < 0.5:
                bus.stop()
            ended = asyncio.create_task(both[life % 2].died())
            await play(tables, ended.done)
            assert await ended == -signal.SIGKILL, crash_at
            await play(tables, moved_on(tables, 2))
            if not bus.is_running():
                bus = start_valkey(port)
            both[life % 2] = node(life % 2)
        await play(tables, moved_on(tables, 4))
        assert [one.stop() for one in both] == [0, 0]
    finally:
        for one in both:
            if one.process.is_alive():
                one.kill()
        if bus.is_running():
            bus.stop()
    await check_all(database, tables)
    return tables
