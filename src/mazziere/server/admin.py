"""Health and metrics, on a port of their own that only this machine can reach."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mazziere.server.node import Node
from mazziere.store import StoreError


def build_admin(node: Node) -> Starlette:
    """The application of the loopback port."""

    async def health(request: Request) -> Response:
        """The process is alive."""
        return JSONResponse({"ok": True})

    async def readiness(request: Request) -> Response:
        """The store answers, and the node is not about to leave."""
        try:
            await node.store.counts()
        except StoreError:
            return JSONResponse({"ok": False, "why": "store"}, 503)
        if node.is_leaving:
            return JSONResponse({"ok": False, "why": "leaving"}, 503)
        return JSONResponse({"ok": True})

    async def metrics(request: Request) -> Response:
        """What there is, for Prometheus."""
        return Response(await _metrics(node), media_type=CONTENT_TYPE_LATEST)

    return Starlette(
        routes=[
            Route("/healthz", health),
            Route("/readyz", readiness),
            Route("/metrics", metrics),
        ]
    )


async def _metrics(node: Node) -> bytes:
    registry = CollectorRegistry()
    counts = await node.store.counts()
    tables = Gauge("mazziere_tables", "Tables in the store", ["status"], registry=registry)
    for status, number in counts.tables.items():
        tables.labels(status).set(number)
    entries = Gauge("mazziere_entries", "Entries of all logs", registry=registry)
    entries.set(counts.entries)
    for name, text, value in (
        ("mazziere_rooms", "Tables open on this node", len(node.rooms.open_rooms)),
        ("mazziere_connections", "Sockets on this node", sum(map(len, node.lines.values()))),
        ("mazziere_appends_total", "Appends by this node", node.rooms.appends),
        ("mazziere_conflicts_total", "Appends that another was quicker with", node.rooms.conflicts),
        ("mazziere_bot_moves_total", "Moves by bots of this node", node.bots.moves),
    ):
        Gauge(name, text, registry=registry).set(value)
    return generate_latest(registry)
