"""Running a server: the application on its port, health and metrics on another."""

import asyncio

import structlog
import uvicorn

from mazziere.server.app import build
from mazziere.server.config import FRAME_BYTES, Config
from mazziere.server.node import Node
from mazziere.store import open_store

GRACE_S = 5

_log = structlog.get_logger()


async def serve(config: Config, ready: "asyncio.Event | None" = None) -> None:
    """Serve until the process is told to stop."""
    store = await open_store(config.database)
    node = Node(config, store, await store.secret("sessions"))
    server = uvicorn.Server(
        uvicorn.Config(
            build(node),
            host=config.host,
            port=config.port,
            ws="websockets-sansio",
            ws_max_size=FRAME_BYTES * 4,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=list(config.trusted_proxies) or None,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
        )
    )
    await server.serve()
