"""The socket: what is refused, what is too much, and how a connection ends."""

import asyncio
import json
import socket
from dataclasses import replace
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from mazziere.bots.bot import Share
from mazziere.client import Closed, Line, NotGranted
from mazziere.server.schema import messages_schema
from mazziere.wire.client import Hint, Ping, Say
from mazziere.wire.http import Games
from mazziere.wire.server import Advice, AnyFromServer, Done, Goodbye, Pong, Refusal
from tests.server.running import QUICK, Running, caught_up, ended, lines, turned_away

pytestmark = pytest.mark.asyncio


async def table_of(server: Running, **settings: Any) -> tuple[str, list[Any]]:
    """A match of DIECI in which seat 1 is to move."""
    table, clients = await server.seated("dieci", 2, **settings)
    await clients[0].start(table, named=0)
    return table, clients


async def answer(line: Line, raw: str | bytes) -> AnyFromServer:
    """Send anything, and wait for the next message."""
    await line.send_raw(raw)
    return await line.next()


async def works(line: Line) -> None:
    """See that a connection is still of use."""
    await line.send(Ping(7))
    while not isinstance(await line.next(), Pong):
        pass


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
async def test_what_makes_no_sense_is_refused(server: Running, raw: str | bytes) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.line(table) as line:
        message = await answer(line, raw)
        assert isinstance(message, Refusal)
        assert message.code == "bad_message"
        assert message.seq == line.seq
        await works(line)


async def test_what_is_not_granted_is_refused(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea]) as (host, line):
        for seat, moves, expect, code in (
            (0, ("keep",), None, "not_seated"),
            (9, ("keep",), None, "no_seat"),
            (1, ("block",), None, "illegal"),
            (1, ("dance",), None, "illegal"),
            (1, ("keep",), 1, "stale"),
            (1, ("keep",), 10**6, "stale"),
        ):
            refused = await line.move(seat, *moves, expect=expect)
            assert isinstance(refused, Refusal)
            assert (refused.code, refused.seq) == (code, line.seq)
        refused = await host.move(0, "keep")
        assert isinstance(refused, Refusal)
        assert refused.rule
        assert refused.why == "not_your_turn"
        assert isinstance(await line.move(1, "keep"), Done)


async def test_several_moves_all_or_none(server: Running) -> None:
    table, (ada, _) = await server.seated("yooloo", 2)
    await ada.start(table, named=0)
    async with ada.line(table) as line:
        own = [f"stack {n}" for n in range(1, 11)]
        refused = await line.move(0, *own[:9], "stack 9")
        assert isinstance(refused, Refusal)
        assert refused.code == "illegal"
        assert line.positions[0].picture["stacked"] == [0, 0]
        assert isinstance(await line.move(0, *own), Done)
        assert line.positions[0].picture["stacked"] == [10, 0]


async def test_hello_comes_first(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    line = bea.line(table)
    line.hello = lambda: asyncio.sleep(0)
    await line._connect()
    refused = await answer(line, '{"type":"ping"}')
    assert isinstance(refused, Refusal)
    assert refused.code == "hello_first"
    await answer(line, '{"type":"hello","version":1}')
    await works(line)
    await line.close()


@pytest.mark.parametrize("server", [replace(QUICK, hello_s=0.1)], indirect=True)
async def test_who_says_nothing_is_let_go(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    line = bea.line(table)
    line.hello = lambda: asyncio.sleep(0)
    await line._connect()
    assert await ended(line) == (1008, Goodbye("hello_first", True))


async def test_another_version_is_told_to_reload(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.line(table) as line:
        await line.send_raw('{"type":"hello","version":99}')
        assert await ended(line) == (1008, Goodbye("version", False))


async def test_frames_that_are_too_big(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.line(table) as line:
        await line.send_raw(" " * 4097)
        assert await ended(line) == (1009, Goodbye("too_big", False))
    async with bea.line(table) as line:
        await line.send_raw(" " * 100_000)
        assert (await ended(line))[0] == 1009


@pytest.mark.parametrize("server", [replace(QUICK, messages=20, messages_s=60)], indirect=True)
async def test_too_many_messages(server: Running) -> None:
    table, (_, bea) = await table_of(server)
    async with bea.line(table) as line:
        for _ in range(19):
            await works(line)
        await line.send(Ping(1))
        assert await ended(line) == (4429, Goodbye("too_many", True))


@pytest.mark.parametrize("server", [replace(QUICK, sockets_per_address=2)], indirect=True)
async def test_too_many_connections(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea]):
        assert await turned_away(ada.line(table)) == (4429, Goodbye("too_many", True))
    async with asyncio.timeout(20):
        while server.node.limits._sockets:
            await asyncio.sleep(0.01)
    async with lines(table, [ada, bea]):
        pass


@pytest.mark.parametrize("server", [replace(QUICK, queue=8)], indirect=True)
async def test_who_does_not_read_is_let_go(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mazziere.server.socket.LAST_WORDS_S", 0.1)
    for listening in server.server.servers[0].sockets:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    table, (ada, bea) = await table_of(server)
    host = (await server.node.rooms.room(table)).table.host
    lazy = bea.line(table)
    await lazy._connect()
    assert lazy._socket is not None
    transport = lazy._socket.transport
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    transport.pause_reading()
    async with ada.line(table) as line:
        async with asyncio.timeout(60):
            number = 0
            while others(server, host):
                number += 1
                await line.send(Say(0, f"{number} " + "x" * 150))
                await line.next()
        await works(line)  # nobody else suffers
    transport.abort()


def others(server: Running, host: str) -> list[str]:
    """Who is connected, but for the host."""
    return [person for _, person in server.node.lines if person != host]


async def test_a_table_that_is_closed(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea, server.client()]) as connected:
        with pytest.raises(NotGranted, match="not_host"):
            await bea.close(table)
        await ada.close(table)
        for line in connected:
            assert await ended(line) == (1000, Goodbye("closed", False))
            assert line.table.phase == "closed"
    assert (await turned_away(ada.line(table)))[0] == 4404


# Talk and hints


async def test_talk_is_for_those_at_the_table(server: Running) -> None:
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea, server.client()]) as (host, line, watcher):
        await host.send(Say(0, " <b>ciao</b>\n 👋 "))
        await caught_up(line, line.seq + 1)
        assert line.news[-1].text == "<b>ciao</b> 👋"
        await caught_up(watcher, line.seq)
        assert not any(item.what == "said" for item in watcher.news)
        await watcher.send(Say(0, "hello"))
        refused = await watcher.next()
        assert isinstance(refused, Refusal)
        assert refused.code == "not_seated"
    async with server.client().line(table) as watcher:
        assert not any(item.what == "said" for item in watcher.news)


@pytest.mark.parametrize("server", [replace(QUICK, talk_per_minute=2)], indirect=True)
async def test_so_much_talk(server: Running) -> None:
    table, (ada, _) = await table_of(server)
    async with ada.line(table) as line:
        for _ in range(3):
            await line.send(Say(0, "ciao"))
        while not isinstance(message := await line.next(), Refusal):
            pass
        assert message.code == "too_many"
        assert sum(item.what == "said" for item in line.news) == 2


@pytest.mark.parametrize("server", [replace(QUICK, chat=False)], indirect=True)
async def test_a_school_without_talk(server: Running) -> None:
    table, (ada, _) = await table_of(server)
    assert not (await ada._get("GET", "/api/games", Games)).chat  # the page leaves it out
    async with ada.line(table) as line:
        assert not line.table.settings.chat
        await line.send(Say(0, "ciao"))
        message = await line.next()
        assert isinstance(message, Refusal)
        assert message.code == "chat_off"


async def test_hints_where_they_are_allowed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def advise(room: Any, seat: int) -> tuple[int, list[Share]]:
        return room.table.seq, [Share(room.table.match.game.parse("keep"), 10, 1.0, 0.25)]

    monkeypatch.setattr(server.node.bots, "advise", advise)  # how bots think is not our subject
    for hints, codes in ((None, "no_hints"), (False, "no_hints"), (True, "")):
        table, (_, bea) = await table_of(server, hints=hints)
        async with bea.line(table) as line:
            await line.send(Hint(1, "a"))
            message = await line.next()
            if codes:
                assert isinstance(message, Refusal)
                assert (message.code, message.id) == (codes, "a")
            else:
                assert message == Advice(1, line.seq, ("keep",), (1.0,), (0.25,), "a")
            await line.send(Hint(0, "b"))
            message = await line.next()
            assert isinstance(message, Refusal)
            assert (message.code, message.id) == ("not_seated", "b")


# The schema


async def test_every_frame_is_as_the_schema_says(server: Running) -> None:
    schema = messages_schema()
    table, (ada, bea) = await table_of(server)
    async with lines(table, [ada, bea, server.client()]) as connected:
        for line in connected:
            line.received = []
            await line.hello()
            await line.send_raw('{"type":"hello","version":1}')
            await line.send_raw("nonsense")
            await works(line)
        await connected[1].move(1, "keep")
        await caught_up(connected[0], connected[1].seq)
        await ada.close(table)
        for line in connected:
            await ended(line)
        frames = [json.loads(frame) for line in connected for frame in line.received or ()]
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


async def test_a_bug_of_ours_ends_the_connection_without_details(
    server: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table, (_, bea) = await table_of(server)

    def fail(*args: object) -> None:
        raise RuntimeError("the hand is r7")

    async with bea.line(table) as line:
        monkeypatch.setattr("mazziere.table.playing.move", fail)
        line.received = []
        with pytest.raises(Closed):
            await line.move(1, "keep")
        assert line._goodbye == Goodbye("internal", True)
        assert b"r7" not in b"".join(line.received)
