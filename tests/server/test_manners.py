"""HTTP: origins, cookies, proxies, headers, typed errors."""

import json
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import segno

from mazziere.client import Client
from mazziere.server.http.headers import HEADERS
from mazziere.server.http.qr_codes import LINK_BYTES, qr_svg
from mazziere.server.windows import SlidingWindow
from mazziere.table.refusals import CommandRefused
from mazziere.wire.server import Done
from tests.server.raw_requests import asked
from tests.server.running import QUICK, Running

pytestmark = pytest.mark.asyncio


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
        await evil.connect("0" * 32).__aenter__()


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
    # The first character of the signature: the last one has bits that base64 ignores
    secret, dot, signature = value.rpartition(".")
    other = "A" if signature[0] != "A" else "B"
    for wrong in (f"{secret}{dot}{other}{signature[1:]}", value.split(".")[0], "x" * 300):
        path = f"/api/tables/{table}"
        _, _, data = await asked(server, "GET", path, Cookie=f"mazziere={wrong}")
        assert not any(seat["mine"] for seat in json.loads(data)["seats"])
    # The store does not contain the secret
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
async def test_at_home_the_loopback_address_is_accepted(server: Running) -> None:
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    ask: dict[str, Any] = {"Content_Type": "application/json"}
    port = server.url.rpartition(":")[2]
    here, lan = f"localhost:{port}", "192.0.2.7:8710"
    for host, origin, status in (
        (lan, f"http://{lan}", 200),
        (here, f"http://{here}", 200),
        (here, "http://evil.example", 403),
        (here, f"https://{here}", 403),
        ("evil.example", "http://evil.example", 421),
    ):
        found = await asked(server, "POST", "/api/tables", body, Host=host, Origin=origin, **ask)
        assert found[0] == status


NAMED = replace(QUICK, own_names=("games.example",))


@pytest.mark.parametrize(
    ("server", "is_secure"),
    [
        (replace(NAMED, trusted_proxies=("127.0.0.1",)), True),
        (NAMED, False),
    ],
    indirect=["server"],
)
async def test_headers_of_a_trusted_proxy(server: Running, is_secure: bool) -> None:
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
    window = server.node.limits._requests._levels[0]
    assert isinstance(window, SlidingWindow)
    known = list(window._hits)
    assert known == ["192.0.2.7" if is_secure else "127.0.0.1"]


@pytest.mark.parametrize("server", [replace(QUICK, base_path="/cards")], indirect=True)
async def test_below_a_base_path(server: Running) -> None:
    server.url += "/cards"
    table, (ada, bea) = await server.seated("dieci", 2)
    await ada.start(table, named=0)
    async with bea.connect(table) as connection:
        assert isinstance(await connection.move(1, "keep"), Done)
    own = {"Origin": server.url.removesuffix("/cards"), "Content_Type": "application/json"}
    body = json.dumps({"game": "dieci", "nick": "Ada", "players": 2}).encode()
    _, headers, _ = await asked(server, "POST", "/cards/api/tables", body, **own)
    assert "Path=/cards;" in headers["set-cookie"]
    assert (await asked(server, "GET", "/api/games"))[0] == 404
    status, headers, _ = await asked(server, "GET", "/cards", Host="127.0.0.1:1")
    assert (status, headers["location"]) == (307, "/cards/")  # without the host of the request


# Names


MALFORMED_PORTS = (":", ":08710", ":" + "0" * 2200 + "8710", ":123456", ":-1", ":8710x", ":1:1")


@pytest.mark.parametrize(
    "server", [replace(NAMED, public_url="https://cards.example/x", base_path="/x")], indirect=True
)
async def test_only_the_names_of_the_server_are_answered(server: Running) -> None:
    own = ("cards.example", "CARDS.example:443", "cards.example.", "games.example", "localhost:1")
    numbers = ("127.0.0.1", "192.168.1.7:8710", "[::1]:8710", "[fe80::1]")
    for host in (*own, *numbers, socket.gethostname(), f"{socket.gethostname()}.local"):
        assert (await asked(server, "GET", "/x/api/tables", Host=host))[0] == 200, host
    for host in (
        *(f"localhost{port}" for port in MALFORMED_PORTS),
        *("localhost..", ".localhost", "cards.example..", "[127.0.0.1", "::1", "[::1]."),
        "evil.example",
        "xcards.example",
        "127.0.0.1.evil.example",
        "",
        "[",
        "a@localhost",
    ):
        for path in ("/x/api/tables", "/x/", "/x"):
            status, headers, _ = await asked(server, "GET", path, Host=host)
            assert (status, headers["location"]) == (421, None), host


async def test_a_link_is_short_and_its_qr_code_is_made_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a public address a link contains the `Host` that the client sends."""
    made: list[str] = []
    make = segno.make

    def counted(text: str, **settings: Any) -> Any:
        made.append(text)
        return make(text, **settings)

    monkeypatch.setattr(segno, "make", counted)
    ada = server.client()
    path = f"/api/tables/{(await ada.open('dieci', 'Ada', 2)).id}"
    lend: dict[str, Any] = {"Cookie": ada.cookie}

    async def lent(host: str) -> int:
        own: dict[str, Any] = {"Host": host, "Origin": f"http://{host}", **lend}
        status: int = (await asked(server, "POST", f"{path}/seats/0/code", **own))[0]
        return status

    for port in MALFORMED_PORTS:
        host = f"127.0.0.1{port}"
        assert (await asked(server, "GET", f"{path}/qr.svg", Host=host))[0] == 421
        assert await lent(host) == 421
    assert made == []
    assert await lent("127.0.0.1:1") == 200
    made.clear()
    for _ in range(3):
        for host in ("127.0.0.1:1", "192.0.2.7:8710"):
            status, _, data = await asked(server, "GET", f"{path}/qr.svg", Host=host)
            assert (status, data[:4]) == (200, b"<svg")
    assert len(made) == 2
    with pytest.raises(CommandRefused, match="too_big"):
        qr_svg("http://" + "a" * LINK_BYTES)
    assert len(made) == 2


async def test_a_socket_for_another_name_is_refused(server: Running) -> None:
    table = (await server.client().open("dieci", "Ada", 2)).id
    upgrade: dict[str, Any] = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Host": "evil.example",
        "Origin": "http://evil.example",
    }
    assert (await asked(server, "GET", f"/api/tables/{table}/socket", **upgrade))[0] == 403


async def test_a_path_is_never_redirected_to_the_host_of_the_request(server: Running) -> None:
    for path in ("/api/games/", "/api/tables/", "/t/x/", "//evil.example/", "/api//"):
        status, headers, _ = await asked(server, "GET", path)
        assert (status, headers["location"]) == (404, None), path


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

    monkeypatch.setattr("mazziere.server.rooms.projection.table_info", fail)
    got, _, data = await asked(server, "GET", f"/api/tables/{table}", **own)
    body = b'{"code":"internal","rule":null,"detail":null,"limit":null,"waitS":null,"most":null}'
    assert (got, data) == (500, body)
