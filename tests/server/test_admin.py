"""Health, metrics and the admin page, over the loopback port of a real server."""

import asyncio
import base64
import http.client
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from mazziere.client import NotGranted
from mazziere.store import open_store
from tests.server.playing import farewell, seated
from tests.server.processes import Served, serve
from tests.store.samples import PLAYING, but

Answer = tuple[int, str, dict[str, str]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    served = serve(tmp_path / "data")
    yield served
    served.stop()


def ask(
    server: Served,
    path: str,
    password: str | None = None,
    form: dict[str, str] | None = None,
    **headers: str,
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", server.ready.admin_port or 0)
    if password is not None:
        word = base64.b64encode(f"admin:{password}".encode()).decode()
        headers["Authorization"] = f"Basic {word}"
    body = None
    if form is not None:
        if password is not None and "token" not in form:
            form = {**form, "token": token(server, password)}
        body = urlencode(form)
        headers.setdefault("Origin", server.admin)
    connection.request("GET" if form is None else "POST", path, body, headers)
    response = connection.getresponse()
    found = response.status, response.read().decode(), dict(response.getheaders())
    connection.close()
    return found


def token(server: Served, password: str) -> str:
    """Return the CSRF token of the forms."""
    found = re.search('name="token" value="([^"]+)"', ask(server, "/", password)[1])
    return found[1] if found else ""


def test_health_and_readiness(server: Served) -> None:
    assert ask(server, "/healthz")[:2] == (200, '{"ok":true}')
    status, text, _ = ask(server, "/readyz")
    assert (status, json.loads(text)) == (200, {"ok": True, "bus": None})


@pytest.mark.asyncio
async def test_metrics_are_counters_gauges_and_histograms(server: Served) -> None:
    people = await seated(server.url, [lambda: server.url] * 2, 1, "dieci")
    await asyncio.gather(*(person.play(lambda: False) for person in people))
    text = (await asyncio.to_thread(ask, server, "/metrics"))[1]
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    moves = sum(len(person.promised) for person in people)
    assert moves > 0
    assert float(found["mazziere_moves_total"]) == moves
    assert float(found["mazziere_move_seconds_count"]) == moves
    assert float(found["mazziere_appends_total"]) >= moves + 4
    assert float(found['mazziere_tables{status="over"}']) == 1
    kinds = dict(line.split()[2:4] for line in text.splitlines() if line.startswith("# TYPE"))
    assert kinds["mazziere_appends_total"] == "counter"
    assert kinds["mazziere_append_seconds"] == kinds["mazziere_move_seconds"] == "histogram"
    assert kinds["mazziere_connections"] == "gauge"


def test_the_password_is_made_once_and_stored_as_a_hash(tmp_path: Path) -> None:
    first = serve(tmp_path / "data")
    password = first.ready.password
    assert password is not None
    assert len(password) == 23
    assert first.stop() == 0
    again = serve(tmp_path / "data")
    try:
        assert again.ready.password is None
        assert ask(again, "/", password)[0] == 200
    finally:
        again.stop()
    for file in (tmp_path / "data").iterdir():
        assert password.encode() not in file.read_bytes()


def test_the_password_is_required(server: Served) -> None:
    status, text, headers = ask(server, "/")
    assert status == 401
    assert headers["www-authenticate"].startswith("Basic")
    assert "table" not in text
    assert ask(server, "/delete", None, {"table": "x"})[0] == 401
    for _ in range(3):
        assert ask(server, "/", "wrong")[0] == 401
    assert ask(server, "/", server.ready.password)[0] == 200  # nobody locks the owner out


def test_other_pages_cannot_use_the_browser_of_the_admin(server: Served) -> None:
    password = server.ready.password
    form = {"table": "x"}
    for path in ("/", "/metrics", "/healthz", "/readyz"):
        assert ask(server, path, password, Host="evil.example")[0] == 421
    assert ask(server, "/expire", password, {}, Origin="http://evil.example")[0] == 403
    for wrong in ("", "x", "é"):  # a token that no other page can know
        assert ask(server, "/delete", password, {**form, "token": wrong}, Origin="null")[0] == 403
        assert ask(server, "/delete", password, {**form, "token": wrong})[0] == 403
    assert ask(server, "/delete", password, form)[0] == 404
    assert ask(server, "/delete", password, form, Origin="null")[0] == 404  # as browsers do
    assert ask(server, "/expire", password, {})[0] == 303
    assert ask(server, "/", password, Host="localhost:9000")[0] == 200
    for path in ("/", "/healthz", "/readyz", "/metrics", "/nothing"):
        headers = ask(server, path, password)[2]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.asyncio
async def test_a_table_is_deleted_with_everything_about_it(server: Served) -> None:
    people = await seated(server.url, [lambda: server.url] * 2, 2, "dieci")
    table, password = people[0].table, server.ready.password
    assert table in (await asyncio.to_thread(ask, server, "/", password))[1]
    client = server.client(people[0].cookie)
    async with client.connect(table) as line:
        answer = await asyncio.to_thread(ask, server, "/delete", password, {"table": table})
        assert answer[0] == 303
        goodbye = await farewell(line)
        assert not goodbye.come_back
    with pytest.raises(NotGranted) as refused:
        await client.table(table)
    assert refused.value.status == 404
    assert table not in (await asyncio.to_thread(ask, server, "/", password))[1]


@pytest.mark.asyncio
async def test_old_tables_are_deleted_when_the_server_starts(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    store = await open_store(url)
    day = 24 * 3600.0
    now = time.time()
    for name, ended, at in (
        ("ended", now - 91 * day, now - 91 * day),
        ("kept", now - 89 * day, now - 89 * day),
        ("idle", None, now - 31 * day),
        ("paused", None, now - 29 * day),
    ):
        facts = but(PLAYING, code=None, due_at=None, ended_at=ended)
        await store.create(name, [b"{}"], facts, at)
    await store.close()
    server = serve(tmp_path / "log", database=url)
    try:
        page = (await asyncio.to_thread(ask, server, "/", server.ready.password))[1]
    finally:
        server.stop()
    assert "kept" in page
    assert "paused" in page
    assert "<td>ended" not in page
    assert "<td>idle" not in page
