"""Tables over HTTP: join codes, seats, the host's rights, series of matches."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from mazziere.client import TableConnection
from mazziere.server.rooms import replays
from mazziere.table import schedule as due
from mazziere.wire.http import Lent
from mazziere.wire.server import Done, Goodbye, Refusal
from tests.server.raw_requests import asked, refused
from tests.server.running import QUICK, Running, caught_up, ended, lines, turned_away

pytestmark = pytest.mark.asyncio


async def test_the_join_code_works_as_long_as_the_table_is_open(server: Running) -> None:
    ada, bea = server.client(), server.client()
    table = await ada.open("dieci", "Ada", 2, {"tokens": 1})
    assert table.code is not None
    assert len(table.code) == 6
    assert await bea.find(f"{table.code[:3].lower()} {table.code[3:]}") == table.id
    assert (await bea.table(table.id)).code is None  # only for people at the table
    await bea.join(table.id, "Bea")
    assert (await bea.table(table.id)).code == table.code
    await ada.start(table.id)
    assert await server.client().find(table.code) == table.id  # to watch
    assert (await ada.table(table.id)).code == table.code
    await ada.close(table.id)
    await refused(404, "not_found", bea.find(table.code))


async def test_the_code_of_a_seat_finds_its_private_table(server: Running) -> None:
    ada, phone = server.client(), server.client()
    opened = await ada.open("dieci", "Ada", 2, bots=["easy"], watchers=False)
    table, code = opened.id, opened.code
    assert code is not None
    await ada.start(table)
    assert await ada.find(code) == table
    await refused(404, "not_found", phone.find(code))
    whole = await ada.lend(table, 0)
    assert whole.startswith(code)
    await refused(404, "not_found", phone.find(code + "AAAAAA"))
    await refused(403, "bad_code", ada.find(code + "AAAAAA"))
    _, data = await phone.ask("POST", "/api/codes", {"code": f"{whole[:6]} {whole[6:].lower()}"})
    assert msgspec.json.decode(data) == {"table": table, "seatCode": whole[6:]}
    _, data = await ada.ask("POST", f"/api/tables/{table}/seats/0/code")
    lent = msgspec.json.decode(data, type=Lent)
    assert lent.link.endswith(f"/t/{table}#seat-{lent.code[6:]}")
    assert lent.qr.startswith("<svg xmlns=")
    assert (await phone.take(table, lent.code)).seats[0].mine


@pytest.mark.parametrize("server", [replace(QUICK, codes_per_minute=3)], indirect=True)
async def test_guessing_codes_is_slow(server: Running) -> None:
    ada, eve = server.client(), server.client()
    table = await ada.open("dieci", "Ada", 2)
    for _ in range(3):
        await refused(404, "not_found", eve.find("ZZZZZZ"))
    assert table.code is not None
    await refused(429, "too_many", eve.find(table.code))
    await refused(429, "too_many", eve.take(table.id, "ABCDEFGH"))


async def test_the_qr_code_is_an_svg(server: Running) -> None:
    ada = server.client()
    table = await ada.open("uno", "Ada", 3)
    status, headers, data = await asked(server, "GET", f"/api/tables/{table.id}/qr.svg")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert data.startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert b"<script" not in data


async def test_two_people_on_one_device(server: Running) -> None:
    ada = server.client()
    table = await ada.open("dieci", "Ada", 2)
    info = await ada.join(table.id, "Bea")
    assert [seat.mine for seat in info.seats] == [True, True]
    await ada.start(table.id, named=0)
    async with ada.connect(table.id) as connection:
        assert set(connection.positions) == {0, 1}
        assert isinstance(await connection.move(1, "keep"), Done)
        assert isinstance(await connection.move(0, "keep"), Done)


async def test_names_that_look_alike_are_refused(server: Running) -> None:
    ada, bea = server.client(), server.client()
    table = await ada.open("dieci", "Paola", 3)
    await refused(409, "nick_taken", bea.join(table.id, "РАOLА"))  # Cyrillic
    await refused(400, "bad_nick", bea.join(table.id, "x" * 31))
    await refused(400, "bad_nick", bea.open("dieci", "\u200b", 2))
    assert await bea.tables() == ()


async def test_the_host_arranges_and_clears(server: Running) -> None:
    table, (ada, bea, cem) = await server.seated("dieci", 3)
    settings = {"clock": "relaxed", "watchers": False, "mix": " Casa  Rossi "}
    wanted = {"players": 4, "options": {"tokens": 2}, "settings": settings}
    await refused(403, "not_host", bea.act("PUT", table, "", wanted))
    info = await ada.act("PUT", table, "", wanted)
    assert (info.players, info.options["tokens"], info.settings.clock) == (4, 2, "relaxed")
    assert (await bea.table(table)).settings.mix == "Casa Rossi"
    long = {**wanted, "settings": {"mix": "x" * 31}}
    await refused(400, "bad_nick", ada.act("PUT", table, "", long))
    await refused(403, "not_host", bea.act("PUT", table, "/seats/3", {"bot": "easy"}))
    for bot in ("genius", "hard:ms=2001", "hard:iterations=3201", "master:iterations=10000000"):
        await refused(400, "bad_bot", ada.act("PUT", table, "/seats/3", {"bot": bot}))
        await refused(400, "bad_bot", ada.open("dieci", "Ada", 2, bots=[bot]))
    await ada.act("PUT", table, "/seats/3", {"bot": "master:ms=2000"})
    await ada.act("PUT", table, "/seats/3", {"bot": "easy"})
    await refused(403, "not_host", bea.act("DELETE", table, "/seats/2"))
    assert (await ada.act("DELETE", table, "/seats/2")).seats[2].kind == "open"
    await refused(409, "seats_open", ada.start(table))
    await ada.act("POST", table, "/host", {"seat": 1})
    await refused(403, "not_host", ada.act("POST", table, "/host", {"seat": 0}))
    assert (await bea.table(table)).seats[1].host
    await refused(403, "not_host", ada.act("DELETE", table, "/removed/9"))
    (removed,) = (await bea.table(table)).removed
    await bea.act("DELETE", table, f"/removed/{removed.id}")
    await cem.join(table, "Cem again")
    assert (await bea.start(table)).phase == "playing"
    await refused(409, "busy", cem.act("DELETE", table, "/seats/2"))


async def test_a_removed_person_cannot_sit_down_until_readmitted(server: Running) -> None:
    table, (ada, bea, cem) = await server.seated("dieci", 3)
    info = await ada.act("DELETE", table, "/seats/2")
    assert [one.name for one in info.removed] == ["P2"]
    assert not info.out
    assert (await bea.table(table)).removed == ()
    seen = await cem.table(table)  # as anybody with the link
    assert (seen.out, seen.removed, seen.code) == (True, (), None)
    code = await bea.lend(table, 1)
    for command in (cem.join(table, "P2"), cem.join(table, "Zoe", 2), cem.take(table, code)):
        await refused(403, "removed", command)
    assert await cem.tables() == ()
    number = info.removed[0].id
    await refused(403, "not_host", cem.act("DELETE", table, f"/removed/{number}"))
    await refused(409, "not_there", ada.act("DELETE", table, f"/removed/{number + 1}"))
    await refused(404, "not_found", ada.act("DELETE", table, "/removed/x"))
    assert (await ada.act("DELETE", table, f"/removed/{number}")).removed == ()
    assert not (await cem.join(table, "P2", 2)).out


async def test_a_removed_person_cannot_see_a_private_table(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, watchers=False)
    async with bea.connect(table) as connection:
        (removed,) = (await ada.act("DELETE", table, "/seats/1")).removed
        assert await ended(connection) == (4403, Goodbye("removed", False))
    assert await turned_away(bea.connect(table)) == (4404, Goodbye("not_found", False))
    await refused(404, "not_found", bea.table(table))
    await refused(404, "not_found", bea.join(table, "Bea"))
    assert (await server.client().table(table)).phase == "waiting"  # others may still join
    await ada.act("DELETE", table, f"/removed/{removed.id}")
    await bea.join(table, "Bea")


SHORT = replace(QUICK, table_entries=6)


@pytest.mark.parametrize("server", [SHORT], indirect=True)
async def test_a_table_with_a_long_log_finishes_its_match_and_starts_no_other(
    server: Running,
) -> None:
    ada, bea = server.client(), server.client()
    table = (await ada.open("dieci", "Ada", 3, {"tokens": 1})).id  # opened, sealed, sat
    await ada.join(table, "Berta")
    await bea.join(table, "Bea")
    await ada.start(table)
    async with lines(table, [ada, bea]) as (connection, other):
        assert connection.seq >= SHORT.table_entries
        await connection.send_raw('{"type":"say","seat":0,"text":"too much"}')
        answer = await connection.next()
        assert isinstance(answer, Refusal)
        assert answer.code == "too_long"
        while connection.table.phase == "playing":
            for seat, own in ((0, connection), (1, connection), (2, other)):
                if own.moves(seat):
                    assert isinstance(await own.move(seat, own.moves(seat)[0]), Done)
                    await caught_up(connection, own.seq)
                    await caught_up(other, own.seq)
    assert len(await ada.evening(table)) == 1
    await refused(409, "too_long", ada.act("POST", table, "/again", {"seat": 0}))
    wanted = {"players": 3, "options": {}, "settings": {}}
    await refused(409, "too_long", ada.act("PUT", table, "", wanted))
    await refused(409, "too_long", ada.lend(table, 0))
    await refused(403, "not_host", bea.act("PUT", table, "", wanted))  # other refusals come first
    assert (await bea.act("DELETE", table, "/seats/2")).seats[2].kind == "open"  # leaving works
    await ada.close(table)


@pytest.mark.parametrize("server", [replace(QUICK, table_entries=5)], indirect=True)
async def test_a_table_rearranged_too_often_does_not_start(server: Running) -> None:
    table, (ada, _) = await server.seated("dieci", 2)  # opened, sealed, sat, sat
    settings = {"players": 2, "options": {}, "settings": {}}
    await ada.act("PUT", table, "", settings)  # arranged, sealed
    await refused(409, "too_long", ada.act("PUT", table, "", settings))
    await refused(409, "too_long", ada.start(table))


@pytest.mark.parametrize("server", [replace(QUICK, least_pace_ms=200)], indirect=True)
async def test_the_pace_of_bots_has_a_lower_bound(server: Running) -> None:
    ada = server.client()
    table = await ada.open("dieci", "Ada", 2, paceMs=0)
    assert table.settings.pace_ms == 200
    agreed = {"players": 2, "options": {}, "settings": {"paceMs": 199}}
    assert (await ada.act("PUT", table.id, "", agreed)).settings.pace_ms == 200
    agreed["settings"] = {"paceMs": 201}
    assert (await ada.act("PUT", table.id, "", agreed)).settings.pace_ms == 201


async def test_a_table_continues_a_record(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, {"tokens": 1})
    await ada.start(table, named=0)
    async with lines(table, [ada, bea]) as (host, connection):
        while connection.table.phase == "playing":
            for seat, own in ((1, connection), (0, host)):
                if own.moves(seat):
                    await own.move(
                        seat, "keep" if "keep" in own.moves(seat) else own.moves(seat)[0]
                    )
                while own.seq < max(connection.seq, host.seq):
                    await own.next()
    record = await ada.record(table, 1)
    prefix = {**record, "steps": record["steps"][:3]}
    prefix.pop("result")
    body: dict[str, Any] = {"game": "dieci", "nick": "Ada", "players": 2, "record": prefix}
    info = await ada._get("POST", "/api/tables", type(await ada.table(table)), body)
    await bea.join(info.id, "Bea")
    await ada.start(info.id)
    room = await server.node.rooms.room(info.id)
    assert room.table.record()["steps"][:3] == record["steps"][:3]
    for wrong in ({**prefix, "rules": 99}, {**body["record"], "players": 3}, {"format": "x"}):
        command = ada._get("POST", "/api/tables", dict, {**body, "record": wrong})
        await refused(400, "bad_record", command)


async def finish(connection: TableConnection, seats: int) -> None:
    """Play a match to its end, for all seats."""
    while connection.table.phase == "playing":
        for seat in range(seats):
            if connection.moves(seat):
                assert isinstance(await connection.move(seat, connection.moves(seat)[0]), Done)


async def test_a_series_of_matches(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due, "MIX_S", 0.1)
    ada = server.client()
    table = (await ada.open("dieci", "Ada", 2, {"tokens": 1})).id
    await ada.join(table, "Bea")
    await ada.start(table)
    assert await ada.evening(table) == ()
    async with ada.connect(table) as connection:
        await finish(connection, 2)
        first = await ada.record(table, 1)
        await ada.act("POST", table, "/again", {"seat": 1})  # agrees for all seats of the device
        await connection.until("playing")
        assert connection.table.match == 2
        assert await ada.record(table, 1) == first  # now read from the log
        await refused(404, "not_found", ada.record(table, 2))
        await refused(404, "not_found", ada.replay(table, 2))
        share = server.node.share_links.link(table, 2)
        await refused(404, "not_found", server.client().shared(share))
        await finish(connection, 2)
    evening = await ada.evening(table)
    assert [match.match for match in evening] == [1, 2]
    assert evening[0].scores == tuple(first["result"]["scores"])
    assert evening[1].share == share
    assert (await server.client().shared(share)).record["result"]["scores"] == list(
        evening[1].scores
    )


async def test_a_long_match_has_a_record_but_no_replay(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.client()
    table = (await ada.open("dieci", "Ada", 2, {"tokens": 1})).id
    await ada.join(table, "Bea")
    await ada.start(table)
    async with ada.connect(table) as connection:
        await finish(connection, 2)
    steps = len((await ada.record(table, 1))["steps"])
    monkeypatch.setattr(replays, "MOST_PICTURES", 3 * steps - 1)
    await refused(413, "too_big", ada.replay(table, 1))
    await refused(413, "too_big", ada.shared(server.node.share_links.link(table, 1)))
    monkeypatch.setattr(replays, "MOST_PICTURES", 3 * steps)
    assert len((await ada.replay(table, 1)).steps) == steps
