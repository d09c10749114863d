"""Store fixtures: every test with one runs on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from mazziere.store import Store, open_store
from tests.servers import postgres

__all__ = ["postgres", "store", "url"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    fresh: str = request.getfixturevalue("postgres").fresh()
    return fresh


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An empty store."""
    opened = await open_store(url)
    yield opened
    await opened.close()
