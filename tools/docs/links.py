"""Check links between the Markdown files and in the built site."""

import re
import unicodedata
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.docs.pages import documents, name_of, prose

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_IMAGE = re.compile(r"""(?:!\[[^\]]*\]\(|<img [^>]*src=")([^)\s"]+)""")
_INCLUDE = re.compile(r"^```\{include\} (\S+)$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


# Between files


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of a file's headings and of included files, as GitHub makes them."""
    text = path.read_text(encoding="utf-8")
    found = {anchor(title) for title in _HEADING.findall(prose(text))}
    included = [path.parent / name for name in _INCLUDE.findall(text)]
    return frozenset(found.union(*(anchors(other) for other in included)))


def anchor(title: str) -> str:
    """Return the anchor of a heading: lower case, with hyphens between words."""
    kept = (c for c in title.lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
    return "".join(kept).replace(" ", "-")


def broken() -> list[str]:
    """Return the broken links and images of all files."""
    return [line for path in documents() for line in broken_links(path)]


def broken_links(path: Path) -> list[str]:
    """Return the broken links and images of a file; links into the web are not followed."""
    wrong = []
    text = prose(path.read_text(encoding="utf-8"))
    for target in [*_LINK.findall(text), *_IMAGE.findall(text)]:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, wanted = target.partition("#")
        goal = (path.parent / name).resolve() if name else path
        if not goal.exists():
            wrong.append(f"{name_of(path)}: {target} does not exist")
        elif wanted and goal.suffix == ".md" and wanted not in anchors(goal):
            wrong.append(f"{name_of(path)}: {target} has no such heading")
    return wrong


# In the site


class _Page(HTMLParser):
    """The ids, links and loaded files of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.ids |= {value for name, value in found.items() if name in ("id", "name")}
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if tag == "link" and found.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.loaded.add(found.get("href", ""))
        if tag in ("script", "img", "iframe", "source"):
            self.loaded |= {found["src"]} if "src" in found else set()


def broken_in_site(folder: Path) -> list[str]:
    """Return broken links and anchors of the built pages, and files loaded from other hosts."""
    pages = {path: _read(path) for path in sorted(folder.rglob("*.html"))}
    if not pages:
        return [f"{folder.name}: no page was built"]
    wrong = []
    for path, page in pages.items():
        name = path.relative_to(folder).as_posix()
        for target in sorted(page.links | page.loaded):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loaded and parts.scheme != "data":
                    wrong.append(f"{name}: loads {target} from the network")
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.exists():
                wrong.append(f"{name}: {target} does not exist")
            elif (
                parts.fragment and goal in pages and unquote(parts.fragment) not in pages[goal].ids
            ):
                wrong.append(f"{name}: {target} has no such anchor")
    return wrong


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page
