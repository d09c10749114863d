"""Real server processes for tests: started quickly, killed from outside.

A process that has imported everything forks each server, so that a life costs a tenth of a second.
"""

import asyncio
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

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__])
START_S = 60
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
    "least_pace_ms": 0,
}
"""Any port, and no limits in the way of programs that play faster than people."""
QUICK = {"mazziere.server.rooms.SWEEP_S": 0.3, "mazziere.server.rooms.LATE_S": 0.5}


class DiedEarlyError(RuntimeError):
    """A server ended before it was ready: its exit code, and what it wrote."""

    def __init__(self, code: int | None, log: str) -> None:
        super().__init__(code, log)
        self.code = code


@dataclass
class Served:
    """A server that runs in a process of its own."""

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
        """SIGKILL, from outside."""
        self.process.kill()
        self.process.join()

    def stop(self) -> int:
        """SIGTERM; return the exit code."""
        if self.process.is_alive():
            os.kill(self.process.pid, signal.SIGTERM)
        self.process.join(START_S)
        code: int = self.process.exitcode
        return code

    async def died(self) -> int:
        """Wait until it has died on its own."""
        while self.process.is_alive():
            await asyncio.sleep(0.01)
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
        raise TimeoutError(log.read_text())
    try:
        ready: Ready = ours.recv()
    except EOFError:
        process.join()
        raise DiedEarlyError(process.exitcode, log.read_text()) from None
    return Served(process, ready, log, config.base_path, config)


def _serve(config: Config, crash_at: str, patches: dict[str, Any], log: str, pipe: Any) -> None:
    """In the new process."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 2)
    os.environ["MAZZIERE_JIT"] = "0"  # nothing is to be compiled beside it
    name, _, number = crash_at.partition(":")
    crash._name, crash._left = name, int(number or 1)
    for path, value in patches.items():
        module, _, constant = path.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    run(config, pipe.send)
