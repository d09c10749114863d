"""The page in the browser: built files, held in memory, and index.html at each of its addresses."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

FOLDER = Path(__file__).resolve().parent.parent / "page"
ADDRESSES = ("/", "/t/{table}", "/t/{table}/replay/{match}", "/r/{share}", "/learn/{game}",
             "/rules/{game}")  # fmt: skip
"""What the page itself tells apart: web/src/router.svelte.ts."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = "Mazziere is here, but its page has not been built: `make page`, then start it again.\n"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True)
class File:
    """A file in the ways in which it can be sent."""

    kind: str
    kept: str
    tag: str
    plain: bytes
    packed: tuple[tuple[str, bytes], ...]  # by encoding, the smallest first

    async def answer(self, request: Request, status: int = 200) -> Response:
        """The file as the browser can take it, or that it has it already."""
        headers = {"Cache-Control": self.kept, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if is_named(self.tag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        body = self.plain
        accepted = encodings(request.headers.get("accept-encoding", ""))
        for encoding, packed in self.packed:
            if encoding in accepted:
                body = packed
                headers["Content-Encoding"] = encoding
                break
        return Response(body, status, media_type=self.kind, headers=headers)


def encodings(header: str) -> set[str]:
    """The encodings that a browser takes."""
    taken = set()
    for item in header.lower().split(","):
        name, _, weight = item.replace(" ", "").partition(";q=")
        if weight.strip("0.") or not weight:
            taken.add(name)
    return taken


def is_named(tag: str, header: str) -> bool:
    """Whether an `If-None-Match` names a file; a proxy that packs it itself makes the tag weak."""
    names = {name.strip().removeprefix("W/") for name in header.split(",")}
    return tag.removeprefix("W/") in names or "*" in names


def routes(base: str, folder: Path = FOLDER) -> list[BaseRoute]:
    """The routes of the page, below a base path; one that says so if it has not been built."""
    whole = index(base, folder)
    if whole is None:
        return [Route(address, _not_built) for address in ADDRESSES]
    files = {
        path.relative_to(folder).as_posix(): _read(path, folder, base)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".br" and not path.name.startswith(".")
    }
    del files["index.html"]
    return [
        *(Route(address, whole.answer) for address in ADDRESSES),
        *(Route(f"/{name}", file.answer) for name, file in files.items()),
    ]


def index(base: str, folder: Path = FOLDER) -> File | None:
    """The page itself, which also says that there is nothing at an address; None: not built."""
    path = folder / "index.html"
    return _read(path, folder, base) if path.is_file() else None


def is_for_reading(request: Request, base: str) -> bool:
    """Whether somebody wants to look at an address in a browser."""
    path = request.url.path
    is_ours = path.startswith(f"{base}/") and not path.startswith(f"{base}/api/")
    wants_text = "text/html" in request.headers.get("accept", "")
    return is_ours and wants_text and request.method == "GET"


async def _not_built(request: Request) -> Response:
    return PlainTextResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})


def _read(path: Path, folder: Path, base: str) -> File:
    plain = path.read_bytes()
    packed = []
    if path == folder / "index.html":
        plain = _with_base(plain.decode(), base).encode()
    elif (beside := path.with_name(f"{path.name}.br")).is_file():
        packed.append(("br", beside.read_bytes()))
    packed.append(("gzip", gzip.compress(plain, 9, mtime=0)))
    is_named_by_hash = path.parent == folder / "assets"
    return File(
        mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        FOR_EVER if is_named_by_hash else ASK_AGAIN,
        f'W/"{hashlib.sha256(plain).hexdigest()[:32]}"',
        plain,
        tuple((name, body) for name, body in packed if len(body) < 0.9 * len(plain)),
    )


def _with_base(text: str, base: str) -> str:
    """The page as it is served below a base path: where its files are, and that it knows."""
    base = escape(base)
    text = text.replace('"./', f'"{base}/')
    return text.replace('name="mazziere-base" content=""', f'name="mazziere-base" content="{base}"')
