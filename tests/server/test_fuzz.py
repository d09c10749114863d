"""Fuzzing over HTTP and over the WebSocket: typed answers, and the server keeps working."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mazziere.client import Client, ConnectionEnded
from mazziere.server.http.schema import openapi
from mazziere.wire.client import Ping
from mazziere.wire.server import AnyFromServer, Goodbye, Pong
from tests.server.raw_frames import frames, values
from tests.server.running import in_thread
from tests.waiting import deadline

CALM = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class Place:
    """A server in a thread, with a running match."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = Client(url)
        asyncio.run(self._begin())

    async def _begin(self) -> None:
        opened = await self.client.open("dieci", "Ada", 2, bots=["easy"], paceMs=0)
        self.table = opened.id
        await self.client.start(self.table)

    def works(self) -> None:
        """Check that a match can be played."""

        async def play() -> None:
            opened = await self.client.open("dieci", "Ada", 2, {"tokens": 1})
            await self.client.join(opened.id, "Bea")
            await self.client.start(opened.id, named=0)
            async with self.client.connect(opened.id) as connection:
                assert (await connection.move(1, "keep")).seq

        asyncio.run(play())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    with in_thread(folder / "store.db") as url:
        yield Place(url)


# Frames


@CALM
@given(sent=st.lists(frames, min_size=1, max_size=12))
def test_any_frames(place: Place, sent: list[str | bytes]) -> None:
    async def talk() -> None:
        async with deadline("the server answers"), place.client.connect(place.table) as connection:
            connection.received = []
            try:
                for frame in sent:
                    await connection.send_raw(frame)
                await connection.send(Ping(4711))
                message: AnyFromServer | None = None
                while not (isinstance(message, Pong) and message.id == 4711):
                    message = await connection.next()
            except ConnectionEnded:
                last = msgspec.json.decode(connection.received[-1], type=AnyFromServer)
                assert isinstance(last, Goodbye)
                assert last.why in ("version", "too_big")
            assert b"Traceback" not in b"".join(connection.received)

    asyncio.run(talk())


def test_the_server_works_after_the_frames(place: Place) -> None:
    place.works()


# Requests

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(openapi())
OPERATIONS: list[Any] = [found.ok() for found in SCHEMA.get_all_operations()]  # type: ignore[union-attr]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
@CALM
@given(data=st.data())
def test_any_requests(place: Place, operation: Any, data: st.DataObject) -> None:
    case = data.draw(operation.as_strategy())
    known = {"table": place.table, "seat": 1, "match": 1, "game": "dieci", "lang": "it"}
    for name in case.path_parameters:
        if data.draw(st.booleans()):
            case.path_parameters[name] = known.get(name, case.path_parameters[name])
    headers = {"Origin": place.url, "Cookie": place.client.cookie or ""}
    if operation.method.upper() == "DELETE" and case.path_parameters == {"table": place.table}:
        headers.pop("Cookie")  # the table must stay open
    response = case.call(base_url=place.url, headers=headers, timeout=20)
    case.validate_response(response, checks=CHECKS)
    assert b"Traceback" not in response.content


@pytest.mark.parametrize("method", ["POST", "PUT"])
@CALM
@given(body=st.binary(max_size=500) | values.map(lambda value: json.dumps(value).encode()))
def test_any_bodies(place: Place, method: str, body: bytes) -> None:
    async def ask() -> None:
        rest = "/seats" if method == "POST" else ""
        client = Client(place.url)
        client.cookie = place.client.cookie
        status, data = await asyncio.to_thread(
            raw_ask, client, method, f"/api/tables/{place.table}{rest}", body
        )
        assert status in (400, 409, 415), (status, data)
        assert msgspec.json.decode(data)["code"]

    asyncio.run(ask())


def raw_ask(client: Client, method: str, path: str, body: bytes) -> tuple[int, bytes]:
    """Send a raw body."""
    return client._ask(method, path, msgspec.Raw(body))


def test_the_server_works_after_the_requests(place: Place) -> None:
    place.works()


def test_the_schema_is_valid() -> None:
    SCHEMA.validate()
    ids = [operation.definition.raw["operationId"] for operation in OPERATIONS]
    assert len(set(ids)) == len(ids) == len(OPERATIONS) > 20
