"""`mazziere serve` as a process: output, signals, logs, usage errors."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import structlog

from mazziere.cli import main
from mazziere.cli.arguments import read_arguments
from mazziere.cli.serve import config_of
from mazziere.client import Client
from mazziere.server.config import Config
from mazziere.server.operations.logs import set_up_logs
from mazziere.store import open_store
from mazziere.table.entries import Sealed, decode
from tests.server.playing import farewell
from tests.server.processes import serve
from tests.waiting import LIMIT_S, next_line, rest_of

ROOT = Path(__file__).resolve().parents[2]


def start(folder: Path, *words: str, stderr: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    return subprocess.Popen(
        [sys.executable, "-m", "mazziere", "serve", *words],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "MAZZIERE_DATA_DIR": str(folder)},
    )


def ready_line(process: "subprocess.Popen[str]") -> dict[str, str]:
    found: dict[str, str] = json.loads(next_line(process, "the server is ready"))
    return found


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_tells_people_to_come_back(tmp_path: Path, number: int) -> None:
    process = start(tmp_path, "--json", "--port", "0", "--admin-port", "0")
    said = ready_line(process)
    ada = Client(said["url"])
    info = await ada.open("dieci", "Ada of Turin", 2)
    async with ada.connect(info.id) as line:
        process.send_signal(number)
        goodbye = await farewell(line)
    assert (goodbye.why, goodbye.come_back) == ("restart", True)
    out = await asyncio.to_thread(rest_of, process, "the server stops")
    _, logs = await asyncio.to_thread(process.communicate, timeout=LIMIT_S)
    assert process.returncode == 0
    assert out == ""
    store = await open_store(f"sqlite:///{tmp_path / 'mazziere.db'}")
    rows = await store.read(info.id)
    await store.close()
    secret = next(entry.secret for row in rows if isinstance(entry := decode(row.data), Sealed))
    events = [json.loads(line) for line in logs.splitlines()]
    assert [event["event"] for event in events] == ["ready", "stopping", "stopped"]
    cookie = (ada.cookie or "").partition("=")[2]
    assert len(cookie) > 32
    for word in (secret, cookie, "Ada of Turin", info.code, said["password"]):
        assert word
        assert word not in logs


def at_a_terminal(folder: Path, *words: str) -> str:
    """Start and stop a server at a terminal; return its log."""
    ours, theirs = os.openpty()
    process = start(folder, "--port", "0", "--no-admin", "--no-open", *words, stderr=theirs)
    os.close(theirs)
    next_line(process, "the server is ready")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0
    text = read_all(ours).decode()
    os.close(ours)
    return text


def read_all(terminal: int) -> bytes:
    """Read what was written to a terminal whose other end is closed."""
    data = b""
    with suppress(OSError):  # the end of a terminal is an error on Linux
        while part := os.read(terminal, 10_000):
            data += part
    return data


@pytest.mark.slow
def test_the_logs_are_text_at_a_terminal(tmp_path: Path) -> None:
    lines = at_a_terminal(tmp_path).splitlines()
    assert [re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in lines] == [
        "ready (nodes one)",
        "stopping (connections 0)",
        "stopped",
    ]
    lines = at_a_terminal(tmp_path, "--log", "json").splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["ready", "stopping", "stopped"]


def test_a_logged_error_has_only_its_type_and_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = structlog.get_config()
    try:
        set_up_logs(as_text=True)
        try:
            raise ValueError("Ada's secret")
        except ValueError:
            structlog.get_logger().exception("work failed", game="uno")
    finally:
        structlog.configure(**kept)
    said = capsys.readouterr().err
    place = r"test_serve\.py:\d+ test_a_logged_error_has_only_its_type_and_place"
    assert re.fullmatch(
        rf"\d\d:\d\d:\d\d error: work failed \(error ValueError, game uno, {place}\)\n", said
    )


def complaint_of(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> str:
    """Return the one line of a failed command."""
    assert main(["serve", *words]) == code
    out, complaint = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"mazziere: [^\n]+\n", complaint)
    return complaint


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for words in (("--port", port, "--no-admin"), ("--port", "0", "--admin-port", port)):
            assert f"port {port}: " in complaint_of(capsys, 1, *words)


def test_a_database_that_cannot_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.db").write_text("a note\n" * 100)
    start = ("--port", "0", "--no-admin", "--database")
    for url in (f"sqlite:///{tmp_path / 'note.db'}", "postgresql://u:hidden@127.0.0.1:9/x"):
        assert "hidden" not in complaint_of(capsys, 1, *start, url)
    assert "--database" in complaint_of(capsys, 2, *start, "x:y")


@pytest.mark.parametrize(
    "words",
    [
        ("--base-path", "no-slash"),
        ("--public-url", "ftp://x"),
        ("--trusted-proxy", "proxy.example"),
        ("--bus", "http://secret@x"),
        ("--base-path", "/cards", "--public-url", "https://cards.example/games"),
    ],
)
def test_bad_usage(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    complaint = complaint_of(capsys, 2, *words)
    assert complaint.startswith(f"mazziere: {words[0]} ")
    assert "secret" not in complaint


def config(*words: str) -> Config:
    """Return the configuration of a command line."""
    read = read_arguments(["serve", *words])
    assert read is not None
    return config_of(read)


def test_the_base_path_of_the_site() -> None:
    found = config("--public-url", "https://cards.example/games/")
    assert (found.public_url, found.base_path) == ("https://cards.example/games", "/games")
    assert (found.secure, found.is_home) == (True, False)
    home = config("--lan", "--base-path", "/cards")
    assert home.public_url is not None
    assert home.public_url.endswith(":8710/cards")
    assert (home.secure, home.is_home) == (False, True)


def test_lan_prints_the_link_and_a_code_for_phones(tmp_path: Path) -> None:
    process = start(tmp_path, "--lan", "--port", "0", "--admin-port", "0", "--base-path", "/cards/")
    link, *drawing = [next_line(process, "the link and the code") for _ in range(11)]
    process.terminate()
    rest = rest_of(process, "the server stops")
    process.communicate(timeout=LIMIT_S)
    assert re.fullmatch(r"Mazziere: http://[\d.]+:\d+/cards\n", link)
    assert all(set(row.strip("\n")) <= set("█▀▄ ") or "\x1b" in row for row in drawing)
    assert "Password" in rest
    assert process.returncode == 0


def test_forwarding_headers_count_only_from_trusted_proxies(tmp_path: Path) -> None:
    """The rate limit for codes uses the address of the client behind a trusted proxy."""
    for trusted, refused in ((("127.0.0.1",), 0), (("10.0.0.0/8",), 3), ((), 3)):
        folder = tmp_path / f"trusts-{len(trusted)}-{refused}"
        server = serve(folder, trusted_proxies=trusted, codes_per_minute=10)
        try:
            statuses = []
            for number in range(13):
                statuses.append(guess(server.url, f"198.51.100.{number}"))
        finally:
            server.stop()
        assert statuses.count(429) == refused
        assert statuses.count(404) == 13 - refused


def guess(url: str, forwarded: str) -> int:
    """Try a code through a proxy; return the status."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=LIMIT_S)
    headers = {"X-Forwarded-For": forwarded, "Origin": url, "Content-Type": "application/json"}
    connection.request("POST", "/api/codes", '{"code": "ABCDEF"}', headers)
    status = connection.getresponse().status
    connection.close()
    return status
