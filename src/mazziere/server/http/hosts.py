"""The check of the `Host` header, against pages that point a name of theirs to this server.

A page of another site can let its own name resolve to an address in the visitor's network (DNS
rebinding). The browser then treats this server as part of that site. But it sends the foreign name
as `Host`. So only the server's own names are answered. Addresses in numbers are always allowed,
because they cannot be rebound.
"""

import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mazziere.server.config import Config

LOCAL_SUFFIXES = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Suffixes under which a home network may know this machine; nobody can register them."""
MISDIRECTED = 421
_HOST = re.compile(
    r"(?:\[(?P<numbers>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[0-9A-Za-z_.-]{1,253}?)\.?)"
    r"(?::(?:0|[1-9][0-9]{0,4}))?"
)
"""One spelling for each port: links contain the `Host`, so its length must be bounded."""


def own_names(config: Config) -> frozenset[str]:
    """Return the names of this server: its public name, its host names, and those it was given."""
    machine = socket.gethostname().partition(".")[0].lower()
    names = {"localhost", config.host.lower(), socket.gethostname().lower(), machine}
    names |= {f"{machine}.{suffix}" for suffix in LOCAL_SUFFIXES}
    names |= {name.lower() for name in config.own_names}
    if config.public_url is not None:
        names.add((urlsplit(config.public_url).hostname or "").lower())
    return frozenset(names - {""})


def name_of(host: str) -> str:
    """Return the name of a `Host` header, without port and brackets; empty if it is malformed."""
    found = _HOST.fullmatch(host)
    return (found["numbers"] or found["name"]).lower() if found else ""


def is_own(hosts: list[str], names: Collection[str]) -> bool:
    """Whether the `Host` headers of a request name this server; HTTP/1.0 needs none."""
    if not hosts:
        return True
    name = name_of(hosts[0])
    return len(hosts) == 1 and (name in names or _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def misdirected(request: Request) -> Response:
    """Answer a request for another name."""
    return PlainTextResponse(
        "This server does not have the name in the address. Use its own address, or start it "
        "with --own-name NAME.\n",
        MISDIRECTED,
    )


def for_own_names(
    app: ASGIApp,
    names: Collection[str],
    otherwise: Callable[[Request], Awaitable[Response]] = misdirected,
) -> ASGIApp:
    """Wrap an application: requests for other names go to `otherwise`; sockets are refused."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or is_own(Headers(scope=scope).getlist("host"), names):
            await app(scope, receive, send)
        elif scope["type"] == "http":
            answer = await otherwise(Request(scope, receive))
            await answer(scope, receive, send)
        else:
            await receive()  # the handshake; refused with status 403
            await send({"type": "websocket.close", "code": 1008})

    return wrapped
