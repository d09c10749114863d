"""HTTP requests to a server, with or without the client."""

import asyncio
import http.client
from typing import Any
from urllib.parse import urlsplit

import pytest

from mazziere.client import NotGranted
from tests.server.running import Running


async def refused(status: int, code: str, command: Any) -> None:
    """Check that a request is refused."""
    with pytest.raises(NotGranted) as caught:
        await command
    assert (caught.value.status, caught.value.problem.code) == (status, code)


def raw(
    server: Running, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Send any HTTP request, without the client."""
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
    """Do the same in another thread, for a server in this one."""
    return await asyncio.to_thread(lambda: raw(server, method, path, body, **headers))
