"""Connections of a phone: lost, restored, reloaded, replaced; timeouts."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from mazziere.client import Client, ConnectionEnded, NotGranted, TableConnection
from mazziere.server.rooms import presence
from mazziere.table import schedule as due
from mazziere.table.time_controls import TIME_CONTROLS, TimeControl
from mazziere.wire.client import Ping
from mazziere.wire.server import Done, Goodbye, Refusal, Snapshot, Update
from tests.server.running import QUICK, Running, caught_up, ended, lines, read_until, running
from tests.waiting import deadline

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server with short timeouts."""
    monkeypatch.setattr(due, "AWAY_S", 0.2)
    monkeypatch.setitem(TIME_CONTROLS, "fast", TimeControl(0.2, 0.1))
    async with running(tmp_path / "store.db", replace(QUICK, away_after_s=0.1)) as started:
        yield started


async def begun(server: Running) -> tuple[str, list[Client]]:
    """Return a match of DIECI in which seat 0 deals, so that seat 1 begins."""
    table, clients = await server.seated("dieci", 2)
    await clients[0].start(table, named=0)
    return table, clients


async def received(connection: TableConnection, what: str) -> None:
    """Wait until a connection has received a kind of entry."""
    await read_until(
        connection,
        lambda: any(item.what == what for item in connection.news),
        f"the connection receives {what!r}",
    )


async def test_losing_the_connection_during_a_turn_and_returning(hasty: Running) -> None:
    table, (ada, bea) = await hasty.seated("dieci", 2, paceMs=20)
    async with ada.connect(table) as host:
        async with bea.connect(table) as connection:
            await ada.start(table, named=0)  # while everybody is connected: timeouts are short here
            await connection.until("playing")
            assert connection.moves(1)
            known = connection.seq
        await received(host, "left")
        assert host.table.seats[1].away
        await received(host, "stood_in")  # a bot takes over
        await read_until(
            host, lambda: any(item.by == "stand_in" for item in host.news), "the stand-in moves"
        )
        async with bea.connect(table, last=known) as connection:
            missed = [item.what for item in connection.news]
            assert missed[:2] == ["left", "stood_in"]
            assert "returned" in missed
            assert [item.seq for item in connection.news] == list(
                range(known + 1, connection.seq + 1)
            )
            assert not connection.table.seats[1].away
            assert not connection.table.seats[1].stand_in


async def test_the_others_see_a_silent_connection(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a client that pings; the log does not know it. A closed connection is silent, too."""
    monkeypatch.setattr(presence, "QUIET_S", 0.3)
    monkeypatch.setattr(presence, "QUIET_CHECK_S", 0.02)
    table, (ada, bea) = await begun(server)

    async def sees(connection: TableConnection, is_quiet: bool) -> None:
        await read_until(
            connection,
            lambda: connection.table.seats[1].quiet == is_quiet,
            f"the other seat is {'quiet' if is_quiet else 'heard'}",
        )

    async def ping(connection: TableConnection) -> None:
        while True:
            await connection.send(Ping())
            await asyncio.sleep(0.02)

    async with ada.connect(table) as watching:
        async with bea.connect(table) as silent:
            await silent.send(Ping())
            await sees(watching, True)
            assert not watching.table.seats[0].quiet  # it never pings
            pinging = asyncio.create_task(ping(silent))
            await sees(watching, False)
            pinging.cancel()
            await sees(watching, True)
        async with bea.connect(table):
            await sees(watching, False)
        await sees(watching, True)
        assert not watching.table.seats[1].away


async def test_a_short_gap_is_not_noticed(server: Running) -> None:
    table, (ada, bea) = await begun(server)
    async with ada.connect(table) as host:
        async with bea.connect(table) as connection:
            known = connection.seq
        async with bea.connect(table, last=known) as connection:
            assert connection.seq == known
            assert connection.news == []
            assert isinstance(await connection.move(1, "keep"), Done)
        await caught_up(host, known + 1)
        assert not any(item.what in ("left", "returned") for item in host.news)


async def test_a_reload_gets_everything(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.connect(table) as before:
        seen = before.positions, before.table
    async with bea.connect(table) as after:
        assert (after.positions, after.table) == seen
        assert after.news[0].what == "opened"


async def test_a_long_gap_gets_a_snapshot(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.connect(table) as connection:
        connection.received = []
        for last, kind in ((connection.seq, Update), (1, Update), (0, Snapshot), (10**9, Snapshot)):
            await connection.send_raw(f'{{"type":"hello","version":1,"last":{last}}}')
            message = await connection.next()
            assert isinstance(message, kind)
            if isinstance(message, Update):
                assert message.after == last
                assert [item.seq for item in message.news] == list(
                    range(last + 1, connection.seq + 1)
                )


async def test_a_missed_frame_is_noticed(server: Running) -> None:
    table, (ada, bea) = await begun(server)
    async with ada.connect(table) as host, bea.connect(table) as connection:
        await connection.move(1, "keep")
        await caught_up(host, connection.seq)
        await host.move(0, "keep")
        assert connection._socket is not None
        async with deadline("the frame to lose arrives"):
            await connection._socket.recv()
        await host.send_raw('{"type":"say","seat":0,"text":"hello"}')
        await read_until(
            connection,
            lambda: connection.seq >= host.seq and any(i.text == "hello" for i in connection.news),
            "the missed entries arrive",
        )
        seqs = [item.seq for item in connection.news]
        assert seqs == list(range(seqs[0], connection.seq + 1))


async def test_the_second_tab_takes_over(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.connect(table) as first, bea.connect(table) as second:
        assert await ended(first) == (4001, Goodbye("replaced", False))
        assert isinstance(await second.move(1, "keep"), Done)


async def test_a_connection_that_comes_late_does_not_take_the_seat(server: Running) -> None:
    """A bad network may deliver the hello of a socket that the page has given up."""
    table, (_, bea) = await begun(server)
    async with bea.connect(table) as newer:
        late = bea.connect(table)
        late._page, late._attempt = newer._page, newer._attempt - 2  # `hello` adds one
        with pytest.raises(ConnectionEnded):
            await late.__aenter__()
        assert late._goodbye == Goodbye("replaced", False)
        assert isinstance(await newer.move(1, "keep"), Done)


async def test_spectators_may_have_several_tabs(server: Running) -> None:
    table, (_, bea) = await begun(server)
    watcher = server.client()
    async with lines(table, [watcher, watcher, bea]) as (one, two, connection):
        await connection.move(1, "keep")
        await caught_up(one, connection.seq)
        await caught_up(two, connection.seq)


async def test_a_seat_moves_to_a_second_device(server: Running) -> None:
    table, (ada, bea) = await begun(server)
    tablet, thief = server.client(), server.client()
    code = await bea.lend(table, 1)
    with pytest.raises(NotGranted, match="bad_code"):
        await thief.take(table, "ABCDEFGH")
    async with bea.connect(table) as phone:
        typed = f" {code[:4].lower()}-{code[4:]} "
        assert (await tablet.take(table, typed)).seats[1].mine
        assert await ended(phone) == (4002, Goodbye("moved", False))
    with pytest.raises(NotGranted, match="bad_code"):
        await thief.take(table, code)  # it works once
    async with lines(table, [bea, tablet]) as (old, new):
        assert list(old.positions) == [None]
        refused = await old.move(1, "keep")
        assert isinstance(refused, Refusal)
        assert refused.code == "not_seated"
        assert isinstance(await new.move(1, "keep"), Done)
    assert not (await ada.table(table)).seats[1].mine


async def test_the_clock_runs_out(hasty: Running) -> None:
    # The clocks of both run out. The slow bots are far from the end when the host acts.
    table, (ada, bea) = await hasty.seated("dieci", 2, clock="fast", paceMs=10_000)
    async with ada.connect(table) as host, bea.connect(table) as connection:
        await ada.start(table, named=0)
        await connection.until("playing")
        assert [clock.seat for clock in connection.clocks] == [1]
        await received(host, "stood_in")
        (why,) = {item.text for item in host.news if item.what == "stood_in"}
        assert why == "clock"
        assert any(seat.stand_in for seat in host.table.seats)
        await ada.act("DELETE", table, "/seats/1/stand-in")
        await received(connection, "returned")


async def test_the_host_leaves(hasty: Running) -> None:
    table, (ada, bea, cem) = await hasty.seated("dieci", 3)
    async with lines(table, [bea, cem]) as (connection, other):
        async with ada.connect(table) as host:
            await ada.start(table, named=0)
            await host.until("playing")
        await received(connection, "left")
        assert connection.table.seats[0].away
        await received(other, "hosted")
        assert [seat.host for seat in other.table.seats] == [False, True, False]


async def test_the_host_leaves_before_the_match(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2)
    await ada.act("DELETE", table, "/seats/0")
    info = await bea.table(table)
    assert [seat.kind for seat in info.seats] == ["open", "person"]
    assert info.seats[1].host
    await bea.act("PUT", table, "/seats/0", {"bot": "easy"})
    assert (await bea.start(table)).phase == "playing"


async def test_a_match_without_people_is_paused(
    hasty: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "AWAY_S", 1000)  # no bot takes over before both have gone
    table, (ada, bea) = await begun(hasty)
    async with lines(table, [ada, bea]):
        pass
    async with deadline("the match is paused"):
        while not (await ada.table(table)).paused:
            await asyncio.sleep(0.02)
    async with bea.connect(table) as connection:
        assert not connection.table.paused
        assert isinstance(await connection.move(1, "keep"), Done)


async def test_a_client_reconnects_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    async with running(file) as first:
        table, (ada, bea) = await begun(first)
        port = int(first.url.rsplit(":", 1)[1])
        connection = await bea.connect(table, tries=20).__aenter__()
    async with running(file, port=port) as second:
        assert second.url == first.url
        answer = await connection.move(1, "keep")  # sent to the stopped server, then repeated
        assert isinstance(answer, Done)
        assert connection.connections == 2
        again = await connection.move(1, "keep", move_id=answer.id)
        assert again == answer
        assert (await ada.table(table)).seq == connection.seq
        await connection.close()


async def test_a_server_that_stops_tells_everybody(tmp_path: Path) -> None:
    async with running(tmp_path / "store.db") as server:
        table, (_, bea) = await begun(server)
        connection = await bea.connect(table).__aenter__()
    assert (await ended(connection))[0] == 1012


async def test_a_repeated_move_is_made_once(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.connect(table) as connection:
        first = await connection.move(1, "keep", move_id="once")
        assert await connection.move(1, "keep", move_id="once", expect=0) == first
        late = await connection.move(1, "swap", expect=1)
        assert isinstance(late, Refusal)
        assert late.seq == connection.seq
    async with bea.connect(table) as connection:
        assert await connection.move(1, "keep", move_id="once") == first


async def test_a_spectator_asks_for_a_seat_and_plays_on(server: Running) -> None:
    ada, eve = server.client(), server.client()
    table = (await ada.open("dieci", "Ada", 3, {"tokens": 1}, graceMs=0, paceMs=10_000)).id
    for seat in (1, 2):
        await ada.act("PUT", table, f"/seats/{seat}", {"bot": "random"})
    await ada.start(table, named=0)
    asked = await eve.act("POST", table, "/requests", {"nick": "Eve", "avatar": "fox"})
    (request,) = asked.requests
    assert request.mine
    async with ada.connect(table) as host, eve.connect(table) as line:
        assert list(line.positions) == [None]
        assert [one.name for one in host.table.requests] == ["Eve"]
        with pytest.raises(NotGranted, match="not_host"):
            await eve.act("PUT", table, f"/requests/{request.id}", {"seat": 1})
        await ada.act("PUT", table, f"/requests/{request.id}", {"seat": 1})
        await received(host, "admitted")
        await received(line, "admitted")
        assert list(line.positions) == [1]
        assert line.table.seats[1].mine
        answer = await line.move(1, line.moves(1)[0])  # the bot would still think for seconds
        assert isinstance(answer, Done)


async def test_the_host_declines_a_request_and_everybody_hurries(server: Running) -> None:
    ada, eve = server.client(), server.client()
    table = (await ada.open("dieci", "Ada", 2, {"tokens": 1}, graceMs=0, paceMs=10_000)).id
    await ada.act("PUT", table, "/seats/1", {"bot": "random"})
    await ada.start(table, named=0)
    asked = await eve.act("POST", table, "/requests", {"nick": "Eve"})
    async with eve.connect(table) as line:
        await ada.act("DELETE", table, f"/requests/{asked.requests[0].id}")
        await read_until(line, lambda: line.table.declined, "the asker hears the answer")
        assert not line.table.requests
    async with ada.connect(table) as host:
        assert (await ada.act("POST", table, "/hurry", {"seat": 0})).hurried
        await received(host, "moved")  # long before its pause is over
