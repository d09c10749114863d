"""Size and origin of everything that the page loads before a match."""

import re

from mazziere.games import shelf
from mazziere.server.http.page import FOLDER
from tests.browser.conftest import Visit

FIRST_KB = 120
GAME_KB = 90
LOADED = """() => Object.fromEntries(
  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((one) => !one.name.includes("/api/") && !one.name.endsWith(".png"))
    .map((one) => [one.entryType === "navigation" ? "index" : one.name, one.encodedBodySize]))"""
SHIFTED = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Sums up layout shifts, as browsers score them."""
MOST_SHIFTED = 0.05
"""Good pages stay below 0.1."""
LOADS = re.compile(
    r"""(?:url\(|\bsrc=|\bhref=|\bimport\(?|\bfetch\(|\bfrom|WebSocket\()\s*["'`]?(?:https?:)?//[\w.
    ]""",
)


def test_the_page_is_light(visit: Visit) -> None:
    """And nothing on the home page moves when pictures and fonts arrive."""
    anna = visit()
    anna.context.add_init_script(SHIFTED)
    anna.go("/")
    anna.button("Play now: DIECI").wait_for()
    assert anna.page.evaluate("shifted") <= MOST_SHIFTED, "home"
    first: dict[str, int] = anna.page.evaluate(LOADED)
    games: dict[str, dict[str, int]] = {}
    for game in shelf():
        anna.open(game, 3)
        anna.fingers().rest()
        anna.page.wait_for_function("() => document.fonts.status === 'loaded'")
        games[game] = anna.page.evaluate(LOADED)
    shared = set.intersection(*(set(loaded) for loaded in games.values()))
    common = first | {name: games["uno"][name] for name in shared}
    assert 10_000 < sum(common.values()) <= 1000 * FIRST_KB, common
    for game, loaded in games.items():
        own = {name: size for name, size in loaded.items() if name not in common}
        assert sum(own.values()) <= 1000 * GAME_KB, (game, own)


def test_nothing_moves_when_art_arrives(visit: Visit) -> None:
    """In a lobby, in a lesson, and at a table before the first move; bots wait meanwhile."""
    anna = visit("phone")
    anna.context.add_init_script(SHIFTED)
    lobby = f"/t/{anna.open('uno', 4, start=False)}"
    ready = {
        lobby: "[data-option]",
        "/learn/uno": "[data-legal]",
        **{
            f"/t/{anna.open(game, 4, settings={'paceMs': 10_000})}": ".felt button"
            for game in shelf()
        },
    }
    for path, part in ready.items():
        anna.go(path)
        anna.page.locator(part).first.wait_for(state="attached")
        anna.page.wait_for_function("() => document.fonts.status === 'loaded'")
        anna.still()
        assert anna.page.evaluate("shifted") <= MOST_SHIFTED, path


def test_no_file_loads_from_another_host() -> None:
    files = [path for path in FOLDER.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert len(files) > 5
    for path in files:
        assert LOADS.findall(path.read_text(encoding="utf-8")) == [], path.name


def test_that_check_can_fail() -> None:
    for text in ('import("https://cdn.example/x.js")', "url(//fonts.example/a.woff2)",
                 '<script src="http://a.example/">', 'fetch(`https://b.example`)'):  # fmt: skip
        assert LOADS.search(text)
    for text in ('"http://www.w3.org/2000/svg"', "// from here", "url(./a.woff2)"):
        assert not LOADS.search(text)
