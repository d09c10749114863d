"""The interface described for programs: OpenAPI for HTTP, a JSON schema for the socket."""

import re
from functools import cache
from typing import Any

import msgspec

from mazziere import __version__
from mazziere.server.ways import WAYS, Way
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient
from mazziere.wire.http import Problem
from mazziere.wire.server import AnyFromServer

_PARAMETER = re.compile(r"{(\w+)(:int)?}")


@cache
def openapi() -> dict[str, Any]:
    """Describe the HTTP interface."""
    types = [
        Problem,
        *(way.body for way in WAYS if way.body),
        *(w.answer for w in WAYS if w.answer),
    ]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(types, found, strict=True))
    paths: dict[str, Any] = {}
    for way in WAYS:
        path = _PARAMETER.sub(r"{\1}", way.path)
        paths.setdefault(path, {})[way.method.lower()] = _operation(way, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mazziere", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(way: Way, schemas: dict[Any, Any]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": "Done"}
    if way.answer is not None:
        good["content"] = {"application/json": {"schema": schemas[way.answer]}}
    problem = {
        "description": "Not granted",
        "content": {"application/json": {"schema": schemas[Problem]}},
    }
    operation: dict[str, Any] = {
        "summary": (way.endpoint.__doc__ or "").splitlines()[0],
        "operationId": getattr(way.endpoint, "__name__", ""),
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "integer"} if is_int else {"type": "string"},
            }
            for name, is_int in _PARAMETER.findall(way.path)
        ],
        "responses": {"2XX": good, "4XX": problem},
    }
    if way.body is not None:
        content = {"application/json": {"schema": schemas[way.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


@cache
def messages_schema() -> dict[str, Any]:
    """Describe the messages of the socket, in both directions."""
    (client, server), components = msgspec.json.schema_components(
        [AnyFromClient, AnyFromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Mazziere messages, version {VERSION}",
        "type": "object",
        "properties": {"fromClient": client, "fromServer": server},
        "$defs": components,
    }
