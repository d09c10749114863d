"""The web application of a node: its routes, and the answers to unknown paths."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from mazziere.server.http import page
from mazziere.server.http.headers import HEADERS, is_same_origin, with_headers
from mazziere.server.http.hosts import for_own_names, misdirected, own_names
from mazziere.server.http.refusals import refusal_response
from mazziere.server.http.request import Endpoint, address_of, answer
from mazziere.server.http.routes import ROUTES
from mazziere.server.http.schema import messages_json, openapi_json
from mazziere.server.node import Node
from mazziere.server.transport.connection import connect
from mazziere.table.refusals import CommandRefused

Handler = Callable[[Request], Awaitable[Response]]


def build(node: Node) -> ASGIApp:
    """Build the application of a node."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await node.start()
        try:
            yield
        finally:
            await node.stop()

    base = node.config.base_path
    routes: list[BaseRoute] = [
        Route(route.path, _counted(node, _handler(node, route.endpoint)), methods=[route.method])
        for route in ROUTES
    ]
    routes += [
        Route("/api/openapi.json", _counted(node, _schema(openapi_json))),
        Route("/api/messages.json", _counted(node, _schema(messages_json))),
        WebSocketRoute("/api/tables/{table}/socket", _socket_handler(node)),
        *page.routes(base),
    ]
    if base:
        routes = [Route(base, _to_folder(base)), Mount(base, routes=routes)]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _error_handler(node)},
    )
    app.router.redirect_slashes = False  # such a redirect would contain the `Host` of the request
    named = for_own_names(app, own_names(node.config), _counted(node, misdirected))
    return with_headers(named, HEADERS)


def _to_folder(base: str) -> Handler:
    async def handle(request: Request) -> Response:
        return Response(status_code=307, headers={"Location": f"{base}/"})

    return handle


def _counted(node: Node, handler: Handler) -> Handler:
    """Wrap a handler: count the request, whatever the answer will be; 429 above the limit."""

    async def handle(request: Request) -> Response:
        try:
            node.limits.check_request(address_of(request))
        except CommandRefused as refusal:
            return refusal_response(refusal)
        return await handler(request)

    return handle


def _schema(encoded: Callable[[], bytes]) -> Handler:
    async def handle(request: Request) -> Response:
        return Response(encoded(), media_type="application/json")

    return handle


def _handler(node: Node, endpoint: Endpoint) -> Handler:
    async def handle(request: Request) -> Response:
        is_change = request.method not in ("GET", "HEAD")
        if is_change and not is_same_origin(node.config, request.headers, request.url):
            return refusal_response(CommandRefused("bad_origin"))
        return await answer(request, node, endpoint)

    return handle


def _error_handler(node: Node) -> Callable[[Request, Exception], Awaitable[Response]]:
    """404 and 405: HTML for browsers, JSON otherwise."""
    base = node.config.base_path
    index = page.index(base)

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return await _counted(node, lambda request: answer_to(request, error))(request)

    async def answer_to(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and index is not None and page.is_navigation(request, base):
            return await index.answer(request, 404)
        refusal = CommandRefused("not_allowed" if error.status_code == 405 else "not_found")
        response = refusal_response(refusal)
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    return handle


def _socket_handler(node: Node) -> Callable[[WebSocket], Awaitable[None]]:
    async def handle(socket: WebSocket) -> None:
        try:
            if not is_same_origin(node.config, socket.headers, socket.url):
                node.limits.check_request(address_of(socket))
                raise CommandRefused("bad_origin")
            await connect(socket, node)
        except CommandRefused as refusal:
            await socket.send_denial_response(refusal_response(refusal))

    return handle
