"""A server that is killed in the middle of a write: nothing promised is lost or doubled."""

import asyncio
import random
import signal
from pathlib import Path

import pytest

from mazziere.server.room import POINTS as SERVER_POINTS
from mazziere.store.crash import POINTS as STORE_POINTS
from tests.server.playing import Person, check, read_log, seated
from tests.server.processes import Served, serve

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

TABLES = 3
POINTS = (*STORE_POINTS, *SERVER_POINTS)


async def lives(folder: Path, crashes: list[str], seed: int) -> list[list[Person]]:
    """Let people play through one life of a server after the other; the last one stops."""
    servers: list[Served] = [serve(folder)]

    def where() -> str:
        return servers[-1].url

    tables = [await seated(where(), [where, where], seed + n) for n in range(TABLES)]
    people = [person for table in tables for person in table]
    assert servers[0].stop() == 0
    for crash_at in crashes:
        servers.append(serve(folder, crash_at))
        ended = asyncio.create_task(servers[-1].died())
        await asyncio.gather(*(person.play(ended.done) for person in people))
        assert await ended == -signal.SIGKILL, crash_at
    servers.append(serve(folder))
    before = [sum(len(person.promised) for person in table) for table in tables]

    def has_gone_on() -> bool:
        now = [sum(len(person.promised) for person in table) for table in tables]
        return all(b - a >= 4 for a, b in zip(before, now, strict=True))

    await asyncio.gather(*(person.play(has_gone_on) for person in people))
    assert has_gone_on(), "a table does not go on"
    assert servers[-1].stop() == 0
    return tables


@pytest.mark.parametrize("seed", range(3))
async def test_killed_at_every_labelled_point(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    crashes = [f"{point}:{draw.randint(2, 25)}" for point in POINTS]
    draw.shuffle(crashes)
    tables = await lives(tmp_path / "data", crashes, seed * 1000)
    for people in tables:
        entries = await read_log(f"sqlite:///{tmp_path / 'data' / 'store.db'}", people[0].table)
        check(entries, people)
        assert {person.seat for person in people if person.promised} == {0, 1}


async def test_killed_at_any_moment(tmp_path: Path) -> None:
    draw = random.Random(7)
    folder = tmp_path / "data"
    server = serve(folder)

    def where() -> str:
        return server.url

    tables = [await seated(where(), [where, where], 50 + n) for n in range(TABLES)]
    people = [person for table in tables for person in table]
    for _ in range(5):
        moves = sum(len(person.promised) for person in people) + draw.randint(10, 60)
        await asyncio.gather(
            *(
                person.play(lambda: sum(len(p.promised) for p in people) >= moves)  # noqa: B023
                for person in people
            )
        )
        server.kill()
        server = serve(folder)
    assert server.stop() == 0
    for table in tables:
        check(await read_log(f"sqlite:///{folder / 'store.db'}", table[0].table), table)
