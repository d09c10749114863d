"""The web application: routes, headers, and who may connect."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import URL, Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from mazziere.server import http, page
from mazziere.server.node import Node
from mazziere.server.problems import answer_json, refusal
from mazziere.server.schema import messages_schema, openapi
from mazziere.server.socket import connect
from mazziere.server.ways import WAYS
from mazziere.table.refused import No

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK = ("localhost", "127.0.0.1")
NOT_KEPT = {"Cache-Control": "no-store"}
"""What the interface answers is for one person, and for now."""

Serve = Callable[[Request], Awaitable[Response]]


def build(node: Node) -> ASGIApp:
    """The application of a node."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await node.start()
        try:
            yield
        finally:
            await node.stop()

    routes: list[BaseRoute] = [
        Route(way.path, _endpoint(node, way.endpoint), methods=[way.method]) for way in WAYS
    ]
    routes += [
        Route("/api/openapi.json", lambda request: answer_json(openapi())),
        Route("/api/messages.json", lambda request: answer_json(messages_schema())),
        WebSocketRoute("/api/tables/{table}/socket", _socket(node)),
        *page.routes(node.config.base_path),
    ]
    base = node.config.base_path
    app = Starlette(
        routes=[Mount(base, routes=routes)] if base else routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _no_such_way(base)},
    )
    return with_headers(app, HEADERS)


def _endpoint(node: Node, endpoint: http.Endpoint) -> Serve:
    async def serve(request: Request) -> Response:
        changes = request.method not in ("GET", "HEAD")
        if changes and not is_own(node, request.headers, request.url):
            return refusal(No("bad_origin"))
        return await http.answer(request, node, endpoint)

    return serve


def _no_such_way(base: str) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is said of a path, or a method, that there is not: by the page to those who read it."""
    whole = page.index(base)

    async def say(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and whole is not None and page.is_for_reading(request, base):
            return await whole.answer(request, 404)
        response = refusal(No("not_allowed" if error.status_code == 405 else "not_found"))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    return say


def _socket(node: Node) -> Callable[[WebSocket], Awaitable[None]]:
    async def serve(socket: WebSocket) -> None:
        if is_own(node, socket.headers, socket.url):
            await connect(socket, node)
        else:
            await socket.send_denial_response(refusal(No("bad_origin")))

    return serve


def is_own(node: Node, headers: Headers, url: URL) -> bool:
    """Whether a request comes from our own page, by the exact origin that browsers send."""
    if node.config.public_url is not None:
        parts = urlsplit(node.config.public_url)
        own = f"{parts.scheme}://{parts.netloc}"
        if node.config.is_home and url.hostname in LOOPBACK:
            own = f"http://{url.netloc}"
    else:
        scheme = {"ws": "http", "wss": "https"}.get(url.scheme, url.scheme)
        own = f"{scheme}://{url.netloc}"
    return headers.getlist("origin") == [own]


def with_headers(app: ASGIApp, headers: Mapping[str, str]) -> ASGIApp:
    """Add the headers that keep a page to itself; to what the interface answers, not to keep it."""
    extra = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    not_kept = [(name.lower().encode(), value.encode()) for name, value in NOT_KEPT.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        is_ours = "/api/" in scope.get("path", "")

        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *extra, *(not_kept if is_ours else ())]
            await send(message)

        await app(scope, receive, send_more if scope["type"] == "http" else send)

    return wrapped
