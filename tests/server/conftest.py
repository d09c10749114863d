"""Fixtures of all server tests."""

import secrets
from collections.abc import Iterator
from random import Random

import pytest
import structlog
from structlog.processors import KeyValueRenderer, add_log_level, format_exc_info

from tests.server.running import server

__all__ = ["plain_logs", "same_deals", "server"]


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Log as plain text: structlog's default renders tracebacks slowly, with all variables."""
    structlog.configure([add_log_level, format_exc_info, KeyValueRenderer()])
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run of a test, by servers in this process."""
    rng = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
