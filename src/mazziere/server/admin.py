"""Health, metrics and a small page for whoever runs the server, on a port for this machine only."""

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from html import escape
from urllib.parse import parse_qs

import structlog
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from mazziere.server.app import with_headers
from mazziere.server.node import Node
from mazziere.store import Found, NoSuchTable, Store, StoreError

READY_S = 5.0
SHOWN = 200
MOST_TRIES, TRIES_S = 5, 60.0
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_OURS = ("127.0.0.1", "localhost", "[::1]")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

_log = structlog.get_logger()


async def first_password(store: Store) -> tuple[str | None, str]:
    """The admin's password if it was made just now, and what it is checked by ever after."""
    known = await store.kept("admin")
    if known is not None:
        return None, known.decode()
    words = ["".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4)]
    password = "-".join(words)
    fresh = await asyncio.to_thread(PasswordHasher().hash, password)
    kept = (await store.keep("admin", fresh.encode())).decode()
    return (password if kept == fresh else None), kept


class Door:
    """Lets in whoever knows the password."""

    def __init__(self, hashed: str) -> None:
        self.token = secrets.token_urlsafe(16)  # what our page sends and no other can know
        self._hashed = hashed
        self._salt = secrets.token_bytes(16)
        self._known: bytes | None = None  # what was right once need not be worked out again
        self._wrong: list[float] = []
        self._lock = asyncio.Lock()

    async def lets_in(self, request: Request) -> bool:
        """Whether a request brings the password; after a few wrong ones nobody is let in."""
        password = _password_of(request)
        if password is None:
            return False
        digest = hashlib.blake2b(password.encode(), key=self._salt).digest()
        if self._known is not None and hmac.compare_digest(digest, self._known):
            return True
        async with self._lock:  # one at a time: it is made to be slow
            now = time.monotonic()
            self._wrong = [at for at in self._wrong if at > now - TRIES_S]
            if len(self._wrong) >= MOST_TRIES:
                return False
            if await asyncio.to_thread(self._is_right, password):
                self._known = digest
                return True
            self._wrong.append(now)
            _log.warning("wrong password")
            return False

    def _is_right(self, password: str) -> bool:
        try:
            return PasswordHasher().verify(self._hashed, password)
        except (Argon2Error, InvalidHashError):
            return False


def _password_of(request: Request) -> str | None:
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(value, validate=True).decode("utf-8").partition(":")[2]
    except ValueError:
        return None


def build_admin(node: Node, hashed: str) -> ASGIApp:
    """The application of the loopback port."""
    door = Door(hashed)

    async def health(request: Request) -> Response:
        """The process is alive."""
        return JSONResponse({"ok": True})

    async def readiness(request: Request) -> Response:
        """The store answers, and the node is not about to leave; without a bus it still serves."""
        found = {"ok": True, "bus": node.bus.is_up if node.bus.is_shared else None}
        if node.is_leaving:
            return JSONResponse({"ok": False, "why": "leaving"}, 503)
        if not await _answers(node.store):
            return JSONResponse({"ok": False, "why": "store"}, 503)
        return JSONResponse(found)

    async def metrics(request: Request) -> Response:
        """What there is, for Prometheus."""
        return Response(await _metrics(node), media_type=CONTENT_TYPE_LATEST)

    def guarded(work: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], object]:
        async def serve(request: Request) -> Response:
            if not _is_own(request):
                response = Response("not from here\n", 403)
            elif not await door.lets_in(request):
                asked = {"WWW-Authenticate": 'Basic realm="mazziere", charset="UTF-8"'}
                response = Response("a password is needed\n", 401, asked)
            elif request.method == "POST" and not await _has_token(request, door.token):
                response = Response("not from our page, or from one of before the start\n", 403)
            else:
                try:
                    response = await work(request)
                except StoreError:
                    response = Response("the store does not answer\n", 503)
            return response

        return serve

    async def show(request: Request) -> Response:
        return HTMLResponse(await _page(node, door.token))

    async def delete(request: Request) -> Response:
        try:
            await node.rooms.delete(await _sent(request, "table"))
        except NoSuchTable:
            return Response("no such table\n", 404)
        _log.info("table deleted by the admin")
        return RedirectResponse("/", 303)

    async def expire(request: Request) -> Response:
        await node.expire()
        return RedirectResponse("/", 303)

    app = Starlette(
        routes=[
            Route("/healthz", health),
            Route("/readyz", readiness),
            Route("/metrics", metrics),
            Route("/", guarded(show)),
            Route("/delete", guarded(delete), methods=["POST"]),
            Route("/expire", guarded(expire), methods=["POST"]),
        ]
    )
    return with_headers(app, _HEADERS)


def _is_own(request: Request) -> bool:
    """Whether a browser asks for our page by our name, and not for another page.

    A form on a page that tells nobody where one comes from is sent with the origin `null`.
    """
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    origin = request.headers.get("origin", "null")
    return name in _OURS and origin in ("null", f"http://{host}")


async def _sent(request: Request, name: str) -> str:
    """A field of a form."""
    sent = parse_qs((await request.body()).decode("ascii", "replace"))
    return sent.get(name, [""])[0]


async def _has_token(request: Request, token: str) -> bool:
    given = (await _sent(request, "token")).encode()
    return hmac.compare_digest(given, token.encode())


async def _answers(store: Store) -> bool:
    try:
        async with asyncio.timeout(READY_S):
            await store.head("")
    except NoSuchTable:
        return True
    except (StoreError, TimeoutError):
        return False
    return True


async def _metrics(node: Node) -> bytes:
    metrics = node.metrics
    metrics.gauges = {
        "rooms": ("Tables open on this node", len(node.rooms.open_rooms)),
        "connections": ("Sockets on this node", node.people.connections),
        "persons": ("People connected to this node", node.people.online),
        "bus_up": ("Whether other nodes can be told", float(node.bus.is_up)),
    }
    try:
        counts = await node.store.counts()
    except StoreError:  # what the node itself knows is worth having just then
        metrics.tables = {}
    else:
        metrics.tables = counts.tables
        metrics.gauges["entries"] = ("Entries of all logs", counts.entries)
    return metrics.text()


# The page


async def _page(node: Node, token: str) -> str:
    counts = await node.store.counts()
    tables = await node.store.latest(SHOWN)
    total = ", ".join(f"{number} {status}" for status, number in sorted(counts.tables.items()))
    hidden = f'<input type="hidden" name="token" value="{token}">'
    rows = "\n".join(_row(table, hidden) for table in tables)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mazziere</title>
<h1>Mazziere</h1>
<p>{node.people.online} people online on this node, with {node.people.connections} connections.</p>
<p>Tables: {escape(total) or "none"}; {counts.entries} entries.
Finished tables are kept for {node.config.retention_days} days, others for {node.config.idle_days}
days after their last move; talking is {"on" if node.config.chat else "off"}.</p>
<form method="post" action="/expire">{hidden}<button>Delete what is older now</button></form>
<h2>The {SHOWN} tables changed last</h2>
<table><tr><th>Table<th>Game<th>Status<th>Entries<th>Changed<th></tr>
{rows}
</table></html>
"""


def _row(found: Found, hidden: str) -> str:
    changed = datetime.fromtimestamp(found.changed_at, UTC).strftime("%Y-%m-%d %H:%M")
    name = escape(found.table, quote=True)
    return (
        f"<tr><td>{name}<td>{escape(found.game)}<td>{escape(found.status)}<td>{found.head}"
        f'<td>{changed}<td><form method="post" action="/delete">'
        f'{hidden}<button name="table" value="{name}">Delete</button></form></tr>'
    )
