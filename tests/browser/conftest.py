"""Fixtures: real Chromium, a real server, and people with their own browsers."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from mazziere.server.http.page import FOLDER
from tests.browser.people import Person
from tests.browser.serving import ROOT, SEED, served

WIDTHS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
LOCALES = {"en": "en-GB", "it": "it-IT"}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--mute-audio",
             "--host-resolver-rules=MAP home.test 127.0.0.1"]  # fmt: skip
DEADLINE_MS = 30_000
"""For each wait of a test, unless it says otherwise: far more than a busy machine needs."""
SPEED = {"show": 20}
"""Scenes and moments pass quickly (web/src/speed.ts); `Person.pace` slows them down."""

SIDE = """if (location.protocol !== "about:" && !localStorage.getItem("mazziere.settings"))
  localStorage.setItem("mazziere.settings", JSON.stringify({ side: true }));"""
"""The log stands open beside the table, where there is room."""

Visit = Callable[..., Person]
"""`visit("phone", lang="it")` opens a browser context for a person."""

expect.set_options(timeout=DEADLINE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder: it needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; without one these tests are skipped, but not in CI."""
    found = subprocess.run(["sh", "tools/chromium.sh"], cwd=ROOT, capture_output=True, text=True,
                           env={**os.environ, "CI": ""}, check=False)  # fmt: skip
    path = found.stdout.strip()
    if not path:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no Chromium")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for all tests of a process."""
    assert (FOLDER / "index.html").is_file(), "the page has not been built: make page"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """One server for all tests of a process: its address and its folder."""
    folder = tmp_path_factory.mktemp("server")
    with served(folder) as address:
        yield address, folder


@pytest.fixture
def server(serving: tuple[str, Path], request: pytest.FixtureRequest) -> str:
    """The address of the server, whose deals follow from the name of the test."""
    address, folder = serving
    (folder / SEED).write_text(request.node.nodeid, encoding="utf-8")
    return address


def arrive(
    browser: Browser,
    url: str,
    width: str = "desktop",
    lang: str = "en",
    speed: dict[str, float] | None = None,
    **more: Any,
) -> Person:
    """Open a browser context with a page whose faults are recorded."""
    standard: dict[str, Any] = {
        "locale": LOCALES[lang],
        "reduced_motion": "reduce",
        "service_workers": "block",
        **WIDTHS[width],
    }
    context = browser.new_context(**{**standard, **more})
    context.set_default_timeout(DEADLINE_MS)
    context.add_init_script(SIDE)
    context.add_init_script(f"window.mazziereSpeed = {json.dumps(speed or SPEED)};")
    person = Person(context.new_page(), url, "click" if width == "desktop" else "touch")
    context.on("page", person.watch)
    person.watch(person.page)
    return person


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Visit]:
    """Open a fresh browser context per person; check for faults in all of them at the end."""
    people: list[Person] = []

    def come(*given: Any, url: str | None = None, **more: Any) -> Person:
        person = arrive(browser, url or server, *given, **more)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.unforgiven()] == []


@pytest.fixture
def anna(visit: Visit) -> Person:
    """A person with a desktop browser."""
    return visit()


@pytest.fixture
def bruno(visit: Visit) -> Person:
    """A person with a phone."""
    return visit("phone")
