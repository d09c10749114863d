"""The WebSocket: refusals, rate limits, and the ends of connections."""

import asyncio
import json
import socket
from dataclasses import replace
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from mazziere.bots.bot import Share
from mazziere.client import ConnectionEnded, NotGranted, TableConnection
from mazziere.server.http.schema import messages_schema
from mazziere.server.transport import connection as connection_module
from mazziere.wire.client import Hint, Ping, Say
from mazziere.wire.http import Games
from mazziere.wire.server import Advice, AnyFromServer, Done, Goodbye, Pong, Refusal
from tests.server.running import (
    QUICK,
    Running,
    caught_up,
    ended,
    lines,
    read_for,
    turned_away,
)
from tests.waiting import deadline, until

pytestmark = pytest.mark.asyncio


async def table_of(server: Running, **settings: Any) -> tuple[str, list[Any]]:
    """Return a match of DIECI in which seat 1 is to move."""
    table, clients = await server.seated("dieci", 2, **settings)
    await clients[0].start(table, named=0)
    return table, clients


async def answer(connection: TableConnection, raw: str | bytes) -> AnyFromServer:
    """Send anything, and wait for the next message."""
    await connection.send_raw(raw)
    return await connection.next()


async def works(connection: TableConnection) -> None:
    """Check that a connection still works."""
    await connection.send(Ping(7))
    await read_for(connection, Pong)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "nonsense",
        "{}",
        "[]",
        '{"type":"dance"}',
        '{"type":"move"}',
        '{"type":"move","id":"a","seat":1,"moves":[],"expect":1}',
        '{"type":"move","id":"","seat":1,"moves":["keep"],"expect":1}',
        '{"type":"move","id":"a","seat":-1,"moves":["keep"],"expect":1}',
        '{"type":"move","id":"a","seat":1.5,"moves":["keep"],"expect":1}',
        '{"type":"move","id":"a","seat":1,"moves":["' + "k" * 50 + '"],"expect":1}',
        '{"type":"mix","seat":1,"part":"zz"}',
        '{"type":"say","seat":1,"text":"\\ud800"}',
        '{"type":"ping","id":' + "9" * 400 + "}",
        '{"type":"ping","more":' + "[" * 3000 + "}",
        b"\xff\xfe",
        b'{"type":"say","seat":1,"text":"\xff"}',
    ],
)
async def test_invalid_messages_are_refused(server: Running, raw: str | bytes) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.connect(table) as connection:
        message = await answer(connection, raw)
        assert isinstance(message, Refusal)
        assert message.code == "bad_message"
        assert message.seq == connection.seq
        await works(connection)


async def test_moves_that_are_not_allowed_are_refused(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea]) as (host, connection):
        for seat, moves, expect, code in (
            (0, ("keep",), None, "not_seated"),
            (9, ("keep",), None, "no_seat"),
            (1, ("block",), None, "illegal"),
            (1, ("dance",), None, "illegal"),
            (1, ("keep",), 1, "stale"),
            (1, ("keep",), 10**6, "stale"),
        ):
            refused = await connection.move(seat, *moves, expect=expect)
            assert isinstance(refused, Refusal)
            assert (refused.code, refused.seq) == (code, connection.seq)
        refused = await host.move(0, "keep")
        assert isinstance(refused, Refusal)
        assert refused.rule
        assert refused.why == "not_your_turn"
        assert isinstance(await connection.move(1, "keep"), Done)


async def test_several_moves_all_or_none(server: Running) -> None:
    table, (ada, _) = await server.seated("yooloo", 2)
    await ada.start(table, named=0)
    async with ada.connect(table) as connection:
        own = [f"stack {n}" for n in range(1, 11)]
        refused = await connection.move(0, *own[:9], "stack 9")
        assert isinstance(refused, Refusal)
        assert refused.code == "illegal"
        assert connection.positions[0].picture["stacked"] == [0, 0]
        assert isinstance(await connection.move(0, *own), Done)
        assert connection.positions[0].picture["stacked"] == [10, 0]


async def test_hello_comes_first(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    connection = bea.connect(table)
    connection.hello = lambda: asyncio.sleep(0)
    await connection._connect()
    refused = await answer(connection, '{"type":"ping"}')
    assert isinstance(refused, Refusal)
    assert refused.code == "hello_first"
    await answer(connection, '{"type":"hello","version":1}')
    await works(connection)
    await connection.close()


@pytest.mark.parametrize("server", [replace(QUICK, hello_s=0.1)], indirect=True)
async def test_a_connection_without_hello_times_out(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    connection = bea.connect(table)
    connection.hello = lambda: asyncio.sleep(0)
    await connection._connect()
    assert await ended(connection) == (1008, Goodbye("hello_first", True))


@pytest.mark.parametrize("server", [replace(QUICK, hello_s=0.5)], indirect=True)
async def test_other_messages_do_not_extend_the_time_for_hello(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    connection = bea.connect(table)
    connection.hello = lambda: asyncio.sleep(0)
    await connection._connect()

    async def send_others() -> None:
        while True:
            await connection.send_raw('{"type":"ping"}')
            await asyncio.sleep(0.02)

    sending = asyncio.create_task(send_others())
    assert await ended(connection) == (1008, Goodbye("hello_first", True))
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)


async def test_another_version_is_told_to_reload(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.connect(table) as connection:
        await connection.send_raw('{"type":"hello","version":99}')
        assert await ended(connection) == (1008, Goodbye("version", False))


async def test_messages_that_are_too_big(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.connect(table) as connection:
        await connection.send_raw(" " * 4097)
        assert await ended(connection) == (1009, Goodbye("too_big", False))
    async with bea.connect(table) as connection:
        await connection.send_raw(" " * 100_000)
        assert (await ended(connection))[0] == 1009


FEW = replace(QUICK, messages=20, messages_s=600_000)
"""A budget that does not refill during a test."""


@pytest.mark.parametrize("server", [FEW], indirect=True)
async def test_too_many_messages(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with bea.connect(table) as connection:
        for _ in range(19):  # after the hello
            assert isinstance(await answer(connection, "{}"), Refusal)
        await connection.send_raw("{}")
        code, goodbye = await ended(connection)
    assert (code, goodbye and goodbye.why, goodbye and goodbye.limit) == (
        4429, "too_many", "messages",
    )  # fmt: skip
    assert goodbye is not None
    assert goodbye.come_back
    assert 0 < (goodbye.wait_s or 0) <= 30_000
    assert await turned_away(bea.connect(table)) == (
        4429,
        goodbye,
    )  # a new connection, but no new budget
    async with ada.connect(table) as connection:
        await works(connection)


@pytest.mark.parametrize("server", [FEW], indirect=True)
async def test_regular_pings_do_not_use_up_the_messages(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages of very many people at one address ping all the time; quicker pings do count."""
    table, (ada, _) = await table_of(server)
    monkeypatch.setattr(connection_module, "FREE_PING_S", 0.0)
    async with ada.connect(table) as connection:
        for _ in range(100):
            await works(connection)
        monkeypatch.setattr(connection_module, "FREE_PING_S", 600.0)
        for _ in range(19):
            await works(connection)
        await connection.send(Ping(1))
        code, goodbye = await ended(connection)
    assert (code, goodbye and goodbye.limit) == (4429, "messages")


@pytest.mark.parametrize("server", [replace(QUICK, sockets_per_address=2)], indirect=True)
async def test_too_many_connections(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea]):
        refused = Goodbye("too_many", True, "connections")
        assert await turned_away(ada.connect(table)) == (4429, refused)
    await until(lambda: not server.node.limits._sockets._open, "both connections have ended")
    async with lines(table, [ada, bea]):
        pass


@pytest.mark.parametrize(
    ("server", "queue_bytes"),
    [(replace(QUICK, queue=8), 1 << 30), (replace(QUICK, queue=1 << 30), 5000)],
    indirect=["server"],
)
async def test_a_slow_reader_is_disconnected(
    server: Running, monkeypatch: pytest.MonkeyPatch, queue_bytes: int
) -> None:
    """Too many messages wait for it, or too many bytes."""
    monkeypatch.setattr("mazziere.server.transport.connection.QUEUE_BYTES", queue_bytes)
    monkeypatch.setattr("mazziere.server.transport.connection.GOODBYE_S", 0.1)
    for listening in server.server.servers[0].sockets:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    table, (ada, bea) = await table_of(server)
    host = (await server.node.rooms.room(table)).table.host
    lazy = bea.connect(table)
    await lazy._connect()
    assert lazy._socket is not None
    transport = lazy._socket.transport
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    transport.pause_reading()
    async with ada.connect(table) as connection:
        async with deadline("the slow reader is disconnected"):
            number = 0
            while others(server, host):
                number += 1
                await connection.send(Say(0, f"{number} " + "x" * 150))
                await connection.next()
        await works(connection)  # others are not affected
    transport.abort()


def others(server: Running, host: str) -> list[str]:
    """Return the connected people except the host."""
    return [person for _, person in server.node.presence if person != host]


async def test_a_table_that_is_closed(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea, server.client()]) as connected:
        with pytest.raises(NotGranted, match="not_host"):
            await bea.close(table)
        await ada.close(table)
        for connection in connected:
            assert await ended(connection) == (1000, Goodbye("closed", False))
            assert connection.table.phase == "closed"
    assert (await turned_away(ada.connect(table)))[0] == 4404


# Chat and hints


async def test_chat_is_for_people_at_the_table(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea, server.client()]) as (host, connection, watcher):
        await host.send(Say(0, " <b>ciao</b>\n 👋 "))
        await caught_up(connection, connection.seq + 1)
        assert connection.news[-1].text == "<b>ciao</b> 👋"
        await caught_up(watcher, connection.seq)
        assert not any(item.what == "said" for item in watcher.news)
        await watcher.send(Say(0, "hello"))
        refused = await watcher.next()
        assert isinstance(refused, Refusal)
        assert refused.code == "not_seated"
    async with server.client().connect(table) as watcher:
        assert not any(item.what == "said" for item in watcher.news)


@pytest.mark.parametrize("server", [replace(QUICK, talk_per_minute=2)], indirect=True)
async def test_the_rate_of_chat_is_limited(server: Running) -> None:
    table, (ada, _) = await table_of(server)
    async with ada.connect(table) as connection:
        for _ in range(3):
            await connection.send(Say(0, "ciao"))
        message = await read_for(connection, Refusal)
        assert message.code == "too_many"
        assert sum(item.what == "said" for item in connection.news) == 2


@pytest.mark.parametrize("server", [replace(QUICK, chat=False)], indirect=True)
async def test_chat_can_be_switched_off(server: Running) -> None:
    table, (ada, _) = await table_of(server)
    assert not (await ada._get("GET", "/api/games", Games)).chat  # the page hides the chat
    async with ada.connect(table) as connection:
        assert not connection.table.settings.chat
        await connection.send(Say(0, "ciao"))
        message = await connection.next()
        assert isinstance(message, Refusal)
        assert message.code == "chat_off"


async def test_hints_where_they_are_allowed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def advise(room: Any, seat: int) -> tuple[int, list[Share]]:
        return room.table.seq, [Share(room.table.match.game.parse("keep"), 10, 1.0, 0.25)]

    monkeypatch.setattr(server.node.bots, "advise", advise)  # the search itself is not tested here
    for hints, codes in ((None, "no_hints"), (False, "no_hints"), (True, "")):
        table, (_, bea) = await table_of(server, hints=hints)
        async with bea.connect(table) as connection:
            await connection.send(Hint(1, "a"))
            message = await connection.next()
            if codes:
                assert isinstance(message, Refusal)
                assert (message.code, message.id) == (codes, "a")
            else:
                assert message == Advice(1, connection.seq, ("keep",), (1.0,), (0.25,), "a")
            await connection.send(Hint(0, "b"))
            message = await connection.next()
            assert isinstance(message, Refusal)
            assert (message.code, message.id) == ("not_seated", "b")


# The schema


async def test_every_frame_matches_the_schema(server: Running) -> None:
    schema = messages_schema()
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea, server.client()]) as connected:
        for connection in connected:
            connection.received = []
            await connection.hello()
            await connection.send_raw('{"type":"hello","version":1}')
            await connection.send_raw("nonsense")
            await works(connection)
        await connected[1].move(1, "keep")
        await caught_up(connected[0], connected[1].seq)
        await ada.close(table)
        for connection in connected:
            await ended(connection)
        frames = [
            json.loads(frame) for connection in connected for frame in connection.received or ()
        ]
    kinds = {frame["type"] for frame in frames}
    assert kinds == {"snapshot", "update", "refusal", "pong", "done", "goodbye"}
    check = jsonschema_rs.validator_for(
        {**schema, "type": "object", "required": ["fromServer"], "additionalProperties": False}
    )
    for frame in frames:
        check.validate({"fromServer": frame})
        msgspec.convert(frame, AnyFromServer)
    with pytest.raises(jsonschema_rs.ValidationError):
        check.validate({"fromServer": {"type": "snapshot"}})


async def test_a_fault_of_the_server_ends_the_connection_without_details(
    server: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table, (_, bea) = await table_of(server)

    def fail(*args: object) -> None:
        raise RuntimeError("the hand is r7")

    async with bea.connect(table) as connection:
        monkeypatch.setattr("mazziere.table.playing.move", fail)
        connection.received = []
        with pytest.raises(ConnectionEnded):
            await connection.move(1, "keep")
        assert connection._goodbye == Goodbye("internal", True)
        assert b"r7" not in b"".join(connection.received)
