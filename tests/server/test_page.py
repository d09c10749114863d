"""The built page: index.html at each address, the base path, caching, compression."""

import asyncio
import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.routing import Mount

from mazziere.server.http import page
from mazziere.server.http.page import encodings

ROOT = Path(__file__).resolve().parents[2]
INDEX = """<!doctype html>
<meta name="mazziere-base" content="" />
<link rel="manifest" href="./manifest.webmanifest" />
<script type="module" src="./assets/index-abc.js"></script>
"""
SCRIPT = b"export const cards = 112;\n" * 100
PLACES = ("/", "/t/abc", "/t/abc/replay/2", "/r/xyz", "/learn/uno", "/rules/dieci")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as the build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "sw.js").write_bytes(SCRIPT)
    (tmp_path / ".built").write_text("hash")
    (tmp_path / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-abc.js.br").write_bytes(b"as brotli has it")
    (tmp_path / "assets" / "type-abc.woff2").write_bytes(bytes(range(256)))
    return tmp_path


@dataclass
class Answer:
    status: int
    headers: Headers
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Asking:
    """Sends requests to an ASGI application."""

    def __init__(self, folder: Path, base: str = "", mounted: bool = True) -> None:
        routes = page.routes(base, folder)
        self._app = Starlette(routes=[Mount(base, routes=routes)] if base and mounted else routes)

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        return asyncio.run(self._ask(path, method, headers))

    async def _ask(self, path: str, method: str, headers: dict[str, str]) -> Answer:
        sent: list[dict[str, Any]] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        raw = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
        scope = {"type": "http", "http_version": "1.1", "method": method, "path": path,
                 "raw_path": path.encode(), "root_path": "", "query_string": b"", "scheme": "http",
                 "headers": raw, "server": ("table", 80)}  # fmt: skip
        await self._app(scope, receive, send)
        start, *bodies = sent
        body = b"".join(message.get("body", b"") for message in bodies)
        return Answer(start["status"], Headers(raw=start["headers"]), body)


@pytest.mark.parametrize("base", ["", "/cards", "/a/b"])
@pytest.mark.parametrize("place", PLACES)
def test_every_address_is_the_page_with_its_base(built: Path, base: str, place: str) -> None:
    answer = Asking(built, base).get(base + place)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'name="mazziere-base" content="{base}"' in answer.text
    assert re.findall(r'(?:src|href)="([^"]+)"', answer.text) == [
        f"{base}/manifest.webmanifest",
        f"{base}/assets/index-abc.js",
    ]


def test_the_addresses_are_those_of_the_pages_router() -> None:
    """Compare the first parts of addresses in the page's router and in the server."""
    router = (ROOT / "web" / "src" / "router.svelte.ts").read_text(encoding="utf-8")
    ours = {address.split("/")[1] for address in page.ADDRESSES} - {""}
    assert set(re.findall(r'first === "(\w+)"', router)) == ours


def test_a_base_path_cannot_break_out_of_the_page(built: Path) -> None:
    text = Asking(built, '/"><script>', mounted=False).get("/").text
    assert '"><script>' not in text


def test_files_named_by_hash_are_immutable_and_others_are_revalidated(
    built: Path,
) -> None:
    client = Asking(built)
    kept = {
        name: client.get(name).headers["cache-control"]
        for name in ("/", "/sw.js", "/manifest.webmanifest", "/assets/index-abc.js")
    }
    assert kept == {
        "/": "no-cache",
        "/sw.js": "no-cache",
        "/manifest.webmanifest": "no-cache",
        "/assets/index-abc.js": "public, max-age=31536000, immutable",
    }


@pytest.mark.parametrize("name", ["/", "/sw.js", "/assets/index-abc.js"])
def test_a_cached_file_is_not_sent_again(built: Path, name: str) -> None:
    client = Asking(built)
    tag = client.get(name).headers["etag"]
    again = client.get(name, if_none_match=f'"other", {tag}')
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == tag
    assert client.get(name, if_none_match='"other"').status == 200


def test_another_page_has_another_tag(built: Path) -> None:
    before = Asking(built).get("/").headers["etag"]
    assert Asking(built, "/cards").get("/cards/").headers["etag"] != before
    (built / "index.html").write_text(INDEX.replace("abc", "def"))
    assert Asking(built).get("/").headers["etag"] != before


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("br, gzip", "br"),
        ("gzip, deflate, br;q=0.1", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", None),
        ("gzip;q=0", None),
    ],
)
def test_files_are_compressed_as_the_browser_accepts(
    built: Path, accepted: str, encoding: str | None
) -> None:
    client = Asking(built)
    answer = client.get("/assets/index-abc.js", accept_encoding=accepted)
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    packed = {"br": b"as brotli has it", "gzip": gzip.compress(SCRIPT, 9, mtime=0), None: SCRIPT}
    assert answer.body == packed[encoding]


def test_incompressible_files_are_sent_uncompressed(built: Path) -> None:
    answer = Asking(built).get("/assets/type-abc.woff2")
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "font/woff2"


def test_encodings_that_are_refused() -> None:
    assert encodings("br;q=0.000, gzip;q=0.5, *;q=0") == {"gzip"}
    assert encodings("") == {""}


@pytest.mark.parametrize("name", ["/", "/assets/index-abc.js"])
def test_head_has_the_headers_without_the_body(built: Path, name: str) -> None:
    client = Asking(built)
    full, head = client.get(name), client.get(name, "HEAD")
    assert head.status == 200
    for header in ("content-length", "content-type", "etag", "cache-control"):
        assert head.headers[header] == full.headers[header]


def test_internal_files_of_the_build_are_not_served(built: Path) -> None:
    client = Asking(built)
    for name in ("/.built", "/assets/index-abc.js.br", "/index.html", "/assets/", "/nowhere"):
        assert client.get(name).status == 404


@pytest.mark.parametrize("place", PLACES)
def test_without_a_built_page_the_answer_says_what_to_do(tmp_path: Path, place: str) -> None:
    answer = Asking(tmp_path).get(place)
    assert answer.status == 503
    assert "make page" in answer.text
    assert answer.headers["cache-control"] == "no-store"
