"""A request to the HTTP interface with the person who sends it, and the way to answer it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import structlog
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from mazziere.server.http.refusals import answer_json, refusal_response
from mazziere.server.identity.sessions import COOKIE, YEAR_S
from mazziere.server.node import Node
from mazziere.server.rooms import projection
from mazziere.server.rooms.room import Command, Room
from mazziere.store import StoreError, log_failure
from mazziere.table.refusals import CommandRefused
from mazziere.wire.shared import TableInfo

BODY_BYTES = 16_384
"""Upper bound on the body of a request without a record."""
_MOST_DIGITS = 6

Body = TypeVar("Body")
T = TypeVar("T")
Endpoint = Callable[["ApiRequest"], Awaitable[Any]]
"""Handles a request; returns a Response, or an object that is answered as JSON."""
_log = structlog.get_logger()


def address_of(http: HTTPConnection) -> str:
    """Return the address that a request or a handshake comes from."""
    return http.client.host if http.client else ""


class ApiRequest:
    """A request, with the person who sends it."""

    def __init__(self, http: Request, node: Node, person: str | None) -> None:
        self.http = http
        self.node = node
        self._person = person
        self._new_cookie: str | None = None

    @property
    def person(self) -> str:
        """The person who asks; somebody new gets a cookie with the answer."""
        if self._person is None:
            self._new_cookie, self._person = self.node.sessions.new()
        return self._person

    @property
    def known_person(self) -> str:
        """The person who asks; empty for somebody without a cookie."""
        return self._person or ""

    @property
    def new_cookie(self) -> str | None:
        """The cookie to set with the answer."""
        return self._new_cookie

    @property
    def address(self) -> str:
        """The address that the request comes from."""
        return address_of(self.http)

    @property
    def table(self) -> str:
        """The table id in the path."""
        table: str = self.http.path_params["table"]
        return table

    async def body(
        self,
        kind: type[Body],
        limit: int = BODY_BYTES,
        before_large: Callable[[], None] = lambda: None,
    ) -> Body:
        """Read and check the body; `bad_type`, `too_big`, `bad_body`.

        A body above BODY_BYTES is costly to parse: `before_large` is called before, and may raise.
        """
        media_type = self.http.headers.get("content-type", "").partition(";")[0]
        if media_type.strip().lower() != "application/json":
            raise CommandRefused("bad_type")
        data, is_large = bytearray(), False
        async for chunk in self.http.stream():
            data += chunk
            if len(data) > limit:
                raise CommandRefused("too_big")
            if len(data) > BODY_BYTES and not is_large:
                is_large = True
                before_large()
        try:
            return msgspec.json.decode(bytes(data), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise CommandRefused("bad_body", reason=str(error)[:200]) from None

    def number(self, name: str) -> int:
        """Return a number in the path; `not_found` if it is none."""
        text: str = self.http.path_params[name]
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
            raise CommandRefused("not_found")
        return int(text)

    async def room(self) -> Room:
        """Return the room of the table in the path; `not_found` if the person may not see it."""
        return await self.node.search.visible(self.table, self.known_person)

    async def act(self, command: Command, always: bool = False) -> TableInfo:
        """Run a command at the table in the path, and return the table.

        With `always`, also if the log is too long: a match needs the command in order to end.
        """
        room = await self.room()
        limited = command if always else self.node.limits.while_log_may_grow(command)
        seq = room.table.seq
        try:
            await room.act(limited)
        except CommandRefused as refusal:
            if refusal.code != "not_seated" or not room.may_be_behind:
                raise
            await room.refresh()  # another node may have seated the person just now
            if room.table.seq == seq:
                raise
            await room.act(limited)
        return self.info(room)

    async def while_connected(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of some work; cancel the work when the client disconnects."""
        task = asyncio.create_task(work)
        gone = asyncio.create_task(self._disconnected())
        try:
            await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ClientDisconnect
            return task.result()
        finally:
            task.cancel()
            gone.cancel()

    async def _disconnected(self) -> None:
        """Wait until the client is gone; the body of the request must have been read."""
        while (await self.http.receive())["type"] != "http.disconnect":
            pass

    def info(self, room: Room) -> TableInfo:
        """Return the table as the person who asks sees it."""
        return projection.table_info(room.table, self.known_person, room.quiet)


async def answer(http: Request, node: Node, endpoint: Endpoint) -> Response:
    """Answer a request; a failure becomes a typed refusal."""
    request = ApiRequest(http, node, node.sessions.read(http.cookies.get(COOKIE)))
    try:
        result = await endpoint(request)
        response = result if isinstance(result, Response) else answer_json(result)
    except CommandRefused as refusal:
        response = refusal_response(refusal)
    except ClientDisconnect:
        return Response(status_code=400)  # nobody reads it
    except StoreError as error:
        log_failure(error)
        response = refusal_response(CommandRefused("unavailable"))
    except Exception:
        _log.exception("request failed", endpoint=getattr(endpoint, "__name__", ""))
        response = refusal_response(CommandRefused("internal"))
    if request.new_cookie is not None:
        response.set_cookie(
            COOKIE,
            request.new_cookie,
            max_age=YEAR_S,
            path=node.config.base_path or "/",
            secure=_is_secure(node, http),
            httponly=True,
            samesite="lax",
        )
    return response


def _is_secure(node: Node, http: Request) -> bool:
    """Whether the client reaches the server over HTTPS."""
    public = node.config.public_url or ""
    return node.config.secure or http.url.scheme == "https" or public.startswith("https://")
