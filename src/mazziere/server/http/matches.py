"""Endpoints for finished matches: records, replays and shared links.

The docstring of an endpoint is its summary in the OpenAPI schema.
"""

from starlette.responses import Response

from mazziere.server.http.request import ApiRequest
from mazziere.server.rooms.room import Room
from mazziere.server.rooms.table_search import NO_TABLE
from mazziere.wire import http as w

_JSON = "application/json"


async def evening(request: ApiRequest) -> w.Evening:
    """List the finished matches of a table."""
    table = (await request.room()).table
    link = request.node.share_links.link
    return w.Evening(
        tuple(
            w.MatchInfo(**result._asdict(), share=link(table.id, result.match))
            for result in table.evening
        )
    )


async def match_record(request: ApiRequest) -> Response:
    """Download the record of a finished match, with the proof of its deal."""
    return await _record(request, await request.room(), request.number("match"))


async def match_replay(request: ApiRequest) -> Response:
    """Show a finished match step by step."""
    return await _replay(request, await request.room(), request.number("match"))


async def shared_replay(request: ApiRequest) -> Response:
    """Show a shared match step by step."""
    return await _replay(request, *await _shared(request))


async def shared_record(request: ApiRequest) -> Response:
    """Download the record of a shared match."""
    return await _record(request, *await _shared(request))


async def _replay(request: ApiRequest, room: Room, match: int) -> Response:
    data = await request.while_connected(request.node.matches.replay(room, match, request.address))
    return Response(data, media_type=_JSON)


async def _record(request: ApiRequest, room: Room, match: int) -> Response:
    data = await request.while_connected(request.node.matches.record(room, match, request.address))
    name = f"mazziere-{room.table.game}-{match}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=_JSON, headers=headers)


async def _shared(request: ApiRequest) -> tuple[Room, int]:
    """Return the room and the match of the link in the path; `not_found`."""
    node = request.node
    table, match = node.share_links.read(request.http.path_params["share"]) or (NO_TABLE, 0)
    return await node.search.shared(table), match
