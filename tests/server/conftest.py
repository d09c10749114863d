"""Fixtures of all server tests."""

import secrets
from collections.abc import Iterator
from random import Random

import pytest
import structlog
from structlog.processors import KeyValueRenderer, add_log_level, format_exc_info

from mazziere.client import TableConnection
from mazziere.wire.server import AnyFromServer
from tests.server.running import server
from tests.waiting import deadline

__all__ = ["every_message_has_a_deadline", "plain_logs", "same_deals", "server"]


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Log as plain text: structlog's default renders tracebacks slowly, with all variables."""
    structlog.configure([add_log_level, format_exc_info, KeyValueRenderer()])
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def every_message_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up on a connection from which no message comes, wherever a test reads from it."""
    real = TableConnection.next

    async def next_in_time(self: TableConnection) -> AnyFromServer:
        async with deadline("the server sends a message"):
            return await real(self)

    monkeypatch.setattr(TableConnection, "next", next_in_time)


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run of a test, by servers in this process."""
    rng = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
