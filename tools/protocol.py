"""Generate the tables of docs/reference/protocol.md from the types.

python -m tools.protocol            # rewrite them
python -m tools.protocol --check    # exit 1 where they have drifted
"""

import inspect
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args

from mazziere.server.http.refusals import CODES, status
from mazziere.server.http.routes import ROUTES
from mazziere.server.transport.connection import CLOSE_CODES
from mazziere.table import refusals as table_refusals
from mazziere.table.refusals import CommandRefused
from mazziere.wire import server
from mazziere.wire.server import Why
from tools import written
from tools.gen import code, table
from tools.types import type_text
from tools.wire import BODIES, FROM_CLIENT, FROM_SERVER, PIECES, shape

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "protocol.md"
_BLOCK = re.compile(r"(<!-- begin (\w+): .*? -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def routes() -> str:
    """Return the table of HTTP routes."""
    rows = []
    for route in ROUTES:
        doc = (inspect.getdoc(route.endpoint) or "").splitlines()[0]
        body = code(route.body.__name__) if route.body else ""
        answer = "" if route.answer is None else _plain(route.answer)
        rows.append((code(f"{route.method} {route.path}"), body, answer, doc))
    return table(("route", "body", "answer", ""), rows)


def _plain(kind: Any) -> str:
    if isinstance(kind, str):
        return code(kind)
    text = type_text(kind)
    return "a record" if text.startswith("Readonly") else code(text)


def objects(kinds: Sequence[type]) -> str:
    """Return types of objects, each with its fields."""
    parts = []
    for kind in kinds:
        found = shape(kind)
        name = f'"type": "{found.tag}"' if found.tag else found.name
        parts.append(f"#### {code(name)}\n\n{found.doc}")
        rows = [
            (code(field.name), code(type_text(field.kind)), _default(field), field.comment)
            for field in found.fields
        ]
        if rows:
            parts.append(table(("field", "type", "default", ""), rows))
    return "\n\n".join(parts)


def _default(field: Any) -> str:
    if field.required:
        return ""
    try:
        return code(json.dumps(field.default))
    except TypeError:
        return "as below"


def ends() -> str:
    """Return the table of reasons why a connection ends."""
    source = inspect.getsource(server)
    said = dict(re.findall(r'^    "(\w+)",  # (.*)$', source, re.MULTILINE))
    rows = [
        (code(why), str(CLOSE_CODES[why][0]), "yes" if CLOSE_CODES[why][1] else "no", said[why])
        for why in get_args(Why)
    ]
    return table(("`why`", "close code", "reconnect?", ""), rows)


def refusals() -> str:
    """Return the table of refusal codes, with their HTTP status."""
    source = inspect.getsource(table_refusals)
    said = dict(re.findall(r'^    "(\w+)",(?:  # (.*))?$', source, re.MULTILINE))
    said.update({name: text for name, text in CODES.items() if not said.get(name)})
    rows = [(code(name), str(status(CommandRefused(name))), said[name]) for name in sorted(said)]
    return table(("`code`", "HTTP", ""), rows)


BLOCKS: dict[str, Callable[[], str]] = {
    "routes": routes,
    "client": lambda: objects(FROM_CLIENT),
    "server": lambda: objects(FROM_SERVER),
    "pieces": lambda: objects(PIECES),
    "bodies": lambda: objects(BODIES),
    "ends": ends,
    "refusals": refusals,
}


def page() -> str:
    """Return the page with its blocks rewritten."""
    text = PAGE.read_text(encoding="utf-8")
    found = [name for _, name, _ in _BLOCK.findall(text)]
    assert sorted(found) == sorted(BLOCKS), found
    return _BLOCK.sub(lambda block: f"{block[1]}\n{BLOCKS[block[2]]()}\n\n{block[3]}", text)


def drifted() -> list[str]:
    """Return the lines that have drifted."""
    return written.drifted({PAGE: page})


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("protocol", "protocol", {PAGE: page}, argv)


if __name__ == "__main__":
    sys.exit(main())
