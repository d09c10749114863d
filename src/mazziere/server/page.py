"""The page in the browser: built files, held in memory, and index.html at each of its addresses."""

import gzip
import mimetypes
from dataclasses import dataclass
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
NOT_BUILT = "Mazziere is here, but its page has not been built: `make page`.\n"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True)
class File:
    """A file in the ways in which it can be sent."""

    kind: str
    kept: str
    plain: bytes
    packed: bytes | None

    def answer(self, request: Request) -> Response:
        headers = {"Cache-Control": self.kept, "Vary": "Accept-Encoding"}
        body = self.plain
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(body, media_type=self.kind, headers=headers)


def routes(base: str, folder: Path = FOLDER) -> list[BaseRoute]:
    """The routes of the page, below a base path; one that says so if it has not been built."""
    if not (folder / "index.html").is_file():
        return [Route("/", lambda request: PlainTextResponse(NOT_BUILT, 503))]
    files = {
        path.relative_to(folder).as_posix(): _read(path, folder, base)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    index = files.pop("index.html")
    return [
        *(Route(address, index.answer) for address in ADDRESSES),
        *(Route(f"/{name}", file.answer) for name, file in files.items()),
    ]


def _read(path: Path, folder: Path, base: str) -> File:
    plain = path.read_bytes()
    if path == folder / "index.html":
        text = plain.decode().replace('"./', f'"{base}/')
        plain = text.replace('name="mazziere-base" content=""',
                             f'name="mazziere-base" content="{base}"').encode()  # fmt: skip
    packed = gzip.compress(plain, 9, mtime=0)
    is_named_by_hash = path.parent == folder / "assets"
    return File(
        mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        FOR_EVER if is_named_by_hash else ASK_AGAIN,
        plain,
        packed if len(packed) < 0.9 * len(plain) else None,
    )
