"""Visibility of tables, lists of own tables, share links."""

import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mazziere.server.identity.share_links import ShareLinks
from mazziere.server.rooms.table_search import NO_TABLE
from mazziere.wire.http import Mine
from mazziere.wire.server import Done, Goodbye
from tests.server.raw_requests import asked, refused
from tests.server.running import Running, ended, lines, running, turned_away

pytestmark = pytest.mark.asyncio
KEY = bytes(32)


async def test_a_hidden_table_looks_like_a_missing_one(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, _) = await server.seated("dieci", 2, watchers=False)
    eve = server.client()
    await eve.open("dieci", "Eve", 2)
    assert (await eve.table(table)).phase == "waiting"  # the link is an invitation
    await ada.start(table)
    looks: Counter[str] = Counter()
    read = server.store.read

    async def counted(name: str, *span: int) -> Any:
        looks[name] += 1
        return await read(name, *span)

    monkeypatch.setattr(server.store, "read", counted)
    answers = set()
    costs = set()
    for name in (table, "0123456789abcdef" * 2, "nonsense", NO_TABLE, "%2e%2e"):
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
    missing = (
        b'{"code":"not_found","rule":null,"detail":null,"limit":null,"waitS":null,"most":null}'
    )
    assert answers == {(404, missing)}
    assert costs == {1}
    for name in (table, NO_TABLE, "nonsense"):
        assert await turned_away(eve.connect(name)) == (4404, Goodbye("not_found", False))


async def test_a_seat_at_a_private_match_moves_to_another_device(server: Running) -> None:
    table, (ada, bea) = await server.seated("dieci", 2, watchers=False)
    await ada.start(table)
    code, phone = await bea.lend(table, 1), server.client()
    await refused(404, "not_found", phone.take(table, "ABCDEFGH"))
    await refused(404, "not_found", phone.take(NO_TABLE, code))
    assert (await phone.take(table, code)).seats[1].mine
    await refused(404, "not_found", bea.table(table))
    await refused(404, "not_found", bea.take(table, code))
    code = await phone.lend(table, 1)
    await ada.close(table)
    await refused(404, "not_found", bea.take(table, code))


async def test_an_expired_table_is_gone_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.time()]
    async with running(tmp_path / "store.db", clock=lambda: now[0]) as server:
        table, (ada, bea) = await server.seated("dieci", 2)
        said: list[tuple[str, ...]] = []
        monkeypatch.setattr(server.node.bus, "publish", lambda *words: said.append(words))
        async with ada.connect(table) as connection:
            now[0] += 31 * 24 * 3600
            assert await server.node.expire() == 1
            assert await ended(connection) == (1000, Goodbye("closed", False))
        await refused(404, "not_found", bea.table(table))
        assert said[-1] == ("deleted", table)


async def test_viewers_are_disconnected_when_a_private_match_begins(server: Running) -> None:
    table, (ada, _) = await server.seated("dieci", 2, watchers=False)
    async with server.client().connect(table) as connection:
        await ada.start(table)
        assert await ended(connection) == (4404, Goodbye("not_found", False))
        assert not connection.positions


async def test_my_tables_are_those_with_a_seat(server: Running) -> None:
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
    async with lines(table.id, [ada, bea]) as (connection, _):
        await ada.start(table.id)
        await connection.until("playing")
        for one in (ada, bea):
            assert (await one._get("GET", "/api/tables", Mine)).turns == {table.id: (0, 1)}
        assert isinstance(await connection.move(0, connection.moves(0)[0]), Done)
        assert (await bea._get("GET", "/api/tables", Mine)).turns == {table.id: (1,)}
    assert {one.id for one in await ada.tables()} == {waits.id, table.id}


async def test_share_links_reveal_nothing_else(server: Running) -> None:
    shares = ShareLinks(KEY)
    link = shares.link("ab" * 16, 7)
    assert shares.read(link) == ("ab" * 16, 7)
    assert "ab" * 4 not in link
    assert ShareLinks(b"1" * 32).read(link) is None
    for place in range(len(link)):
        changed = link[:place] + ("A" if link[place] != "A" else "B") + link[place + 1 :]
        assert shares.read(changed) in (None, ("ab" * 16, 7))
    for wrong in ("", "é", "a", link + "AA", "../../x"):
        assert shares.read(wrong) is None
        assert (await asked(server, "GET", "/api/shared/x" + wrong.replace("é", "%C3%A9")))[
            0
        ] == 404
