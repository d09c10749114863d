"""Running a server: the application on its port, health and administration on another."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import structlog
import uvicorn

from mazziere.server.admin import build_admin, first_password
from mazziere.server.app import build
from mazziere.server.config import FRAME_BYTES, Config
from mazziere.server.frames import Frames
from mazziere.server.logs import set_up_logs
from mazziere.server.node import Node
from mazziere.server.requests import Requests
from mazziere.store import open_store

GRACE_S = 5
BACKLOG = 4096
GARBAGE = 50_000
"""New objects between two looks for garbage in circles, of which a move leaves none."""

_log = structlog.get_logger()


class CannotListen(Exception):
    """A port cannot be had; the text is one line for a person."""


@dataclass(frozen=True)
class Ready:
    """What the one who started a server may want to know."""

    host: str
    port: int
    admin_port: int | None
    password: str | None  # the admin's, if it was made just now


def run(config: Config, ready: Callable[[Ready], None] = lambda found: None) -> None:
    """Serve until the process is told to stop; CannotListen, StoreError."""
    gc.freeze()  # what is imported stays
    gc.set_threshold(GARBAGE, 20, 50)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve(config, ready))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def serve(config: Config, ready: Callable[[Ready], None] = lambda found: None) -> None:
    """Serve until the process is told to stop."""
    _allow_many_files()
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(listen(config.host, config.port))]
        if config.admin_port is not None:
            sockets.append(stack.enter_context(listen("127.0.0.1", config.admin_port)))
        store = await open_store(config.database)
        set_up_logs(config.text_logs)
        try:
            node = Node(config, store, await store.secret("sessions"))
            servers, password = [_Server(settings(build(node), config))], None
            if config.admin_port is not None:
                password, hashed = await first_password(store)
                servers.append(_Server(settings(build_admin(node, hashed), config)))
            ports = [one.getsockname()[1] for one in sockets]
            found = Ready(config.host, ports[0], ports[1] if ports[1:] else None, password)
            await _run(node, servers, sockets, lambda: ready(found))
        finally:
            await store.close()


def listen(host: str, port: int) -> socket.socket:
    """Take a port, so that nobody else can; CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family)
    try:
        if sys.platform != "win32":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen(BACKLOG)  # a second one that binds to the port is told so at once
    except OSError as error:
        taken.close()
        why = error.strerror or str(error)
        raise CannotListen(f"{host} port {port}: {why}") from None
    return taken


def _allow_many_files() -> None:
    """Each connection is a file to the system; have as many as it grants."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def settings(app: Any, config: Config) -> uvicorn.Config:
    """How an application of ours is served."""
    return uvicorn.Config(
        app,
        http=Requests,
        ws=Frames,
        ws_max_size=4 * FRAME_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=bool(config.trusted_proxies),
        forwarded_allow_ips=list(config.trusted_proxies) or None,
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_S,
    )


class _Server(uvicorn.Server):
    """A server that leaves the signals to us."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _run(
    node: Node,
    servers: list[_Server],
    sockets: list[socket.socket],
    ready: Callable[[], None],
) -> None:
    """Run all servers until a signal, or until one of them ends; then say goodbye."""
    stop = asyncio.Event()
    _on_signals(stop)
    tasks = [
        asyncio.create_task(server.serve([one]))
        for server, one in zip(servers, sockets, strict=True)
    ]
    stopped = asyncio.create_task(stop.wait())
    starting = asyncio.create_task(_started(servers))
    await asyncio.wait([*tasks, stopped, starting], return_when=asyncio.FIRST_COMPLETED)
    if starting.done():
        ready()
        _log.info("ready", nodes="many" if node.config.bus else "one")
        await asyncio.wait([*tasks, stopped], return_when=asyncio.FIRST_COMPLETED)
    _log.info("stopping", connections=node.people.connections)
    await node.say_goodbye()
    for server in servers:
        server.should_exit = True
    stopped.cancel()
    starting.cancel()
    await asyncio.gather(*tasks)
    _log.info("stopped")


async def _started(servers: list[_Server]) -> None:
    while not all(server.started for server in servers):
        await asyncio.sleep(0.01)


def _on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
            with contextlib.suppress(ValueError):
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
