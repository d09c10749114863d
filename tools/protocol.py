"""The tables of docs/reference/protocol.md, written from the types.

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

from mazziere.server.problems import CODES, status
from mazziere.server.socket import ENDS
from mazziere.table import refused
from mazziere.table.refused import No
from mazziere.wire import server
from mazziere.wire.server import Why
from tools import written
from tools.gen import code, table
from tools.types import type_text
from tools.wire import ASKED, BODIES, FROM_CLIENT, FROM_SERVER, PIECES, shape

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "protocol.md"
_BLOCK = re.compile(r"(<!-- begin (\w+): .*? -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def ways() -> str:
    """What can be asked for over HTTP."""
    rows = []
    for way in ASKED:
        doc = (inspect.getdoc(way.endpoint) or "").splitlines()[0]
        body = code(way.body.__name__) if way.body else ""
        answer = "" if way.answer is None else _plain(way.answer)
        rows.append((code(f"{way.method} {way.path}"), body, answer, doc))
    return table(("way", "body", "answer", ""), rows)


def _plain(kind: Any) -> str:
    if isinstance(kind, str):
        return code(kind)
    text = type_text(kind)
    return "a record" if text.startswith("Readonly") else code(text)


def objects(kinds: Sequence[type]) -> str:
    """Kinds of objects, each with its fields."""
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
            parts.append(table(("field", "type", "usually", ""), rows))
    return "\n\n".join(parts)


def _default(field: Any) -> str:
    if field.required:
        return ""
    try:
        return code(json.dumps(field.default))
    except TypeError:
        return "as below"


def ends() -> str:
    """Why a connection ends."""
    source = inspect.getsource(server)
    said = dict(re.findall(r'^    "(\w+)",  # (.*)$', source, re.MULTILINE))
    rows = [
        (code(why), str(ENDS[why][0]), "yes" if ENDS[why][1] else "no", said[why])
        for why in get_args(Why)
    ]
    return table(("`why`", "close code", "come back?", ""), rows)


def refusals() -> str:
    """Every code of a refusal, with its HTTP status."""
    source = inspect.getsource(refused)
    said = dict(re.findall(r'^    "(\w+)",(?:  # (.*))?$', source, re.MULTILINE))
    said.update({name: text for name, text in CODES.items() if not said.get(name)})
    rows = [(code(name), str(status(No(name))), said[name]) for name in sorted(said)]
    return table(("`code`", "HTTP", ""), rows)


BLOCKS: dict[str, Callable[[], str]] = {
    "ways": ways,
    "client": lambda: objects(FROM_CLIENT),
    "server": lambda: objects(FROM_SERVER),
    "pieces": lambda: objects(PIECES),
    "bodies": lambda: objects(BODIES),
    "ends": ends,
    "refusals": refusals,
}


def page() -> str:
    """The page with its blocks as they should be."""
    text = PAGE.read_text(encoding="utf-8")
    found = [name for _, name, _ in _BLOCK.findall(text)]
    assert sorted(found) == sorted(BLOCKS), found
    return _BLOCK.sub(lambda m: f"{m[1]}\n{BLOCKS[m[2]]()}\n\n{m[3]}", text)


def drifted() -> list[str]:
    """The lines that are not what they should be."""
    return written.drifted({PAGE: page})


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("protocol", "protocol", {PAGE: page}, argv)


if __name__ == "__main__":
    sys.exit(main())
