"""The HTTP part of the client: tables, seats, finished matches."""

import asyncio
import http.client
from collections.abc import Mapping, Sequence
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import msgspec

from mazziere.client.connection import TableConnection
from mazziere.wire import http as w
from mazziere.wire.shared import TableInfo

Answer = TypeVar("Answer")


class NotGranted(Exception):
    """The server refused a request: the status, and its reason."""

    def __init__(self, status: int, problem: w.Problem) -> None:
        super().__init__(status, problem.code, problem.rule, problem.detail)
        self.status = status
        self.problem = problem


class Client:
    """A client of a server, for one person."""

    def __init__(self, url: str, timeout_s: float = 30.0) -> None:
        self.url = url.rstrip("/")
        self.cookie: str | None = None
        self._timeout_s = timeout_s
        parts = urlsplit(self.url)
        self._host = parts.netloc
        self._secure = parts.scheme == "https"
        self._base = parts.path
        self.origin = f"{parts.scheme}://{parts.netloc}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *args: object) -> None:
        pass

    # Requests

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the answer."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, timeout=self._timeout_s)
        headers = {"Origin": self.origin}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.cookie is not None:
            headers["Cookie"] = self.cookie
        data = None if body is None else msgspec.json.encode(body)
        try:
            connection.request(method, self._base + path, data, headers)
            response = connection.getresponse()
            cookie = response.getheader("Set-Cookie")
            if cookie:
                self.cookie = cookie.split(";")[0]
            return response.status, response.read()
        finally:
            connection.close()

    async def _get(self, method: str, path: str, kind: type[Answer], body: Any = None) -> Answer:
        status, data = await self.ask(method, path, body)
        if status >= 400:
            raise NotGranted(status, _problem(data))
        return msgspec.json.decode(data, type=kind)

    # Tables

    async def open(
        self,
        game: str,
        nick: str,
        players: int,
        options: Mapping[str, Any] | None = None,
        bots: Sequence[str] = (),
        **settings: Any,
    ) -> TableInfo:
        """Open a table, and sit down at seat 0."""
        body = {
            "game": game,
            "nick": nick,
            "players": players,
            "options": dict(options or {}),
            "bots": list(bots),
            "settings": settings,
        }
        return await self._get("POST", "/api/tables", TableInfo, body)

    async def find(self, code: str) -> str:
        """Return the table that waits under a join code."""
        return (await self._get("POST", "/api/codes", w.Found, {"code": code})).table

    async def tables(self) -> tuple[TableInfo, ...]:
        """Return the tables at which this person has a seat."""
        return (await self._get("GET", "/api/tables", w.Mine)).tables

    async def table(self, table: str) -> TableInfo:
        """Return a table."""
        return await self._get("GET", f"/api/tables/{table}", TableInfo)

    async def join(self, table: str, nick: str, seat: int | None = None) -> TableInfo:
        """Sit down."""
        body = {"nick": nick, "seat": seat}
        return await self._get("POST", f"/api/tables/{table}/seats", TableInfo, body)

    async def act(self, method: str, table: str, path: str, body: Any = None) -> TableInfo:
        """Send any other request that is answered with the table."""
        return await self._get(method, f"/api/tables/{table}{path}", TableInfo, body)

    async def start(self, table: str, named: int | None = None) -> TableInfo:
        """Start the match."""
        return await self.act("POST", table, "/start", {"named": named})

    async def lend(self, table: str, seat: int) -> str:
        """Return a code with which another device can take a seat."""
        return (await self._get("POST", f"/api/tables/{table}/seats/{seat}/code", w.Lent)).code

    async def take(self, table: str, code: str) -> TableInfo:
        """Take a seat on this device, with a code from another device."""
        return await self.act("POST", table, "/take", {"code": code})

    async def close(self, table: str) -> None:
        """Close a table for good."""
        status, data = await self.ask("DELETE", f"/api/tables/{table}")
        if status >= 400:
            raise NotGranted(status, _problem(data))

    # Finished matches

    async def evening(self, table: str) -> tuple[w.MatchInfo, ...]:
        """Return the finished matches of a table."""
        return (await self._get("GET", f"/api/tables/{table}/matches", w.Evening)).matches

    async def record(self, table: str, match: int) -> dict[str, Any]:
        """Return the record of a match."""
        return await self._get("GET", f"/api/tables/{table}/matches/{match}", dict)

    async def replay(self, table: str, match: int) -> w.Replay:
        """Return a match step by step."""
        return await self._get("GET", f"/api/tables/{table}/matches/{match}/replay", w.Replay)

    async def shared(self, share: str) -> w.Replay:
        """Return a shared match step by step."""
        return await self._get("GET", f"/api/shared/{share}", w.Replay)

    def connect(self, table: str, last: int | None = None, tries: int = 0) -> TableConnection:
        """Return a connection to a table; use it with `async with`."""
        scheme = "wss" if self._secure else "ws"
        address = f"{scheme}://{self._host}{self._base}/api/tables/{table}/socket"
        return TableConnection(address, self.origin, self.cookie or "", last, tries)


def _problem(data: bytes) -> w.Problem:
    try:
        return msgspec.json.decode(data, type=w.Problem)
    except msgspec.DecodeError:
        return w.Problem("no_json", detail=data[:80].decode("utf-8", "replace"))
