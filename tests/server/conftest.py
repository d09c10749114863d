"""Fixtures of all server tests."""

import secrets
from random import Random

import pytest

from tests.server.running import server

__all__ = ["same_deals", "server"]


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run of a test, by servers in this process."""
    rng = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
