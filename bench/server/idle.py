"""Many idle connections: their memory, the cost of their pings, and the time to reconnect all."""

import asyncio
import resource
import time
from collections.abc import Sequence
from pathlib import Path

from bench.server.figures import used_s
from bench.server.ours import Load, Person, connected
from bench.server.tables import Seated

PING_EVERY_S = 1.0
"""The interval between two pings of a page."""


def memory_kib(pid: int) -> int:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("the system does not say")


async def share_of_pings(people: Sequence[Person], pid: int, seconds: float) -> dict[str, float]:
    """Let everybody ping as pages do; return the server's share of a core and its time per ping."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    sent = 0

    def ping(person: Person) -> None:
        nonlocal sent
        person.ping()
        sent += 1
        if loop.time() < until:
            loop.call_later(PING_EVERY_S, ping, person)

    before, began = used_s(pid), time.perf_counter()
    for number, person in enumerate(people):
        loop.call_later(PING_EVERY_S * number / len(people), ping, person)
    await asyncio.sleep(seconds)
    used, spent = used_s(pid) - before, time.perf_counter() - began
    await asyncio.sleep(PING_EVERY_S)  # the last pings
    return {"pings_s": sent / spent, "ping_us": used / sent * 1e6, "ping_share": used / spent}


async def measure(
    seated: Sequence[Sequence[Seated]], port: int, pid: int, seconds: float
) -> dict[str, float]:
    """Connect everybody, ping for a while, drop all connections, and reconnect everybody."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    load = Load()
    people = [Person(one, load) for table in seated for one in table]
    before = memory_kib(pid)
    connected_s = await connected(people, port)
    await asyncio.sleep(1)
    after = memory_kib(pid)
    pings = await share_of_pings(people, pid, seconds)
    for person in people:
        person.drop()
    resumed_s = await connected(people, port)
    return {
        "sockets": len(people),
        "kib_before": before,
        "kib_per_socket": (after - before) / len(people),
        "connected_s": connected_s,
        "resumed_s": resumed_s,
        **pings,
    }
