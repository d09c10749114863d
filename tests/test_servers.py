"""The servers for tests answer, and are started once."""

import asyncpg  # type: ignore[import-untyped]
import pytest
import redis

from tests.servers import Postgres, postgres, running_postgres, running_valkey, valkey

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
