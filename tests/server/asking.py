"""Asking a server over HTTP, with and without manners."""

import asyncio
import http.client
from typing import Any
from urllib.parse import urlsplit

import pytest

from mazziere.client import NotGranted
from tests.server.running import Running


async def refused(status: int, code: str, wish: Any) -> None:
    """See that something is not granted."""
    with pytest.raises(NotGranted) as caught:
        await wish
    assert (caught.value.status, caught.value.problem.code) == (status, code)


def raw(
    server: Running, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Ask without the client's good manners."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


async def asked(
    server: Running, method: str, path: str, body: bytes | None = None, **headers: Any
) -> Any:
    """The same, while the server runs in this thread."""
    return await asyncio.to_thread(lambda: raw(server, method, path, body, **headers))
