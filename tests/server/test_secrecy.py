"""Nobody receives a byte that depends on what they may not know."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import pytest_asyncio

from mazziere.games import IDS
from mazziere.kernel.events import SPECTATOR
from tests.server.running import Running, running
from tests.server.wire_leaks import LEAKS
from tests.server.wire_twins import Clock, LeakError, hunt

pytestmark = pytest.mark.asyncio

MATCHES = 5
"""In one of so many a leak must show, at the latest."""


class Still(NamedTuple):
    """A server whose clock stands still."""

    server: Running
    clock: Clock


@pytest_asyncio.fixture
async def still(tmp_path: Path) -> AsyncIterator[Still]:
    clock = Clock()
    async with running(tmp_path / "store.db", clock=clock) as started:
        yield Still(started, clock)


@pytest.mark.parametrize("game", IDS)
async def test_what_one_receives_does_not_depend_on_what_is_hidden(
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
