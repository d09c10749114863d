"""Nobody receives a byte that depends on hidden information."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import pytest_asyncio

from mazziere.games import shelf
from mazziere.kernel.events import SPECTATOR
from tests.server.running import Running, running
from tests.server.wire_leaks import LEAKS
from tests.server.wire_twins import LeakError, ManualClock, hunt

pytestmark = pytest.mark.asyncio

MATCHES = 5
"""Matches in which a planted leak must be found."""


class Still(NamedTuple):
    """A server whose clock stands still."""

    server: Running
    clock: ManualClock


@pytest_asyncio.fixture
async def still(tmp_path: Path) -> AsyncIterator[Still]:
    clock = ManualClock()
    async with running(tmp_path / "store.db", clock=clock) as started:
        yield Still(started, clock)


@pytest.mark.parametrize("game", shelf())
async def test_received_bytes_do_not_depend_on_hidden_information(
    still: Still, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = (0, 1, SPECTATOR)
    frames = await hunt(*still, game, everybody, Random(game), monkeypatch)
    assert frames >= 60


@pytest.mark.parametrize(("plant", "game", "observer"), LEAKS)
async def test_planted_leaks_are_found(
    still: Still,
    plant: Callable[[pytest.MonkeyPatch], None],
    game: str,
    observer: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    rng = Random(f"{game} {observer}")
    found = ""
    for _ in range(MATCHES):
        try:
            await hunt(*still, game, (observer,), rng, monkeypatch)
        except LeakError as leak:
            found = str(leak)
            break
    assert f"for {observer}" in found
