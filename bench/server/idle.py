"""Many idle connections: their memory, and the time to reconnect all of them."""

import asyncio
import resource
from collections.abc import Sequence
from pathlib import Path

from bench.server.ours import Load, Person, connected
from bench.server.tables import Seated


def memory_kib(pid: int) -> int:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("the system does not say")


async def measure(seated: Sequence[Sequence[Seated]], port: int, pid: int) -> dict[str, float]:
    """Connect everybody, drop all connections, and reconnect everybody."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    load = Load()
    people = [Person(one, load) for table in seated for one in table]
    before = memory_kib(pid)
    connected_s = await connected(people, port)
    await asyncio.sleep(1)
    after = memory_kib(pid)
    for person in people:
        person.drop()
    resumed_s = await connected(people, port)
    return {
        "sockets": len(people),
        "kib_before": before,
        "kib_per_socket": (after - before) / len(people),
        "connected_s": connected_s,
        "resumed_s": resumed_s,
    }
