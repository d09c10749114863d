"""The servers for tests answer, and are started once."""

import asyncpg  # type: ignore[import-untyped]
import pytest
import redis

from tests.servers import Postgres, postgres, running_postgres, running_valkey, start_valkey, valkey

__all__ = ["postgres", "valkey"]


@pytest.mark.asyncio
async def test_postgresql_answers_with_an_empty_database(postgres: Postgres) -> None:
    assert running_postgres() is postgres
    connection = await asyncpg.connect(postgres.fresh())
    try:
        assert await connection.fetchval("SELECT count(*) FROM pg_stat_user_tables") == 0
    finally:
        await connection.close()


def test_valkey_answers(valkey: str) -> None:
    assert running_valkey() == valkey
    with redis.Redis.from_url(valkey) as client:
        assert client.ping()


def test_a_stopped_valkey_gets_its_port_back() -> None:
    one = start_valkey()
    port = one.port
    one.stop()
    other = start_valkey()
    again = start_valkey(port)
    try:
        assert again.port == port != other.port
    finally:
        other.stop()
        again.stop()
