"""The web application: routes, headers, and who may connect."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from mazziere.server import http
from mazziere.server.node import Node
from mazziere.server.persons import COOKIE
from mazziere.server.schema import messages_schema, openapi
from mazziere.server.socket import Line
from mazziere.server.ways import WAYS
from mazziere.table.refused import No

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; "
        "style-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


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
        Route("/api/openapi.json", lambda request: JSONResponse(openapi())),
        Route("/api/messages.json", lambda request: JSONResponse(messages_schema())),
        WebSocketRoute("/api/tables/{table}/socket", _socket(node)),
        Route("/", lambda request: PlainTextResponse("Mazziere is here. The page comes next.\n")),
    ]
    base = node.config.base_path
    app = Starlette(routes=[Mount(base, routes=routes)] if base else routes, lifespan=lifespan)
    return _with_headers(app)


def _endpoint(node: Node, endpoint: http.Endpoint) -> Callable[[Request], object]:
    async def serve(request: Request) -> Response:
        if request.method != "GET" and not _is_own(node, request.headers, request.url.netloc):
            return http.refusal(No("bad_origin"))
        return await http.answer(request, node, endpoint)

    return serve


def _socket(node: Node) -> Callable[[WebSocket], object]:
    async def serve(socket: WebSocket) -> None:
        person = node.sessions.read(socket.cookies.get(COOKIE))
        is_own = _is_own(node, socket.headers, socket.url.netloc, must=True)
        if person is None or not is_own or node.is_leaving:
            await socket.close(1008)
            return
        try:
            room = await node.room(socket.path_params["table"])
        except No:
            await socket.close(1008)
            return
        if not room.table.seats_of(person) and not room.table.settings.watchers:
            await socket.close(1008)
            return
        await Line(socket, node, room, person).run()

    return serve


def _is_own(node: Node, headers: Headers, netloc: str, must: bool = False) -> bool:
    """Whether a request comes from our own page, by the exact origin that browsers send."""
    origin = headers.get("origin")
    if origin is None:
        return not must
    if node.config.public_url is not None:
        parts = urlsplit(node.config.public_url)
        return bool(origin == f"{parts.scheme}://{parts.netloc}")
    return bool(urlsplit(origin).netloc == netloc)


def _with_headers(app: ASGIApp) -> ASGIApp:
    """Add the headers that keep a page to itself."""
    extra = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await app(scope, receive, send_more if scope["type"] == "http" else send)

    return wrapped
