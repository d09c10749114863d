"""Health checks, metrics and the admin page, on a port that only this machine can reach."""

import asyncio
import base64
import hashlib
import hmac
import secrets
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

from mazziere.server.http.headers import with_headers
from mazziere.server.http.hosts import for_own_names, name_of
from mazziere.server.node import Node
from mazziere.store import NoSuchTable, Store, StoreError, TableSummary

READY_S = 5.0
"""Timeout of the readiness check."""
TABLES_SHOWN = 200
FREE_WRONG = 3
"""Wrong passwords that are answered at once; a right one starts the count again."""
FIRST_DELAY_S, LONGEST_DELAY_S = 0.5, 8.0
"""The delay of the next wrong password; it doubles with each one."""
MOST_DELAYED = 4
"""Wrong passwords whose answer is delayed at a time; a further one is answered with 429."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

_log = structlog.get_logger()


async def first_password(store: Store) -> tuple[str | None, str]:
    """Return the admin password if it was made just now, and its hash."""
    known = await store.find_value("admin")
    if known is not None:
        return None, known.decode()
    words = ["".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4)]
    password = "-".join(words)
    fresh = await asyncio.to_thread(PasswordHasher().hash, password)
    stored = (await store.set_value_once("admin", fresh.encode())).decode()
    return (password if stored == fresh else None), stored


class TooManyPasswordsError(Exception):
    """The password is wrong, and the answers to several wrong ones are being delayed."""


class PasswordGuard:
    """Checks the admin password. Wrong passwords are answered later and later.

    Each password is checked in its turn, before its answer is delayed or refused. So nobody can
    lock the owner out: the right password waits at most for the checks of the open connections.
    """

    def __init__(
        self, hashed: str, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.token = secrets.token_urlsafe(16)  # CSRF token: other pages cannot know it
        self._hashed = hashed
        self._salt = secrets.token_bytes(16)
        self._accepted: bytes | None = None  # cached digest of the right password
        self._sleep = sleep
        self._wrong = 0  # wrong passwords since the last right one
        self._delayed = 0  # wrong passwords whose answer is being delayed
        self._lock = asyncio.Lock()

    async def accepts(self, request: Request) -> bool:
        """Whether a request has the password; TooManyPasswordsError."""
        password = _password_of(request)
        if password is None:
            return False
        digest = hashlib.blake2b(password.encode(), key=self._salt).digest()
        if self._is_accepted(digest):
            return True
        async with self._lock:  # one at a time: the hash is slow by design
            if self._is_accepted(digest):  # another request has had it checked meanwhile
                return True
            if await asyncio.to_thread(self._is_right, password):
                self._accepted, self._wrong = digest, 0
                return True
            self._wrong += 1
            over = min(self._wrong - FREE_WRONG, 10)
        _log.warning("wrong password")
        if over > 0:
            await self._delay(min(FIRST_DELAY_S * 2.0 ** (over - 1), LONGEST_DELAY_S))
        return False

    def _is_accepted(self, digest: bytes) -> bool:
        return self._accepted is not None and hmac.compare_digest(digest, self._accepted)

    async def _delay(self, wait_s: float) -> None:
        if self._delayed >= MOST_DELAYED:
            raise TooManyPasswordsError
        self._delayed += 1
        try:
            await self._sleep(wait_s)
        finally:
            self._delayed -= 1

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
    """Build the application of the loopback port."""
    guard = PasswordGuard(hashed)

    async def health(request: Request) -> Response:
        """Answer that the process is alive."""
        return JSONResponse({"ok": True})

    async def readiness(request: Request) -> Response:
        """Answer whether the store responds and the node stays; it can serve without the bus."""
        found = {"ok": True, "bus": node.bus.is_up if node.bus.is_shared else None}
        if node.is_leaving:
            return JSONResponse({"ok": False, "why": "leaving"}, 503)
        if not await _responds(node.store):
            return JSONResponse({"ok": False, "why": "store"}, 503)
        return JSONResponse(found)

    async def metrics(request: Request) -> Response:
        """Answer with all metrics for Prometheus."""
        return Response(await _metrics(node), media_type=CONTENT_TYPE_LATEST)

    def guarded(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], object]:
        async def serve(request: Request) -> Response:
            if not _is_own(request):
                return Response("not from here\n", 403)
            try:
                is_accepted = await guard.accepts(request)
            except TooManyPasswordsError:
                headers = {"Retry-After": str(round(LONGEST_DELAY_S))}
                return Response("wrong, as other passwords before\n", 429, headers)
            if not is_accepted:
                headers = {"WWW-Authenticate": 'Basic realm="mazziere", charset="UTF-8"'}
                response = Response("a password is needed\n", 401, headers)
            elif request.method == "POST" and not await _has_token(request, guard.token):
                response = Response("not from our page, or from one of before the start\n", 403)
            else:
                try:
                    response = await handler(request)
                except StoreError:
                    response = Response("the store does not answer\n", 503)
            return response

        return serve

    async def show(request: Request) -> Response:
        return HTMLResponse(await _page(node, guard.token))

    async def delete(request: Request) -> Response:
        try:
            await node.rooms.delete(await _form_field(request, "table"))
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
    app.router.redirect_slashes = False
    return with_headers(for_own_names(app, _LOOPBACK), _HEADERS)


def _is_own(request: Request) -> bool:
    """Whether a request is for a loopback name, and from the admin page itself.

    A form on a page with the referrer policy `no-referrer` is sent with the origin `null`.
    """
    host = request.headers.get("host", "")
    origin = request.headers.get("origin", "null")
    return name_of(host) in _LOOPBACK and origin in ("null", f"http://{host}")


async def _form_field(request: Request, name: str) -> str:
    """Return a field of a submitted form; empty if it is missing."""
    fields = parse_qs((await request.body()).decode("ascii", "replace"))
    return fields.get(name, [""])[0]


async def _has_token(request: Request, token: str) -> bool:
    given = (await _form_field(request, "token")).encode()
    return hmac.compare_digest(given, token.encode())


async def _responds(store: Store) -> bool:
    """Whether the store answers a small read in time."""
    try:
        async with asyncio.timeout(READY_S):
            await store.head("")
    except NoSuchTable:
        return True
    except (StoreError, TimeoutError):
        return False
    return True


async def _metrics(node: Node) -> bytes:
    gauges: dict[str, tuple[str, float]] = {
        "rooms": ("Tables open on this node", len(node.rooms.open_rooms)),
        "connections": ("Sockets on this node", node.presence.connection_count),
        "persons": ("People connected to this node", node.presence.person_count),
        "bus_up": ("Whether other nodes can be told", float(node.bus.is_up)),
    }
    try:
        counts = await node.store.counts()
    except StoreError:  # the node's own metrics matter most when the store fails
        return node.metrics.text(gauges, {})
    gauges["entries"] = ("Entries of all logs", counts.entries)
    return node.metrics.text(gauges, counts.tables)


# The page


async def _page(node: Node, token: str) -> str:
    counts = await node.store.counts()
    tables = await node.store.latest(TABLES_SHOWN)
    total = ", ".join(f"{number} {status}" for status, number in sorted(counts.tables.items()))
    people, connections = node.presence.person_count, node.presence.connection_count
    hidden = f'<input type="hidden" name="token" value="{token}">'
    rows = "\n".join(_row(table, hidden) for table in tables)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mazziere</title>
<h1>Mazziere</h1>
<p>{people} people online on this node, with {connections} connections.</p>
<p>Tables: {escape(total) or "none"}; {counts.entries} entries.
Finished tables are kept for {node.config.retention_days} days, others for {node.config.idle_days}
days after their last move; talking is {"on" if node.config.chat else "off"}.</p>
<form method="post" action="/expire">{hidden}<button>Delete what is older now</button></form>
<h2>The {TABLES_SHOWN} tables changed last</h2>
<table><tr><th>Table<th>Game<th>Status<th>Entries<th>Changed<th></tr>
{rows}
</table></html>
"""


def _row(found: TableSummary, hidden: str) -> str:
    changed = datetime.fromtimestamp(found.changed_at, UTC).strftime("%Y-%m-%d %H:%M")
    name = escape(found.table, quote=True)
    return (
        f"<tr><td>{name}<td>{escape(found.game)}<td>{escape(found.status)}<td>{found.head}"
        f'<td>{changed}<td><form method="post" action="/delete">'
        f'{hidden}<button name="table" value="{name}">Delete</button></form></tr>'
    )
