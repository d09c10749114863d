"""Tables over HTTP: inviting, sitting, the host's powers, and who may see what."""

import asyncio
import http.client
import json
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from mazziere.client import Client, Line, NotGranted
from mazziere.server import replays
from mazziere.server.app import HEADERS
from mazziere.server.finding import NOBODY
from mazziere.server.shares import Shares
from mazziere.table import due
from mazziere.wire.http import Mine
from mazziere.wire.server import Done, Goodbye, Refusal
from tests.server.running import QUICK, Running, caught_up, ended, lines, running, turned_away

pytestmark = pytest.mark.asyncio
KEY = bytes(32)


async def refused(status: int, code: str, wish: Any) -> None:
    """See that something is not granted."""
    with pytest.raises(NotGranted) as caught:
        await wish
    assert (caught.value.status, caught.value.problem.code) == (status, code)


def raw(
    server: Running, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Ask without the client's good manners."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


async def asked(
    server: Running, method: str, path: str, body: bytes | None = None, **headers: Any
) -> Any:
    """The same, while the server runs in this thread."""
    return await asyncio.to_thread(lambda: raw(server, method, path, body, **headers))


# Inviting and sitting


async def test_by_code_while_the_table_waits(server: Running) -> None:
    ada, bea = server.client(), server.client()
    table = await ada.open("dieci", "Ada", 2, {"tokens": 1})
    assert table.code is not None
    assert len(table.code) == 6
    assert await bea.find(f"{table.code[:3].lower()} {table.code[3:]}") == table.id
    assert (await bea.table(table.id)).code is None  # for people at the table
    await bea.join(table.id, "Bea")
    assert (await bea.table(table.id)).code == table.code
    await ada.start(table.id)
    await refused(404, "not_found", bea.find(table.code))
    assert (await ada.table(table.id)).code is None


@pytest.mark.parametrize("server", [replace(QUICK, codes_per_minute=3)], indirect=True)
async def test_guessing_codes_is_slow(server: Running) -> None:
    ada, eve = server.client(), server.client()
    table = await ada.open("dieci", "Ada", 2)
    for _ in range(3):
        await refused(404, "not_found", eve.find("ZZZZZZ"))
    assert table.code is not None
    await refused(429, "too_many", eve.find(table.code))
    await refused(429, "too_many", eve.take(table.id, "ABCDEFGH"))


async def test_the_qr_code_is_a_drawing_of_the_link(server: Running) -> None:
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
    async with ada.line(table.id) as line:
        assert set(line.positions) == {0, 1}
        assert isinstance(await line.move(1, "keep"), Done)
        assert isinstance(await line.move(0, "keep"), Done)


async def test_names_that_look_alike_are_refused(server: Running) -> None:
    ada, bea = server.client(), server.client()
    table = await ada.open("dieci", "Paola", 3)
    await refused(409, "nick_taken", bea.join(table.id, "РАOLА"))  # Cyrillic
    await refused(400, "bad_nick", bea.join(table.id, "x" * 31))
    await refused(400, "bad_nick", bea.open("dieci", "\u200b", 2))
    assert await bea.tables() == ()


async def test_the_host_arranges_and_clears(server: Running) -> None:
    table, (ada, bea, cem) = await server.seated("dieci", 3)
    settings = {"clock": "relaxed", "watchers": False}
    wanted = {"players": 4, "options": {"tokens": 2}, "settings": settings}
    await refused(403, "not_host", bea.act("PUT", table, "", wanted))
    info = await ada.act("PUT", table, "", wanted)
    assert (info.players, info.options["tokens"], info.settings.clock) == (4, 2, "relaxed")
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


async def test_who_was_removed_has_no_seat_until_let_in_again(server: Running) -> None:
    table, (ada, bea, cem) = await server.seated("dieci", 3)
    info = await ada.act("DELETE", table, "/seats/2")
    assert [one.name for one in info.removed] == ["P2"]
    assert not info.out
    assert (await bea.table(table)).removed == ()
    seen = await cem.table(table)  # as anybody may who has the link
    assert (seen.out, seen.removed, seen.code) == (True, (), None)
    code = await bea.lend(table, 1)
    for wish in (cem.join(table, "P2"), cem.join(table, "Zoe", 2), cem.take(table, code)):
        await refused(403, "removed", wish)
    assert await cem.tables() == ()
    number = info.removed[0].id
    await refused(403, "not_host", cem.act("DELETE", table, f"/removed/{number}"))
    await refused(409, "not_there", ada.act("DELETE", table, f"/removed/{number + 1}"))
    await refused(404, "not_found", ada.act("DELETE", table, "/removed/x"))
    assert (await ada.act("DELETE", table, f"/removed/{number}")).removed == ()
    assert not (await cem.join(table, "P2", 2)).out


async def test_who_was_removed_from_a_private_table_sees_it_no_more(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, watchers=False)
    async with bea.line(table) as line:
        (removed,) = (await ada.act("DELETE", table, "/seats/1")).removed
        assert await ended(line) == (4403, Goodbye("removed", False))
    assert await turned_away(bea.line(table)) == (4404, Goodbye("not_found", False))
    await refused(404, "not_found", bea.table(table))
    await refused(404, "not_found", bea.join(table, "Bea"))
    assert (await server.client().table(table)).phase == "waiting"  # others are invited
    await ada.act("DELETE", table, f"/removed/{removed.id}")
    await bea.join(table, "Bea")


SHORT = replace(QUICK, table_entries=6)


@pytest.mark.parametrize("server", [SHORT], indirect=True)
async def test_a_log_that_is_long_enough_finishes_its_match_and_begins_no_other(
    server: Running,
) -> None:
    ada, bea = server.client(), server.client()
    table = (await ada.open("dieci", "Ada", 3, {"tokens": 1})).id  # opened, sealed, sat
    await ada.join(table, "Berta")
    await bea.join(table, "Bea")
    await ada.start(table)
    async with lines(table, [ada, bea]) as (line, other):
        assert line.seq >= SHORT.table_entries
        await line.send_raw('{"type":"say","seat":0,"text":"too much"}')
        answer = await line.next()
        assert isinstance(answer, Refusal)
        assert answer.code == "too_long"
        while line.table.phase == "playing":
            for seat, own in ((0, line), (1, line), (2, other)):
                if own.moves(seat):
                    assert isinstance(await own.move(seat, own.moves(seat)[0]), Done)
                    await caught_up(line, own.seq)
                    await caught_up(other, own.seq)
    assert len(await ada.evening(table)) == 1
    await refused(409, "too_long", ada.act("POST", table, "/again", {"seat": 0}))
    wanted = {"players": 3, "options": {}, "settings": {}}
    await refused(409, "too_long", ada.act("PUT", table, "", wanted))
    await refused(409, "too_long", ada.lend(table, 0))
    await refused(403, "not_host", bea.act("PUT", table, "", wanted))  # other reasons come first
    assert (await bea.act("DELETE", table, "/seats/2")).seats[2].kind == "open"  # who may go
    await ada.close(table)


@pytest.mark.parametrize("server", [replace(QUICK, table_entries=5)], indirect=True)
async def test_a_table_that_is_set_for_too_long_does_not_start(server: Running) -> None:
    table, (ada, _) = await server.seated("dieci", 2)  # opened, sealed, sat, sat
    settings = {"players": 2, "options": {}, "settings": {}}
    await ada.act("PUT", table, "", settings)  # arranged, sealed
    await refused(409, "too_long", ada.act("PUT", table, "", settings))
    await refused(409, "too_long", ada.start(table))


@pytest.mark.parametrize("server", [replace(QUICK, least_pace_ms=200)], indirect=True)
async def test_bots_alone_do_not_keep_a_server_busy(server: Running) -> None:
    ada = server.client()
    table = await ada.open("dieci", "Ada", 2, paceMs=0)
    assert table.settings.pace_ms == 200
    agreed = {"players": 2, "options": {}, "settings": {"paceMs": 199}}
    assert (await ada.act("PUT", table.id, "", agreed)).settings.pace_ms == 200
    agreed["settings"] = {"paceMs": 201}
    assert (await ada.act("PUT", table.id, "", agreed)).settings.pace_ms == 201


async def test_a_table_goes_on_from_a_position(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, {"tokens": 1})
    await ada.start(table, named=0)
    async with lines(table, [ada, bea]) as (host, line):
        while line.table.phase == "playing":
            for seat, own in ((1, line), (0, host)):
                if own.moves(seat):
                    await own.move(
                        seat, "keep" if "keep" in own.moves(seat) else own.moves(seat)[0]
                    )
                while own.seq < max(line.seq, host.seq):
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
        wish = ada._get("POST", "/api/tables", dict, {**body, "record": wrong})
        await refused(400, "bad_record", wish)


async def finish(line: Line, seats: int) -> None:
    """Play a match to its end, for all seats."""
    while line.table.phase == "playing":
        for seat in range(seats):
            if line.moves(seat):
                assert isinstance(await line.move(seat, line.moves(seat)[0]), Done)


async def test_an_evening_of_matches(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due, "MIX_S", 0.1)
    ada = server.client()
    table = (await ada.open("dieci", "Ada", 2, {"tokens": 1})).id
    await ada.join(table, "Bea")
    await ada.start(table)
    assert await ada.evening(table) == ()
    async with ada.line(table) as line:
        await finish(line, 2)
        first = await ada.record(table, 1)
        await ada.act("POST", table, "/again", {"seat": 1})  # who shares a device agrees for all
        await line.until("playing")
        assert line.table.match == 2
        assert await ada.record(table, 1) == first  # from the log now
        await refused(404, "not_found", ada.record(table, 2))
        await refused(404, "not_found", ada.replay(table, 2))
        share = server.node.shares.link(table, 2)
        await refused(404, "not_found", server.client().shared(share))
        await finish(line, 2)
    evening = await ada.evening(table)
    assert [match.match for match in evening] == [1, 2]
    assert evening[0].scores == tuple(first["result"]["scores"])
    assert evening[1].share == share
    assert (await server.client().shared(share)).record["result"]["scores"] == list(
        evening[1].scores
    )


async def test_a_match_of_any_length_is_a_record_but_not_a_replay(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.client()
    table = (await ada.open("dieci", "Ada", 2, {"tokens": 1})).id
    await ada.join(table, "Bea")
    await ada.start(table)
    async with ada.line(table) as line:
        await finish(line, 2)
    steps = len((await ada.record(table, 1))["steps"])
    monkeypatch.setattr(replays, "MOST_PICTURES", 3 * steps - 1)
    await refused(413, "too_big", ada.replay(table, 1))
    await refused(413, "too_big", ada.shared(server.node.shares.link(table, 1)))
    monkeypatch.setattr(replays, "MOST_PICTURES", 3 * steps)
    monkeypatch.setattr(replays, "KEPT_BYTES", 0)  # nothing is kept, all is shown
    for _ in range(2):
        assert len((await ada.replay(table, 1)).steps) == steps


# Who may see what


async def test_a_table_that_one_may_not_see_is_not_there(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, _) = await server.seated("dieci", 2, watchers=False)
    eve = server.client()
    await eve.open("dieci", "Eve", 2)
    assert (await eve.table(table)).phase == "waiting"  # the link is an invitation
    await ada.start(table)
    looks: Counter[str] = Counter()
    read = server.store.read

    async def counted(name: str, after: int = 0) -> Any:
        looks[name] += 1
        return await read(name, after)

    monkeypatch.setattr(server.store, "read", counted)
    answers = set()
    costs = set()
    for name in (table, "0123456789abcdef" * 2, "nonsense", NOBODY, "%2e%2e"):
        for method, rest, body in (
            ("GET", "", None),
            ("GET", "/matches", None),
            ("GET", "/matches/1", None),
            ("GET", "/matches/1/replay", None),
            ("GET", "/qr.svg", None),
            ("POST", "/seats", {"nick": "Eve"}),
            ("POST", "/start", {}),
            ("DELETE", "", None),
        ):
            looks.clear()
            answers.add(await eve.ask(method, f"/api/tables/{name}{rest}", body))
            costs.add(looks.total())
    assert answers == {(404, b'{"code":"not_found","rule":null,"detail":null}')}
    assert costs == {1}
    for name in (table, NOBODY, "nonsense"):
        assert await turned_away(eve.line(name)) == (4404, Goodbye("not_found", False))


async def test_a_seat_at_a_private_match_goes_on_another_device(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, watchers=False)
    await ada.start(table)
    code, phone = await bea.lend(table, 1), server.client()
    await refused(404, "not_found", phone.take(table, "ABCDEFGH"))
    await refused(404, "not_found", phone.take(NOBODY, code))
    assert (await phone.take(table, code)).seats[1].mine
    await refused(404, "not_found", bea.table(table))
    await refused(404, "not_found", bea.take(table, code))
    code = await phone.lend(table, 1)
    await ada.close(table)
    await refused(404, "not_found", bea.take(table, code))


async def test_a_table_that_was_kept_for_long_enough_is_gone_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.time()]
    async with running(tmp_path / "store.db", clock=lambda: now[0]) as server:
        table, (ada, bea) = await server.seated("dieci", 2)
        said: list[tuple[str, ...]] = []
        monkeypatch.setattr(server.node.bus, "say", lambda *words: said.append(words))
        async with ada.line(table) as line:
            now[0] += 31 * 24 * 3600
            assert await server.node.expire() == 1
            assert await ended(line) == (1000, Goodbye("closed", False))
        await refused(404, "not_found", bea.table(table))
        assert said[-1] == ("deleted", table)


async def test_who_was_there_is_sent_out_when_a_private_match_begins(server: Running) -> None:
    table, (ada, _) = await server.seated("dieci", 2, watchers=False)
    async with server.client().line(table) as line:
        await ada.start(table)
        assert await ended(line) == (4404, Goodbye("not_found", False))
        assert not line.positions


async def test_tables_that_one_sits_at(server: Running) -> None:
    ada, bea = server.client(), server.client()
    one = await ada.open("dieci", "Ada", 2)
    two = await ada.open("uno", "Ada", 2)
    await bea.join(one.id, "Bea")
    assert {table.id for table in await ada.tables()} == {one.id, two.id}
    assert [table.id for table in await bea.tables()] == [one.id]
    assert await server.client().tables() == ()
    await ada.close(one.id)
    assert await bea.tables() == ()
    await refused(404, "not_found", bea.table(one.id))


async def test_my_tables_say_whose_turn_it_is(server: Running) -> None:
    ada, bea = server.client(), server.client()
    waits = await ada.open("dieci", "Ada", 2)
    table = await ada.open("yooloo", "Ada", 2, {"variant": "a"})
    await bea.join(table.id, "Bea")
    assert (await ada._get("GET", "/api/tables", Mine)).turns == {}
    async with lines(table.id, [ada, bea]) as (line, _):
        await ada.start(table.id)
        await line.until("playing")
        for one in (ada, bea):
            assert (await one._get("GET", "/api/tables", Mine)).turns == {table.id: (0, 1)}
        assert isinstance(await line.move(0, line.moves(0)[0]), Done)
        assert (await bea._get("GET", "/api/tables", Mine)).turns == {table.id: (1,)}
    assert {one.id for one in await ada.tables()} == {waits.id, table.id}


async def test_links_to_a_match_name_nothing_else(server: Running) -> None:
    shares = Shares(KEY)
    link = shares.link("ab" * 16, 7)
    assert shares.read(link) == ("ab" * 16, 7)
    assert "ab" * 4 not in link
    assert Shares(b"1" * 32).read(link) is None
    for place in range(len(link)):
        changed = link[:place] + ("A" if link[place] != "A" else "B") + link[place + 1 :]
        assert shares.read(changed) in (None, ("ab" * 16, 7))
    for wrong in ("", "é", "a", link + "AA", "../../x"):
        assert shares.read(wrong) is None
        assert (await asked(server, "GET", "/api/shared/x" + wrong.replace("é", "%C3%A9")))[
            0
        ] == 404


# Manners


async def test_only_our_own_page_may_change_something(server: Running) -> None:
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    kind = {"Content_Type": "application/json"}
    own = server.url
    for origin in ("http://evil.example", "null", own + "/", own.replace("http", "https"), ""):
        status, _, data = await asked(server, "POST", "/api/tables", body, Origin=origin, **kind)
        assert (status, json.loads(data)["code"]) == (403, "bad_origin")
    assert (await asked(server, "POST", "/api/tables", body, **kind))[0] == 403
    assert (await asked(server, "POST", "/api/tables", body, Origin=own, **kind))[0] == 200
    evil = Client(server.url)
    evil.origin = "http://evil.example"
    with pytest.raises(Exception, match="403"):
        await evil.line("0" * 32).__aenter__()


async def test_the_cookie(server: Running, tmp_path: Path) -> None:
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    ask = {"Origin": server.url, "Content_Type": "application/json"}
    _, headers, data = await asked(server, "POST", "/api/tables", body, **ask)
    cookie = headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts
    value = cookie.split(";")[0].partition("=")[2]
    assert len(bytes.fromhex(value.split(".")[0])) * 8 >= 128
    table = json.loads(data)["id"]
    for wrong in (value[:-1] + ("A" if value[-1] != "A" else "B"), value.split(".")[0], "x" * 300):
        path = f"/api/tables/{table}"
        _, _, data = await asked(server, "GET", path, Cookie=f"mazziere={wrong}")
        assert not any(seat["mine"] for seat in json.loads(data)["seats"])
    # None of it is in the store
    known = (tmp_path / "store.db").read_bytes() + (tmp_path / "store.db-wal").read_bytes()
    assert value.split(".")[0].encode() not in known
    assert table.encode() in known


PUBLIC = "https://games.example/cards"


@pytest.mark.parametrize("server", [replace(QUICK, public_url=PUBLIC)], indirect=True)
async def test_behind_https(server: Running) -> None:
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    ask: dict[str, Any] = {"Content_Type": "application/json"}
    assert (await asked(server, "POST", "/api/tables", body, Origin=server.url, **ask))[0] == 403
    own = {**ask, "Origin": "https://games.example"}
    status, headers, _ = await asked(server, "POST", "/api/tables", body, **own)
    assert status == 200
    assert "secure" in headers["set-cookie"].lower().split("; ")


HOME = replace(QUICK, public_url="http://192.0.2.7:8710", is_home=True)


@pytest.mark.parametrize("server", [HOME], indirect=True)
async def test_at_home_the_machine_itself_may_use_its_own_address(server: Running) -> None:
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    ask: dict[str, Any] = {"Content_Type": "application/json"}
    port = server.url.rpartition(":")[2]
    here, lan = f"localhost:{port}", "192.0.2.7:8710"
    for host, origin, status in (
        (lan, f"http://{lan}", 200),
        (here, f"http://{here}", 200),
        (here, "http://evil.example", 403),
        (here, f"https://{here}", 403),
        ("evil.example", "http://evil.example", 403),
    ):
        found = await asked(server, "POST", "/api/tables", body, Host=host, Origin=origin, **ask)
        assert found[0] == status


@pytest.mark.parametrize(
    ("server", "is_secure"),
    [(replace(QUICK, trusted_proxies=("127.0.0.1",)), True), (QUICK, False)],
    indirect=["server"],
)
async def test_the_word_of_a_proxy(server: Running, is_secure: bool) -> None:
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    proxied: dict[str, Any] = {
        "Content_Type": "application/json",
        "Host": "games.example",
        "X_Forwarded_Proto": "https",
        "X_Forwarded_For": "192.0.2.7",
    }
    for scheme, is_own in (("https", is_secure), ("http", not is_secure)):
        origin = f"{scheme}://games.example"
        found = await asked(server, "POST", "/api/tables", body, Origin=origin, **proxied)
        assert (found[0] == 200) == is_own
        if is_own:
            assert ("secure" in found[1]["set-cookie"].lower().split("; ")) == is_secure
    known = list(server.node.limits._requests._hits)
    assert known == ["192.0.2.7" if is_secure else "127.0.0.1"]


@pytest.mark.parametrize("server", [replace(QUICK, base_path="/cards")], indirect=True)
async def test_under_a_path(server: Running) -> None:
    server.url += "/cards"
    table, (ada, bea) = await server.seated("dieci", 2)
    await ada.start(table, named=0)
    async with bea.line(table) as line:
        assert isinstance(await line.move(1, "keep"), Done)
    own = {"Origin": server.url.removesuffix("/cards"), "Content_Type": "application/json"}
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    _, headers, _ = await asked(server, "POST", "/cards/api/tables", body, **own)
    assert "Path=/cards;" in headers["set-cookie"]
    assert (await asked(server, "GET", "/api/games"))[0] == 404


async def test_every_answer_has_the_headers(server: Running) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/api/tables/x"):
        _, headers, _ = await asked(server, "GET", path)
        for name, value in HEADERS.items():
            assert headers[name] == value
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    assert headers["Cache-Control"] == "no-store"
    assert "server" not in headers


async def test_errors_are_typed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = server.client()
    table = (await ada.open("dieci", "Ada", 2)).id
    own: dict[str, Any] = {"Origin": server.url, "Content_Type": "application/json"}
    cases: list[tuple[int, str, str, str, bytes | None]] = [
        (404, "not_found", "GET", "/nothing", None),
        (405, "not_allowed", "PATCH", "/api/tables", None),
        (400, "bad_body", "POST", "/api/tables", b"{"),
        (400, "bad_body", "POST", "/api/tables", b""),
        (400, "bad_body", "POST", "/api/tables", b'{"record":' + b'{"a":' * 5000),
        (400, "bad_body", "POST", "/api/tables", b'{"game":"dieci","nick":"\xff"}'),
        (400, "bad_body", "POST", "/api/codes", b'{"code":"A","more":1}'),
        (413, "too_big", "POST", "/api/codes", b" " * 20_000),
        (404, "not_found", "PUT", f"/api/tables/{table}/seats/{'9' * 5000}", b'{"bot":"easy"}'),
    ]
    for status, code, method, path, body in cases:
        got, headers, data = await asked(server, method, path, body, **own)
        assert (got, json.loads(data)["code"]) == (status, code), (method, path[:60])
        assert headers["content-type"] == "application/json"
    plain = {**own, "Content_Type": "text/plain"}
    assert (await asked(server, "POST", "/api/codes", b'{"code":"A"}', **plain))[0] == 415
    spelled = {**own, "Content_Type": "Application/JSON ; charset=utf-8"}
    assert (await asked(server, "POST", "/api/codes", b'{"code":"A"}', **spelled))[0] == 404

    def fail(*args: object) -> None:
        raise RuntimeError("the hand is r7 g2")

    monkeypatch.setattr("mazziere.server.shown.table_info", fail)
    got, _, data = await asked(server, "GET", f"/api/tables/{table}", **own)
    assert (got, data) == (500, b'{"code":"internal","rule":null,"detail":null}')


@pytest.mark.parametrize(
    ("server", "most"),
    [
        (replace(QUICK, tables_per_person=2), 2),
        (replace(QUICK, tables_per_address=3), 3),
        (replace(QUICK, most_tables=4), 4),
    ],
    indirect=["server"],
)
async def test_so_many_tables(server: Running, most: int) -> None:
    ada = server.client()
    for _ in range(most):
        await ada.open("dieci", "Ada", 2)
    await refused(429, "too_many", ada.open("dieci", "Ada", 2))


@pytest.mark.parametrize("server", [replace(QUICK, requests_per_minute=5)], indirect=True)
async def test_so_many_requests(server: Running) -> None:
    for _ in range(5):
        assert (await asked(server, "GET", "/api/tables"))[0] == 200
    status, headers, _ = await asked(server, "GET", "/api/tables")
    assert (status, headers["retry-after"]) == (429, "10")
