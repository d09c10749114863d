"""TypeScript types of everything that goes over the wire.

python -m tools.types            # rewrite web/src/wire
python -m tools.types --check    # exit 1 where a file has drifted
"""

import inspect
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from mazziere.games import IDS, find
from mazziere.server.ways import NUMBERS
from mazziere.wire import VERSION
from mazziere.wire.server import Why
from tools import written
from tools.gen import ANOTHER, SEAT, audiences
from tools.wire import ASKED, BODIES, FROM_CLIENT, FROM_SERVER, PIECES, Shape, shape

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "wire"
NOTE = "// Written by `make gen` from the types in src/mazziere/wire; do not edit."
EVENTS_NOTE = "// Written by `make gen` from the events of the games; do not edit."
WIDTH = 100  # as the page's formatter has it
NEXT = "\n  "
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def type_text(kind: Any) -> str:
    """A Python type in TypeScript."""
    if kind is Any:
        return "unknown"
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == Why:
        return "Why"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_text(inner[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in (Union, UnionType):
        return " | ".join(type_text(part) for part in inner)
    if origin is tuple and inner[-1] is Ellipsis:
        return f"readonly {_in_list(inner[0])}[]"
    if origin is tuple:
        return f"readonly [{', '.join(map(type_text, inner))}]"
    if origin is dict:
        return f"Readonly<Record<{type_text(inner[0])}, {type_text(inner[1])}>>"
    raise TypeError(f"no TypeScript for {kind}")


def _in_list(kind: Any) -> str:
    text = type_text(kind)
    return f"({text})" if "|" in text or text.startswith("readonly") else text


def interface(found: Shape, asked: bool) -> str:
    """A type with its fields; `asked`: made by a client, which may leave out what is usual."""
    lines = [f"/** {found.doc} */", f"export interface {found.name} {{"]
    if found.tag is not None:
        lines.append(f"  readonly type: {json.dumps(found.tag)};")
    for field in found.fields:
        if field.comment:
            lines.append(f"  /** {field.comment[0].upper()}{field.comment[1:]} */")
        mark = "?" if (asked and not field.required) or field.may_lack else ""
        lines.append(f"  readonly {field.name}{mark}: {type_text(field.kind)};")
    return "\n".join([*lines, "}"])


def union(name: str, doc: str, kinds: Sequence[type]) -> str:
    """One of several types."""
    line = f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};"
    if len(line) > WIDTH:
        line = f"export type {name} ={''.join(f'{NEXT}| {kind.__name__}' for kind in kinds)};"
    return f"/** {doc} */\n{line}"


def messages_file() -> str:
    """Everything on the socket."""
    parts = [NOTE, f"/** Of the protocol. */\nexport const VERSION = {VERSION};"]
    why = "".join(f"\n  | {json.dumps(value)}" for value in get_args(Why))
    parts.append(f"/** Why a connection ends. */\nexport type Why ={why};")
    parts += [interface(shape(kind), asked=False) for kind in PIECES]
    parts += [interface(shape(kind), asked=True) for kind in FROM_CLIENT]
    parts.append(union("FromClient", "What a client says.", FROM_CLIENT))
    parts += [interface(shape(kind), asked=False) for kind in FROM_SERVER]
    parts.append(union("FromServer", "What the server says.", FROM_SERVER))
    return "\n\n".join(parts) + "\n"


def http_file() -> str:
    """Everything over HTTP: bodies, answers, and what can be asked for."""
    bodies = {way.body for way in ASKED}
    # What a body is made of is made by clients, too
    made = {kind.__name__ for kind in BODIES if kind in bodies} | {"AskedSettings"}
    parts = [interface(shape(kind), kind.__name__ in made) for kind in BODIES]
    parts.append(ways_interface())
    text = "\n\n".join(parts)
    used = [kind.__name__ for kind in PIECES if re.search(rf"\b{kind.__name__}\b", text)]
    imports = f'import type {{ {", ".join(sorted(used))} }} from "./messages";'
    return f"{NOTE}\n\n{imports}\n\n{text}\n"


def ways_interface() -> str:
    """What can be asked for: by method and path, the body and the answer."""
    lines = [
        "/** What can be asked for: the parameters in the path, the body and the answer. */",
        "export interface Ways {",
    ]
    for way in ASKED:
        names = re.findall(r"{(\w+)}", way.path)
        kinds = {name: "number" if name in NUMBERS else "string" for name in names}
        path = "; ".join(f"readonly {name}: {kind}" for name, kind in kinds.items())
        body = way.body.__name__ if way.body else "undefined"
        if way.answer is None:
            answer = "undefined"
        else:
            answer = "string" if isinstance(way.answer, str) else type_text(way.answer)
        doc = (inspect.getdoc(way.endpoint) or "").splitlines()[0]
        lines += [
            f"  /** {doc} */",
            f"  readonly {json.dumps(f'{way.method} {way.path}')}: {{",
            f"    readonly path: {{ {path} }};" if path else "    readonly path: undefined;",
            f"    readonly body: {body};",
            f"    readonly answer: {answer};",
            "  };",
        ]
    return "\n".join([*lines, "}"])


def events_file() -> str:
    """What the page must know of events beside their words: who hears them, what names a seat."""
    games = [find(name) for name in IDS]
    seats = {kind.name for game in games for kind in game.events if kind.a == "seat"}
    others = {kind.name for game in games for kind in game.events if kind.a != "seat"}
    assert not seats & others, "a name of an event that means two things"
    heard = {game.id: audiences(game) for game in games}

    def by_game(audience: str) -> list[str]:
        return [
            f"  {game.id}: {_set(names, '  ')},"
            for game in games
            if (
                names := [
                    kind.name
                    for number, kind in enumerate(game.events)
                    if heard[game.id][number] == {audience}
                ]
            )
        ]

    record = "Readonly<Record<string, ReadonlySet<string>>>"
    return "\n".join(
        [
            EVENTS_NOTE,
            "",
            "/** Kinds of events whose first value is a seat. */",
            f"export const SEAT_EVENTS: ReadonlySet<string> = {_set(sorted(seats), '')};",
            "",
            "/** By game: kinds of events that only the seat which they name hears. */",
            f"export const PRIVATE_EVENTS: {record} = {{",
            *by_game(SEAT),
            "};",
            "",
            "/** By game: kinds of events that only another seat hears: the one that moved. */",
            f"export const SHOWN_EVENTS: {record} = {{",
            *by_game(ANOTHER),
            "};",
            "",
        ]
    )


def _set(names: Sequence[str], indent: str) -> str:
    """A set of texts, as the page's formatter breaks it."""
    texts = [json.dumps(name) for name in names]
    line = f"new Set([{', '.join(texts)}])"
    if len(indent) + len(line) + 14 <= WIDTH and len(names) < 7:
        return line
    inner = "".join(f"\n{indent}  {text}," for text in texts)
    return f"new Set([{inner}\n{indent}])"


FILES = {"messages.ts": messages_file, "http.ts": http_file, "events.ts": events_file}


def drifted() -> list[str]:
    """Where a file is not what would be written: the differing lines."""
    return written.drifted(files())


def files() -> written.Files:
    """The files by their places."""
    return {FOLDER / name: make for name, make in FILES.items()}


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("types", "TypeScript types", files(), argv)


if __name__ == "__main__":
    sys.exit(main())
