"""Measures the frames of the page with Chromium's CPU slowed down four times.

    python -m tools.frames [GAME...]

For each game it measures the deal, a move with its flight, and the end of a match, on a phone. It
prints the number of frames, their median and 95th percentile in milliseconds, and the longest one.
60 frames per second are 16.7 ms each. It exits with 1 if a median or a 95th percentile is above its
bound. Run it on an idle machine: other work lengthens frames.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from mazziere.games import shelf
from tests.browser.people import Person
from tests.browser.positions import sit_down
from tests.browser.serving import served
from tests.cases import case
from tools.icons import chromium
from tools.screens import SIZES, SLOW, record

SLOWDOWN = 4
MEDIAN_MS = 17.0
"""Upper bound on the median: 60 frames per second."""
LATE_MS = 34.0
"""Upper bound on the 95th percentile: no more than one frame in twenty is dropped."""
WATCHED_MS = 1800
"""Time that is measured: a whole deal takes 1.6 s."""
WATCH = """(ms) => new Promise((done) => {
  const frames = [];
  const start = performance.now();
  const note = (at) => {
    frames.push(at);
    if (performance.now() - start < ms) requestAnimationFrame(note);
    else done(frames.slice(1).map((at, number) => at - frames[number]));
  };
  requestAnimationFrame(note);
})"""
"""Returns the time between frames."""


def phone(browser: Browser, url: str) -> Person:
    """Open a page on a phone."""
    context = browser.new_context(locale="en-GB", service_workers="block", **SIZES["phone"])
    context.set_default_timeout(30_000)
    return Person(context.new_page(), url, "touch")


def slow_down(person: Person, rate: float) -> None:
    """Slow the page's CPU down."""
    session = person.context.new_cdp_session(person.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def watched(person: Person, begin: str) -> list[float]:
    """Return the time between frames after a script has begun something."""
    script = f"(ms) => {{ const seen = ({WATCH})(ms); {begin}; return seen; }}"
    frames: list[float] = person.page.evaluate(script, WATCHED_MS)
    return frames


def press(selector: str) -> str:
    """Return a script that presses the first control of a kind."""
    return f"document.querySelector('{selector}').click()"


def deal(browser: Browser, url: str, game: str, players: int) -> list[float]:
    """Watch the first deal of a match."""
    person = phone(browser, url)
    table = person.open(game, players, start=False, settings={"paceMs": 10_000})
    person.go(f"/t/{table}")
    person.button("Deal the cards").wait_for()
    slow_down(person, SLOWDOWN)
    frames = watched(person, press("[data-start]"))
    person.context.close()
    return frames


def move(browser: Browser, url: str, position: dict[str, Any]) -> list[float]:
    """Measure a move and its animation."""
    person = phone(browser, url)
    sit_down(person, position, "normal", **SLOW)
    person.still()
    slow_down(person, SLOWDOWN)
    frames = watched(person, press(".felt [data-legal]"))
    person.context.close()
    return frames


def late(frames: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(frames, n=20, method="inclusive")[-1] if len(frames) > 1 else frames[0]


def line(name: str, frames: list[float]) -> str:
    """Return the figures of one measurement."""
    figures = f"{len(frames):4} {median(frames):7.1f} {late(frames):7.1f} {max(frames):8.1f}"
    return f"{name:24}{figures}{'' if is_smooth(frames) else '  slow'}"


def is_smooth(frames: list[float]) -> bool:
    """Tell whether the frames keep within the bounds."""
    return median(frames) <= MEDIAN_MS and late(frames) <= LATE_MS


def main(games: list[str]) -> int:
    """Print a table of all measurements; return 1 if one of them is too slow."""
    slow = 0
    print(f"{'':24}frames median   95 %  longest (ms)")
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for game in games or shelf():
            screen = case(game).screens[-1]
            at = record(game, screen.players, screen.turns, **screen.options)
            last = record(game, screen.players, -1, **screen.options)
            for name, watch in (
                ("deal", partial(deal, browser, url, game, screen.players)),
                ("move", partial(move, browser, url, at)),
                ("last move", partial(move, browser, url, last)),
            ):
                frames = watch()
                print(line(f"{game} {name}", frames), flush=True)
                slow += not is_smooth(frames)
        browser.close()
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
