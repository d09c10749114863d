"""The audit of the lock files, against a database of advisories on this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import joined
from tools import audit
from tools.audit import Package

LOCK = """\
# made by make lock
numpy==2.3.4 \\
    --hash=sha256:00
Typing_Extensions==4.15.0 ; python_version < "3.13" \\
    --hash=sha256:11
uvicorn[standard]==0.38.0
"""
NPM: dict[str, Any] = {
    "packages": {
        "": {"name": "web", "version": "1.0.0"},
        "node_modules/vite": {"version": "8.0.1"},
        "node_modules/a/node_modules/@scope/b": {"version": "2.0.0"},
        "node_modules/alias": {"name": "real", "version": "3.0.0"},
        "node_modules/linked": {"link": True, "version": "1.0.0"},
    }
}
BAD = {"numpy": ["GHSA-2", "GHSA-1"]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with lock files."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "dev.lock").write_text(LOCK)
    (tmp_path / "requirements" / "bench.lock").write_text(LOCK)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package-lock.json").write_text(json.dumps(NPM))
    return tmp_path


class Database(BaseHTTPRequestHandler):
    """Answers as the OSV database does: one result per query, in order."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        names = [query["package"]["name"] for query in body["queries"]]
        results = [
            {"vulns": [{"id": i} for i in BAD[name]]} if name in BAD else {} for name in names
        ]
        data = json.dumps({"results": results}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Write nothing."""


@pytest.fixture
def database() -> Iterator[str]:
    """The address of a database of advisories."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Database)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    joined([thread], "the database stops")
    server.server_close()


def test_the_packages_of_all_locks(project: Path) -> None:
    assert audit.pinned(project) == [
        Package("PyPI", "numpy", "2.3.4"),
        Package("PyPI", "typing-extensions", "4.15.0"),
        Package("PyPI", "uvicorn", "0.38.0"),
        Package("npm", "@scope/b", "2.0.0"),
        Package("npm", "real", "3.0.0"),
        Package("npm", "vite", "8.0.1"),
    ]


def test_every_line_of_our_own_locks_is_read() -> None:
    found = audit.pinned(audit.ROOT)
    pinned = {
        line.split("==")[0].split("[")[0].lower().replace("_", "-")
        for lock in (audit.ROOT / "requirements").glob("*.lock")
        for line in lock.read_text().splitlines()
        if "==" in line and not line.startswith((" ", "#"))
    }
    assert {package.name for package in found if package.ecosystem == "PyPI"} == pinned
    assert any(package.name == "svelte" for package in found)


def test_advisories_are_printed_and_fail(
    project: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(["--root", str(project), "--database", database]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "PyPI numpy 2.3.4: GHSA-1, GHSA-2",
        "audit: 6 packages, 1 with known vulnerabilities",
    ]


def test_nothing_known_is_fine(
    project: Path,
    database: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(BAD, "numpy")
    monkeypatch.setattr(audit, "PACKAGES_PER_QUERY", 4)
    assert audit.main(["--root", str(project), "--database", database]) == 0
    assert capsys.readouterr().out == "audit: 6 packages, 0 with known vulnerabilities\n"


def test_offline_it_is_skipped_in_one_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(["--root", str(project), "--database", "http://127.0.0.1:1/"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("audit: skipped")
