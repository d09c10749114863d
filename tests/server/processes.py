"""Real server processes for tests: started quickly, killed from outside.

A fork server that has imported everything starts each server in a tenth of a second.
"""

import importlib
import multiprocessing
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazziere.client import Client
from mazziere.server.config import Config
from mazziere.server.run import Ready, run
from mazziere.store import crash
from tests.waiting import until

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__])
START_S = 60
DEATH_S = 200
MANY = 10**6

RELAXED: dict[str, Any] = {
    "port": 0,
    "admin_port": 0,
    "requests_per_minute": MANY,
    "codes_per_minute": MANY,
    "tables_per_address": MANY,
    "tables_per_person": MANY,
    "talk_per_minute": MANY,
    "messages": MANY,
    "messages_per_address": MANY,
    "hellos_per_minute": MANY,
    "hellos_per_minute_of_address": MANY,
    "http_per_address": MANY,
    "least_pace_ms": 0,
}
"""Any port, and no rate limits, because programs play faster than people."""
QUICK = {
    "mazziere.server.rooms.registry.SWEEP_S": 0.3,
    "mazziere.server.rooms.registry.LATE_S": 0.5,
}


class DiedEarlyError(RuntimeError):
    """A server ended before it was ready: its exit code and its log."""

    def __init__(self, code: int | None, log: str) -> None:
        super().__init__(code, log)
        self.code = code


@dataclass
class Served:
    """A server in its own process."""

    process: Any
    ready: Ready
    log: Path
    base_path: str = ""
    asked: Config = field(default_factory=Config)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.ready.port}{self.base_path}"

    @property
    def admin(self) -> str:
        return f"http://127.0.0.1:{self.ready.admin_port}"

    def client(self, cookie: str | None = None) -> Client:
        client = Client(self.url)
        client.cookie = cookie
        return client

    def kill(self) -> None:
        """Send SIGKILL."""
        self.process.kill()
        self.process.join(START_S)
        assert self.process.exitcode is not None, "the server did not die of SIGKILL"

    def stop(self) -> int:
        """Send SIGTERM; return the exit code."""
        if self.process.is_alive():
            os.kill(self.process.pid, signal.SIGTERM)
        self.process.join(START_S)
        assert self.process.exitcode is not None, "the server did not stop"
        code: int = self.process.exitcode
        return code

    async def died(self) -> int:
        """Wait until the process has died; return its exit code."""
        await until(lambda: not self.process.is_alive(), "the server dies", DEATH_S)
        code: int = self.process.exitcode
        return code


def serve(
    folder: Path,
    crash_at: str = "",
    patches: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Served:
    """Start a server; without a database its file is in the folder."""
    folder.mkdir(exist_ok=True)
    given = {"database": f"sqlite:///{folder / 'store.db'}", **RELAXED, **settings}
    config = Config(**given)
    log = folder / "log"
    ours, theirs = _forks.Pipe()
    process = _forks.Process(
        target=_serve,
        args=(config, crash_at, QUICK | dict(patches or {}), str(log), theirs),
        daemon=True,
    )
    process.start()
    theirs.close()
    if not ours.poll(START_S):
        process.kill()
        raise TimeoutError(f"the server did not start in {START_S} s: {log.read_text()}")
    try:
        ready: Ready = ours.recv()
    except EOFError:
        process.join(START_S)
        raise DiedEarlyError(process.exitcode, log.read_text()) from None
    return Served(process, ready, log, config.base_path, config)


def _serve(config: Config, crash_at: str, patches: dict[str, Any], log: str, pipe: Any) -> None:
    """In the new process: run the server."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 2)
    os.environ["MAZZIERE_JIT"] = "0"  # no compilation in the background
    name, _, number = crash_at.partition(":")
    crash._name, crash._left = name, int(number or 1)
    for path, value in patches.items():
        module, _, constant = path.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    run(config, pipe.send)
