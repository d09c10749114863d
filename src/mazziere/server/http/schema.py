"""Schemas of the interface: OpenAPI for HTTP, JSON Schema for the WebSocket messages."""

import re
from functools import cache
from typing import Any

import msgspec

from mazziere import __version__
from mazziere.server.http.routes import NUMERIC_PARAMETERS, ROUTES, ApiRoute
from mazziere.wire import VERSION
from mazziere.wire.client import AnyFromClient
from mazziere.wire.http import Problem
from mazziere.wire.server import AnyFromServer

_PARAMETER = re.compile(r"{(\w+)}")


@cache
def openapi_json() -> bytes:
    """Return the OpenAPI schema as JSON."""
    return msgspec.json.encode(openapi())


@cache
def messages_json() -> bytes:
    """Return the schema of the WebSocket messages as JSON."""
    return msgspec.json.encode(messages_schema())


def openapi() -> dict[str, Any]:
    """Return the OpenAPI schema of the HTTP interface."""
    types: list[Any] = [Problem]
    for route in ROUTES:
        types += [kind for kind in (route.body, route.answer) if kind and not isinstance(kind, str)]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = list(zip(types, found, strict=True))
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mazziere", "version": __version__, "x-protocol": VERSION},
        "paths": paths,
        "components": {"schemas": components},
    }


def _is_typed(route: ApiRoute) -> bool:
    return route.answer is not None and not isinstance(route.answer, str)


def _schema(schemas: list[tuple[Any, Any]], kind: Any) -> Any:
    return next(schema for known, schema in schemas if known == kind)


def _operation(route: ApiRoute, schemas: list[tuple[Any, Any]]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": "Done"}
    if _is_typed(route):
        good["content"] = {"application/json": {"schema": _schema(schemas, route.answer)}}
    elif route.answer is not None:
        good["content"] = {route.answer: {"schema": {"type": "string"}}}
    problem = {
        "description": "Not granted",
        "content": {"application/json": {"schema": _schema(schemas, Problem)}},
    }
    operation: dict[str, Any] = {
        "summary": (route.endpoint.__doc__ or "").splitlines()[0],
        "operationId": getattr(route.endpoint, "__name__", ""),
        "parameters": [_parameter(name) for name in _PARAMETER.findall(route.path)],
        "responses": {
            "204" if route.answer is None else "200": good,
            "4XX": problem,
            "5XX": problem,
        },
    }
    if route.body is not None:
        content = {"application/json": {"schema": _schema(schemas, route.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _parameter(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if name in NUMERIC_PARAMETERS:
        schema = {"type": "integer", "minimum": 0, "maximum": 999_999}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def messages_schema() -> dict[str, Any]:
    """Return the JSON schema of the WebSocket messages, in both directions."""
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
