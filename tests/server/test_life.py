"""A phone's life: it drops off, comes back, is reloaded, replaced and runs out of time."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from mazziere.client import Client, Line, NotGranted
from mazziere.table import due
from mazziere.table.clocks import CLOCKS, Clock
from mazziere.wire.server import Done, Goodbye, Refusal, Snapshot, Update
from tests.server.running import QUICK, Running, caught_up, ended, lines, running

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server at which everything that takes long takes a moment."""
    monkeypatch.setattr(due, "AWAY_S", 0.2)
    monkeypatch.setitem(CLOCKS, "fast", Clock(0.2, 0.1))
    async with running(tmp_path / "store.db", replace(QUICK, away_after_s=0.1)) as started:
        yield started


async def begun(server: Running) -> tuple[str, list[Client]]:
    """A match of DIECI in which seat 0 deals, so that seat 1 begins."""
    table, clients = await server.seated("dieci", 2)
    await clients[0].start(table, named=0)
    return table, clients


async def told(line: Line, what: str, limit_s: float = 20.0) -> None:
    """Wait until a connection has heard of a kind of entry."""
    async with asyncio.timeout(limit_s):
        while not any(item.what == what for item in line.news):
            await line.next()


async def test_dropping_off_in_mid_turn_and_coming_back(hasty: Running) -> None:
    table, (ada, bea) = await hasty.seated("dieci", 2, paceMs=20)
    async with ada.line(table) as host:
        async with bea.line(table) as line:
            await ada.start(table, named=0)  # with everybody there: nobody is given long here
            await line.until("playing")
            assert line.moves(1)
            known = line.seq
        await told(host, "left")
        assert host.table.seats[1].away
        await told(host, "stood_in")  # the match does not wait for ever
        async with asyncio.timeout(20):
            while not any(item.by == "stand_in" for item in host.news):
                await host.next()
        async with bea.line(table, last=known) as line:
            missed = [item.what for item in line.news]
            assert missed[:2] == ["left", "stood_in"]
            assert "returned" in missed
            assert [item.seq for item in line.news] == list(range(known + 1, line.seq + 1))
            assert not line.table.seats[1].away
            assert not line.table.seats[1].stand_in


async def test_a_short_gap_is_not_noticed(server: Running) -> None:
    table, (ada, bea) = await begun(server)
    async with ada.line(table) as host:
        async with bea.line(table) as line:
            known = line.seq
        async with bea.line(table, last=known) as line:
            assert line.seq == known
            assert line.news == []
            assert isinstance(await line.move(1, "keep"), Done)
        await caught_up(host, known + 1)
        assert not any(item.what in ("left", "returned") for item in host.news)


async def test_a_reload_gets_everything(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.line(table) as before:
        seen = before.positions, before.table
    async with bea.line(table) as after:
        assert (after.positions, after.table) == seen
        assert after.news[0].what == "opened"


async def test_what_is_too_long_ago_is_a_snapshot(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.line(table) as line:
        line.received = []
        for last, kind in ((line.seq, Update), (1, Update), (0, Snapshot), (10**9, Snapshot)):
            await line.send_raw(f'{{"type":"hello","version":1,"last":{last}}}')
            message = await line.next()
            assert isinstance(message, kind)
            if isinstance(message, Update):
                assert message.after == last
                assert [item.seq for item in message.news] == list(range(last + 1, line.seq + 1))


async def test_a_missed_frame_is_noticed(server: Running) -> None:
    table, (ada, bea) = await begun(server)
    async with ada.line(table) as host, bea.line(table) as line:
        await line.move(1, "keep")
        await caught_up(host, line.seq)
        await host.move(0, "keep")
        assert line._socket is not None
        await line._socket.recv()  # lost
        await host.send_raw('{"type":"say","seat":0,"text":"hello"}')
        while line.seq < host.seq or not any(item.text == "hello" for item in line.news):
            await line.next()
        seqs = [item.seq for item in line.news]
        assert seqs == list(range(seqs[0], line.seq + 1))


async def test_the_second_tab_takes_over(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.line(table) as first, bea.line(table) as second:
        assert await ended(first) == (4001, Goodbye("replaced", False))
        assert isinstance(await second.move(1, "keep"), Done)


async def test_those_who_only_watch_may_have_several_tabs(server: Running) -> None:
    table, (_, bea) = await begun(server)
    watcher = server.client()
    async with lines(table, [watcher, watcher, bea]) as (one, two, line):
        await line.move(1, "keep")
        await caught_up(one, line.seq)
        await caught_up(two, line.seq)


async def test_the_second_device_takes_the_seat_along(server: Running) -> None:
    table, (ada, bea) = await begun(server)
    tablet, thief = server.client(), server.client()
    code = await bea.lend(table, 1)
    with pytest.raises(NotGranted, match="bad_code"):
        await thief.take(table, "ABCDEFGH")
    async with bea.line(table) as phone:
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
    table, (ada, bea) = await hasty.seated("dieci", 2, clock="fast", paceMs=20)
    async with ada.line(table) as host, bea.line(table) as line:
        await ada.start(table, named=0)
        await line.until("playing")
        assert [clock.seat for clock in line.clocks] == [1]
        await told(host, "stood_in")
        (why,) = {item.text for item in host.news if item.what == "stood_in"}
        assert why == "clock"
        assert any(seat.stand_in for seat in host.table.seats)
        await ada.act("DELETE", table, "/seats/1/stand-in")
        await told(line, "returned")


async def test_the_host_leaves(hasty: Running) -> None:
    table, (ada, bea, cem) = await hasty.seated("dieci", 3)
    async with lines(table, [bea, cem]) as (line, other):
        async with ada.line(table) as host:
            await ada.start(table, named=0)
            await host.until("playing")
        await told(line, "left")
        assert line.table.seats[0].away
        await told(other, "hosted")
        assert [seat.host for seat in other.table.seats] == [False, True, False]


async def test_the_host_goes_home_before_the_match(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2)
    await ada.act("DELETE", table, "/seats/0")
    info = await bea.table(table)
    assert [seat.kind for seat in info.seats] == ["open", "person"]
    assert info.seats[1].host
    await bea.act("PUT", table, "/seats/0", {"bot": "easy"})
    assert (await bea.start(table)).phase == "playing"


async def test_nobody_is_there(hasty: Running) -> None:
    table, (ada, bea) = await begun(hasty)
    async with lines(table, [ada, bea]):
        pass
    async with asyncio.timeout(20):
        while not (await ada.table(table)).paused:
            await asyncio.sleep(0.02)
    async with bea.line(table) as line:
        assert not line.table.paused
        assert isinstance(await line.move(1, "keep"), Done)


async def test_a_client_comes_back_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    async with running(file) as first:
        table, (ada, bea) = await begun(first)
        port = int(first.url.rsplit(":", 1)[1])
        line = await bea.line(table, tries=20).__aenter__()
    async with running(file, port=port) as second:
        assert second.url == first.url
        answer = await line.move(1, "keep")  # sent into the void, then again
        assert isinstance(answer, Done)
        assert line.connections == 2
        again = await line.move(1, "keep", name=answer.id)
        assert again == answer
        assert (await ada.table(table)).seq == line.seq
        await line.close()


async def test_a_server_that_stops_tells_everybody(tmp_path: Path) -> None:
    async with running(tmp_path / "store.db") as server:
        table, (_, bea) = await begun(server)
        line = await bea.line(table).__aenter__()
    assert (await ended(line))[0] == 1012


async def test_moves_go_once_whatever_the_network_does(server: Running) -> None:
    table, (_, bea) = await begun(server)
    async with bea.line(table) as line:
        first = await line.move(1, "keep", name="once")
        assert await line.move(1, "keep", name="once", expect=0) == first
        late = await line.move(1, "swap", expect=1)
        assert isinstance(late, Refusal)
        assert late.seq == line.seq
    async with bea.line(table) as line:
        assert await line.move(1, "keep", name="once") == first
