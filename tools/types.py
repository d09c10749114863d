"""Generate the TypeScript types of all messages, requests and answers.

python -m tools.types            # rewrite web/src/wire and the events of the games
python -m tools.types --check    # exit 1 where a file has drifted
"""

import inspect
import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from mazziere.games import games
from mazziere.kernel.game import Game
from mazziere.server.http.routes import NUMERIC_PARAMETERS, ROUTES
from mazziere.wire import VERSION
from mazziere.wire.server import Why
from tools import written
from tools.gen import ANOTHER, SEAT, audiences
from tools.wire import BODIES, FROM_CLIENT, FROM_SERVER, PIECES, Shape, shape

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "wire"
PAGES = FOLDER.parent / "games"
NOTE = "// Written by `make gen` from the types in src/mazziere/wire; do not edit."
EVENTS_NOTE = "// Written by `make gen` from the events of the games; do not edit."
WIDTH = 100  # as in the page's formatter
NEXT = "\n  "
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def type_text(kind: Any) -> str:
    """Return a Python type in TypeScript."""
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


def interface(found: Shape, from_client: bool) -> str:
    """Return a type with its fields; a type `from_client` may leave out fields with a default."""
    lines = [f"/** {found.doc} */", f"export interface {found.name} {{"]
    if found.tag is not None:
        lines.append(f"  readonly type: {json.dumps(found.tag)};")
    for field in found.fields:
        if field.comment:
            lines.append(f"  /** {field.comment[0].upper()}{field.comment[1:]} */")
        mark = "?" if (from_client and not field.required) or field.may_lack else ""
        lines.append(f"  readonly {field.name}{mark}: {type_text(field.kind)};")
    return "\n".join([*lines, "}"])


def union(name: str, doc: str, kinds: Sequence[type]) -> str:
    """Return a union of types."""
    line = f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};"
    if len(line) > WIDTH:
        line = f"export type {name} ={''.join(f'{NEXT}| {kind.__name__}' for kind in kinds)};"
    return f"/** {doc} */\n{line}"


def messages_file() -> str:
    """Return the file with the types of the WebSocket messages."""
    parts = [NOTE, f"/** The protocol version. */\nexport const VERSION = {VERSION};"]
    why = "".join(f"\n  | {json.dumps(value)}" for value in get_args(Why))
    parts.append(f"/** Why a connection ends. */\nexport type Why ={why};")
    parts += [interface(shape(kind), from_client=False) for kind in PIECES]
    parts += [interface(shape(kind), from_client=True) for kind in FROM_CLIENT]
    parts.append(union("FromClient", "A message of a client.", FROM_CLIENT))
    parts += [interface(shape(kind), from_client=False) for kind in FROM_SERVER]
    parts.append(union("FromServer", "A message of the server.", FROM_SERVER))
    return "\n\n".join(parts) + "\n"


def http_file() -> str:
    """Return the file with the types of HTTP requests and answers."""
    bodies = {route.body for route in ROUTES}
    # A part of a body also comes from a client
    made = {kind.__name__ for kind in BODIES if kind in bodies} | {"AskedSettings"}
    parts = [interface(shape(kind), kind.__name__ in made) for kind in BODIES]
    parts.append(routes_interface())
    text = "\n\n".join(parts)
    used = [kind.__name__ for kind in PIECES if re.search(rf"\b{kind.__name__}\b", text)]
    imports = f'import type {{ {", ".join(sorted(used))} }} from "./messages";'
    return f"{NOTE}\n\n{imports}\n\n{text}\n"


def routes_interface() -> str:
    """Return the interface of all routes: by method and path, the body and the answer."""
    lines = [
        "/** The routes: by method and path, the path parameters, the body and the answer. */",
        "export interface Routes {",
    ]
    for route in ROUTES:
        names = re.findall(r"{(\w+)}", route.path)
        kinds = {name: "number" if name in NUMERIC_PARAMETERS else "string" for name in names}
        path = "; ".join(f"readonly {name}: {kind}" for name, kind in kinds.items())
        body = route.body.__name__ if route.body else "undefined"
        if route.answer is None:
            answer = "undefined"
        else:
            answer = "string" if isinstance(route.answer, str) else type_text(route.answer)
        doc = (inspect.getdoc(route.endpoint) or "").splitlines()[0]
        lines += [
            f"  /** {doc} */",
            f"  readonly {json.dumps(f'{route.method} {route.path}')}: {{",
            f"    readonly path: {{ {path} }};" if path else "    readonly path: undefined;",
            f"    readonly body: {body};",
            f"    readonly answer: {answer};",
            "  };",
        ]
    return "\n".join([*lines, "}"])


def events_file() -> str:
    """Return the file about the events of all games; it collects the files of the games."""
    return EVENTS.format(note=EVENTS_NOTE)


EVENTS = """{note}

/** The audiences of a game's events, in its `events.ts`. */
interface GameEvents {{
  readonly PRIVATE: ReadonlySet<string>;
  readonly SHOWN: ReadonlySet<string>;
}}

const FILES = import.meta.glob<GameEvents>("../games/*/events.ts", {{ eager: true }});

function byGame(audience: keyof GameEvents): Readonly<Record<string, ReadonlySet<string>>> {{
  const found: Record<string, ReadonlySet<string>> = {{}};
  for (const [path, events] of Object.entries(FILES)) {{
    const game = path.split("/").at(-2) ?? "";
    if (events[audience].size > 0) found[game] = events[audience];
  }}
  return found;
}}

/** By game: kinds of events that only the seat which they name hears. */
export const PRIVATE_EVENTS = byGame("PRIVATE");

/** By game: kinds of events that only another seat hears: the one that moved. */
export const SHOWN_EVENTS = byGame("SHOWN");
"""


def game_events_file(game: Game) -> str:
    """Return a game's file about the audiences of its events."""
    heard = audiences(game)

    def kinds(constant: str, audience: str) -> str:
        start = f"export const {constant}: ReadonlySet<string> = "
        names = [kind.name for place, kind in enumerate(game.events) if heard[place] == {audience}]
        return start + (_set(names, len(start)) if names else "new Set<string>()") + ";"

    return "\n".join(
        [
            EVENTS_NOTE,
            "",
            "/** Kinds of events that only the seat which they name hears. */",
            kinds("PRIVATE", SEAT),
            "",
            "/** Kinds of events that only another seat hears: the one that moved. */",
            kinds("SHOWN", ANOTHER),
            "",
        ]
    )


def _set(names: Sequence[str], lead: int) -> str:
    """Write a set of texts as the page's formatter breaks it, behind `lead` characters."""
    texts = [json.dumps(name) for name in names]
    line = f"new Set([{', '.join(texts)}])"
    if lead + len(line) + 1 <= WIDTH:
        return line
    inner = "".join(f"\n  {text}," for text in texts)
    return f"new Set([{inner}\n])"


FILES = {"messages.ts": messages_file, "http.ts": http_file, "events.ts": events_file}


def drifted() -> list[str]:
    """Return the lines in which a file differs from what would be written."""
    return written.drifted(files())


def files() -> written.Files:
    """Return the makers of all files, by path."""
    made: dict[Path, Callable[[], str]] = {FOLDER / name: make for name, make in FILES.items()}
    for game in games():
        if (PAGES / game.id).is_dir():
            made[PAGES / game.id / "events.ts"] = partial(game_events_file, game)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("types", "TypeScript types", files(), argv)


if __name__ == "__main__":
    sys.exit(main())
