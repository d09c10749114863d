"""Running a server: the application on its port, health and metrics on another."""

import asyncio
from collections.abc import Callable

import uvicorn

from mazziere.server.admin import build_admin
from mazziere.server.app import build
from mazziere.server.config import FRAME_BYTES, Config
from mazziere.server.logs import set_up_logs
from mazziere.server.node import Node
from mazziere.store import open_store

GRACE_S = 5


async def serve(config: Config, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until the process is told to stop."""
    set_up_logs()
    store = await open_store(config.database)
    try:
        node = Node(config, store, await store.secret("sessions"))
        servers = [_server(build(node), config.host, config.port, config)]
        if config.admin_port is not None:
            servers.append(_server(build_admin(node), "127.0.0.1", config.admin_port, config))
        await _run(servers, ready)
    finally:
        await store.close()


def _server(app: object, host: str, port: int, config: Config) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            app,  # type: ignore[arg-type]
            host=host,
            port=port,
            ws="websockets-sansio",
            ws_max_size=4 * FRAME_BYTES,
            ws_per_message_deflate=False,
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=list(config.trusted_proxies) or None,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
        )
    )


async def _run(servers: list[uvicorn.Server], ready: Callable[[], None]) -> None:
    """Run all servers; when one is told to stop, all are."""
    tasks = [asyncio.create_task(server.serve()) for server in servers]
    while not all(server.started for server in servers):
        if any(task.done() for task in tasks):
            break
        await asyncio.sleep(0.02)
    else:
        ready()
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for server in servers:
        server.should_exit = True
    await asyncio.gather(*tasks)
