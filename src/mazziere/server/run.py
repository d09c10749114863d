"""Starting and stopping a server: the application on one port, the admin page on another."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import structlog
import uvicorn

from mazziere.server.config import FRAME_BYTES, Config
from mazziere.server.http.app import build
from mazziere.server.node import Node
from mazziere.server.operations.admin import build_admin, first_password
from mazziere.server.operations.logs import set_up_logs
from mazziere.server.operations.shutdown import ShutdownLimit
from mazziere.server.transport.http_protocol import limited
from mazziere.server.transport.websocket_protocol import FastWebSocketProtocol
from mazziere.store import open_store

REQUESTS_END_S = 3
"""Time that uvicorn gives open requests when it stops."""
IDLE_S = 5
"""Time that an HTTP connection may wait for its next request."""
WS_PING_S = 20.0
"""Interval between two pings to a socket, and timeout of the answer."""
BACKLOG = 4096
GC_THRESHOLD = 50_000
"""New objects between two runs of the cyclic garbage collector; a move makes no cycles."""

_log = structlog.get_logger()


class CannotListen(Exception):
    """A port is not available; the text is one line for a person."""


@dataclass(frozen=True)
class Ready:
    """The addresses of a server that is ready, and a new admin password."""

    host: str
    port: int
    admin_port: int | None
    password: str | None  # of the admin, if it was made just now


def run(config: Config, on_ready: Callable[[Ready], None] = lambda ready: None) -> None:
    """Serve until a signal stops the process; CannotListen, StoreError.

    The process must end soon after: the limit of the shutdown ends it otherwise.
    """
    gc.freeze()  # imported modules stay for good
    gc.set_threshold(GC_THRESHOLD, 20, 50)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve(config, on_ready))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def serve(config: Config, on_ready: Callable[[Ready], None] = lambda ready: None) -> None:
    """Serve until a signal stops the process; CannotListen, StoreError."""
    _raise_file_limit()
    limit = ShutdownLimit()
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
                direct = replace(config, trusted_proxies=())  # programs of this machine only
                servers.append(_Server(settings(build_admin(node, hashed), direct)))
            ports = [sock.getsockname()[1] for sock in sockets]
            ready = Ready(config.host, ports[0], ports[1] if ports[1:] else None, password)
            await _serve_until_stopped(node, servers, sockets, lambda: on_ready(ready), limit)
        finally:
            limit.start()  # also if the server could not start
            await store.close()


def listen(host: str, port: int) -> socket.socket:
    """Bind to a port and listen; CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)  # now, so that a second server on this port fails at once
    except OSError as error:
        listener.close()
        why = error.strerror or str(error)
        raise CannotListen(f"{host} port {port}: {why}") from None
    return listener


def _raise_file_limit() -> None:
    """Raise the limit of open files, which bounds the connections, to the system's maximum."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def settings(app: Any, config: Config) -> uvicorn.Config:
    """Return uvicorn's settings for an application."""
    return uvicorn.Config(
        app,
        http=limited(config.http_per_address, config.trusted_proxies),
        ws=FastWebSocketProtocol,
        ws_max_size=4 * FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=WS_PING_S,
        ws_ping_timeout=WS_PING_S,
        timeout_keep_alive=IDLE_S,
        proxy_headers=bool(config.trusted_proxies),
        forwarded_allow_ips=list(config.trusted_proxies) or None,
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=REQUESTS_END_S,
    )


class _Server(uvicorn.Server):
    """A server that leaves signals to `_serve_until_stopped`."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _serve_until_stopped(
    node: Node,
    servers: list[_Server],
    sockets: list[socket.socket],
    on_ready: Callable[[], None],
    limit: ShutdownLimit,
) -> None:
    """Run all servers until a signal, or until one of them ends; then stop them all in time."""
    stop = asyncio.Event()
    _set_on_signals(stop)
    tasks = [
        asyncio.create_task(server.serve([sock]))
        for server, sock in zip(servers, sockets, strict=True)
    ]
    stopped = asyncio.create_task(stop.wait())
    starting = asyncio.create_task(_started(servers))
    await asyncio.wait([*tasks, stopped, starting], return_when=asyncio.FIRST_COMPLETED)
    if starting.done():
        on_ready()
        _log.info("ready", nodes="many" if node.config.bus else "one")
        await asyncio.wait([*tasks, stopped], return_when=asyncio.FIRST_COMPLETED)
    limit.start()
    _log.info("stopping", connections=node.presence.connection_count)
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


def _set_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
            with contextlib.suppress(ValueError):
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
