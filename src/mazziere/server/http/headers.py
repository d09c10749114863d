"""Security headers, and the check of a request's origin."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import URL, Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mazziere.server.config import Config

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
_LOOPBACK = ("localhost", "127.0.0.1")
_UNCACHED = {"Cache-Control": "no-store"}
"""Headers of the interface, whose answers are for one person and one moment."""


def is_same_origin(config: Config, headers: Headers, url: URL) -> bool:
    """Whether a request comes from our own page: browsers send its exact origin."""
    if config.public_url is not None:
        parts = urlsplit(config.public_url)
        own = f"{parts.scheme}://{parts.netloc}"
        if config.is_home and url.hostname in _LOOPBACK:
            own = f"http://{url.netloc}"
    else:
        scheme = {"ws": "http", "wss": "https"}.get(url.scheme, url.scheme)
        own = f"{scheme}://{url.netloc}"
    return headers.getlist("origin") == [own]


def with_headers(app: ASGIApp, headers: Mapping[str, str]) -> ASGIApp:
    """Wrap an application: add headers to every answer, and `no-store` to the interface's."""
    always = _raw(headers)
    uncached = _raw(_UNCACHED)

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        is_interface = "/api/" in scope.get("path", "")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [*always, *(uncached if is_interface else ())]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    return wrapped


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
