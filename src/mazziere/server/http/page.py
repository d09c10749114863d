"""The built page: its files, held in memory, and index.html at each address of the page."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

FOLDER = Path(__file__).resolve().parents[2] / "page"
ADDRESSES = ("/", "/t/{table}", "/t/{table}/replay/{match}", "/r/{share}", "/learn/{game}",
             "/rules/{game}")  # fmt: skip
"""The addresses of the page's own router: web/src/router.svelte.ts."""
_IMMUTABLE = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"
NOT_BUILT = "Mazziere is here, but its page has not been built: `make page`, then start it again.\n"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True)
class File:
    """A file with its headers and its compressed forms."""

    media_type: str
    cache_control: str
    etag: str
    plain: bytes
    compressed: tuple[tuple[str, bytes], ...]  # by encoding, the smallest first

    async def answer(self, request: Request, status: int = 200) -> Response:
        """Answer with the file in an encoding that the browser accepts; 304 if it has the file."""
        headers = {
            "Cache-Control": self.cache_control,
            "ETag": self.etag,
            "Vary": "Accept-Encoding",
        }
        if matches_etag(self.etag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        body = self.plain
        accepted = encodings(request.headers.get("accept-encoding", ""))
        for encoding, data in self.compressed:
            if encoding in accepted:
                body = data
                headers["Content-Encoding"] = encoding
                break
        return Response(body, status, media_type=self.media_type, headers=headers)


def encodings(header: str) -> set[str]:
    """Return the encodings of an `Accept-Encoding` header whose weight is not 0."""
    taken = set()
    for item in header.lower().split(","):
        name, _, weight = item.replace(" ", "").partition(";q=")
        if weight.strip("0.") or not weight:
            taken.add(name)
    return taken


def matches_etag(etag: str, header: str) -> bool:
    """Whether an `If-None-Match` header names a file; a proxy may have made the tag weak."""
    names = {name.strip().removeprefix("W/") for name in header.split(",")}
    return etag.removeprefix("W/") in names or "*" in names


def routes(base: str, folder: Path = FOLDER) -> list[BaseRoute]:
    """Return the routes of the page; if it has not been built, routes that say so."""
    index_file = index(base, folder)
    if index_file is None:
        return [Route(address, _not_built) for address in ADDRESSES]
    files = {
        path.relative_to(folder).as_posix(): _read(path, folder, base)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".br" and not path.name.startswith(".")
    }
    del files["index.html"]
    return [
        *(Route(address, index_file.answer) for address in ADDRESSES),
        *(Route(f"/{name}", file.answer) for name, file in files.items()),
    ]


def index(base: str, folder: Path = FOLDER) -> File | None:
    """Return index.html, which is also the page for status 404; None if it has not been built."""
    path = folder / "index.html"
    return _read(path, folder, base) if path.is_file() else None


def is_navigation(request: Request, base: str) -> bool:
    """Whether a browser opens an address of the page."""
    path = request.url.path
    is_page = path.startswith(f"{base}/") and not path.startswith(f"{base}/api/")
    accepts_html = "text/html" in request.headers.get("accept", "")
    return is_page and accepts_html and request.method == "GET"


async def _not_built(request: Request) -> Response:
    return PlainTextResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})


def _read(path: Path, folder: Path, base: str) -> File:
    plain = path.read_bytes()
    compressed = []
    if path == folder / "index.html":
        plain = _with_base(plain.decode(), base).encode()
    elif (beside := path.with_name(f"{path.name}.br")).is_file():
        compressed.append(("br", beside.read_bytes()))
    compressed.append(("gzip", gzip.compress(plain, 9, mtime=0)))
    is_named_by_hash = path.parent == folder / "assets"
    return File(
        mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        _IMMUTABLE if is_named_by_hash else _REVALIDATE,
        f'W/"{hashlib.sha256(plain).hexdigest()[:32]}"',
        plain,
        tuple((name, body) for name, body in compressed if len(body) < 0.9 * len(plain)),
    )


def _with_base(text: str, base: str) -> str:
    """Insert the base path into index.html: in its links and in the tag that the page reads."""
    base = escape(base)
    text = text.replace('"./', f'"{base}/')
    return text.replace('name="mazziere-base" content=""', f'name="mazziere-base" content="{base}"')
