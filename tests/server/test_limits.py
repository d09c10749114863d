"""How much is enough, and who somebody is."""

import asyncio
import json
import time
from dataclasses import replace

import pytest

from mazziere.client import NotGranted
from mazziere.games import find
from mazziere.kernel.match import Match
from mazziere.kernel.record import Recorder
from mazziere.server.limits import Window, network
from mazziere.server.persons import YEAR_S, Sessions
from tests.server.asking import asked, refused
from tests.server.running import QUICK, Running

KEY = bytes(32)


def test_cookies_of_another_server_are_nobodys() -> None:
    value, person = Sessions(KEY).new()
    assert Sessions(KEY).read(value) == person
    assert Sessions(b"1" * 32).read(value) is None
    assert person not in value


@pytest.mark.parametrize(
    ("later_s", "holds"), [(-3600, True), (YEAR_S - 9, True), (YEAR_S + 9, False)]
)
def test_a_cookie_holds_for_a_year_and_on_a_node_whose_clock_is_behind(
    monkeypatch: pytest.MonkeyPatch, later_s: float, holds: bool
) -> None:
    value, person = Sessions(KEY).new()
    now = time.time() + later_s
    monkeypatch.setattr(time, "time", lambda: now)
    assert Sessions(KEY).read(value) == (person if holds else None)


def test_windows_move() -> None:
    window = Window(2, 10)
    assert [window.hit("a", at) for at in (0, 5, 9, 10, 11, 15)] == [1, 1, 0, 1, 0, 1]
    assert window.hit("b", 15)


def test_a_clock_that_is_set_back_keeps_nobody_out() -> None:
    window = Window(2, 10)
    assert [window.hit("a", at) for at in (1000, 1001, 1002)] == [1, 1, 0]
    assert [window.hit("a", at) for at in (400, 401, 402)] == [1, 1, 0]


def test_what_was_taken_back_does_not_count() -> None:
    window = Window(1, 10)
    window.take_back("a")
    assert window.hit("a", 0)
    window.take_back("a")
    assert [window.hit("a", 1), window.hit("a", 2)] == [1, 0]


def test_one_network_in_ipv6_is_one_address() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    assert network("somebody") == "somebody"


# Of a server


@pytest.mark.asyncio
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


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, requests_per_minute=5)], indirect=True)
async def test_so_many_requests(server: Running) -> None:
    for _ in range(5):
        assert (await asked(server, "GET", "/api/tables"))[0] == 200
    status, headers, _ = await asked(server, "GET", "/api/tables")
    assert (status, headers["retry-after"]) == (429, "10")


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_address=1)], indirect=True)
async def test_a_table_that_was_not_opened_does_not_count(server: Running) -> None:
    ada = server.client()
    await refused(400, "bad_option", ada.open("dieci", "Ada", 2, {"nonsense": 1}))
    await ada.open("dieci", "Ada", 2)
    await refused(429, "too_many", ada.open("dieci", "Ada", 2))


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_address=1)], indirect=True)
async def test_a_record_that_had_to_be_replayed_counts(server: Running) -> None:
    ada = server.client()
    steps = [{"chance": "dealer", "seat": 0}, {"seat": 0, "move": "keep"}]
    record = {**Recorder(Match(find("dieci"), 2, {})).record(), "steps": steps}
    body = {"game": "dieci", "nick": "Ada", "players": 2, "record": record}
    status, data = await ada.ask("POST", "/api/tables", body)
    assert (status, json.loads(data)["code"]) == (400, "bad_record")
    await refused(429, "too_many", ada.open("dieci", "Ada", 2))


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_person=3)], indirect=True)
async def test_who_opens_many_tables_at_once_has_no_more_of_them(server: Running) -> None:
    ada = server.client()
    await ada.open("dieci", "Ada", 2)
    wishes = [ada.open("dieci", "Ada", 2) for _ in range(8)]
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    assert sum(isinstance(answer, NotGranted) for answer in answers) == 6
    assert len(await ada.tables()) == 3
