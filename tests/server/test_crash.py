"""Servers killed in the middle of a write: no acknowledged move is lost or duplicated.

`make soak-server` does the same for a longer time, with other seeds.
"""

from pathlib import Path

import pytest

from tests.server.kill_rounds import killed_at_any_moment, killed_at_points, nodes_die_in_turn
from tests.servers import Postgres, postgres

__all__ = ["postgres"]

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_killed_at_every_crash_point(tmp_path: Path) -> None:
    for people in await killed_at_points(tmp_path / "data", 0):
        assert {person.seat for person in people if person.promised} == {0, 1}


async def test_killed_at_any_moment(tmp_path: Path) -> None:
    await killed_at_any_moment(tmp_path / "data", 7, lives=3)


async def test_one_of_two_nodes_is_killed_repeatedly(tmp_path: Path, postgres: Postgres) -> None:
    await nodes_die_in_turn(tmp_path / "data", postgres.fresh(), 1, lives=3)
