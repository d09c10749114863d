"""The types of the wire with the comments of their fields, for generators."""

import ast
import inspect
import io
import textwrap
import tokenize
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

import msgspec

from mazziere.wire import http, shared
from mazziere.wire.client import AnyFromClient
from mazziere.wire.server import AnyFromServer


@dataclass(frozen=True)
class Field:
    """A field of a message."""

    name: str  # on the wire
    kind: Any
    required: bool
    may_lack: bool  # left out when it has its default value
    default: Any
    comment: str


@dataclass(frozen=True)
class Shape:
    """A type of object on the wire."""

    name: str
    doc: str
    tag: str | None
    fields: tuple[Field, ...]


def shape(kind: type[msgspec.Struct]) -> Shape:
    """Describe a type."""
    hints = get_type_hints(kind, include_extras=True)
    said = inherited_comments(kind)
    config = kind.__struct_config__
    fields = []
    for field in msgspec.structs.fields(kind):
        default = field.default
        if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        fields.append(
            Field(
                field.encode_name,
                hints[field.name],
                field.required,
                not field.required and config.omit_defaults,
                default,
                said.get(field.name, ""),
            )
        )
    tag = config.tag if isinstance(config.tag, str) else None
    return Shape(kind.__name__, inspect.getdoc(kind) or "", tag, tuple(fields))


def inherited_comments(kind: type) -> dict[str, str]:
    """Return the comments of all fields of a class, also of those that its bases declare."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            found |= {name: text for name, text in comments(base).items() if text}
    return found


def comments(kind: type) -> dict[str, str]:
    """Return the comments beside, or just above, the fields that a class declares."""
    source = textwrap.dedent(inspect.getsource(kind))
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    by_line = {
        token.start[0]: (token.string.lstrip("# "), token.line.lstrip().startswith("#"))
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            lines: list[str] = []
            above = node.lineno - 1
            while above in by_line and by_line[above][1]:
                lines.insert(0, by_line[above][0])
                above -= 1
            beside = by_line.get(node.end_lineno or node.lineno)
            found[node.target.id] = " ".join(lines) or (beside[0] if beside else "")
    return found


def structs(module: Any) -> list[type[msgspec.Struct]]:
    """Return the types that a module defines, in order, without base classes."""
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == module.__name__
        and kind.__struct_fields__
        and not kind.__subclasses__()
    ]


FROM_CLIENT = list(get_args(AnyFromClient))
FROM_SERVER = list(get_args(AnyFromServer))
PIECES = structs(shared)
BODIES = structs(http)
