"""A node with PostgreSQL stops in time while its bus comes and goes."""

from pathlib import Path

import pytest

from tests.server.flapping import STOP_S, stopped_while_the_bus_flaps
from tests.servers import Postgres, postgres, valkey

__all__ = ["postgres", "valkey"]

pytestmark = pytest.mark.asyncio

ROUNDS = 2
"""`make soak-stops` repeats it 200 times."""
PATIENT = {"mazziere.server.operations.shutdown.SHUTDOWN_S": STOP_S}
"""The limit of a shutdown on a machine that may be busy."""


async def test_a_node_stops_in_time(tmp_path: Path, postgres: Postgres, valkey: str) -> None:
    database = postgres.fresh()
    for seed in range(ROUNDS):
        code = await stopped_while_the_bus_flaps(tmp_path, database, valkey, seed, PATIENT)
        assert code == 0, (tmp_path / "log").read_text()
