"""The latency of people's moves while bots at other tables use all threads for bots."""

import asyncio
from collections.abc import Sequence

from bench.server.figures import Figures, Watch
from bench.server.ours import Load, Person, connected
from bench.server.tables import Seated

BOT_TABLES = 12
BOTS = 9
"""Bots at each of these tables, beside one person who moves at once."""
LEVEL = "master"
TABLES = 20
"""Tables with two people each, whose moves are measured."""
PAUSE_S = 0.25
"""Time that these people take for a move."""


class CalmPerson(Person):
    """A person who takes some time for each move."""

    def move(self) -> None:
        """Move later, if it is still this person's turn then."""
        asyncio.get_running_loop().call_later(PAUSE_S, super().move)


async def measure(
    seated: Sequence[Sequence[Seated]],
    with_bots: Sequence[Sequence[Seated]],
    port: int,
    pid: int,
    warm_s: float,
    seconds: float,
) -> Figures:
    """Let everybody play, and measure the moves at tables without bots."""
    load, beside = Load(), Load()
    people: list[Person] = [CalmPerson(one, load) for table in seated for one in table]
    others = [Person(one, beside) for table in with_bots for one in table]
    await connected([*others, *people], port)
    load.is_on = beside.is_on = True
    for person in (*others, *people):
        person.move()
    await asyncio.sleep(warm_s)
    load.waits.clear()
    watch = Watch(pid)
    await asyncio.sleep(seconds)
    figures = watch.stop(load.waits)
    load.is_on = beside.is_on = False
    for person in (*others, *people):
        person.drop()
    if any(code != "stale" for code in (*load.refusals, *beside.refusals)):
        raise RuntimeError(f"refused: {set(load.refusals + beside.refusals)}")
    return figures
