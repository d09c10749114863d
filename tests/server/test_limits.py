"""Rate limits, quotas and session cookies."""

import asyncio
import base64
import ipaddress
import json
import time
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from argon2 import PasswordHasher
from starlette.requests import Request
from starlette.websockets import WebSocket

from mazziere.client import NotGranted
from mazziere.games import find
from mazziere.kernel.match import Match
from mazziere.kernel.record import Recorder
from mazziere.server.http import schema
from mazziere.server.identity.sessions import YEAR_S, Sessions
from mazziere.server.limits import CODES_AT_ONCE, EXPLAINED_PER_MINUTE, RateLimits
from mazziere.server.operations.admin import MOST_DELAYED, PasswordGuard, TooManyPasswordsError
from mazziere.server.transport.http_protocol import BoundedHttpProtocol, ConnectionLimit
from mazziere.server.windows import (
    OpenPerAddress,
    PerAddress,
    SlidingWindow,
    TokenBuckets,
    networks,
)
from mazziere.store import Store
from mazziere.table import presence
from mazziere.table.refusals import CommandRefused
from mazziere.wire.server import Goodbye, Pong
from tests.server.raw_requests import asked, refused
from tests.server.running import QUICK, Running, ended, running, turned_away
from tests.waiting import until

KEY = bytes(32)


def test_cookies_of_another_server_are_not_accepted() -> None:
    value, person = Sessions(KEY).new()
    assert Sessions(KEY).read(value) == person
    assert Sessions(b"1" * 32).read(value) is None
    assert person not in value


@pytest.mark.parametrize(
    ("later_s", "holds"), [(-3600, True), (YEAR_S - 9, True), (YEAR_S + 9, False)]
)
def test_a_cookie_is_valid_for_a_year_and_with_a_clock_that_is_behind(
    monkeypatch: pytest.MonkeyPatch, later_s: float, holds: bool
) -> None:
    value, person = Sessions(KEY).new()
    now = time.time() + later_s
    monkeypatch.setattr(time, "time", lambda: now)
    assert Sessions(KEY).read(value) == (person if holds else None)


def test_the_window_slides() -> None:
    window = SlidingWindow(2, 10)
    assert [window.hit("a", at) for at in (0, 5, 9, 10, 11, 15)] == [1, 1, 0, 1, 0, 1]
    assert window.hit("b", 15)


def test_a_clock_set_back_locks_nobody_out() -> None:
    window = SlidingWindow(2, 10)
    assert [window.hit("a", at) for at in (1000, 1001, 1002)] == [1, 1, 0]
    assert [window.hit("a", at) for at in (400, 401, 402)] == [1, 1, 0]


def test_an_event_taken_back_does_not_count() -> None:
    window = SlidingWindow(1, 10)
    window.take_back("a")
    assert window.hit("a", 0)
    window.take_back("a")
    assert [window.hit("a", 1), window.hit("a", 2)] == [1, 0]


def test_a_bucket_refills() -> None:
    buckets = TokenBuckets(2, 10)  # one each five seconds
    assert [buckets.hit("a", at) for at in (0, 0, 0, 4, 5, 6, 11, 40, 40, 40)] == [
        1, 1, 0, 0, 1, 0, 1, 1, 1, 0,
    ]  # fmt: skip
    assert buckets.wait_s("a", 41) == 4
    assert buckets.wait_s("b", 41) == 0
    assert not buckets.hit("a", 12)  # a clock set back gives nothing,
    assert buckets.hit("a", 45)  # and takes nothing


def test_a_window_tells_how_long_to_wait() -> None:
    window = SlidingWindow(2, 10)
    assert window.wait_s("a", 0) == 0
    window.hit("a", 0)
    window.hit("a", 3)
    assert [window.wait_s("a", at) for at in (3, 9, 10, 11)] == [7, 1, 0, 0]


def test_an_ipv6_address_counts_for_its_networks() -> None:
    assert networks("192.0.2.1") == networks("::ffff:192.0.2.1") == ("192.0.2.1",)
    assert networks("somebody") == ("somebody",)
    one, near, home, site, other = map(
        networks,
        ("2001:db8::1", "2001:db8::f:1", "2001:db8:0:1::1", "2001:db8:0:100::1", "2001:db8:1::1"),
    )
    shared = [
        sum(a == b for a, b in zip(one, two, strict=True)) for two in (near, home, site, other)
    ]
    assert shared == [3, 2, 1, 0]


@pytest.mark.parametrize(("bits", "most"), [(64, 5), (56, 20), (48, 80), (40, 1000)])
def test_guesses_from_one_network_are_limited(bits: int, most: int) -> None:
    """Each guess comes from another address of one network."""
    window = PerAddress(lambda count: SlidingWindow(count, 60), 5)
    start = int(ipaddress.ip_address("2001:db8::"))
    step = 2 ** (128 - bits) // 1000
    passed = sum(window.hit(str(ipaddress.ip_address(start + n * step)), 0) for n in range(1000))
    assert passed == most


def test_what_is_open_is_limited_by_network() -> None:
    sockets = OpenPerAddress(2)
    assert [sockets.add("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert sockets.add("192.0.2.2")
    sockets.remove("192.0.2.1")
    assert sockets.add("192.0.2.1")
    assert [sockets.add(f"2001:db8:0:{n}::1") for n in range(9)] == [True] * 8 + [False]
    for address in (
        "192.0.2.1",
        "192.0.2.1",
        "192.0.2.2",
        *(f"2001:db8:0:{n}::1" for n in range(8)),
    ):
        sockets.remove(address)
    assert not sockets._open


# Rates of a server


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.asyncio
async def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    clock = Clock()
    config = replace(QUICK, requests_per_minute=20)
    async with running(tmp_path / "store.db", config, clock) as server:
        stranger = server.client()
        found = [await turned_away(stranger.connect("0" * 32)) for _ in range(25)]
        assert [code for code, _ in found] == [4404] * 20 + [4429] * 5
        assert found[-1][1] == Goodbye("too_many", True, "requests", 60)
        status, headers, body = await asked(server, "GET", "/api/tables")
        assert (status, headers["retry-after"]) == (429, "60")
        assert json.loads(body)["limit"] == "requests"
        assert json.loads(body)["waitS"] == 60
        clock.now += 60
        assert (await asked(server, "GET", "/api/tables"))[0] == 200


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}
SOCKET = f"/api/tables/{'0' * 32}/socket"


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, requests_per_minute=2)], indirect=True)
@pytest.mark.parametrize(
    ("status", "method", "path", "headers"),
    [
        (403, "POST", "/api/tables", {"Origin": "http://evil.example"}),
        (421, "GET", "/api/tables", {"Host": "evil.example"}),
        (421, "GET", "/", {"Host": "evil.example"}),
        (200, "GET", "/api/openapi.json", {}),
        (200, "GET", "/api/messages.json", {}),
        (404, "GET", "/api/nothing", {}),
        (404, "GET", "/nothing", {"Accept": "text/html"}),
        (405, "PATCH", "/api/tables", {}),
        (403, "GET", SOCKET, {**UPGRADE, "Origin": "http://evil.example"}),
    ],
)
async def test_requests_that_are_refused_count_too(
    server: Running, status: int, method: str, path: str, headers: dict[str, Any]
) -> None:
    found = [(await asked(server, method, path, **headers))[0] for _ in range(4)]
    assert found == [status] * 2 + [429] * 2
    assert (await asked(server, "GET", "/api/tables"))[0] == 429


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, requests_per_minute=2)], indirect=True)
async def test_few_sockets_above_a_limit_are_accepted_to_say_so(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted: list[WebSocket] = []
    accept = WebSocket.accept

    async def counted(socket: WebSocket) -> None:
        accepted.append(socket)
        await accept(socket)

    monkeypatch.setattr(WebSocket, "accept", counted)
    own: dict[str, Any] = {**UPGRADE, "Origin": server.url}
    tries = 2 + EXPLAINED_PER_MINUTE
    for _ in range(tries):
        assert (await turned_away(server.client().connect("0" * 32)))[0] in (4404, 4429)
    assert len(accepted) == tries
    for _ in range(5):
        status, headers, body = await asked(server, "GET", SOCKET, **own)
        assert (status, json.loads(body)["limit"]) == (429, "requests")
        assert int(headers["retry-after"]) <= 60
    assert len(accepted) == tries


@pytest.mark.asyncio
async def test_the_schemas_are_encoded_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema.openapi_json.cache_clear()
    schema.messages_json.cache_clear()
    made: list[str] = []
    components = msgspec.json.schema_components

    def counted(*args: Any, **settings: Any) -> Any:
        made.append(settings["ref_template"])
        return components(*args, **settings)

    monkeypatch.setattr(msgspec.json, "schema_components", counted)
    for _ in range(3):
        for name in ("openapi", "messages"):
            status, _, body = await asked(server, "GET", f"/api/{name}.json")
            assert (status, type(json.loads(body))) == (200, dict)
    assert len(made) == 2


@pytest.mark.asyncio
async def test_hellos_have_a_budget_that_survives_a_reconnect(tmp_path: Path) -> None:
    clock = Clock()
    config = replace(QUICK, hellos_per_minute=6)
    async with running(tmp_path / "store.db", config, clock) as server:
        table, (ada, bea) = await server.seated("dieci", 2)
        async with ada.connect(table) as connection:
            for _ in range(4):
                await connection.hello()
        async with ada.connect(table):
            pass
        refused = 4429, Goodbye("too_many", True, "hellos", 10)
        assert await turned_away(ada.connect(table)) == refused
        async with bea.connect(table):  # another person at the same address
            pass
        clock.now += 10
        async with ada.connect(table):
            pass


def test_messages_count_for_the_person_and_for_the_address() -> None:
    limits = RateLimits(replace(QUICK, messages=2, messages_per_address=5), Store(), Clock())
    for person in ("ada", "ada", "bea", "bea", ""):  # the last one has no cookie
        limits.check_message(person, "192.0.2.1")
    for person, address in (("ada", "192.0.2.2"), ("cleo", "192.0.2.1"), ("", "192.0.2.1")):
        with pytest.raises(CommandRefused) as refusal:
            limits.check_message(person, address)
        assert refusal.value.facts["limit"] == "messages"
    limits.check_message("cleo", "192.0.2.2")


@pytest.mark.asyncio
async def test_wrong_codes_count_and_right_ones_do_not(tmp_path: Path) -> None:
    clock = Clock()
    config = replace(QUICK, codes_per_minute=3, codes_per_minute_of_all=5)
    async with running(tmp_path / "store.db", config, clock) as server:
        ada = server.client()
        code = (await ada.open("dieci", "Ada", 2)).code or ""
        found = await asyncio.gather(*(server.client().find(code) for _ in range(30)))
        assert len(set(found)) == 1
        for _ in range(3):
            await refused(404, "not_found", ada.find("WRONG"))
        await refused(429, "too_many", ada.find(code))
        limits = server.node.limits
        for _ in range(4):  # a right code, at a table where all seats are taken
            with pytest.raises(CommandRefused) as refusal, limits.trying_code("192.0.2.1"):
                raise CommandRefused("full")
            assert refusal.value.code == "full"
        for address in ("192.0.2.1", "192.0.2.2"):
            with pytest.raises(CommandRefused), limits.trying_code(address):
                raise CommandRefused("bad_code")
        clock.now += 60
        await ada.find(code)


def test_wrong_codes_of_others_do_not_keep_anybody_from_joining() -> None:
    clock = Clock()
    config = replace(QUICK, codes_per_minute=3, codes_per_minute_of_all=5)
    limits = RateLimits(config, Store(), clock)

    def guess(address: str, code: str) -> dict[str, Any]:
        with pytest.raises(CommandRefused) as refusal, limits.trying_code(address):
            raise CommandRefused(code)
        return refusal.value.facts if refusal.value.code == "too_many" else {}

    for number in range(5):
        assert guess(f"192.0.2.{number}", "not_found") == {}
    for _ in range(9):  # right codes of somebody who has not guessed
        with limits.trying_code("192.0.2.77"):
            one_at_a_time = guess("192.0.2.77", "full")
        assert one_at_a_time == {"limit": "codes_of_all", "wait_s": 1}
        with limits.trying_code("2001:db8:0:1::1"):
            pass
    of_all = {"limit": "codes_of_all", "wait_s": 60}
    assert guess("192.0.2.1", "full") == of_all  # it has guessed
    assert guess("2001:db8::1", "not_found") == {}  # the first guess of a whole network
    assert guess("2001:db8:0:1::1", "not_found") == of_all
    clock.now += 60
    assert guess("192.0.2.1", "full") == {}


def test_hellos_hints_and_free_pings_count_for_the_address_too() -> None:
    config = replace(
        QUICK, hellos_per_minute_of_address=3, hints_per_minute_of_address=3, pings_per_address=3
    )
    limits = RateLimits(config, Store(), Clock())
    for limit, check in (("hellos", limits.check_hello), ("hints", limits.check_hint)):
        for person in ("ada", "bea", "cleo"):
            check(person, "192.0.2.1")
        with pytest.raises(CommandRefused) as refusal:
            check("dora", "192.0.2.1")
        assert refusal.value.facts["limit"] == limit
        check("dora", "192.0.2.2")
    pings = [limits.is_free_ping(address) for address in ["192.0.2.1"] * 4 + ["192.0.2.2"]]
    assert pings == [True, True, True, False, True]


@pytest.mark.asyncio
async def test_a_new_connection_has_no_new_free_pings(tmp_path: Path) -> None:
    """The first ping of each connection is regular; the third one of the address is a message."""
    config = replace(QUICK, pings_per_address=2, messages=3)
    async with running(tmp_path / "store.db", config, Clock()) as server:
        table, (ada, _) = await server.seated("dieci", 2)
        for _ in range(2):  # hello and a free ping: one message each
            async with ada.connect(table) as connection:
                await connection.send_raw('{"type":"ping"}')
                while not isinstance(await connection.next(), Pong):
                    pass
        async with ada.connect(table) as connection:  # the third hello
            await connection.send_raw('{"type":"ping"}')
            assert await ended(connection) == (4429, Goodbye("too_many", True, "messages", 7))


@pytest.mark.asyncio
async def test_codes_cannot_be_guessed_in_parallel(tmp_path: Path) -> None:
    limits = RateLimits(replace(QUICK, codes_per_minute=3), Store(), Clock())
    with ExitStack() as stack:
        for _ in range(CODES_AT_ONCE):
            stack.enter_context(limits.trying_code("192.0.2.1"))
        with pytest.raises(CommandRefused), limits.trying_code("192.0.2.1"):
            pass
        with limits.trying_code("192.0.2.2"):
            pass


@pytest.mark.asyncio
async def test_plain_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path / "store.db", replace(QUICK, http_per_address=3)) as server:
        parts = urlsplit(server.url)
        opened = [await asyncio.open_connection(parts.hostname, parts.port) for _ in range(3)]
        status, headers, _ = await asked(server, "GET", "/api/tables")
        assert (status, headers["retry-after"]) == (429, "10")
        _, writer = opened.pop()
        writer.close()
        protocol = server.server.config.http_protocol_class
        assert issubclass(protocol, BoundedHttpProtocol)
        count = protocol.limit
        assert count is not None
        await until(lambda: sum(count._open._open.values()) == 2, "the connection is gone")
        assert (await asked(server, "GET", "/api/tables"))[0] == 200
        table = (await server.client().open("dieci", "Ada", 2)).id
        async with AsyncExitStack() as stack:  # sockets have a limit of their own
            for _ in range(5):
                await stack.enter_async_context(server.client().connect(table))
        for _, writer in opened:
            writer.close()


def test_trusted_proxies_have_no_limit() -> None:
    limit = ConnectionLimit(1, ("10.0.0.0/8",))
    assert [limit.add("10.1.2.3") for _ in range(9)] == [True] * 9
    assert [limit.add("192.0.2.1") for _ in range(2)] == [True, False]
    limit.remove("10.1.2.3")
    limit.remove("192.0.2.1")
    assert limit.add("192.0.2.1")


@pytest.mark.asyncio
async def test_wrong_passwords_are_slower_and_slower_and_the_right_one_is_accepted() -> None:
    waits: list[float] = []

    async def sleep(wait_s: float) -> None:
        waits.append(wait_s)

    guard = PasswordGuard(PasswordHasher(1, 8, 1).hash("right"), sleep)
    for _ in range(10):
        assert not await guard.accepts(with_password("wrong"))
    assert waits == [0.5, 1, 2, 4, 8, 8, 8]
    assert await guard.accepts(with_password("right"))
    assert not await guard.accepts(with_password("wrong"))
    assert len(waits) == 7


@pytest.mark.asyncio
async def test_the_right_password_is_accepted_while_wrong_ones_are_delayed() -> None:
    """Nobody has logged in since the start."""
    going = asyncio.Event()

    async def sleep(wait_s: float) -> None:
        await going.wait()

    guard = PasswordGuard(PasswordHasher(1, 8, 1).hash("right"), sleep)
    guard._wrong = 99
    tasks = [
        asyncio.create_task(guard.accepts(with_password("wrong"))) for _ in range(MOST_DELAYED)
    ]
    await until(lambda: guard._delayed == MOST_DELAYED, "the wrong passwords are delayed")
    for _ in range(9):
        with pytest.raises(TooManyPasswordsError):
            await guard.accepts(with_password("wrong"))
    assert await guard.accepts(with_password("right"))
    going.set()
    assert await asyncio.gather(*tasks) == [False] * MOST_DELAYED


@pytest.mark.asyncio
async def test_the_same_right_password_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    guard = PasswordGuard(PasswordHasher(1, 8, 1).hash("right"))
    is_right, checked = guard._is_right, []

    def counted(password: str) -> bool:
        checked.append(password)
        return is_right(password)

    monkeypatch.setattr(guard, "_is_right", counted)
    asked = [guard.accepts(with_password("right")) for _ in range(20)]
    assert await asyncio.gather(*asked) == [True] * 20
    assert checked == ["right"]


def with_password(password: str) -> Request:
    """Return a request with a password."""
    word = base64.b64encode(f"admin:{password}".encode())
    return Request({"type": "http", "headers": [(b"authorization", b"Basic " + word)]})


# Quotas of a server


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
async def test_the_number_of_tables_is_limited(server: Running, most: int) -> None:
    ada = server.client()
    for _ in range(most):
        await ada.open("dieci", "Ada", 2)
    await refused(429, "too_many", ada.open("dieci", "Ada", 2))


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_person=2)], indirect=True)
async def test_abandoned_matches_do_not_count(server: Running) -> None:
    """A match with bots stays in the list after its only person has left."""
    ada = server.client()
    for _ in range(2):
        table = (await ada.open("dieci", "Ada", 2, bots=["easy"])).id
        await ada.start(table)
    with pytest.raises(NotGranted) as refusal:
        await ada.open("dieci", "Ada", 2)
    assert (refusal.value.problem.limit, refusal.value.problem.most) == ("tables_of_person", 2)
    room = await server.node.rooms.room(table)
    await room.act(lambda state, at: presence.leave(state, state.host, at))
    assert room.table.is_paused
    await ada.open("dieci", "Ada", 2)
    assert len(await ada.tables()) == 3


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, requests_per_minute=5)], indirect=True)
async def test_the_rate_of_requests_is_limited(server: Running) -> None:
    for _ in range(5):
        assert (await asked(server, "GET", "/api/tables"))[0] == 200
    status, headers, _ = await asked(server, "GET", "/api/tables")
    assert status == 429
    assert 0 < int(headers["retry-after"]) <= 60


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_address=1)], indirect=True)
async def test_a_table_that_was_not_opened_does_not_count(server: Running) -> None:
    ada = server.client()
    await refused(400, "bad_option", ada.open("dieci", "Ada", 2, {"nonsense": 1}))
    await ada.open("dieci", "Ada", 2)
    await refused(429, "too_many", ada.open("dieci", "Ada", 2))


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_address=1)], indirect=True)
async def test_a_failed_opening_with_a_record_counts(server: Running) -> None:
    ada = server.client()
    steps = [{"chance": "dealer", "seat": 0}, {"seat": 0, "move": "keep"}]
    record = {**Recorder(Match(find("dieci"), 2, {})).record(), "steps": steps}
    body = {"game": "dieci", "nick": "Ada", "players": 2, "record": record}
    status, data = await ada.ask("POST", "/api/tables", body)
    assert (status, json.loads(data)["code"]) == (400, "bad_record")
    await refused(429, "too_many", ada.open("dieci", "Ada", 2))


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_address=2)], indirect=True)
async def test_a_large_body_counts_before_it_is_parsed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    decode = msgspec.json.decode

    def counted(data: bytes, **settings: Any) -> Any:
        parsed.append(len(data))
        return decode(data, **settings)

    monkeypatch.setattr("mazziere.server.http.request.msgspec.json.decode", counted)
    own: dict[str, Any] = {"Origin": server.url, "Content_Type": "application/json"}
    large = b'{"record":[' + b"1," * 100_000 + b"1]}"
    answers = [await asked(server, "POST", "/api/tables", large, **own) for _ in range(4)]
    assert [answer[0] for answer in answers] == [400, 400, 429, 429]
    assert json.loads(answers[-1][2])["limit"] == "tables_of_address"
    assert parsed == [len(large)] * 2


@pytest.mark.asyncio
@pytest.mark.parametrize("server", [replace(QUICK, tables_per_person=3)], indirect=True)
async def test_the_quota_holds_for_concurrent_openings(server: Running) -> None:
    ada = server.client()
    await ada.open("dieci", "Ada", 2)
    commands = [ada.open("dieci", "Ada", 2) for _ in range(8)]
    answers = await asyncio.gather(*commands, return_exceptions=True)
    assert sum(isinstance(answer, NotGranted) for answer in answers) == 6
    assert len(await ada.tables()) == 3
